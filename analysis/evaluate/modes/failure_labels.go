package modes

import (
	"cmp"
	"slices"

	"mcpstats/analysis/evaluate/study"
	"mcpstats/analysis/result"
	"mcpstats/analysis/table"
	"mcpstats/datasets"
)

// OtherLabels stands for the labels that an annotator's set has no room for: a run can
// show 64 modes of it.
const OtherLabels = "other labels"

// labelledModes are the labels of a run, one set for each annotator: labels of different
// annotators are different readings of the same attempt and are never pooled.
func labelledModes(st *study.Study, r int) []*failureSet {
	var out []*failureSet
	for _, by := range Annotators(st, r) {
		out = append(out, labelledBy(st, r, by))
	}
	return out
}

// Annotators are those who gave a run's labels, in natural order.
func Annotators(st *study.Study, r int) []string {
	run := &st.Bench.Logged[r]
	var names []string
	seen := map[string]bool{}
	for a := range run.Attempts {
		for _, l := range run.Labelled(a) {
			if by := l.By(); !seen[by] {
				seen[by] = true
				names = append(names, by)
			}
		}
	}
	return result.UniqueNatural(names)
}

// labelledBy are the labels of one annotator: those that mean a mode of the taxonomy
// under its name, the others as they are, where there is room for all of them; else the
// most frequent, and the rest together.
func labelledBy(st *study.Study, r int, by string) *failureSet {
	run := &st.Bench.Logged[r]
	s := newFailureSet(result.SourceLabelled, len(run.Attempts))
	s.Annotator, s.means = by, map[string]int{}
	add := func(category, mode string, labels ...string) {
		for _, l := range labels {
			s.means[l] = len(s.Modes)
		}
		s.Modes = append(s.Modes, FailureMode{Category: category, Mode: mode, Source: result.SourceLabelled})
	}
	known, other := Labels(st, r, by)
	for _, m := range st.Bench.Taxonomy {
		if labels := known[m.Name]; len(labels) > 0 {
			add(m.Category, m.Name, labels...)
		}
	}
	ours := len(s.Modes)
	named := other
	if room := table.MaxModes - ours; len(other) > room {
		named = other[:max(0, room-1)]
	}
	for _, label := range result.UniqueNatural(slices.Clone(named)) {
		add("label", label, label)
	}
	if len(named) < len(other) {
		add("label", OtherLabels, other[len(named):]...)
	}
	s.read(run, ours)
	return s
}

// read notes which attempt shows which mode, and its primary one: the first that the
// annotator calls the root; else of modes of the taxonomy, which are the first of the
// set, the one that comes first there; else the label that the log lists first.
func (s *failureSet) read(run *table.RunTable, ours int) {
	all := uint64(1)<<len(s.Modes) - 1 // of 64 modes: 0 - 1
	s.first = make([]int8, len(s.Shows))
	for a := range s.Shows {
		s.Applies[a] = all
		first, root := -1, false
		for _, l := range run.Labelled(a) {
			if l.By() != s.Annotator {
				continue
			}
			m := s.means[l.Mode]
			s.Shows[a] |= 1 << m
			switch {
			case root:
			case l.Root:
				first, root = m, true
			case first < 0, m < ours && m < first:
				first = m
			}
		}
		s.first[a] = int8(first)
	}
}

// label is the label by which an attempt shows a mode: the root before others, else the
// first that the log lists.
func (s *failureSet) label(run *table.RunTable, attempt, mode int) (found datasets.FailureLabel) {
	some := false
	for _, l := range run.Labelled(attempt) {
		if l.By() == s.Annotator && s.means[l.Mode] == mode && (!some || l.Root && !found.Root) {
			found, some = l, true
		}
	}
	return found
}

// Labels are an annotator's labels of a run: known by the mode that they mean, and the
// others, those at most attempts first.
func Labels(st *study.Study, r int, by string) (known map[string][]string, other []string) {
	run := &st.Bench.Logged[r]
	known = map[string][]string{}
	count := map[string]int{} // of labels that no taxonomy knows; 0 of others
	for a := range run.Attempts {
		for _, l := range run.Labelled(a) {
			if l.By() != by {
				continue
			}
			n, met := count[l.Mode]
			switch {
			case met && n > 0:
				count[l.Mode]++
			case met:
			default:
				if m, ok := st.Bench.Taxonomy.OfLabel(l.Mode); ok {
					known[m.Name] = append(known[m.Name], l.Mode)
					count[l.Mode] = 0
				} else {
					other = append(other, l.Mode)
					count[l.Mode] = 1
				}
			}
		}
	}
	slices.SortFunc(other, func(a, b string) int { return cmp.Or(count[b]-count[a], result.CompareNatural(a, b)) })
	return known, other
}
