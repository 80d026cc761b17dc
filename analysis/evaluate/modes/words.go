package modes

import (
	"cmp"
	"slices"
	"strings"

	"mcpstats/analysis/evaluate/study"
	"mcpstats/analysis/result"
	"mcpstats/stats"
)

// maxWordIntervals is how many words of a set have intervals and verdicts, the most frequent
// ones: of thousands, which are sentences rather than labels, counts say enough.
const maxWordIntervals = 256

// Words counts labels as they were logged, for each annotator by himself: result.LabelSet.
// Unlike CountFailures it reads no word as a mode, keeps every word, and looks at attempts
// whatever became of them.
func Words(st *study.Study) []result.LabelSet {
	var names []string
	by := make([][]string, len(st.Bench.Runs))
	for _, r := range st.Runs {
		by[r] = Annotators(st, r)
		names = append(names, by[r]...)
	}
	names = result.UniqueNatural(names)
	if len(names) == 0 {
		return nil
	}
	w := &wording{st: st, ends: make([][]Outcome, len(st.Bench.Runs)), verdicts: make([][]verdicts, len(st.Bench.Runs))}
	for _, r := range st.Runs {
		w.ends[r] = make([]Outcome, len(st.Bench.Logged[r].Attempts))
		if st.Primary >= 0 {
			w.ends[r] = Outcomes(st, r)
		}
		w.verdicts[r] = verdictsOn(st, r)
	}
	var out []result.LabelSet
	for _, name := range names {
		var runs []int
		for _, r := range st.Runs {
			if slices.Contains(by[r], name) {
				runs = append(runs, r)
			}
		}
		out = append(out, w.set(name, runs))
	}
	return out
}

// wording is the work on one benchmark.
type wording struct {
	st       *study.Study
	ends     [][]Outcome  // by run and attempt
	verdicts [][]verdicts // by run
}

// shown is one attempt with a label.
type shown struct {
	run, attempt int
	given        int // how often the label stands there
	at           int // of the attempt's labels the first that is it
}

// set is one annotator's, over the runs that he labelled.
func (w *wording) set(name string, runs []int) result.LabelSet {
	out := result.LabelSet{Benchmark: w.st.Bench.Name, Annotator: name, Labels: []result.Label{}, Unused: []string{}}
	all := newWordScope(w)
	scopes := make([]*wordScope, 0, len(runs)+1)
	at := map[string][]shown{}
	for _, r := range runs {
		s := newWordScope(w)
		s.run = w.st.Bench.Runs[r]
		run := &w.st.Bench.Logged[r]
		for a := range run.Attempts {
			labelled := false
			for i, l := range run.Labelled(a) {
				if l.By() != name {
					continue
				}
				labelled = true
				list := at[l.Mode]
				if n := len(list); n > 0 && list[n-1].run == r && list[n-1].attempt == a {
					list[n-1].given++
				} else {
					at[l.Mode] = append(list, shown{run: r, attempt: a, given: 1, at: i})
				}
			}
			s.attempt(r, a, labelled)
			all.attempt(r, a, labelled)
		}
		scopes = append(scopes, s)
	}
	if len(runs) > 1 {
		scopes = append(scopes, all)
	}
	for _, s := range scopes {
		out.Scopes = append(out.Scopes, s.LabelScope)
	}
	words := make([]string, 0, len(at))
	for word := range at {
		words = append(words, word)
	}
	slices.SortFunc(words, func(a, b string) int {
		return cmp.Or(len(at[b])-len(at[a]), result.CompareNatural(a, b), strings.Compare(a, b))
	})
	used := map[string]bool{}
	for i, word := range words {
		label := result.Label{Label: word}
		if m, ok := w.st.Bench.Taxonomy.OfLabel(word); ok {
			label.Mode, label.Category = m.Name, m.Category
			used[m.Name] = true
		}
		for k, s := range scopes {
			pooled := len(runs) > 1 && k == len(scopes)-1
			mine := at[word]
			if !pooled {
				mine = slices.DeleteFunc(slices.Clone(mine), func(x shown) bool { return x.run != runs[k] })
			}
			label.Counts = append(label.Counts, s.count(mine, i < maxWordIntervals, !pooled))
			if i < maxWordIntervals {
				label.Verdicts = append(label.Verdicts, w.judged(s.run, mine)...)
			}
		}
		label.Range = rangeOf(label.Counts[:len(runs)])
		out.Labels = append(out.Labels, label)
	}
	for _, m := range w.st.Bench.Taxonomy {
		if !used[m.Name] && (m.Detector != nil || len(m.Exits) == 0) { // ends that the harness records are nobody's words
			out.Unused = append(out.Unused, m.Name)
		}
	}
	return out
}

// wordScope is what the words of one run, or of all, are counted among.
type wordScope struct {
	result.LabelScope
	w                *wording
	run              string
	labelled, failed map[int32]int // attempts by task, or cluster of tasks
}

