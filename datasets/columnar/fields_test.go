package columnar

import (
	"context"
	"math"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"mcpstats/datasets"
	"mcpstats/datasets/mapping"
)

// draw fills a field with any value that its type can hold, "not known" among them.
func draw(t *rapid.T, f datasets.Field, x *datasets.Trajectory) {
	switch slot := f.Slot.(type) {
	case datasets.Slot[string]:
		*slot(x) = rapid.String().Draw(t, f.Name)
	case datasets.Slot[datasets.Exit]:
		*slot(x) = rapid.SampledFrom(append([]datasets.Exit{datasets.ExitUnstated}, datasets.Exits...)).Draw(t, f.Name)
	case datasets.Slot[int]:
		*slot(x) = rapid.IntRange(0, math.MaxInt32).Draw(t, f.Name)
	case datasets.Slot[datasets.Maybe[bool]]:
		*slot(x) = maybe(t, f.Name, rapid.Bool())
	case datasets.Slot[datasets.Maybe[float64]]:
		*slot(x) = maybe(t, f.Name, rapid.Float64())
	case datasets.Slot[datasets.Maybe[int64]]:
		*slot(x) = maybe(t, f.Name, rapid.Int64())
	case datasets.Slot[[]string]:
		*slot(x) = maybeNil(t, f.Name, rapid.String())
	case datasets.Slot[[]datasets.Need]:
		*slot(x) = maybeNil(t, f.Name, rapid.Custom(func(t *rapid.T) datasets.Need {
			return datasets.Need{AnyOf: maybeNil(t, "any_of", rapid.String()), After: maybeNil(t, "after", rapid.IntRange(0, 3)), Arguments: rapid.String().Draw(t, "arguments")}
		}))
		for i := range *slot(x) { // only needs that are there can come before
			for k, j := range (*slot(x))[i].After {
				(*slot(x))[i].After[k] = j % len(*slot(x))
			}
		}
	case datasets.Slot[[]datasets.Ranked]:
		*slot(x) = maybeNil(t, f.Name, rapid.Custom(func(t *rapid.T) datasets.Ranked {
			return datasets.Ranked{Tool: named().Draw(t, "tool"), Score: rapid.Float64().Draw(t, "score")}
		}))
	case datasets.Slot[[]datasets.Step]:
		*slot(x) = maybeNil(t, f.Name, anyStep())
	case datasets.Slot[[]datasets.Unread]:
		*slot(x) = maybeNil(t, f.Name, rapid.Custom(func(t *rapid.T) datasets.Unread {
			return datasets.Unread{What: rapid.String().Draw(t, "what"), Count: rapid.IntRange(0, math.MaxInt32).Draw(t, "count"), Calls: rapid.Bool().Draw(t, "calls")}
		}))
	case datasets.Slot[[]datasets.Claim]:
		*slot(x) = maybeNil(t, f.Name, rapid.Custom(func(t *rapid.T) datasets.Claim {
			return datasets.Claim{Text: rapid.String().Draw(t, "text"), Score: rapid.Float64().Draw(t, "score")}
		}))
	case datasets.Slot[[]datasets.Judgment]:
		*slot(x) = maybeNil(t, f.Name, rapid.Custom(func(t *rapid.T) datasets.Judgment {
			return datasets.Judgment{Judge: rapid.String().Draw(t, "judge"), Verdict: maybe(t, "verdict", rapid.Float64()), Raw: rapid.String().Draw(t, "raw"), Reference: rapid.Bool().Draw(t, "reference")}
		}))
	case datasets.Slot[[]datasets.FailureLabel]:
		*slot(x) = maybeNil(t, f.Name, rapid.Custom(func(t *rapid.T) datasets.FailureLabel {
			text := func(name string) string { return rapid.String().Draw(t, name) }
			return datasets.FailureLabel{Mode: text("mode"), Source: text("source"), Annotator: text("annotator"), Note: text("note"),
				Root: rapid.Bool().Draw(t, "root"), Step: maybe(t, "step", rapid.IntRange(0, math.MaxInt32))}
		}))
	case datasets.Slot[map[string]string]:
		*slot(x) = maybeMap(t, f.Name, rapid.String())
	case datasets.Slot[map[string]float64]:
		*slot(x) = maybeMap(t, f.Name, rapid.Float64())
	default:
		t.Fatalf("draw does not know the type of %s, %T", f.Name, f.Slot)
	}
}

