package mapping

import (
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/goccy/go-json"
)

// guess is the mapping that is being made of a place.
type guess struct {
	place
	samples []Sample
	taken   []string
	entries []string // of the mapping, without the reasons
}

// find is the leaf that fits a field best: by the order of its words, those in the record before
// those around it, and the shallowest. A name is taken for a word where it is one, or where it
// ends in one.
func (g *guess) find(f guessField) *leaf {
	words := f.words
	if d := define(f.name); d != nil {
		words = append(append([]string{d.Name}, words...), d.Aliases...)
	}
	var best *leaf
	rank := 0
	for _, list := range [][]leaf{g.leaves, g.outer} {
		for i := range list {
			l := &list[i]
			if slices.Contains(g.taken, l.path) || !f.fits(l) {
				continue
			}
			at := slices.Index(words, l.last)
			if at < 0 {
				if at = slices.IndexFunc(words, func(w string) bool { return strings.HasSuffix(l.last, "_"+w) }); at < 0 {
					continue
				}
				at += len(words)
			}
			if at = at*10 + l.depth; best == nil || at < rank {
				best, rank = l, at
			}
		}
		if best != nil {
			return best
		}
	}
	return best
}

// write is the mapping with its reasons.
func (g *guess) write() string {
	var b, lost strings.Builder
	files := []string{}
	if len(g.samples) > 0 && g.samples[0].Whole {
		if g.path == "" {
			files = append(files, "one_per: object")
		} else {
			files = append(files, "records: "+yamlText(g.path))
		}
		if include := g.include(); include != "" {
			files = append(files, "include: "+quoted(include))
		}
	}
	if len(files) > 0 {
		g.entries = append(g.entries, "files: {"+strings.Join(files, ", ")+"}")
	}
	line := func(text, why string) {
		fmt.Fprintf(&b, "%-50s # %s\n", text, why)
		if !strings.HasPrefix(text, "#") {
			g.entries = append(g.entries, text)
		}
	}
	b.WriteString("# A first guess, made of the names and values of the log's keys. Correct it, then give it back with --map;\n# what mcpstats doctor says of the log with it shows whether it is right.\n")
	for _, f := range guessed {
		l := g.find(f)
		if f.name == "task" && g.keys != "" && l == nil && !g.numbered() {
			g.taken = append(g.taken, g.keys)
			line("task: "+g.keys, "the keys of "+strings.TrimSuffix(g.path, ".{key}")+" ("+g.shown(g.keys)+")")
			continue
		}
		if f.name == "run" && g.keys != "" && !slices.Contains(g.taken, g.keys) && (l == nil || strings.HasPrefix(l.path, "$")) && !g.numbered() {
			line("run: "+g.keys, "the keys of "+strings.TrimSuffix(g.path, ".{key}")+" ("+g.shown(g.keys)+")")
			continue
		}
		if f.name == "trial" && g.keys != "" && l == nil && g.numbered() {
			var values []string
			for i, k := range g.keyValues() {
				values = append(values, yamlText(k)+": "+fmt.Sprint(i))
			}
			line("trial: {column: "+g.keys+", values: {"+strings.Join(values, ", ")+"}}", "the keys of "+strings.TrimSuffix(g.path, ".{key}")+" are numbered")
			continue
		}
		if l == nil {
			switch f.name {
			case "task", "run", "success":
				if glob := g.ofPath(f.name); glob != "" {
					line(f.name+": {path: "+yamlText(glob)+"}", "no key names it; the files differ in this part of their paths")
					continue
				}
				fmt.Fprintf(&lost, "# %s: not found: no key that %s under a name such as %s\n", f.name, f.why, strings.Join(f.words[:3], ", "))
			}
			continue
		}
		g.taken = append(g.taken, l.path)
		why := f.why
		if l.kind != Nested {
			why += ": " + shownValues(l.values, l.raw)
		}
		line(f.name+": "+yamlText(l.path), why)
	}
	g.amounts(line)
	if b := b.String(); len(files) > 0 {
		head, rest, _ := strings.Cut(b, "\n# what")
		second, rest, _ := strings.Cut(rest, "\n")
		why := fmt.Sprintf("one attempt a file (%d were looked at)", len(g.samples))
		if g.path != "" {
			why = fmt.Sprintf("where the records stand (%d were looked at)", g.records)
		}
		return head + "\n# what" + second + "\n" + fmt.Sprintf("%-50s # %s\n", "files: {"+strings.Join(files, ", ")+"}", why) + rest + lost.String()
	}
	return b.String() + lost.String()
}

