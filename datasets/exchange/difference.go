package exchange

import (
	"bytes"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"reflect"
	"slices"
	"strings"

	"mcpstats/datasets"
)

// Differences compares attempts as they were with what is read of the files that they were
// written to. It keeps a digest of each value in between, and no text.
type Differences struct {
	files    [][][]value
	names    []string
	numbers  map[string]uint32
	attempts int
	counts   map[string]*[3]int // by field: attempts in which it is lost, other, added
}

// value is one fact of an attempt: a field, a part of the steps, a key of a map.
type value struct {
	name uint32 // its number among the names
	sum  uint64
}

// The ways in which what is read differs from what was written.
const (
	lost = iota
	other
	added
)

// Written takes note of an attempt that was written to a file, in its order.
func (d *Differences) Written(file int, t *datasets.Trajectory) {
	if d.numbers == nil {
		d.numbers, d.counts = map[string]uint32{}, map[string]*[3]int{}
	}
	for file >= len(d.files) {
		d.files = append(d.files, nil)
	}
	d.files[file] = append(d.files[file], d.values(t))
	d.attempts++
}

// Read takes the i-th attempt that was read of a file. It is an error if nothing was written there.
func (d *Differences) Read(file, i int, t *datasets.Trajectory) error {
	if file >= len(d.files) || i >= len(d.files[file]) {
		return fmt.Errorf("more attempts are read of it than were written")
	}
	was, is := d.files[file][i], d.values(t)
	d.files[file][i] = nil
	found := map[string]*[3]bool{}
	note := func(name uint32, how int) {
		field := fieldOf(d.names[name])
		if found[field] == nil {
			found[field] = &[3]bool{}
		}
		found[field][how] = true
	}
	at := func(list []value, name uint32) int {
		return slices.IndexFunc(list, func(v value) bool { return v.name == name })
	}
	for _, v := range was {
		if k := at(is, v.name); k < 0 {
			note(v.name, lost)
		} else if is[k].sum != v.sum {
			note(v.name, other)
		}
	}
	for _, v := range is {
		if at(was, v.name) < 0 {
			note(v.name, added)
		}
	}
	for field, how := range found {
		if d.counts[field] == nil {
			d.counts[field] = &[3]int{}
		}
		for i, yes := range how {
			if yes {
				d.counts[field][i]++
			}
		}
	}
	return nil
}

// Unread is how many of the attempts that were written to a file have not been read, when n have.
func (d *Differences) Unread(file, n int) int {
	if file >= len(d.files) {
		return 0
	}
	return len(d.files[file]) - n
}

// Lost are the fields that a target does not hold, with the number of attempts that had them.
func (d *Differences) Lost() []Field { return d.fields(lost) }

// Other are the fields that read otherwise than they were.
func (d *Differences) Other() []Field { return d.fields(other) }

// Added are the fields that a target states though the log does not.
func (d *Differences) Added() []Field { return d.fields(added) }

// Field is a field, or a part of one, and the number of attempts that it is about.
type Field struct {
	Name     string
	Attempts int
}

func (d *Differences) fields(how int) []Field {
	var out []Field
	for field, counts := range d.counts {
		if counts[how] > 0 {
			out = append(out, Field{field, counts[how]})
		}
	}
	slices.SortFunc(out, func(a, b Field) int { return strings.Compare(a.Name, b.Name) })
	return out
}

// Line says all of it in one line; empty where nothing differs.
func (d *Differences) Line() string {
	var parts []string
	for _, p := range []struct {
		text   string
		fields []Field
	}{{"no place for ", d.Lost()}, {"reads otherwise: ", d.Other()}, {"states besides: ", d.Added()}} {
		var names []string
		for _, f := range p.fields {
			if f.Attempts == d.attempts {
				names = append(names, f.Name)
			} else {
				names = append(names, fmt.Sprintf("%s (%d)", f.Name, f.Attempts))
			}
		}
		if names != nil {
			parts = append(parts, p.text+strings.Join(names, ", "))
		}
	}
	if parts == nil {
		return ""
	}
	return fmt.Sprintf("%s; of %d attempts all, or as many as stand in brackets", strings.Join(parts, "; "), d.attempts)
}

// fieldOf is the field that a value is of: the key of a map does not count.
func fieldOf(name string) string {
	field, _, _ := strings.Cut(name, "\x00")
	return field
}

// values are the facts of an attempt that are known.
func (d *Differences) values(t *datasets.Trajectory) []value {
	var out []value
	add := func(name string, v any) {
		n, ok := d.numbers[name]
		if !ok {
			n = uint32(len(d.names))
			d.numbers[strings.Clone(name)] = n
			d.names = append(d.names, strings.Clone(name))
		}
		h := fnv.New64a()
		fmt.Fprintf(h, "%#v", v)
		out = append(out, value{n, h.Sum64()})
	}
	for _, f := range datasets.Fields {
		switch slot := f.Slot.(type) {
		case datasets.Slot[map[string]string]:
			for key, v := range *slot(t) {
				add(f.Name+"\x00"+key, v)
			}
		case datasets.Slot[map[string]float64]:
			for key, v := range *slot(t) {
				add(f.Name+"\x00"+key, v)
			}
		case datasets.Slot[[]datasets.Step]:
			stepValues(*slot(t), add)
		default:
			if v := reflect.ValueOf(f.Slot.In(t)).Elem(); !v.IsZero() && (f.Kind != datasets.KindIndex || v.Int() > 0) {
				add(f.Name, v.Interface())
			}
		}
	}
	return out
}

// stepValues are the parts of a conversation, each over all messages or calls.
func stepValues(steps []datasets.Step, add func(name string, v any)) {
	if steps == nil {
		return
	}
	var said []string
	parts := map[string][]string{}
	stated := map[string]bool{}
	part := func(name, v string, is bool) {
		parts[name] = append(parts[name], v)
		stated[name] = stated[name] || is
	}
	for i := range steps {
		said = append(said, steps[i].Role, steps[i].Content)
		for j := range steps[i].Calls {
			c := &steps[i].Calls[j]
			part("calls", fmt.Sprint(c.Server, "\x00", c.Tool), true)
			part("calls.id", c.ID, c.ID != "")
			part("calls.arguments", compact(c.Arguments), c.Arguments != "")
			part("calls.result", c.Result, c.Result != "")
			part("calls.error", c.Error, c.Error != "")
			part("calls.is_error", fmt.Sprint(c.IsError), c.IsError.Known)
			part("calls.latency_ms", fmt.Sprint(c.LatencyMS), c.LatencyMS.Known)
			part("calls.labels", fmt.Sprintf("%q", c.Labels), len(c.Labels) > 0)
		}
	}
	add("messages", said)
	for _, name := range []string{"calls", "calls.id", "calls.arguments", "calls.result", "calls.error", "calls.is_error", "calls.latency_ms", "calls.labels"} {
		if stated[name] {
			add(name, parts[name])
		}
	}
}

// compact is JSON without white space, which makes no two calls different; any other text as it is.
func compact(s string) string {
	var b bytes.Buffer
	if json.Compact(&b, []byte(s)) != nil {
		return s
	}
	return b.String()
}
