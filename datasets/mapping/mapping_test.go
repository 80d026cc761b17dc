package mapping

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"mcpstats/datasets"
	"mcpstats/internal/spelling"
)

func parse(t *testing.T, document string) *Mapping {
	t.Helper()
	m, err := Parse("map.yaml", []byte(document))
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// fill resolves columns and fills one trajectory from a row's cells.
func fill(t *testing.T, m *Mapping, columns []Source, cells ...Cell) (datasets.Trajectory, error) {
	t.Helper()
	plan, err := Resolve(File{Name: "logs/gpt-4o.csv.gz", Columns: columns}, m)
	if err != nil {
		t.Fatal(err)
	}
	var x datasets.Trajectory
	for i := range plan.Fields {
		f := &plan.Fields[i]
		var of []Cell
		for _, s := range f.Sources {
			of = append(of, cells[s])
		}
		if err := f.Set(&x, of...); err != nil {
			return x, err
		}
	}
	return x, nil
}

func sources(names ...string) []Source {
	var list []Source
	for _, name := range names {
		list = append(list, Source{Name: name})
	}
	return list
}

// The example of the schema, with everything else that a mapping can say.
func TestMapping(t *testing.T) {
	m := parse(t, `
run: system
task: task
trial: {column: attempt, base: 1}
success: {column: outcome, values: {won: success, lost: failure, broken: ~}}
exit: {column: failure_mode, values: {unset: completed, test_timeout: harness_error}}
latency_ms: {from: started, to: ended}
benchmark: {constant: terminal-bench}
prompt_tokens: {column: input_tokens, zero: unknown}
strata: {difficulty: hardness}
ranked: {column: hits, scores: hit_scores}
judgments: {human: {column: label, reference: true}, gpt-4: gpt4}
reported: [accuracy]
cost_usd: ~
duplicates: last
`)
	if m.Duplicates != "last" {
		t.Errorf("duplicates %q", m.Duplicates)
	}
	columns := sources("system", "task", "attempt", "outcome", "failure_mode", "started", "ended", "input_tokens", "hardness", "hits", "hit_scores", "label", "gpt4", "accuracy", "cost", "seed")
	got, err := fill(t, m, columns, TextCell("s"), TextCell("t"), IntCell(1), TextCell("won"), TextCell("unset"), TextCell("2025-01-01T00:00:00Z"), TextCell("2025-01-01 00:00:01.5+00:00"),
		IntCell(0), TextCell("hard"), NestedCell(`["a","b"]`), NestedCell(`[2,1.5]`), TextCell("success"), FloatCell(0.25), FloatCell(0.75), FloatCell(3), IntCell(42))
	if err != nil {
		t.Fatal(err)
	}
	want := datasets.Trajectory{Benchmark: "terminal-bench", Run: "s", Task: "t", Success: datasets.Known(true), Exit: datasets.ExitCompleted, LatencyMS: datasets.Known(1500.0),
		Strata: map[string]string{"difficulty": "hard"}, Ranked: []datasets.Ranked{{Tool: "a", Score: 2}, {Tool: "b", Score: 1.5}},
		Judgments: []datasets.Judgment{{Judge: "human", Verdict: datasets.Known(1.0), Reference: true}, {Judge: "gpt-4", Verdict: datasets.Known(0.25)}}, Reported: map[string]float64{"accuracy": 0.75}}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
	plan, err := Resolve(File{Name: "x", Columns: columns}, m)
	if err != nil {
		t.Fatal(err)
	}
	var left []string
	for _, i := range plan.Attributes {
		left = append(left, columns[i].Name)
	}
	if d := cmp.Diff([]string{"cost", "seed"}, left); d != "" {
		t.Errorf("attributes (-want +got):\n%s", d)
	}
	if got, err := fill(t, m, columns, TextCell("s"), TextCell("t"), IntCell(1), TextCell("broken"), TextCell("odd"), Cell{}, Cell{}, IntCell(7), Cell{}, Cell{}, Cell{}, Cell{}, Cell{}, Cell{}, Cell{}, Cell{}); err != nil ||
		got.Success.Known || got.Exit != datasets.ExitUnknown || got.Attributes["exit"] != "odd" || got.PromptTokens != datasets.Known[int64](7) || got.LatencyMS.Known {
		t.Errorf("%+v, %v", got, err)
	}
}

// A mapping that is wrong says where, and what would be right.
func TestParseErrors(t *testing.T) {
	for document, want := range map[string]string{
		"":                                    "map.yaml: the mapping is empty",
		"run: a\nrunn: b":                     `map.yaml:2: unknown key "runn"; the keys are benchmark, run, task`,
		"run: a\nsucess: b":                   `(nearest: "success")`,
		"run: a\nrun: b":                      "map.yaml:2",
		"run: {colum: a}":                     `map.yaml:1: run: unknown key "colum"; the keys here are column, constant, values`,
		"run: {column: a, constant: b}":       "expected one of column, constant",
		"latency_ms: {from: a}":               "from and to go together",
		"latency_ms: {column: a, unit: day}":  "unit: expected one of ns, us, ms, s, min, h",
		"prompt_tokens: {column: a, zero: 0}": `zero: expected unknown`,
		"duplicates: newest":                  "duplicates: expected first, last, trials, error",
		"run: [a, b]":                         "run: expected one word",
		"strata: {level: {colum: a}}":         `strata: level: unknown key "colum"`,
		"- run":                               "expected a YAML map",
		"run: {":                              "map.yaml",
		"run: \"a":                            "not valid YAML",
	} {
		_, err := Parse("map.yaml", []byte(document))
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%q: %v, want ...%s", document, err, want)
		}
		var file *datasets.FileError
		if !errors.As(err, &file) {
			t.Errorf("%q: a %T", document, err)
		}
	}
}