func newWordScope(w *wording) *wordScope {
	return &wordScope{w: w, labelled: map[int32]int{}, failed: map[int32]int{}}
}

func (w *wording) unit(r, a int) int32 {
	task := w.st.Bench.Logged[r].Attempts[a].Task
	if w.st.Cluster != nil {
		return w.st.Cluster[task]
	}
	return task
}

func (s *wordScope) attempt(r, a int, labelled bool) {
	s.LabelScope.Run = s.run
	s.Attempts++
	unit, end := s.w.unit(r, a), s.w.ends[r][a]
	if labelled {
		s.Labelled++
		s.labelled[unit]++
	}
	switch end {
	case Failed:
		s.Failed++
		s.failed[unit]++
		if labelled {
			s.LabelledFailed++
		}
	case Succeeded:
		s.Succeeded++
	}
}

// count counts one word.
func (s *wordScope) count(mine []shown, intervals, examples bool) result.LabelCount {
	c := result.LabelCount{Run: s.run, Labelled: s.Labelled, FailedOf: s.LabelScope.Failed}
	labelled, failed := map[int32]int{}, map[int32]int{}
	for _, x := range mine {
		c.Given += x.given
		c.Attempts++
		unit := s.w.unit(x.run, x.attempt)
		labelled[unit]++
		if s.w.ends[x.run][x.attempt] == Failed {
			c.Failed++
			failed[unit]++
		}
	}
	c.LabelledShare, c.FailedShare = study.Ratio(c.Attempts, c.Labelled), study.Ratio(c.Failed, c.FailedOf)
	if intervals {
		c.LabelledInterval, c.FailedInterval = s.interval(labelled, s.labelled), s.interval(failed, s.failed)
	}
	if examples {
		c.Examples = s.w.examples(mine)
	}
	return c
}

// interval is that of a share of attempts, unit by unit.
func (s *wordScope) interval(k, n map[int32]int) *result.IntervalEstimate {
	var counts stats.ClusterCounts
	for unit, of := range n { // sums of whole numbers: in any order the same
		counts.Add(k[unit], of)
	}
	return s.w.st.ShareInterval(counts, 1)
}

// examples are the first attempts with a label, failed ones first.
func (w *wording) examples(mine []shown) []result.Example {
	out := []result.Example{}
	for _, failed := range []bool{true, false} {
		for _, x := range mine {
			if len(out) == study.MaxExamples || (w.ends[x.run][x.attempt] == Failed) != failed {
				continue
			}
			run := &w.st.Bench.Logged[x.run]
			at, l := &run.Attempts[x.attempt], run.Labelled(x.attempt)[x.at]
			e := result.Example{Task: w.st.Bench.Tasks[at.Task].ID, Trial: int(at.Trial), Excerpt: l.Note}
			if l.Step.Known {
				e.Step = &l.Step.Value
			}
			out = append(out, e)
		}
	}
	return out
}

// judged counts, judge by judge, how many of the attempts with a label he failed.
func (w *wording) judged(run string, mine []shown) []result.LabelVerdict {
	type tally struct {
		of, failed int
		units      byUnit
	}
	tallies := map[string]*tally{}
	var names []string
	for _, x := range mine {
		for i := range w.verdicts[x.run] {
			v := &w.verdicts[x.run][i]
			if !v.known[x.attempt] {
				continue
			}
			t := tallies[v.by]
			if t == nil {
				t = &tally{units: byUnit{}}
				tallies[v.by], names = t, append(names, v.by)
			}
			failed := v.lost[x.attempt]
			t.of++
			if failed {
				t.failed++
			}
			t.units.count(w.unit(x.run, x.attempt), failed)
		}
	}
	slices.SortFunc(names, result.CompareNatural)
	var out []result.LabelVerdict
	for _, judge := range names {
		t := tallies[judge]
		out = append(out, result.LabelVerdict{Run: run, Judge: judge, Failed: t.failed, Of: t.of, Share: study.Ratio(t.failed, t.of), Interval: w.st.ShareInterval(t.units.sum(), 1)})
	}
	return out
}

// rangeOf is the range of a word's share of failed attempts over runs; nil where no run has a
// failed attempt.
func rangeOf(counts []result.LabelCount) *result.LabelRange {
	var out *result.LabelRange
	sum := 0.0
	for _, c := range counts {
		if c.FailedShare == nil {
			continue
		}
		share := *c.FailedShare
		if out == nil {
			out = &result.LabelRange{Low: share, LowRun: c.Run, High: share, HighRun: c.Run}
		}
		if share < out.Low {
			out.Low, out.LowRun = share, c.Run
		}
		if share > out.High {
			out.High, out.HighRun = share, c.Run
		}
		out.Runs++
		sum += share
	}
	if out != nil {
		out.Mean = sum / float64(out.Runs)
	}
	return out
}
