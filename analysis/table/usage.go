package table

import (
	"encoding/binary"
	"iter"
	"math"
	"slices"
	"strings"

	"mcpstats/analysis/trace"
)

// MaxUsageText bounds the names and the patterns of errors of a usage, in bytes.
const MaxUsageText = 160

// MaxPatterns bounds the patterns of errors that are told apart in a run. Where there are
// more, all are told apart by fewer of their first words (PatternWords), whichever came first.
const MaxPatterns = 2048

// PatternWords is by how many first words patterns are told apart, 0 standing for all, one
// after the other until there are no more than MaxPatterns of them. At the last, none,
// all errors are one.
var PatternWords = []int{0, 8, 4, 2, -1}

// Used is one attempt's usage as a table keeps it: tools and patterns by their numbers in
// the run.
type Used struct {
	Attempt  int32
	Messages int
	Tools    []UsedTool
	Errors   []UsedError
	Labels   []UsedLabel
	First    trace.FirstError
}

// UsedLabel is how many calls of one tool bear one label in one attempt.
type UsedLabel struct {
	Tool, Label int // indices into Usages.Tools and Usages.Labels
	Count, Step int
}

// UsedTool is what became of the calls of one tool in one attempt.
type UsedTool struct {
	Tool                           int // index into Usages.Tools
	Calls, Told, Failed, Recovered int
	Latencies                      []float64 // in ms, to three digits
}

// UsedError is one pattern of errors by one tool in one attempt.
type UsedError struct {
	Tool, Pattern int // indices into Usages.Tools and Usages.Patterns
	Count, Step   int
}

// UsageTool names a tool and its server; either may be unknown.
type UsageTool struct{ Server, Tool string }

// Usages are those of a run's attempts, packed: a byte or two a number, since there may be
// millions of attempts with some tools each.
type Usages struct {
	Tools    []UsageTool
	Patterns []string
	Labels   []string // of single calls, in the log's own words
	Words    int      // by how many first words patterns are told apart; 0: by all

	entries packed[[]byte, usageBlock]
	N       int // attempts of which it is known what they called
	level   int // of PatternWords
	toolAt  map[UsageTool]int
	labelAt map[string]int
	means   map[string]int // the number of a pattern, as it is told apart now
	current []int          // the number of a pattern by the number that it was kept with
}

// usageBlock is up to blockLen entries, one behind the other.
type usageBlock struct {
	ends []uint32
	all  []byte
}

func packUsages(entries [][]byte) usageBlock {
	var b usageBlock
	n := 0
	for _, e := range entries {
		n += len(e)
	}
	b.all, b.ends = make([]byte, 0, n), make([]uint32, 0, len(entries))
	for _, e := range entries {
		b.all = append(b.all, e...)
		b.ends = append(b.ends, uint32(len(b.all)))
	}
	return b
}

func (b usageBlock) unpack(out [][]byte) [][]byte {
	from := uint32(0)
	for _, end := range b.ends {
		out = append(out, b.all[from:end:end])
		from = end
	}
	return out
}

// add takes an attempt's usage; nil says nothing.
func (u *Usages) add(attempt int32, one *trace.Usage) {
	if one == nil {
		return
	}
	used := Used{Attempt: attempt, Messages: one.Messages, First: one.First}
	for _, t := range one.Tools {
		used.Tools = append(used.Tools, UsedTool{Tool: u.tool(UsageTool{t.Server, t.Tool}), Calls: t.Calls, Told: t.Told, Failed: t.Failed, Recovered: t.Recovered, Latencies: t.Latencies})
	}
	for _, e := range one.Errors {
		used.Errors = append(used.Errors, UsedError{Tool: used.Tools[e.Tool].Tool, Pattern: u.pattern(e.Pattern), Count: e.Count, Step: e.Step})
	}
	for _, l := range one.Labels {
		used.Labels = append(used.Labels, UsedLabel{Tool: used.Tools[l.Tool].Tool, Label: u.label(l.Label), Count: l.Count, Step: l.Step})
	}
	u.entries.add(used.pack(), packUsages)
	u.N++
}

func (u *Usages) label(name string) int {
	at, ok := u.labelAt[name]
	if !ok {
		if u.labelAt == nil {
			u.labelAt = map[string]int{}
		}
		at = len(u.Labels)
		name = strings.Clone(name)
		u.Labels, u.labelAt[name] = append(u.Labels, name), at
	}
	return at
}