// amounts proposes times and prices, with their units where their names state them.
func (g *guess) amounts(line func(text, why string)) {
	for i := range dimensions {
		d := &dimensions[i]
		for j := range g.leaves {
			l := &g.leaves[j]
			base, unit := d.split(lastKey(l.path))
			if !isNumberLeaf(l) || slices.Contains(g.taken, l.path) || !slices.Contains(d.bases, base) && !(i == 0 && base == "execution_time") {
				continue
			}
			if unit != "" {
				line(fmt.Sprintf("%s: {column: %s, unit: %s}", d.field, yamlText(l.path), unit), "its name states the unit: "+shownValues(l.values, l.raw))
			} else {
				line("# "+fmt.Sprintf("%s: {column: %s, unit: %s}", d.field, yamlText(l.path), d.units[min(3, len(d.units)-1)]), "which unit is "+shownValues(l.values, l.raw)+"? The units are "+strings.Join(d.units, ", "))
			}
			break
		}
	}
}

// lastKey is the last key of a path.
func lastKey(path string) string {
	p, err := ParsePath(path)
	if err != nil || len(p.steps) == 0 {
		return path
	}
	return p.steps[len(p.steps)-1].key
}

// keyValues are the keys that led to the records, in order, each once.
func (g *guess) keyValues() []string {
	for _, l := range g.leaves {
		if l.path == g.keys {
			values := slices.Clone(l.values)
			slices.Sort(values)
			return slices.Compact(values)
		}
	}
	return nil
}

// numbered reports whether the keys that lead to the records are numbers, or end in them.
func (g *guess) numbered() bool {
	values := g.keyValues()
	return len(values) > 0 && !slices.ContainsFunc(values, func(v string) bool {
		c := v[max(0, len(v)-1):]
		return c < "0" || c > "9" || len(v) > 12
	})
}

func (g *guess) shown(key string) string {
	for _, l := range g.leaves {
		if l.path == key {
			return shownValues(l.values, l.raw)
		}
	}
	return ""
}

// shownValues are the first different values of a key.
func shownValues(values []string, raw json.RawMessage) string {
	var out []string
	for _, v := range values {
		if v = strings.Join(strings.Fields(v), " "); !slices.Contains(out, v) && len(out) < 3 {
			if len(v) > 30 {
				v = strings.ToValidUTF8(v[:27], "") + "..."
			}
			out = append(out, v)
		}
	}
	if len(out) == 0 {
		return TextCell(string(raw)).excerpt()
	}
	return strings.Join(out, ", ")
}

// include is the name of the files that hold records, where all are called alike and others are
// not; "" else.
func (g *guess) include() string {
	with, without := map[string]bool{}, map[string]bool{}
	for i, s := range g.samples {
		if g.in[i] {
			with[filepath.Base(s.Path)] = true
		} else {
			without[filepath.Base(s.Path)] = true
		}
	}
	if len(with) != 1 || len(without) == 0 {
		return ""
	}
	for name := range with {
		if !without[name] {
			return "**/" + name
		}
	}
	return ""
}

// ofPath is a pattern of the files' paths with the part that tells runs apart, or tasks, "" where
// the paths are all alike: the names of files for tasks, the folder that differs for runs.
func (g *guess) ofPath(field string) string {
	if len(g.samples) < 2 || field == "success" {
		return ""
	}
	names, folders := map[string]bool{}, map[string]bool{}
	for i, s := range g.samples {
		if !g.in[i] {
			continue
		}
		names[filepath.Base(s.Path)] = true
		folders[filepath.Base(filepath.Dir(s.Path))] = true
	}
	switch {
	case field == "run" && len(folders) > 1:
		return "{run}/*"
	case field == "task" && len(names) > 1:
		return "{task}" + filepath.Ext(cmp.Or(g.samples[0].Path, ".json"))
	}
	return ""
}
