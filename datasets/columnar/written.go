package columnar

import (
	"maps"
	"math"
	"slices"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"

	"mcpstats/datasets"
)

// writtenColumn is a column of the canonical schema and how a trajectory fills
// it.
type writtenColumn struct {
	field  arrow.Field
	append func(array.Builder, *datasets.Trajectory)
}

// labelPaths are the leaves whose values repeat, as Parquet names them.
var labelPaths = []string{
	"benchmark", "run", "task", "model", "agent", "dataset_version", "task_hash", "strata.key_value.key", "strata.key_value.value", "cluster", "exit",
	"expected.list.element.any_of.list.element", "predicted.list.element", "ranked.list.element.tool", "available.list.element",
	"steps.list.element.role", "steps.list.element.calls.list.element.server", "steps.list.element.calls.list.element.tool",
	"judgments.list.element.judge", "failure_labels.list.element.mode", "failure_labels.list.element.source",
	"failure_labels.list.element.annotator",
	"reported.key_value.key", "attributes.key_value.key",
}

var (
	textType    = arrow.BinaryTypes.String
	numberType  = arrow.PrimitiveTypes.Float64
	countType   = arrow.PrimitiveTypes.Int64
	boolType    = arrow.FixedWidthTypes.Boolean
	textsType   = arrow.ListOf(textType)
	textMapType = arrow.MapOf(textType, textType)

	needType = arrow.StructOf(nullable("any_of", textsType), nullable("after", arrow.ListOf(arrow.PrimitiveTypes.Int32)), nullable("arguments", textType))
	callType = arrow.StructOf(nullable("id", textType), nullable("server", textType), nullable("tool", textType), nullable("arguments", textType),
		nullable("result", textType), nullable("error", textType), nullable("is_error", boolType), nullable("latency_ms", numberType))
	stepType     = arrow.StructOf(nullable("role", textType), nullable("content", textType), nullable("calls", arrow.ListOf(callType)))
	unreadType   = arrow.StructOf(nullable("what", textType), nullable("count", countType), nullable("calls", boolType))
	rankedType   = arrow.StructOf(nullable("tool", textType), nullable("score", numberType))
	claimType    = arrow.StructOf(nullable("text", textType), nullable("score", numberType))
	judgmentType = arrow.StructOf(nullable("judge", textType), nullable("verdict", numberType), nullable("raw", textType), nullable("reference", boolType))
	labelType    = arrow.StructOf(nullable("mode", textType), nullable("source", textType), nullable("annotator", textType),
		nullable("step", arrow.PrimitiveTypes.Int32), nullable("root", boolType), nullable("note", textType))
)

func nullable(name string, t arrow.DataType) arrow.Field {
	return arrow.Field{Name: name, Type: t, Nullable: true}
}

