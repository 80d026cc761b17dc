package columnar

import (
	"maps"
	"math"
	"slices"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"

	"mcpstats/datasets"
)

// writtenColumn is a column of the canonical file and how a trajectory fills it.
type writtenColumn struct {
	field  arrow.Field
	append func(array.Builder, *datasets.Trajectory)
	labels []string // paths of the leaves whose values repeat, as Parquet names them
}

// The types are the plainest that hold the values: strings with 32-bit offsets, nullable
// fields, lists of three levels as LogicalTypes.md prescribes them. Every reader of Parquet
// knows these, and pandas, Polars, DuckDB and Arrow show the lists and structs as such.
// In Parquet's own terms, a conversation is
//
//	optional group steps (LIST) {
//	  repeated group list {
//	    optional group element {
//	      optional binary role (STRING);
//	      optional binary content (STRING);
//	      optional group calls (LIST) { repeated group list { optional group element { ... } } }
//	    }
//	  }
//	}
//
// and a map is a list of the group key_value with the leaves key and value. The paths in
// columnFor are of these names. Indices (trial, after, step) are int32, as the schema of
// canonical files defines them; counts of tokens are int64.
var (
	textType    = arrow.BinaryTypes.String
	numberType  = arrow.PrimitiveTypes.Float64
	countType   = arrow.PrimitiveTypes.Int64
	boolType    = arrow.FixedWidthTypes.Boolean
	textsType   = arrow.ListOf(textType)
	textMapType = arrow.MapOf(textType, textType)

	needType = arrow.StructOf(nullable("any_of", textsType), nullable("after", arrow.ListOf(arrow.PrimitiveTypes.Int32)), nullable("arguments", textType))
	callType = arrow.StructOf(nullable("id", textType), nullable("server", textType), nullable("tool", textType), nullable("arguments", textType),
		nullable("result", textType), nullable("error", textType), nullable("is_error", boolType), nullable("latency_ms", numberType), nullable("labels", textsType))
	stepType     = arrow.StructOf(nullable("role", textType), nullable("content", textType), nullable("calls", arrow.ListOf(callType)))
	unreadType   = arrow.StructOf(nullable("what", textType), nullable("count", countType), nullable("calls", boolType))
	rankedType   = arrow.StructOf(nullable("tool", textType), nullable("score", numberType))
	claimType    = arrow.StructOf(nullable("text", textType), nullable("score", numberType))
	judgmentType = arrow.StructOf(nullable("judge", textType), nullable("verdict", numberType), nullable("raw", textType), nullable("reference", boolType),
		nullable("confidence", numberType), nullable("error", textType))
	labelType = arrow.StructOf(nullable("mode", textType), nullable("source", textType), nullable("annotator", textType),
		nullable("step", arrow.PrimitiveTypes.Int32), nullable("root", boolType), nullable("note", textType))
)

// nullable is a field that may be null: every field may, for a log may leave anything out.
func nullable(name string, t arrow.DataType) arrow.Field {
	return arrow.Field{Name: name, Type: t, Nullable: true}
}

// writtenColumns is the schema of a canonical file: every field, in its order.
func writtenColumns() []writtenColumn {
	columns := make([]writtenColumn, len(datasets.Fields))
	for i, f := range datasets.Fields {
		columns[i] = columnFor(f)
	}
	return columns
}

// columnFor is how a field is written: its type decides the layout, its kind whether its
// values repeat and get a dictionary. A type without a line here is a mistake of the
// program; the first file that is written, in any test, panics on it.
func columnFor(f datasets.Field) writtenColumn {
	switch slot := f.Slot.(type) {
	case datasets.Slot[string]:
		if f.Kind == datasets.KindID || f.Kind == datasets.KindLabel {
			return writtenAs(f, textType, appendText, slot, "")
		}
		return writtenAs(f, textType, appendText, slot)
	case datasets.Slot[datasets.Exit]:
		return writtenAs(f, textType, func(b array.Builder, e datasets.Exit) { appendText(b, string(e)) }, slot, "")
	case datasets.Slot[int]:
		return writtenAs(f, arrow.PrimitiveTypes.Int32, appendIndex, slot)
	case datasets.Slot[datasets.Maybe[bool]]:
		return writtenAs(f, boolType, appendVerdict, slot)
	case datasets.Slot[datasets.Maybe[float64]]:
		return writtenAs(f, numberType, appendMaybe, slot)
	case datasets.Slot[datasets.Maybe[int64]]:
		return writtenAs(f, countType, appendCount, slot)
	case datasets.Slot[[]string]:
		return writtenAs(f, textsType, listOf(appendOwnText), slot, ".list.element")
	case datasets.Slot[[]datasets.Need]:
		return writtenAs(f, arrow.ListOf(needType), listOf(appendNeed), slot, ".list.element.any_of.list.element")
	case datasets.Slot[[]datasets.Ranked]:
		return writtenAs(f, arrow.ListOf(rankedType), listOf(appendRanked), slot, ".list.element.tool")
	case datasets.Slot[[]datasets.Step]:
		return writtenAs(f, arrow.ListOf(stepType), listOf(appendStep), slot,
			".list.element.role", ".list.element.calls.list.element.server", ".list.element.calls.list.element.tool",
			".list.element.calls.list.element.labels.list.element")
	case datasets.Slot[[]datasets.Unread]:
		return writtenAs(f, arrow.ListOf(unreadType), listOf(appendUnread), slot)
	case datasets.Slot[[]datasets.Claim]:
		return writtenAs(f, arrow.ListOf(claimType), listOf(appendClaim), slot)
	case datasets.Slot[[]datasets.Judgment]:
		return writtenAs(f, arrow.ListOf(judgmentType), listOf(appendJudgment), slot, ".list.element.judge")
	case datasets.Slot[[]datasets.FailureLabel]:
		return writtenAs(f, arrow.ListOf(labelType), listOf(appendLabel), slot,
			".list.element.mode", ".list.element.source", ".list.element.annotator")
	case datasets.Slot[map[string]string]:
		if f.Kind == datasets.KindStrata {
			return writtenAs(f, textMapType, mapOf(appendOwnText), slot, ".key_value.key", ".key_value.value")
		}
		return writtenAs(f, textMapType, mapOf(appendOwnText), slot, ".key_value.key")
	case datasets.Slot[map[string]float64]:
		return writtenAs(f, arrow.MapOf(textType, numberType), mapOf(appendNumber), slot, ".key_value.key")
	}
	panic("the writer does not know the type of " + f.Name)
}