// Every field that is listed is written, read back directly, and read back alike
// where its cells go through the mapping instead. A field that is added to the list
// is held to this without a line here; one of a new type has to be drawn first.
func TestEveryField(t *testing.T) {
	path := filepath.Join(t.TempDir(), "one.parquet")
	rapid.Check(t, func(t *rapid.T) {
		want := anyTrajectory().Draw(t, "trajectory")
		if err := os.WriteFile(path, written(t, []datasets.Trajectory{want}), 0o600); err != nil {
			t.Fatal(err)
		}
		file, err := Open(path, Options{})
		if err != nil {
			t.Fatal(err)
		}
		defer file.Close()
		batch := firstBatch(t, file)
		defer batch.Release()
		a := newAssembler(file)
		a.batch = batch
		for _, f := range datasets.Fields {
			i := slices.IndexFunc(a.sources, func(s fieldSources) bool { return s.name == f.Name })
			if i < 0 {
				t.Fatalf("no column fills %s", f.Name)
			}
			s := &a.sources[i]
			if _, cells := s.filler.(*cellFiller); cells && f.Kind != datasets.KindUnread { // which few files have
				t.Errorf("%s is read cell by cell", f.Name)
			}
			var direct, mapped datasets.Trajectory
			fill(t, a, s, &direct)
			if d := cmp.Diff(f.Slot.In(&want), f.Slot.In(&direct)); d != "" {
				t.Fatalf("%s, read directly (-written +read):\n%s", f.Name, d)
			}
			if f.Kind == datasets.KindSteps {
				continue // the mapping reads messages as chats have them, where one tells of others: TestMessages
			}
			s.filler = &cellFiller{field: fieldNamed(t, file, f.Name)}
			fill(t, a, s, &mapped)
			if d := cmp.Diff(f.Slot.In(&want), f.Slot.In(&mapped)); d != "" {
				t.Fatalf("%s, read through the mapping (-written +read):\n%s", f.Name, d)
			}
		}
	})
}

// named draws what has to have a name: without one a tool is a mistake of the log.
func named() *rapid.Generator[string] { return rapid.StringN(1, -1, -1) }

func firstBatch(t *rapid.T, f *File) arrow.RecordBatch {
	t.Helper()
	stream := f.backend.batches(context.Background(), f.project)
	defer stream.release()
	batch, err := stream.next()
	if err != nil {
		t.Fatal(err)
	}
	return batch
}

func fieldNamed(t *rapid.T, f *File, name string) *mapping.Field {
	t.Helper()
	for i := range f.plan.Fields {
		if f.plan.Fields[i].Name == name {
			return &f.plan.Fields[i]
		}
	}
	t.Fatalf("the file's plan has no field %s", name)
	return nil
}

// fill fills one field of the first row.
func fill(t *rapid.T, a *assembler, s *fieldSources, x *datasets.Trajectory) {
	t.Helper()
	if err := a.bind(s, 1); err != nil {
		t.Fatal(err)
	}
	if err := s.fill(0, x); err != nil {
		t.Fatal(err)
	}
}

// Other writers' maps have numbers for texts and texts for numbers, and their nested
// texts are bytes; a column of few numbers may be a dictionary of them.
func TestForeignValues(t *testing.T) {
	text, bytes, whole := arrow.BinaryTypes.String, arrow.BinaryTypes.Binary, arrow.PrimitiveTypes.Int64
	batch := record(t, `[{"run":"r","task":"t","trial":1,"reward":2,"success":true,"cached_tokens":7,"strata":[{"key":"level","value":3}],"reported":[{"key":"f1","value":"0.5"}],"votes":[{"key":1,"value":"yes"},{"key":2,"value":"no"}],"steps":[{"role":"dXNlcg==","content":"aGk="}]}]`,
		col("run", text), col("task", text), col("strata", arrow.MapOf(text, whole)), col("reported", arrow.MapOf(text, text)), col("votes", arrow.MapOf(whole, text)),
		col("trial", labelsOf(whole)), col("reward", labelsOf(arrow.PrimitiveTypes.Float64)), col("cached_tokens", labelsOf(whole)), col("success", arrow.FixedWidthTypes.Boolean),
		col("steps", arrow.ListOf(arrow.StructOf(col("role", bytes), col("content", bytes)))))
	want := []datasets.Trajectory{{Run: "r", Task: "t", Trial: 1, Reward: datasets.Known(2.0), Success: datasets.Known(true), CachedTokens: datasets.Known(int64(7)),
		Strata: map[string]string{"level": "3"}, Reported: map[string]float64{"f1": 0.5}, Steps: []datasets.Step{{Role: "user", Content: "hi"}},
		Attributes: map[string]string{"votes": `{"1":"yes","2":"no"}`}}}
	for name, path := range map[string]string{"Parquet": asParquet(t, batch), "Arrow": asArrow(t, batch, false)} {
		rows := readAll(t, path, Options{})
		if d := cmp.Diff(want, rows[:min(1, len(rows))]); d != "" {
			t.Errorf("%s (-want +got):\n%s", name, d)
		}
	}
}

func labelsOf(t arrow.DataType) arrow.DataType {
	return &arrow.DictionaryType{IndexType: arrow.PrimitiveTypes.Int8, ValueType: t}
}