// writtenColumns is the canonical schema, in its order.
func writtenColumns() []writtenColumn {
	return []writtenColumn{
		text("benchmark", func(t *datasets.Trajectory) string { return t.Benchmark }),
		text("run", func(t *datasets.Trajectory) string { return t.Run }),
		text("task", func(t *datasets.Trajectory) string { return t.Task }),
		{nullable("trial", arrow.PrimitiveTypes.Int32), func(b array.Builder, t *datasets.Trajectory) { b.(*array.Int32Builder).Append(int32(t.Trial)) }},
		text("model", func(t *datasets.Trajectory) string { return t.Model }),
		text("agent", func(t *datasets.Trajectory) string { return t.Agent }),
		text("dataset_version", func(t *datasets.Trajectory) string { return t.DatasetVersion }),
		text("task_hash", func(t *datasets.Trajectory) string { return t.TaskHash }),
		{nullable("strata", textMapType), func(b array.Builder, t *datasets.Trajectory) { appendMap(b, t.Strata, appendOwnText) }},
		text("cluster", func(t *datasets.Trajectory) string { return t.Cluster }),
		{nullable("success", boolType), func(b array.Builder, t *datasets.Trajectory) {
			if !t.Success.Known {
				b.AppendNull()
				return
			}
			b.(*array.BooleanBuilder).Append(t.Success.Value)
		}},
		number("reward", func(t *datasets.Trajectory) datasets.Maybe[float64] { return t.Reward }),
		text("exit", func(t *datasets.Trajectory) string { return string(t.Exit) }),
		text("error", func(t *datasets.Trajectory) string { return t.Error }),
		{nullable("expected", arrow.ListOf(needType)), func(b array.Builder, t *datasets.Trajectory) { appendList(b, t.Expected, appendNeed) }},
		{nullable("predicted", textsType), func(b array.Builder, t *datasets.Trajectory) { appendList(b, t.Predicted, appendOwnText) }},
		{nullable("ranked", arrow.ListOf(rankedType)), func(b array.Builder, t *datasets.Trajectory) { appendList(b, t.Ranked, appendRanked) }},
		{nullable("available", textsType), func(b array.Builder, t *datasets.Trajectory) { appendList(b, t.Available, appendOwnText) }},
		{nullable("steps", arrow.ListOf(stepType)), func(b array.Builder, t *datasets.Trajectory) { appendList(b, t.Steps, appendStep) }},
		{nullable("unread", arrow.ListOf(unreadType)), func(b array.Builder, t *datasets.Trajectory) { appendList(b, t.Unread, appendUnread) }},
		text("response", func(t *datasets.Trajectory) string { return t.Response }),
		{nullable("claims", arrow.ListOf(claimType)), func(b array.Builder, t *datasets.Trajectory) { appendList(b, t.Claims, appendClaim) }},
		{nullable("judgments", arrow.ListOf(judgmentType)), func(b array.Builder, t *datasets.Trajectory) { appendList(b, t.Judgments, appendJudgment) }},
		text("state_before", func(t *datasets.Trajectory) string { return t.StateBefore }),
		text("state_after", func(t *datasets.Trajectory) string { return t.StateAfter }),
		text("state_goal", func(t *datasets.Trajectory) string { return t.StateGoal }),
		text("expected_answer", func(t *datasets.Trajectory) string { return t.ExpectedAnswer }),
		text("predicted_answer", func(t *datasets.Trajectory) string { return t.PredictedAnswer }),
		{nullable("failure_labels", arrow.ListOf(labelType)), func(b array.Builder, t *datasets.Trajectory) { appendList(b, t.FailureLabels, appendLabel) }},
		number("latency_ms", func(t *datasets.Trajectory) datasets.Maybe[float64] { return t.LatencyMS }),
		number("cost_usd", func(t *datasets.Trajectory) datasets.Maybe[float64] { return t.CostUSD }),
		count("prompt_tokens", func(t *datasets.Trajectory) datasets.Maybe[int64] { return t.PromptTokens }),
		count("completion_tokens", func(t *datasets.Trajectory) datasets.Maybe[int64] { return t.CompletionTokens }),
		count("cached_tokens", func(t *datasets.Trajectory) datasets.Maybe[int64] { return t.CachedTokens }),
		{nullable("reported", arrow.MapOf(textType, numberType)), func(b array.Builder, t *datasets.Trajectory) { appendMap(b, t.Reported, appendNumber) }},
		{nullable("attributes", textMapType), func(b array.Builder, t *datasets.Trajectory) { appendMap(b, t.Attributes, appendOwnText) }},
	}
}

func text(name string, value func(*datasets.Trajectory) string) writtenColumn {
	return writtenColumn{nullable(name, textType), func(b array.Builder, t *datasets.Trajectory) { appendText(b, value(t)) }}
}

func number(name string, value func(*datasets.Trajectory) datasets.Maybe[float64]) writtenColumn {
	return writtenColumn{nullable(name, numberType), func(b array.Builder, t *datasets.Trajectory) { appendMaybe(b, value(t)) }}
}

func count(name string, value func(*datasets.Trajectory) datasets.Maybe[int64]) writtenColumn {
	return writtenColumn{nullable(name, countType), func(b array.Builder, t *datasets.Trajectory) {
		if v := value(t); v.Known {
			b.(*array.Int64Builder).Append(v.Value)
			return
		}
		b.AppendNull()
	}}
}

// appendText writes an empty text as a null.
func appendText(b array.Builder, s string) {
	if s == "" {
		b.AppendNull()
		return
	}
	appendOwnText(b, s)
}

