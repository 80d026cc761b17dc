package mapping

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// Describe writes the rules by which a plan fills the canonical columns in the
// mapping's own language, one canonical column a line: given back with --map it
// reads the same attempts. names are the file's columns.
func (p *Plan) Describe(names []string) string {
	var out strings.Builder
	out.WriteString(p.mapping.FileRules().describe())
	for i := 0; i < len(p.Fields); i++ {
		f := &p.Fields[i]
		if f.Key == "" {
			fmt.Fprintf(&out, "%s: %s\n", f.Name, f.rule(names))
			continue
		}
		var entries []string
		for ; i < len(p.Fields) && p.Fields[i].Name == f.Name && p.Fields[i].Key != ""; i++ {
			if k := &p.Fields[i]; k.dimension == "" {
				entries = append(entries, yamlText(k.Key)+": "+k.rule(names))
			} else {
				fmt.Fprintf(&out, "%s: %s\n", k.dimension, k.rule(names)) // asks for its unit again
			}
		}
		i--
		if len(entries) > 0 {
			fmt.Fprintf(&out, "%s: {%s}\n", f.Name, strings.Join(entries, ", "))
		}
	}
	for _, name := range p.emptied {
		fmt.Fprintf(&out, "%s: ~\n", name)
	}
	out.WriteString(p.mapping.describeJoins())
	if p.Duplicates != "" {
		fmt.Fprintf(&out, "duplicates: %s\n", p.Duplicates)
	}
	if p.Tasks != "" {
		fmt.Fprintf(&out, "tasks: %s\n", yamlCount(p.Tasks))
	}
	return out.String()
}

// rule is what fills a field, as a mapping says it.
func (f *Field) rule(names []string) string {
	source := func(i int) string { return yamlText(names[f.Sources[i]]) }
	var keys []string
	switch {
	case len(f.Sources) == 0:
		keys = append(keys, "constant: "+yamlText(f.constant))
	case f.elapsed:
		keys = append(keys, "from: "+source(0), "to: "+source(1))
	case f.joins:
		var list []string
		for i := range f.Sources {
			list = append(list, source(i))
		}
		keys = append(keys, "join: ["+strings.Join(list, ", ")+"]", "with: "+quoted(f.with))
	case strings.HasPrefix(names[f.Sources[0]], pathColumn):
		part, glob, _ := strings.Cut(strings.TrimPrefix(names[f.Sources[0]], pathColumn), ":")
		keys = append(keys, "path: "+yamlText(glob), "part: "+yamlText(part))
	case f.shape != nil:
		keys = append(append(keys, "list: "+source(0)), f.shape.describe()...)
	default:
		keys = append(keys, "column: "+source(0))
	}
	if f.scored {
		keys = append(keys, "scores: "+source(1))
	}
	if f.unit != "" {
		keys = append(keys, "unit: "+f.unit)
	}
	if f.values != nil {
		keys = append(keys, "values: "+yamlValues(f.values))
	}
	if f.zero {
		keys = append(keys, "zero: unknown")
	}
	if f.base != 0 {
		keys = append(keys, "base: "+strconv.Itoa(f.base))
	}
	if f.reference {
		keys = append(keys, "reference: true")
	}
	if f.better != "" {
		keys = append(keys, "better: "+f.better)
	}
	if f.scale != "" {
		keys = append(keys, "scale: "+f.scale)
	}
	if f.lenient {
		keys = append(keys, "otherwise: unknown")
	}
	if len(keys) == 1 && strings.HasPrefix(keys[0], "column: ") {
		return source(0)
	}
	return "{" + strings.Join(keys, ", ") + "}"
}

// yamlValues are renamed values, in order.
func yamlValues(values map[string]string) string {
	var list []string
	for _, from := range slices.Sorted(maps.Keys(values)) {
		to := "~"
		if values[from] != "" {
			to = yamlText(values[from])
		}
		list = append(list, yamlText(from)+": "+to)
	}
	return "{" + strings.Join(list, ", ") + "}"
}

// yamlText is a text as a YAML scalar that reads as that text in flow style too.
func yamlText(s string) string {
	plain := s != ""
	for i, r := range s {
		letter := 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || r == '_'
		if !letter && (i == 0 || !('0' <= r && r <= '9' || strings.ContainsRune("-./*", r))) {
			plain = false
		}
	}
	switch strings.ToLower(s) {
	case "null", "true", "false", "yes", "no", "on", "off", "y", "n", "nan":
		plain = false
	}
	if plain {
		return s
	}
	return quoted(s)
}

// quoted is a text in double quotes; JSON's are YAML's.
func quoted(s string) string {
	b, err := json.Marshal(s)
	if err != nil {
		return strconv.Quote(s)
	}
	return string(b)
}

// yamlCount is a number as it stands, any other text as yamlText has it.
func yamlCount(s string) string {
	if _, err := strconv.Atoi(s); err == nil {
		return s
	}
	return yamlText(s)
}

// Quoted is a name as a mapping spells it: in quotes where YAML needs them.
func Quoted(name string) string { return yamlText(name) }
