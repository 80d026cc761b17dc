package modes

import (
	"iter"
	"slices"
	"strings"

	"mcpstats/analysis/evaluate/study"
	"mcpstats/analysis/result"
	"mcpstats/analysis/table"
)

// Attempts lists the attempts of the runs that are compared, line by line
// (result.AttemptRow), in the order of runs, tasks and trials: verdicts first, then what the
// harness recorded, each annotator's labels, and what rules found. It is made of the very
// sets that are counted. file names an input.
func Attempts(st *study.Study, file func(input int) string) iter.Seq[result.AttemptRow] {
	return func(yield func(result.AttemptRow) bool) {
		for _, r := range st.Runs {
			if !newListing(st, r, file).each(yield) {
				return
			}
		}
	}
}

// listing is one run while its attempts are listed.
type listing struct {
	st    *study.Study
	run   *table.RunTable
	r     int
	file  func(int) string
	ends  []Outcome
	sets  []*failureSet     // without the detected modes
	rules *failureSet       // all that looked, those that are off too
	blind map[uint64]string // rules that could not look, by those that could
}

func newListing(st *study.Study, r int, file func(int) string) *listing {
	l := &listing{st: st, run: &st.Bench.Logged[r], r: r, file: file, ends: make([]Outcome, len(st.Bench.Logged[r].Attempts)), rules: detectedModes(st, r, true), blind: map[uint64]string{}}
	if st.Primary >= 0 {
		l.ends = Outcomes(st, r)
	}
	l.sets = slices.DeleteFunc(FailureSets(st, r), func(s *failureSet) bool { return s.Source == result.SourceDetected })
	return l
}

// each hands the lines on; false where no more are wanted.
func (l *listing) each(yield func(result.AttemptRow) bool) bool {
	found := l.run.Found.All
	var lines []result.AttemptRow
	for a := range l.run.Attempts {
		n := 0
		for n < len(found) && int(found[n].Attempt) == a {
			n++
		}
		lines = lines[:0]
		head := l.head(a)
		for _, set := range l.sets {
			if set.means != nil {
				lines = l.labels(lines, head, set, a)
			} else {
				lines = l.recorded(lines, head, set, a)
			}
		}
		counted := len(lines) > 0
		for i := range found[:n] {
			mode := &l.st.Bench.Taxonomy[found[i].Mode]
			counted = counted || !mode.Off()
			row := head
			row.Source, row.Mode, row.Enabled = result.SourceDetected, mode.Name, !mode.Off()
			row.Primary = l.rules.first[a] >= 0 && l.rules.Modes[l.rules.first[a]].Index == found[i].Mode
			lines = places(lines, row, int(found[i].Hits), l.run.Found.Evidence(&found[i]))
		}
		if !counted {
			lines = slices.Insert(lines, 0, head)
		}
		lines[0].NotApplicable = l.notApplicable(a)
		for i := range lines {
			if !yield(lines[i]) {
				return false
			}
		}
		found = found[n:]
	}
	return true
}

// head is what all lines of an attempt have.
func (l *listing) head(a int) result.AttemptRow {
	at := &l.run.Attempts[a]
	input, record := l.run.Origin(a)
	row := result.AttemptRow{Benchmark: l.st.Bench.Name, Run: l.st.Bench.Runs[l.r], Task: l.st.Bench.Tasks[at.Task].ID, Trial: int(at.Trial),
		Outcome: result.OutcomeUnknown, Enabled: true, File: l.file(input), Record: record}
	switch l.ends[a] {
	case Succeeded:
		row.Outcome = result.OutcomeSucceeded
	case Failed:
		course := l.run.Seen.Of(a).Course()
		row.Outcome, row.Cause = result.OutcomeFailed, course.OfFailure().String()
		if course.First.Known {
			row.FirstDeviating = &course.First.Value
		}
		if course.Last.Known {
			row.LastSaving = &course.Last.Value
		}
	}
	for _, col := range l.st.Strata {
		if v := col.Of[at.Task]; v >= 0 {
			row.Strata = append(row.Strata, result.Stratum{Name: col.Name, Value: col.Values[v]})
		}
	}
	return row
}

// recorded are an attempt's verdicts, or how the harness says that it ended.
func (l *listing) recorded(lines []result.AttemptRow, head result.AttemptRow, set *failureSet, a int) []result.AttemptRow {
	for m, mode := range set.Modes {
		if set.Shows[a]>>m&1 == 1 {
			row := head
			row.Source, row.Mode, row.Primary = mode.Source, mode.Mode, set.Source != "" && set.Primary(a) == m
			lines = append(lines, row)
		}
	}
	return lines
}

// labels are an annotator's labels of an attempt, in the log's order. One that is counted
// under another name has its own words in the evidence.
func (l *listing) labels(lines []result.AttemptRow, head result.AttemptRow, set *failureSet, a int) []result.AttemptRow {
	for _, label := range l.run.Labelled(a) {
		if label.By() != set.Annotator {
			continue
		}
		m := set.means[label.Mode]
		row := head
		row.Source, row.Annotator, row.Mode, row.Label = result.SourceLabelled, set.Annotator, set.Modes[m].Mode, label.Mode
		row.Primary, row.Root, row.Evidence = set.Primary(a) == m, label.Root, label.Note
		if label.Step.Known {
			row.Step = &label.Step.Value
		}
		switch {
		case label.Mode == row.Mode:
		case label.Note == "":
			row.Evidence = label.Mode
		default:
			row.Evidence = label.Mode + ": " + label.Note
		}
		lines = append(lines, row)
	}
	return lines
}

// places are the lines of one detected mode.
func places(lines []result.AttemptRow, row result.AttemptRow, hits int, shown []table.Evidence) []result.AttemptRow {
	if len(shown) == 0 {
		shown, hits = make([]table.Evidence, 1), max(hits, 1)
	}
	for i := range shown {
		row.Step = nil
		if e := &shown[i]; e.Step.Known {
			row.Step = &e.Step.Value
		}
		row.Tool, row.Evidence = shown[i].Tool, shown[i].Excerpt
		if i == len(shown)-1 {
			row.LeftOut = hits - len(shown)
		}
		lines = append(lines, row)
	}
	return lines
}

// notApplicable are the rules that could not look at an attempt, though they could at another
// of the benchmark: it is not among what their shares are of. Attempts of one log mostly have
// the same.
func (l *listing) notApplicable(a int) string {
	applies := l.rules.Applies[a]
	names, ok := l.blind[applies]
	if !ok {
		var list []string
		for m, mode := range l.rules.Modes {
			if applies>>m&1 == 0 {
				list = append(list, mode.Mode)
			}
		}
		names = strings.Join(list, "; ")
		l.blind[applies] = names
	}
	return names
}