// appendOwnText writes a text as it is: an element of a list is there even where
// it is empty.
func appendOwnText(b array.Builder, s string) { b.(*array.StringBuilder).Append(utf8(s)) }

func appendNumber(b array.Builder, v float64) { b.(*array.Float64Builder).Append(v) }

// appendMaybe writes what is not known, NaN included, as a null.
func appendMaybe(b array.Builder, v datasets.Maybe[float64]) {
	if !v.Known || math.IsNaN(v.Value) {
		b.AppendNull()
		return
	}
	appendNumber(b, v.Value)
}

func appendBool(b array.Builder, v bool) { b.(*array.BooleanBuilder).Append(v) }

// appendList writes nil as a null, an empty list as one.
func appendList[T any](b array.Builder, list []T, element func(array.Builder, T)) {
	l := b.(*array.ListBuilder)
	if list == nil {
		l.AppendNull()
		return
	}
	l.Append(true)
	for _, v := range list {
		element(l.ValueBuilder(), v)
	}
}

// appendMap writes the entries in the order of their keys.
func appendMap[T any](b array.Builder, m map[string]T, item func(array.Builder, T)) {
	mb := b.(*array.MapBuilder)
	if m == nil {
		mb.AppendNull()
		return
	}
	mb.Append(true)
	for _, key := range slices.Sorted(maps.Keys(m)) {
		appendOwnText(mb.KeyBuilder(), key)
		item(mb.ItemBuilder(), m[key])
	}
}

// fields starts a struct and gives the builder of each of its fields.
func fields(b array.Builder) func(i int) array.Builder {
	s := b.(*array.StructBuilder)
	s.Append(true)
	return s.FieldBuilder
}

func appendNeed(b array.Builder, n datasets.Need) {
	field := fields(b)
	appendList(field(0), n.AnyOf, appendOwnText)
	appendList(field(1), n.After, func(b array.Builder, i int) { b.(*array.Int32Builder).Append(int32(i)) })
	appendText(field(2), n.Arguments)
}

func appendRanked(b array.Builder, r datasets.Ranked) {
	field := fields(b)
	appendOwnText(field(0), r.Tool)
	appendNumber(field(1), r.Score)
}

func appendStep(b array.Builder, s datasets.Step) {
	field := fields(b)
	appendText(field(0), s.Role)
	appendText(field(1), s.Content)
	appendList(field(2), s.Calls, appendCall)
}

func appendCall(b array.Builder, c datasets.ToolCall) {
	field := fields(b)
	appendText(field(0), c.ID)
	appendText(field(1), c.Server)
	appendText(field(2), c.Tool)
	appendText(field(3), c.Arguments)
	appendText(field(4), c.Result)
	appendText(field(5), c.Error)
	if c.IsError.Known {
		appendBool(field(6), c.IsError.Value)
	} else {
		field(6).AppendNull()
	}
	appendMaybe(field(7), c.LatencyMS)
}

func appendUnread(b array.Builder, u datasets.Unread) {
	field := fields(b)
	appendOwnText(field(0), u.What)
	field(1).(*array.Int64Builder).Append(int64(u.Count))
	appendBool(field(2), u.Calls)
}

func appendClaim(b array.Builder, c datasets.Claim) {
	field := fields(b)
	appendText(field(0), c.Text)
	appendNumber(field(1), c.Score)
}

func appendJudgment(b array.Builder, j datasets.Judgment) {
	field := fields(b)
	appendText(field(0), j.Judge)
	appendMaybe(field(1), j.Verdict)
	appendText(field(2), j.Raw)
	appendBool(field(3), j.Reference)
}

func appendLabel(b array.Builder, l datasets.FailureLabel) {
	field := fields(b)
	appendText(field(0), l.Mode)
	appendText(field(1), l.Source)
	appendText(field(2), l.Annotator)
	if l.Step.Known {
		field(3).(*array.Int32Builder).Append(int32(l.Step.Value))
	} else {
		field(3).AppendNull()
	}
	appendBool(field(4), l.Root)
	appendText(field(5), l.Note)
}