func (u *Usages) tool(name UsageTool) int {
	at, ok := u.toolAt[name]
	if !ok {
		if u.toolAt == nil {
			u.toolAt = map[UsageTool]int{}
		}
		at = len(u.Tools)
		name = UsageTool{strings.Clone(name.Server), strings.Clone(name.Tool)}
		u.Tools, u.toolAt[name] = append(u.Tools, name), at
	}
	return at
}

// pattern numbers a pattern. Whether patterns are told apart by fewer words depends on how
// many there are and not on which came first: a run has as many as it has in the end.
func (u *Usages) pattern(text string) int {
	key := wordsOf(text, PatternWords[u.level])
	if at, ok := u.means[key]; ok {
		return at
	}
	if u.means == nil {
		u.means = map[string]int{}
	}
	at := len(u.Patterns)
	key = strings.Clone(key)
	u.Patterns, u.means[key], u.current = append(u.Patterns, key), at, append(u.current, at)
	for len(u.means) > MaxPatterns {
		u.coarsen()
		at = u.current[at]
	}
	return at
}

// coarsen tells patterns apart by fewer words.
func (u *Usages) coarsen() {
	u.level++
	u.Words = PatternWords[u.level]
	old := u.means
	u.means = map[string]int{}
	moved := make(map[int]int, len(old))
	for at, text := range u.Patterns { // in the order of numbers, not of a map
		if n, live := old[text]; !live || n != at {
			continue
		}
		key := wordsOf(text, u.Words)
		n, ok := u.means[key]
		if !ok {
			n = at
			u.Patterns[at] = strings.Clone(key)
			u.means[key] = n
		}
		moved[at] = n
	}
	for i, at := range u.current {
		u.current[i] = moved[at]
	}
}

// wordsOf are the first words of a text: all for 0, none for -1.
func wordsOf(text string, words int) string {
	switch {
	case words == 0:
		return text
	case words < 0:
		return ""
	}
	for i := range len(text) {
		if text[i] == ' ' {
			if words--; words == 0 {
				return text[:i] + " …"
			}
		}
	}
	return text
}

// freeze renumbers the attempts, as findings.freeze does, and puts names in their order.
func (u *Usages) freeze(final []int32) Usages {
	out := Usages{Words: u.Words}
	tools := inOrder(u.Tools, func(a, b UsageTool) int {
		if c := strings.Compare(a.Server, b.Server); c != 0 {
			return c
		}
		return strings.Compare(a.Tool, b.Tool)
	}, &out.Tools)
	current := u.current
	if u.means == nil { // it was frozen before, and every pattern stands for itself
		current = make([]int, len(u.Patterns))
		for i := range current {
			current[i] = i
		}
	}
	for _, at := range current {
		out.Patterns = append(out.Patterns, u.Patterns[at])
	}
	slices.Sort(out.Patterns)
	out.Patterns = slices.Compact(out.Patterns)
	numbers := make([]int, len(current))
	for i, at := range current {
		numbers[i], _ = slices.BinarySearch(out.Patterns, u.Patterns[at])
	}
	out.Labels = slices.Sorted(slices.Values(u.Labels))
	labels := make([]int, len(u.Labels))
	for i, name := range u.Labels {
		labels[i], _ = slices.BinarySearch(out.Labels, name)
	}
	type placed struct {
		attempt int32
		entry   []byte
	}
	var all []placed
	for used := range u.All() {
		if final != nil {
			used.Attempt = final[used.Attempt]
		}
		if used.Attempt < 0 {
			continue
		}
		for i := range used.Tools {
			used.Tools[i].Tool = tools[used.Tools[i].Tool]
		}
		for i := range used.Errors {
			used.Errors[i].Tool, used.Errors[i].Pattern = tools[used.Errors[i].Tool], numbers[used.Errors[i].Pattern]
		}
		for i := range used.Labels {
			used.Labels[i].Tool, used.Labels[i].Label = tools[used.Labels[i].Tool], labels[used.Labels[i].Label]
		}
		if final == nil {
			out.entries.add(used.pack(), packUsages)
			out.N++
			continue
		}
		all = append(all, placed{used.Attempt, used.pack()})
	}
	slices.SortFunc(all, func(a, b placed) int { return int(a.attempt) - int(b.attempt) })
	for _, p := range all {
		out.entries.add(p.entry, packUsages)
		out.N++
	}
	out.entries.seal(packUsages)
	return out
}

