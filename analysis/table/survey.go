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
	fields       []FieldCoverage
	values       map[string]map[string]int
	first        map[string]float64
}

// FieldCoverage is how many of a survey's trajectories state a field.
type FieldCoverage struct {
	Field string `json:"field"`
	Known int    `json:"known"`
}

// ValueCount is one value of a field and how many trajectories have it.
type ValueCount struct {
	Value string `json:"value"`
	Count int    `json:"count"`
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
		s.fields = append(s.fields, FieldCoverage{Field: f.name})
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
func (s *Survey) Coverage() []FieldCoverage {
	var out []FieldCoverage
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
func (s *Survey) Values(field string) []ValueCount {
	var out []ValueCount
	for v, n := range s.values[field] {
		out = append(out, ValueCount{Value: v, Count: n})
	}
	slices.SortFunc(out, func(a, b ValueCount) int {
		if a.Count != b.Count {
			return b.Count - a.Count
		}
		return strings.Compare(a.Value, b.Value)
	})
	return out
}

// Inspection is what mcpstats doctor finds out about logs.
type Inspection struct {
	Logs     []InspectedLog      `json:"logs"`
	Skipped  []SkippedFile       `json:"skipped"`
	Ledger   []result.LedgerRow  `json:"ledger"`
	Metrics  []result.MetricInfo `json:"metrics"`
	Bases    []MetricBasis       `json:"bases"`
	Warnings []result.Warning    `json:"warnings"`
}

// InspectedLog is one log: what it is, how its columns were understood, and what
// it states.
type InspectedLog struct {
	result.Input
	Files    []string        `json:"files"`
	Steps    int             `json:"steps"`
	Calls    int             `json:"calls"`
	Columns  []TakenColumn   `json:"columns"`
	Coverage []FieldCoverage `json:"coverage"`
	Values   []FieldValues   `json:"values"`

	Mapping  string          `json:"mapping"`  // in force, in the mapping's own language
	Amounts  []LoggedAmount  `json:"amounts"`  // times and prices, and their units
	Promises []StatedPromise `json:"promises"` // what the log says its runs set out to attempt
}

// LoggedAmount is a column that has a unit: its first value as logged and as it was
// understood.
type LoggedAmount struct {
	Column     string `json:"column"` // canonical, or the name under which it is kept as logged
	From       string `json:"from"`
	Unit       string `json:"unit"` // as logged; "" where nobody states it
	Logged     string `json:"logged"`
	Understood string `json:"understood"`
}

// StatedPromise is what a log says that a run set out to attempt, in counts; 0 where
// it does not say.
type StatedPromise struct {
	Benchmark string `json:"benchmark"`
	Run       string `json:"run"`
	Tasks     int    `json:"tasks"`
	Trials    int    `json:"trials"` // at each of them
	Attempts  int    `json:"attempts"`
	Source    string `json:"source"` // where it stands
}

// MetricBasis is what a metric rests on.
type MetricBasis struct {
	Metric     string   `json:"metric"`
	Columns    []string `json:"columns"` // canonical ones
	Better     string   `json:"better"`
	BetterFrom string   `json:"better_from"`
	Missing    string   `json:"missing"`
}

// TakenColumn tells which of a log's columns became which canonical one, and how:
// by its canonical name, an alias, a mapping, a dialect, or as an attribute.
type TakenColumn struct {
	Column string `json:"column"`
	From   string `json:"from"`
	How    string `json:"how"`
}

// FieldValues lists a field's most frequent values.
type FieldValues struct {
	Field  string       `json:"field"`
	Values []ValueCount `json:"values"`
}

// SkippedFile is a file of a folder that is no log.
type SkippedFile struct {
	Path   string `json:"path"`
	Reason string `json:"reason"`
}
