package mapping

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/goccy/go-yaml/ast"

	"mcpstats/datasets"
)

// Join is a second file whose columns belong to the attempts of the log:
//
//	join: {file: verdicts.csv, by: {task: id}, take: {success: passed}}
//
// by says which columns of the second file tell which attempts a row is about, by canonical
// names of the attempt (task, run, trial, model...); take, which columns fill what. Both have
// the rules of any mapping, and so has files, for a second file of documents.
type Join struct {
	File string
	Map  *Mapping // of the second file
	by   []*Definition
	take []rule
}

// join reads one join.
func (m *Mapping) join(node ast.Node) error {
	j := &Join{Map: &Mapping{Name: m.Name}}
	given := map[string]bool{}
	err := m.section(node, "join", func(key string, node ast.Node) (err error) {
		switch key {
		case "file":
			j.File, err = scalar(node)
		case "files":
			return j.Map.entry(&ast.MappingValueNode{Key: &ast.StringNode{Value: key, BaseNode: &ast.BaseNode{}, Token: node.GetToken()}, Value: node})
		case "by", "take":
			entries, err := mappingNode(node)
			if err != nil {
				return err
			}
			for _, e := range entries {
				if err := j.Map.entry(e); err != nil {
					return err
				}
			}
			for _, r := range j.Map.rules {
				if given[r.field+"."+r.key] {
					continue
				}
				given[r.field+"."+r.key] = true
				if key == "take" {
					j.take = append(j.take, r)
				} else if d := define(r.field); Overridable(d.Name) {
					j.by = append(j.by, d)
				} else {
					return fmt.Errorf("%s: expected canonical names of one value, such as task, run, trial", d.Name)
				}
			}
		default:
			err = errors.New("unknown key; the keys here are file, by, take, files")
		}
		return err
	})
	if err != nil {
		return err
	}
	if j.File == "" || len(j.by) == 0 || len(j.take) == 0 {
		return errors.New("join: expected a file, by what its rows are found, and what to take, as in join: {file: verdicts.csv, by: {task: id}, take: {success: passed}}")
	}
	if j.Map.rule("task") == nil {
		j.Map.rules = append(j.Map.rules, rule{field: "task", constant: "-", fixed: true})
	}
	m.Joins = append(m.Joins, j)
	return nil
}

// Key tells which attempts belong together; Names says it for a message.
func (j *Join) Key(t *datasets.Trajectory) string {
	var key strings.Builder
	for _, d := range j.by {
		c, known, _ := scalarIn(t, d)
		if known {
			key.WriteString(c.String())
		}
		key.WriteByte(0)
	}
	return strings.TrimSuffix(key.String(), "\x00")
}

// Named is a key for a message.
func (j *Join) Named(key string) string {
	values := strings.Split(key, "\x00")
	for i, d := range j.by {
		if i < len(values) {
			values[i] = d.Name + " " + TextCell(values[i]).excerpt()
		}
	}
	return strings.Join(values, ", ")
}

// Needs are the columns of the log by which rows are found.
func (j *Join) Needs() (need datasets.Columns) {
	for _, d := range j.by {
		need |= datasets.Of(d.Column)
	}
	return need
}

// Takes are the columns of the second file that are wanted.
func (j *Join) Takes() datasets.Columns {
	need := j.Needs() | datasets.Facts
	for _, r := range j.take {
		need |= datasets.Of(define(r.field).Column)
	}
	return need
}

// Put takes over from a row of the second file what it has.
func (j *Join) Put(to, from *datasets.Trajectory) {
	for i := range j.take {
		r := &j.take[i]
		d := define(r.field)
		switch slot := d.Slot.(type) {
		case datasets.Slot[map[string]string]:
			*slot(to) = united(*slot(to), *slot(from))
		case datasets.Slot[map[string]float64]:
			*slot(to) = united(*slot(to), *slot(from))
		case datasets.Slot[[]datasets.Judgment]:
			*slot(to) = append(slices.Clip(*slot(to)), *slot(from)...)
		default:
			copySlot(d.Slot, to, from)
		}
	}
}

// united is a map with the entries of another.
func united[V any](to, from map[string]V) map[string]V {
	out := maps.Clone(to)
	if out == nil {
		out = make(map[string]V, len(from))
	}
	maps.Copy(out, from)
	return out
}

// copySlot copies a field of any type.
func copySlot(slot datasets.AnySlot, to, from *datasets.Trajectory) {
	switch s := slot.(type) {
	case datasets.Slot[string]:
		*s(to) = *s(from)
	case datasets.Slot[int]:
		*s(to) = *s(from)
	case datasets.Slot[datasets.Exit]:
		*s(to) = *s(from)
	case datasets.Slot[datasets.Maybe[bool]]:
		*s(to) = *s(from)
	case datasets.Slot[datasets.Maybe[float64]]:
		*s(to) = *s(from)
	case datasets.Slot[datasets.Maybe[int64]]:
		*s(to) = *s(from)
	case datasets.Slot[[]datasets.Need]:
		*s(to) = *s(from)
	case datasets.Slot[[]string]:
		*s(to) = *s(from)
	case datasets.Slot[[]datasets.Ranked]:
		*s(to) = *s(from)
	case datasets.Slot[[]datasets.Step]:
		*s(to) = *s(from)
	case datasets.Slot[[]datasets.Unread]:
		*s(to) = *s(from)
	case datasets.Slot[[]datasets.Claim]:
		*s(to) = *s(from)
	case datasets.Slot[[]datasets.FailureLabel]:
		*s(to) = *s(from)
	}
}

// describe writes the join in the mapping's language.
func (j *Join) describe() string {
	list := func(rules []rule) string {
		var out []string
		keyed := "" // the field whose entries are being written
		for i := range rules {
			r := &rules[i]
			f := Field{Definition: define(r.field), constant: r.constant, values: r.values, zero: r.zero, base: r.base, reference: r.reference, lenient: r.lenient, with: r.with, unit: r.unit, better: r.better, scale: r.scale,
				joins: r.join != nil, elapsed: r.from != "", scored: r.scores != "", shape: newShaping(r.shape)}
			names := r.columns()
			for k := range names {
				f.Sources = append(f.Sources, k)
			}
			name := yamlText(r.field)
			entry := yamlText(r.key) + ": " + f.rule(names)
			switch last := len(out) - 1; {
			case r.key == "":
				out = append(out, name+": "+f.rule(names))
			case r.field == keyed:
				out[last] = strings.TrimSuffix(out[last], "}") + ", " + entry + "}"
			default:
				out = append(out, name+": {"+entry+"}")
			}
			keyed = map[bool]string{true: r.field}[r.key != ""]
		}
		return "{" + strings.Join(out, ", ") + "}"
	}
	var by []rule
	for _, d := range j.by {
		by = append(by, *j.Map.rule(d.Name))
	}
	keys := []string{"file: " + yamlText(j.File)}
	if text := j.Map.FileRules().describe(); text != "" {
		keys = append(keys, strings.TrimSuffix(text, "\n"))
	}
	return "{" + strings.Join(append(keys, "by: "+list(by), "take: "+list(j.take)), ", ") + "}"
}

// describeJoins writes all of them, "" where there are none.
func (m *Mapping) describeJoins() string {
	if m == nil {
		return ""
	}
	effects := m.effects.describe()
	if len(m.Joins) == 0 {
		return effects
	}
	var list []string
	for _, j := range m.Joins {
		list = append(list, j.describe())
	}
	if len(list) == 1 {
		return effects + "join: " + list[0] + "\n"
	}
	return effects + "join: [" + strings.Join(list, ", ") + "]\n"
}
