package metrics

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"mcpstats/analysis/result"
	"mcpstats/analysis/table"
	"mcpstats/datasets"
)

// etomFields are the members of an evaluation that are metrics.
var etomFields = []string{
	"exact_match", "precision", "recall", "f1", "tp", "fp", "fn", "tool_name_match", "server_match",
	"graph_structure_match", "node_set_match", "parallel_aware_match",
}

// etomCase is one run of the public evaluator, its tools renamed s1::t1 and so
// on (testdata/README.md).
type etomCase struct {
	ID, Kind, Level string
	Expected        []struct {
		AnyOf []string `json:"any_of"`
		After []int    `json:"after"`
	}
	Predicted []string
	Exit      datasets.Exit
	Want      map[string]float64
}

func (c etomCase) trajectory() *datasets.Trajectory {
	t := &datasets.Trajectory{
		Benchmark: "etom", Run: "oracle", Task: c.ID, Strata: map[string]string{"level": c.Level},
		Expected: []datasets.Need{}, Predicted: c.Predicted, Exit: c.Exit,
	}
	for _, n := range c.Expected {
		t.Expected = append(t.Expected, datasets.Need{AnyOf: n.AnyOf, After: n.After})
	}
	return t
}

// The public evaluator, run unmodified on 160 predictions of every kind.
func TestETOMEqualsThePublicEvaluator(t *testing.T) {
	cases := readJSON[[]etomCase](t, "testdata/etom.json")
	if len(cases) != 160 {
		t.Fatalf("%d cases, expected 160", len(cases))
	}
	fields := etomFieldMetrics(t)
	for _, c := range cases {
		tr := c.trajectory()
		for i, field := range etomFields {
			want, stated := c.Want[field]
			if !stated {
				want = undefined
			}
			if got := valueOf(fields[i], tr); got != want {
				t.Errorf("%s (%s): etom_%s = %v, the evaluator has %v", c.ID, c.Kind, field, got, want)
			}
		}
	}
}

// calculate_statistics over the same records: which of them its averages leave
// out is part of what is reproduced.
func TestETOMAveragesEqualThePublicEvaluators(t *testing.T) {
	type aggregate struct {
		Rate          float64 `json:"exact_match_rate"`
		N             int     `json:"sample_size"`
		Precision, F1 float64
		Recall        float64
		TP, FP, FN    float64
	}
	want := readJSON[map[string]aggregate](t, "testdata/etom_aggregate.json")
	byLevel := map[string][]*datasets.Trajectory{}
	for _, c := range readJSON[[]etomCase](t, "testdata/etom.json") {
		byLevel[c.Level] = append(byLevel[c.Level], c.trajectory())
	}
	for level, w := range want {
		sum := func(field string) (s float64, n int) {
			m := metric(t, "etom_"+field)
			for _, tr := range byLevel[level] {
				if v, ok := m.Score(tr); ok {
					s += v
					n++
				}
			}
			return s, n
		}
		exact, n := sum("exact_match")
		check(t, level+" exact_match_rate", exact/float64(n), w.Rate)
		f1, n := sum("f1")
		if n != w.N {
			t.Errorf("%s: F1 averaged over %d, the evaluator has %d", level, n, w.N)
		}
		check(t, level+" f1", f1/float64(n), w.F1)
		for field, mean := range map[string]float64{"precision": w.Precision, "recall": w.Recall} {
			s, n := sum(field)
			check(t, level+" "+field, s/float64(n), mean)
		}
		for field, total := range map[string]float64{"tp": w.TP, "fp": w.FP, "fn": w.FN} {
			s, _ := sum(field)
			check(t, level+" "+field, s, total)
		}
	}
}

// nativeTool is a tool as the evaluator's files write it.
type nativeTool struct {
	Server     string `json:"server"`
	ServerName string `json:"server_name"`
	Tool       string `json:"tool_name"`
	After      []int  `json:"dependencies"`
}

func (n nativeTool) id() string { return n.Server + n.ServerName + "::" + n.Tool }