// Aliases fill what no better column fills, in their declared order.
func TestAliases(t *testing.T) {
	for name, c := range map[string]struct {
		columns []Source
		want    []Taken
	}{
		"canonical before alias": {sources("run_id", "run", "task"), []Taken{
			{"run", "run", ByCanonicalName, ""}, {"task", "task", ByCanonicalName, ""}, {"attributes.run_id", "run_id", AsAttribute, ""}}},
		"two candidates": {sources("system", "instance_id", "task_id", "Is-Resolved", "passed"), []Taken{
			{"run", "system", ByAlias, ""}, {"task", "task_id", ByAlias, ""}, {"success", "Is-Resolved", ByAlias, ""},
			{"attributes.instance_id", "instance_id", AsAttribute, `could be task too; "task_id" was taken`},
			{"attributes.passed", "passed", AsAttribute, `could be success too; "Is-Resolved" was taken`}}},
		"agent and model stand for the run": {sources("model", "agent", "task"), []Taken{
			{"run", "agent, model", ByAlias, "no run column: the agent and the model stand for it"}, {"task", "task", ByCanonicalName, ""},
			{"model", "model", ByCanonicalName, ""}, {"agent", "agent", ByCanonicalName, ""}}},
		"the file's name stands for the run": {sources("task"), []Taken{
			{"run", "= gpt-4o", ByFileName, "no run column: the file's name stands for it"}, {"task", "task", ByCanonicalName, ""}}},
		"kinds": {[]Source{{Name: "run", Kind: Text}, {Name: "task", Kind: Text}, {Name: "success", Kind: Nested}, {Name: "score", Kind: Float}, {Name: "metric_f1", Kind: Float}, {Name: "evaluator_note", Kind: Text}, {Name: "Level", Kind: Int}}, []Taken{
			{"run", "run", ByCanonicalName, ""}, {"task", "task", ByCanonicalName, ""}, {"strata.level", "Level", ByAlias, ""}, {"reward", "score", ByAlias, ""}, {"reported.metric_f1", "metric_f1", ByAlias, ""},
			{"attributes.success", "success", AsAttribute, "is a nested value, which cannot be success"}, {"attributes.evaluator_note", "evaluator_note", AsAttribute, ""}}},
	} {
		plan, err := Resolve(File{Name: "logs/gpt-4o.csv.gz", Columns: c.columns}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(c.want, plan.Taken); d != "" {
			t.Errorf("%s (-want +got):\n%s", name, d)
		}
	}
}

// A canonical file has no aliases: its other columns are attributes.
func TestCanonicalFile(t *testing.T) {
	plan, err := Resolve(File{Name: "x", Columns: sources("run", "task", "score"), Canonical: true}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(plan.Attributes) != 1 {
		t.Errorf("%+v", plan.Taken)
	}
	_, err = Resolve(File{Name: "x", Columns: []Source{{Name: "run", Kind: Text}, {Name: "task", Kind: Text}, {Name: "success", Kind: Nested}}, Canonical: true}, nil)
	if err == nil || !strings.Contains(err.Error(), `column "success" is a nested value, which cannot be success`) {
		t.Error(err)
	}
}

func TestResolveErrors(t *testing.T) {
	m := parse(t, "run: systm\ntask: task")
	_, err := Resolve(File{Name: "a.csv", Columns: sources("system", "task")}, m)
	if want := `a.csv: map.yaml maps run to column "systm", which is not there; the file has system, task (nearest: "system"); write run: system`; err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
	_, err = Resolve(File{Name: "a.csv", Columns: sources("run", "tasks")}, nil)
	if err == nil || !strings.Contains(err.Error(), `a.csv: no column "task"`) || !strings.Contains(err.Error(), `the file has run, tasks (nearest: "tasks")`) {
		t.Error(err)
	}
}

// Every rule key and definition is usable, and no alias stands for two fields.
func TestDefinitions(t *testing.T) {
	seen := map[string]string{}
	for _, d := range Definitions {
		for _, alias := range append([]string{d.Name}, d.Aliases...) {
			if spelling.Normal(alias) != alias {
				t.Errorf("%s: alias %q is not normalized", d.Name, alias)
			}
			if other, ok := seen[alias]; ok {
				t.Errorf("%q stands for %s and %s", alias, other, d.Name)
			}
			seen[alias] = d.Name
		}
		if d.set == nil || d.Accepts == 0 {
			t.Errorf("%s cannot be filled", d.Name)
		}
	}
}
