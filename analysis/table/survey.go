package table

import (
	"fmt"
	"slices"
	"strings"

	"mcpstats/analysis/result"
	"mcpstats/datasets"
)

// Survey counts, over the trajectories added to it, how many state each
// canonical field, and what values the small ones take: what a person must know
// of a log before trusting a number made of it.
type Survey struct {
	Trajectories int
	Steps, Calls int // over all trajectories
	fields       []result.FieldCoverage
	values       map[string]map[string]int
	first        map[string]float64
}

// surveyed are the canonical fields that a survey looks at, and whether a trajectory
// states them: all but its ids, and but for texts and states that only single detectors
// read, so that a reader need not decode them.
var surveyed = surveyedFields()

type surveyedField struct {
	name  string
	known func(*datasets.Trajectory) bool
}

var unsurveyed = datasets.Of(datasets.ColBenchmark, datasets.ColRun, datasets.ColTask, datasets.ColTrial,
	datasets.ColCalls, datasets.ColResponse, datasets.ColStates, datasets.ColAnswers)

func surveyedFields() []surveyedField {
	var out []surveyedField
	for _, f := range datasets.Fields {
		if !unsurveyed.Has(f.Column) {
			out = append(out, surveyedField{f.Name, knownIn(f.Slot)})
		}
	}
	return out
}

// knownIn tells whether a trajectory states a field. A plan, a ranking, a list of tools
// or a conversation may be empty and stated; of what is counted one by one, none is
// what a log without any has, too.
func knownIn(slot datasets.AnySlot) func(*datasets.Trajectory) bool {
	switch in := slot.(type) {
	case datasets.Slot[string]:
		return func(t *datasets.Trajectory) bool { return *in(t) != "" }
	case datasets.Slot[datasets.Exit]:
		return func(t *datasets.Trajectory) bool { return *in(t) != datasets.ExitUnstated }
	case datasets.Slot[datasets.Maybe[bool]]:
		return func(t *datasets.Trajectory) bool { return in(t).Known }
	case datasets.Slot[datasets.Maybe[int64]]:
		return func(t *datasets.Trajectory) bool { return in(t).Known }
	case datasets.Slot[datasets.Maybe[float64]]:
		return func(t *datasets.Trajectory) bool { return in(t).Known }
	case datasets.Slot[[]datasets.Need]:
		return func(t *datasets.Trajectory) bool { return *in(t) != nil }
	case datasets.Slot[[]string]:
		return func(t *datasets.Trajectory) bool { return *in(t) != nil }
	case datasets.Slot[[]datasets.Ranked]:
		return func(t *datasets.Trajectory) bool { return *in(t) != nil }
	case datasets.Slot[[]datasets.Step]:
		return func(t *datasets.Trajectory) bool { return *in(t) != nil }
	case datasets.Slot[[]datasets.Claim]:
		return func(t *datasets.Trajectory) bool { return len(*in(t)) > 0 }
	case datasets.Slot[[]datasets.Judgment]:
		return func(t *datasets.Trajectory) bool { return len(*in(t)) > 0 }
	case datasets.Slot[[]datasets.FailureLabel]:
		return func(t *datasets.Trajectory) bool { return len(*in(t)) > 0 }
	case datasets.Slot[map[string]string]:
		return func(t *datasets.Trajectory) bool { return len(*in(t)) > 0 }
	case datasets.Slot[map[string]float64]:
		return func(t *datasets.Trajectory) bool { return len(*in(t)) > 0 }
	}
	panic(fmt.Sprintf("table: a survey cannot tell whether a field of the type %T is known", slot))
}

// maxSurveyed bounds the distinct values of one field that a survey keeps: a
// field with more names things one by one.
const maxSurveyed = 64

// maxSurveyedLength bounds, in bytes, a value that a survey keeps.
const maxSurveyedLength = 80

// NewSurvey returns an empty survey.
func NewSurvey() *Survey {
	s := &Survey{values: map[string]map[string]int{}, first: map[string]float64{}}
	for _, f := range surveyed {
		s.fields = append(s.fields, result.FieldCoverage{Field: f.name})
	}
	return s
}

// Add looks at one trajectory. It keeps no part of it but short values.
func (s *Survey) Add(t *datasets.Trajectory) {
	s.Trajectories++
	for i, f := range surveyed {
		if f.known(t) && !(t.Priced && f.name == result.CostMetric) { // which the log does not state

			s.fields[i].Known++
		}
	}
	s.Steps += len(t.Steps)
	for _, step := range t.Steps {
		s.Calls += len(step.Calls)
	}
	s.amount("latency_ms", t.LatencyMS)
	if !t.Priced {
		s.amount("cost_usd", t.CostUSD)
	}
	for _, name := range []string{"latency_as_logged", "cost_as_logged"} {
		v, ok := t.Reported[name]
		s.amount(name, datasets.Maybe[float64]{Value: v, Known: ok})
	}
	s.count("benchmark", t.Benchmark)
	s.count("run", t.Run)
	s.count("exit", string(t.Exit))
	for name, v := range t.Strata {
		s.count("strata."+name, v)
	}
	for name, v := range t.Attributes {
		s.count("attributes."+name, v)
	}
	for name := range t.Reported {
		s.count("reported", name)
	}
	for _, j := range t.Judgments {
		s.count("judges", j.Judge)
	}
}

// amount remembers the first value of a time or a price.
func (s *Survey) amount(field string, v datasets.Maybe[float64]) {
	if _, ok := s.first[field]; v.Known && !ok {
		s.first[field] = v.Value
	}
}

// First is the first value of a time or a price, as it was understood; ok is false
// where no trajectory states it.
func (s *Survey) First(field string) (v float64, ok bool) {
	v, ok = s.first[field]
	return v, ok
}

func (s *Survey) count(field, value string) {
	if value == "" {
		return
	}
	if len(value) > maxSurveyedLength {
		value = strings.ToValidUTF8(value[:maxSurveyedLength], "") + "…"
	}
	m := s.values[field]
	if m == nil {
		m = map[string]int{}
		s.values[field] = m
	}
	if _, ok := m[value]; !ok && len(m) >= maxSurveyed {
		m[""]++ // too many to list
		return
	}
	m[strings.Clone(value)]++
}

// Coverage lists the fields that at least one trajectory states.
func (s *Survey) Coverage() []result.FieldCoverage {
	var out []result.FieldCoverage
	for _, f := range s.fields {
		if f.Known > 0 {
			out = append(out, f)
		}
	}
	return out
}

// Fields lists the fields whose values were counted, sorted.
func (s *Survey) Fields() []string {
	var out []string
	for name := range s.values {
		out = append(out, name)
	}
	slices.Sort(out)
	return out
}

// Values lists a field's values, most frequent first, then by value. An empty
// value stands for all those beyond the first maxSurveyed.
func (s *Survey) Values(field string) []result.ValueCount {
	var out []result.ValueCount
	for v, n := range s.values[field] {
		out = append(out, result.ValueCount{Value: v, Count: n})
	}
	slices.SortFunc(out, func(a, b result.ValueCount) int {
		if a.Count != b.Count {
			return b.Count - a.Count
		}
		return strings.Compare(a.Value, b.Value)
	})
	return out
}
