package mapping

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// A plan that is remembered must be the one that would have been made: for any files in any
// order, what Plans says is what Resolve says of each by itself, its error included.
func TestPlansSayWhatResolveSays(t *testing.T) {
	names := rapid.SampledFrom([]string{"run", "task", "task_id", "model", "agent", "success", "score", "latency", "latency_s", "prompt_tokens", "steps", "ranked", "note"})
	mappings := []*Mapping{nil, parse(t, "run: {constant: x}"), parse(t, "task: task_id"), parse(t, "steps: {list: note, role: source, content: message}")}
	rapid.Check(t, func(t *rapid.T) {
		var plans Plans
		for i := range rapid.IntRange(1, 8).Draw(t, "files") {
			file := File{Name: fmt.Sprintf("%d.json", i), Canonical: rapid.Bool().Draw(t, "canonical")}
			for _, name := range rapid.SliceOfNDistinct(names, 1, 4, rapid.ID).Draw(t, "columns") {
				kind := rapid.SampledFrom([]Kind{Null, Bool, Int, Float, Text, Nested}).Draw(t, "kind")
				unit := rapid.SampledFrom([]string{"", "ms", "s"}).Draw(t, "unit")
				file.Columns = append(file.Columns, Source{Name: name, Kind: kind, Unit: unit, Mixed: rapid.Bool().Draw(t, "mixed")})
			}
			m := rapid.SampledFrom(mappings).Draw(t, "mapping")
			for range 2 { // made, then remembered
				want, wantErr := Resolve(file, m)
				got, gotErr := plans.Resolve(file, m)
				if fmt.Sprint(wantErr) != fmt.Sprint(gotErr) || planText(want) != planText(got) {
					t.Fatalf("%v: remembered %s, %v; resolved %s, %v", file, planText(got), gotErr, planText(want), wantErr)
				}
			}
		}
	})
}

// planText is all of a plan but the functions in it.
func planText(p *Plan) string {
	if p == nil {
		return "none"
	}
	var b strings.Builder
	fmt.Fprint(&b, p.Attributes, p.Taken, p.Dialect, p.Duplicates, p.Tasks, p.Notes, p.emptied, p.mapping == nil)
	for _, f := range p.Fields {
		fmt.Fprint(&b, "; ", f.Name, f.Key, f.Sources, f.constant, f.values, f.zero, f.scored, f.elapsed, f.lenient, f.factor, f.unit, f.dimension, f.joins, f.with, f.base, f.reference, f.better, f.scale, f.shape != nil)
	}
	return b.String()
}

// Lists of columns that run into one another when they are written one behind the other are
// still several, and files whose runs are named after them share no plan, whatever their columns.
func TestPlansKeepFilesApart(t *testing.T) {
	if a, b := keyOf([]Source{{Name: "ab"}, {Name: "c"}}), keyOf([]Source{{Name: "a"}, {Name: "bc"}}); a == b {
		t.Errorf("two lists of columns have the key %q", a)
	}
	var plans Plans
	for _, name := range []string{"logs/one.json", "logs/two.json"} {
		plan, err := plans.Resolve(File{Name: name, Columns: []Source{{Name: "task", Kind: Text}}}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if want := "= " + Stem(name); !slices.ContainsFunc(plan.Taken, func(t Taken) bool { return t.Column == "run" && t.From == want }) {
			t.Errorf("%s: taken %v, want the run %q", name, plan.Taken, want)
		}
	}
	files := File{Columns: []Source{{Name: "task", Kind: Text}, {Name: "run", Kind: Text}}}
	first, _ := plans.Resolve(files, nil)
	if second, err := plans.Resolve(files, nil); err != nil || second != first {
		t.Errorf("the same columns were resolved twice (%v)", err)
	}
}
