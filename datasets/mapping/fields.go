package mapping

import (
	"slices"

	"mcpstats/datasets"
	"mcpstats/internal/spelling"
)

// Definition is one canonical column and how cells fill it.
type Definition struct {
	datasets.Field
	Accepts Kinds // the kinds of columns that can fill it
	Keyed   bool  // several columns can fill it, each under a key of its own
	set     setter
}

// setter puts one cell that is not null into the field of a trajectory.
type setter func(*datasets.Trajectory, Cell, *Field) error

// Definitions are the canonical columns in the order of the Trajectory's fields.
var Definitions = definitions()

// definitions joins the canonical fields, which package datasets declares, with how cells fill
// them.
func definitions() []Definition {
	list := make([]Definition, len(datasets.Fields))
	for i, f := range datasets.Fields {
		r := readings[f.Kind]
		list[i] = Definition{Field: f, Accepts: r.accepts, Keyed: r.keyed, set: r.set(f.Slot)}
	}
	return list
}

// reading is how cells are read as values of one kind.
type reading struct {
	accepts Kinds
	keyed   bool
	set     func(datasets.AnySlot) setter
}

// readings are what cells mean, by the kind of the field. A new kind of field is a
// line here.
var readings = map[datasets.Kind]reading{
	datasets.KindID:       {accepts: kindSet(Text, Int, Float, Time), set: fieldSetter(setID)}, // numbers and instants, exactly as logged
	datasets.KindLabel:    {accepts: scalars, set: fieldSetter(setText)},
	datasets.KindMessage:  {accepts: nested, set: fieldSetter(setText)},
	datasets.KindProse:    {accepts: kindSet(Text), set: fieldSetter(setText)},
	datasets.KindDocument: {accepts: nested, set: fieldSetter(setText)},
	datasets.KindAnswer:   {accepts: anything, set: fieldSetter(setText)},
	datasets.KindInstant:  {accepts: kindSet(Text, Int, Float, Time), set: fieldSetter(setText)},

	datasets.KindIndex:    {accepts: numbers, set: fieldSetter(setTrial)},
	datasets.KindVerdict:  {accepts: scalars, set: fieldSetter(setVerdict)},
	datasets.KindGrade:    {accepts: scalars, set: fieldSetter(setGrade)},
	datasets.KindDuration: {accepts: kindSet(Int, Float, Text, Time), set: fieldSetter(setAmount)},
	datasets.KindPrice:    {accepts: numbers, set: fieldSetter(setAmount)},
	datasets.KindCount:    {accepts: numbers, set: fieldSetter(setCount)},
	datasets.KindExit:     {accepts: kindSet(Text), set: trajectorySetter(setExit)},

	datasets.KindPlan:      {accepts: nested, set: fieldSetter(documentSetter(Needs))},
	datasets.KindNames:     {accepts: nested, set: namesSetter},
	datasets.KindRanking:   {accepts: nested, set: fieldSetter(documentSetter(Ranking))},
	datasets.KindSteps:     {accepts: nested, set: trajectorySetter(setSteps)},
	datasets.KindUnread:    {accepts: nested, set: fieldSetter(documentSetter(Unread))},
	datasets.KindClaims:    {accepts: nested, set: fieldSetter(documentSetter(Claims))},
	datasets.KindJudgments: {accepts: scalars | nested, keyed: true, set: fieldSetter(setJudgments)},
	datasets.KindFailures:  {accepts: nested, set: fieldSetter(documentSetter(FailureLabels))},

	datasets.KindStrata:     {accepts: anything, keyed: true, set: fieldSetter(setEntry)},
	datasets.KindAttributes: {accepts: anything, keyed: true, set: fieldSetter(setEntry)},
	datasets.KindMetrics:    {accepts: scalars | nested, keyed: true, set: fieldSetter(setMetric)},
}

var (
	scalars  = kindSet(Text, Bool, Int, Float)
	numbers  = kindSet(Int, Float, Text)
	nested   = kindSet(Nested, Text)
	anything = kindSet(Bool, Int, Float, Text, Time, Nested)
)

// strataNames are the columns that become a stratum of their own name.
var strataNames = []string{"level", "tier", "category", "difficulty", "domain", "source", "split"}

// IsStratum reports whether a fact of a task is a stratum by its name alone.
func IsStratum(name string) bool { return slices.Contains(strataNames, spelling.Normal(name)) }

// NamesTask reports whether any of the columns can be the task.
func NamesTask(columns []string) bool {
	d := define("task")
	return slices.ContainsFunc(columns, func(c string) bool {
		return spelling.Normal(c) == d.Name || slices.Contains(d.Aliases, spelling.Normal(c))
	})
}

// reportedPrefixes mark the columns that hold the harness's own metrics.
var reportedPrefixes = []string{"evaluator_", "reported_", "metric_"}

// scoreNames are the columns that hold the scores of a ranking of bare tools.
var scoreNames = []string{"ranked_scores", "retrieved_scores"}

// instants are pairs of columns whose difference is the latency, where no column
// states it.
var instants = [][2]string{
	{"agent_started_at", "agent_ended_at"}, {"started_at", "completed_at"}, {"started_at", "finished_at"}, {"started_at", "ended_at"},
	{"start_time", "end_time"}, {"start_timestamp", "end_timestamp"}, {"trial_started_at", "trial_ended_at"},
}

// define is the definition of a canonical name, nil for any other name.
func define(name string) *Definition {
	for i := range Definitions {
		if Definitions[i].Name == name {
			return &Definitions[i]
		}
	}
	return nil
}

// IsCanonical reports whether a column carries a canonical name.
func IsCanonical(column string) bool { return define(spelling.Normal(column)) != nil }