// writtenAs is the column of a field of type T. labels are the leaves below it whose
// values repeat.
func writtenAs[T any](f datasets.Field, t arrow.DataType, add func(array.Builder, T), slot datasets.Slot[T], labels ...string) writtenColumn {
	c := writtenColumn{field: nullable(f.Name, t), append: func(b array.Builder, x *datasets.Trajectory) { add(b, *slot(x)) }}
	for _, leaf := range labels {
		c.labels = append(c.labels, f.Name+leaf)
	}
	return c
}

// appendText writes an empty text as a null: a Trajectory does not distinguish absent from
// empty texts, and a null takes only a definition level.
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

// appendIndex writes an index, which writable has checked to fit.
func appendIndex(b array.Builder, n int) { b.(*array.Int32Builder).Append(int32(n)) }

func appendNumber(b array.Builder, v float64) { b.(*array.Float64Builder).Append(v) }

// appendMaybe writes a number, or a null where it is unknown or NaN.
func appendMaybe(b array.Builder, v datasets.Maybe[float64]) {
	if !v.Known || math.IsNaN(v.Value) {
		b.AppendNull()
		return
	}
	appendNumber(b, v.Value)
}

func appendCount(b array.Builder, v datasets.Maybe[int64]) {
	if !v.Known {
		b.AppendNull()
		return
	}
	b.(*array.Int64Builder).Append(v.Value)
}

func appendVerdict(b array.Builder, v datasets.Maybe[bool]) {
	if !v.Known {
		b.AppendNull()
		return
	}
	appendBool(b, v.Value)
}

func appendBool(b array.Builder, v bool) { b.(*array.BooleanBuilder).Append(v) }

// listOf writes nil as a null, an empty list as one: "not known" is not "nothing".
func listOf[T any](element func(array.Builder, T)) func(array.Builder, []T) {
	return func(b array.Builder, list []T) {
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
}

// mapOf writes the entries in the order of their keys, for Go's own order changes
// from run to run and the bytes of a file must not.
func mapOf[T any](item func(array.Builder, T)) func(array.Builder, map[string]T) {
	return func(b array.Builder, m map[string]T) {
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
}

// fields starts a struct and gives the builder of each of its fields, by its place in
// the types above: the order there and in the functions below is the same.
func fields(b array.Builder) func(i int) array.Builder {
	s := b.(*array.StructBuilder)
	s.Append(true)
	return s.FieldBuilder
}

func appendNeed(b array.Builder, n datasets.Need) {
	field := fields(b)
	listOf(appendOwnText)(field(0), n.AnyOf)
	listOf(appendIndex)(field(1), n.After)
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
	listOf(appendCall)(field(2), s.Calls)
}

func appendCall(b array.Builder, c datasets.ToolCall) {
	field := fields(b)
	appendText(field(0), c.ID)
	appendText(field(1), c.Server)
	appendText(field(2), c.Tool)
	appendText(field(3), c.Arguments)
	appendText(field(4), c.Result)
	appendText(field(5), c.Error)
	appendVerdict(field(6), c.IsError)
	appendMaybe(field(7), c.LatencyMS)
	listOf(appendOwnText)(field(8), c.Labels)
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
	appendMaybe(field(4), j.Confidence)
	appendText(field(5), j.Error)
}

func appendLabel(b array.Builder, l datasets.FailureLabel) {
	field := fields(b)
	appendText(field(0), l.Mode)
	appendText(field(1), l.Source)
	appendText(field(2), l.Annotator)
	if l.Step.Known {
		appendIndex(field(3), l.Step.Value)
	} else {
		field(3).AppendNull()
	}
	appendBool(field(4), l.Root)
	appendText(field(5), l.Note)
}
