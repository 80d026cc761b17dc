package table

import (
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

// surveyed lists the fields that a survey looks at.
var surveyed = []struct {
	name  string
	known func(*datasets.Trajectory) bool
}{
	{"model", func(t *datasets.Trajectory) bool { return t.Model != "" }},
	{"agent", func(t *datasets.Trajectory) bool { return t.Agent != "" }},
	{"dataset_version", func(t *datasets.Trajectory) bool { return t.DatasetVersion != "" }},
	{"task_hash", func(t *datasets.Trajectory) bool { return t.TaskHash != "" }},
	{"strata", func(t *datasets.Trajectory) bool { return len(t.Strata) > 0 }},
	{"cluster", func(t *datasets.Trajectory) bool { return t.Cluster != "" }},
	{"success", func(t *datasets.Trajectory) bool { return t.Success.Known }},
	{"reward", func(t *datasets.Trajectory) bool { return t.Reward.Known }},
	{"exit", func(t *datasets.Trajectory) bool { return t.Exit != datasets.ExitUnstated }},
	{"error", func(t *datasets.Trajectory) bool { return t.Error != "" }},
	{"expected", func(t *datasets.Trajectory) bool { return t.Expected != nil }},
	{"predicted", func(t *datasets.Trajectory) bool { return t.Predicted != nil }},
	{"ranked", func(t *datasets.Trajectory) bool { return t.Ranked != nil }},
	{"available", func(t *datasets.Trajectory) bool { return t.Available != nil }},
	{"steps", func(t *datasets.Trajectory) bool { return t.Steps != nil }},
	{"claims", func(t *datasets.Trajectory) bool { return len(t.Claims) > 0 }},
	{"judgments", func(t *datasets.Trajectory) bool { return len(t.Judgments) > 0 }},
	{"failure_labels", func(t *datasets.Trajectory) bool { return len(t.FailureLabels) > 0 }},
	{"latency_ms", func(t *datasets.Trajectory) bool { return t.LatencyMS.Known }},
	{"cost_usd", func(t *datasets.Trajectory) bool { return t.CostUSD.Known }},
	{"prompt_tokens", func(t *datasets.Trajectory) bool { return t.PromptTokens.Known }},
	{"completion_tokens", func(t *datasets.Trajectory) bool { return t.CompletionTokens.Known }},
	{"reported", func(t *datasets.Trajectory) bool { return len(t.Reported) > 0 }},
	{"attributes", func(t *datasets.Trajectory) bool { return len(t.Attributes) > 0 }},
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
		if f.known(t) {
			s.fields[i].Known++
		}
	}
	s.Steps += len(t.Steps)
	for _, step := range t.Steps {
		s.Calls += len(step.Calls)
	}
	s.amount("latency_ms", t.LatencyMS)
	s.amount("cost_usd", t.CostUSD)
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