// TestETOMOnRealRuns holds the metrics against the public evaluator's own files
// of three systems over all 2,075 queries.
func TestETOMOnRealRuns(t *testing.T) {
	root := sharedData(t, "etom")
	fields := etomFieldMetrics(t)
	compared, differ := 0, 0
	for level := 1; level <= 5; level++ {
		expected := map[int][]datasets.Need{}
		if level == 3 {
			for _, q := range readJSON[[]struct {
				ID    int          `json:"query_id"`
				Tools []nativeTool `json:"ground_truth_tools"`
			}](t, filepath.Join(root, "queries", "level_3.json")) {
				for _, tool := range q.Tools {
					expected[q.ID] = append(expected[q.ID], datasets.Need{AnyOf: []string{tool.id()}, After: tool.After})
				}
			}
		} else if level == 2 || level == 4 {
			for _, q := range readJSON[[]struct {
				ID    int            `json:"query_id"`
				Tools [][]nativeTool `json:"ground_truth_tools"`
			}](t, filepath.Join(root, "queries", fmt.Sprintf("level_%d.json", level))) {
				for _, group := range q.Tools {
					n := datasets.Need{}
					for _, tool := range group {
						n.AnyOf = append(n.AnyOf, tool.id())
						for _, d := range tool.After {
							if !slices.Contains(n.After, d) {
								n.After = append(n.After, d)
							}
						}
					}
					expected[q.ID] = append(expected[q.ID], n)
				}
			}
		} else {
			for _, q := range readJSON[[]struct {
				ID    int          `json:"query_id"`
				Tools []nativeTool `json:"ground_truth_tools"`
			}](t, filepath.Join(root, "queries", fmt.Sprintf("level_%d.json", level))) {
				expected[q.ID] = []datasets.Need{}
				for _, tool := range q.Tools {
					expected[q.ID] = append(expected[q.ID], datasets.Need{AnyOf: []string{tool.id()}})
				}
			}
		}
		for _, run := range []string{"random", "keyword", "bm25"} {
			file := readJSON[struct {
				Evaluations []map[string]any
			}](t, filepath.Join(root, "native", fmt.Sprintf("results_%s_level%d.json", run, level)))
			for _, e := range file.Evaluations {
				tr := &datasets.Trajectory{
					Benchmark: "MSC-Bench", Run: run, Strata: map[string]string{"level": fmt.Sprint(level)},
					Expected: expected[int(e["query_id"].(float64))], Predicted: nativePrediction(e),
				}
				for i, field := range etomFields {
					want := nativeField(e, field)
					if field == "graph_structure_match" && level < 3 {
						want = undefined // a stray member of the record of an exception
					}
					if got := valueOf(fields[i], tr); got != want {
						t.Errorf("level %d, query %v, %s: etom_%s = %v, the evaluator has %v", level, e["query_id"], run, field, got, want)
					}
					compared++
				}
				if level == 2 {
					differ += mergedDiffers(fields, tr)
				}
			}
		}
	}
	if compared != 3*2075*len(etomFields) {
		t.Errorf("%d values compared, expected %d", compared, 3*2075*len(etomFields))
	}
	// One query of level 2 lists 6 groups of 7 tools together: there the listings
	// cannot be had back from the set, and the one system that named one of the
	// tools shows it. The count was made apart, over the Parquet form of these runs,
	// whose plans are sets: 1 of 2,319.
	if differ != 1 {
		t.Errorf("with the set as one need %d level 2 evaluations differ, expected 1", differ)
	}
}

// etomFieldMetrics are the metrics of etomFields.
func etomFieldMetrics(t *testing.T) []table.Metric {
	fields := make([]table.Metric, len(etomFields))
	for i, field := range etomFields {
		fields[i] = metric(t, "etom_"+field)
	}
	return fields
}

// mergedDiffers counts whether the paper's form of a level 2 plan, one need with
// all tools, gives another evaluation than the listings. fn is left out: it
// counts the listings themselves.
func mergedDiffers(fields []table.Metric, listed *datasets.Trajectory) int {
	merged := *listed
	merged.Expected = []datasets.Need{{AnyOf: expectedTools(listed.Expected)}}
	for i, field := range etomFields {
		if field != "fn" && valueOf(fields[i], &merged) != valueOf(fields[i], listed) {
			return 1
		}
	}
	return 0
}

func nativePrediction(e map[string]any) []string {
	plan := []string{}
	if graph, ok := e["predicted_graph"].(map[string]any); ok {
		for _, node := range graph["nodes"].([]any) {
			pair := node.([]any)
			plan = append(plan, pair[0].(string)+"::"+pair[1].(string))
		}
		return plan
	}
	tools, _ := e["predicted_tools"].([]any)
	for _, tool := range tools {
		o := tool.(map[string]any)
		plan = append(plan, o["server"].(string)+"::"+o["tool_name"].(string))
	}
	return plan
}

func nativeField(e map[string]any, field string) float64 {
	v, ok := e[field]
	if f1, has := e["f1_metrics"].(map[string]any); has && strings.Contains(" precision recall f1 tp fp fn ", " "+field+" ") {
		v, ok = f1[field]
	}
	switch v := v.(type) {
	case bool:
		return indicator(v)
	case float64:
		if ok {
			return v
		}
	}
	return undefined
}

// The first trap, on the numbers that the metric's Doc quotes: at level 4 the
// BM25 run answers 3 of 103 queries.
func TestETOMFirstTrap(t *testing.T) {
	root := sharedData(t, "etom")
	statistics := readJSON[struct {
		Statistics struct {
			Performance struct {
				Metrics map[string]float64
				N       int `json:"sample_size"`
			}
		}
	}](t, filepath.Join(root, "native", "results_bm25_level4.json")).Statistics.Performance
	mean := statistics.Metrics["f1"]
	if statistics.N != 3 || fmt.Sprintf("%.2f", mean) != "0.43" || fmt.Sprintf("%.4f", mean*3/103) != "0.0125" {
		t.Errorf("F1 %v over %d: the Doc of the produced metrics quotes other numbers", mean, statistics.N)
	}
	if doc := metric(t, "plan_f1_produced").Doc; !strings.Contains(doc, "3 of 103") || !strings.Contains(doc, "0.43") || !strings.Contains(doc, "0.0125") {
		t.Error("the Doc does not quote them")
	}
}

func TestETOMIsForItsBenchmarkAlone(t *testing.T) {
	tr := &datasets.Trajectory{
		Benchmark: "gaia", Strata: map[string]string{"level": "1"},
		Expected: []datasets.Need{{AnyOf: []string{"a::b"}}}, Predicted: []string{"a::b"},
	}
	check(t, "another benchmark", scoreOf(t, "etom_f1", tr), undefined)
	for _, name := range []string{"", "etom", "ETOM", "MSC-Bench", "msc_bench"} {
		tr.Benchmark = name
		check(t, "benchmark "+name, scoreOf(t, "etom_f1", tr), 1)
	}
	for _, level := range []string{"", "L0", "L6", "12", "x1", "hard"} {
		tr.Strata["level"] = level
		check(t, "level "+level, scoreOf(t, "etom_f1", tr), undefined)
	}
	if m := metric(t, "etom_f1"); m.Missing != result.Drop {
		t.Error("the evaluator's average drops what has no F1")
	}
}