// inOrder sorts names into out and gives each one's new place.
func inOrder(names []UsageTool, compare func(a, b UsageTool) int, out *[]UsageTool) []int {
	*out = slices.SortedFunc(slices.Values(names), compare)
	place := make([]int, len(names))
	for i, n := range names {
		place[i], _ = slices.BinarySearchFunc(*out, n, compare)
	}
	return place
}

// All yields the attempts of which it is known what they called, in their order.
func (u *Usages) All() iter.Seq[Used] {
	return func(yield func(Used) bool) {
		for entries := range u.entries.All {
			for _, e := range entries {
				if !yield(unpackUsed(e)) {
					return
				}
			}
		}
	}
}

// pack writes a usage as one byte or two a number.
func (u *Used) pack() []byte {
	var p []byte
	put := func(values ...int) {
		for _, v := range values {
			p = binary.AppendUvarint(p, uint64(v))
		}
	}
	put(int(u.Attempt), u.Messages, len(u.Tools))
	for _, t := range u.Tools {
		put(t.Tool, t.Calls, t.Told, t.Failed, t.Recovered, len(t.Latencies))
		for _, ms := range t.Latencies {
			put(latencyCode(ms))
		}
	}
	put(len(u.Errors))
	for _, e := range u.Errors {
		put(e.Tool, e.Pattern, e.Count, e.Step)
	}
	put(len(u.Labels))
	for _, l := range u.Labels {
		put(l.Tool, l.Label, l.Count, l.Step)
	}
	flags := 0
	if u.First.Known {
		flags |= 1
	}
	if u.First.Timed {
		flags |= 2
	}
	put(flags)
	if u.First.Known {
		put(u.First.Step, u.First.Before)
	}
	if u.First.Timed {
		p = binary.LittleEndian.AppendUint64(p, math.Float64bits(u.First.TimeBefore))
		p = binary.LittleEndian.AppendUint64(p, math.Float64bits(u.First.TimeAfter))
	}
	return p
}

func unpackUsed(p []byte) Used {
	get := func() int {
		v, n := binary.Uvarint(p)
		p = p[n:]
		return int(v)
	}
	u := Used{Attempt: int32(get()), Messages: get()}
	u.Tools = make([]UsedTool, get())
	for i := range u.Tools {
		t := &u.Tools[i]
		t.Tool, t.Calls, t.Told, t.Failed, t.Recovered = get(), get(), get(), get(), get()
		if n := get(); n > 0 {
			t.Latencies = make([]float64, n)
			for k := range t.Latencies {
				t.Latencies[k] = latencyOf(get())
			}
		}
	}
	u.Errors = make([]UsedError, get())
	for i := range u.Errors {
		u.Errors[i] = UsedError{Tool: get(), Pattern: get(), Count: get(), Step: get()}
	}
	if n := get(); n > 0 {
		u.Labels = make([]UsedLabel, n)
		for i := range u.Labels {
			u.Labels[i] = UsedLabel{Tool: get(), Label: get(), Count: get(), Step: get()}
		}
	}
	flags := get()
	if u.First.Known = flags&1 != 0; u.First.Known {
		u.First.Step, u.First.Before = get(), get()
	}
	if u.First.Timed = flags&2 != 0; u.First.Timed {
		u.First.TimeBefore = math.Float64frombits(binary.LittleEndian.Uint64(p))
		u.First.TimeAfter = math.Float64frombits(binary.LittleEndian.Uint64(p[8:]))
	}
	return u
}

// latencyCode keeps a time in ms to three digits, from a thousandth of a millisecond on, as
// a number of two bytes: the digits and the power of ten. What is quicker is 0.
func latencyCode(ms float64) int {
	us := min(ms, 1e15) * 1e3
	power, unit := 0, 1.0
	for math.Round(us/unit) >= 1000 {
		power++
		unit *= 10
	}
	return int(math.Round(us/unit))<<5 | power
}

// latencyOf is the time in ms of a code.
func latencyOf(code int) float64 {
	return float64(code>>5) * math.Pow10(code&31) / 1e3
}
