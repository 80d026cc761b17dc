package metrics

import (
	"slices"
	"strings"

	"mcpstats/analysis/trace"
	"mcpstats/datasets"
)

// etomRecord is one evaluation as MSC-Bench's public evaluator writes it, without
// texts and echoes. What the evaluator leaves out of a record is not known here.
type etomRecord struct {
	exactMatch bool
	f1Metrics  datasets.Maybe[etomF1]

	toolNameMatch, serverMatch datasets.Maybe[bool] // levels 1, 2, 5

	graphStructureMatch, nodeSetMatch, parallelAwareMatch datasets.Maybe[bool] // levels 3, 4
}

// etomF1 is the member f1_metrics of a record.
type etomF1 struct {
	precision, recall, f1 float64
	tp, fp, fn            int
}

// etomEvaluate is eval/eval.py of github.com/snooow1029/ETOM, its strategy
// chosen by the stratum "level". It has nothing to say of other benchmarks, of
// attempts without an expected plan, and of attempts whose prediction is not
// known, unless they ended by an error: then it is the evaluator's error record.
func etomEvaluate(t *datasets.Trajectory) (etomRecord, bool) {
	level := etomLevel(t)
	if level == 0 || t.Expected == nil || (len(t.Expected) == 0) != (level == 5) {
		return etomRecord{}, false
	}
	if t.Predicted == nil {
		switch t.Exit {
		case datasets.ExitHarnessError:
			return processingError(level), true
		case datasets.ExitError:
			return strategyError(level), true
		}
		return etomRecord{}, false
	}
	items, ok := readETOMItems(t.Predicted)
	if !ok {
		return processingError(level), true
	}
	switch level {
	case 1, 2:
		return etomSingleTool(t.Expected, items, level), true
	case 5:
		return etomOutOfScope(items), true
	default:
		return etomGraph(t.Expected, items), true
	}
}

// etomLevel reads the stratum "level" ("L2", "2", "level_2"); 0: none of 1 to 5,
// or a benchmark of another name.
func etomLevel(t *datasets.Trajectory) int {
	if t.Benchmark != "" && !trace.NamesBenchmark(t.Benchmark, "etom") && !trace.NamesBenchmark(t.Benchmark, "mscbench") {
		return 0
	}
	level := t.Strata["level"]
	if level == "" || strings.Trim(level[:len(level)-1], "LlEeVv-_ ") != "" {
		return 0
	}
	if c := level[len(level)-1]; '1' <= c && c <= '5' {
		return int(c - '0')
	}
	return 0
}

// processingError is the record of an exception. The strategies of levels 3 and
// 4 catch theirs and write another record.
func processingError(level int) etomRecord {
	if level == 3 || level == 4 {
		return strategyError(level)
	}
	return etomRecord{f1Metrics: datasets.Known(etomF1{fn: 1})}
}

// strategyError is the record of a result that is no list of tools. At levels 3
// and 4 it has no F1, so that averages leave it out.
func strategyError(level int) etomRecord {
	if level == 3 || level == 4 {
		return etomRecord{graphStructureMatch: datasets.Known(false)}
	}
	return etomRecord{f1Metrics: datasets.Known(etomF1{})}
}

// etomF1Of are the graph evaluator's numbers. fn counts needs without a match,
// so that tp + fn is less than the needs where a match is misplaced.
func etomF1Of(m matching) datasets.Maybe[etomF1] {
	return datasets.Known(etomF1{
		precision: m.precision(), recall: m.recall(), f1: m.f1(),
		tp: m.placed, fp: m.predicted - m.placed, fn: m.needs - m.matched,
	})
}

// etomSingleTool is levels 1 and 2. At level 2 the released ground truth lists an
// equal function set of m tools m times, and every listing is a need to be met:
// one right call has recall 1/m and is no exact match. A log that has the set as
// one need is given back its listings.
func etomSingleTool(expected []datasets.Need, items []etomItem, level int) etomRecord {
	no := datasets.Known(false)
	if len(items) == 0 {
		if level == 2 {
			return processingError(level) // the evaluator stumbles over its own ground truth
		}
		return etomRecord{f1Metrics: datasets.Known(etomF1{}), toolNameMatch: no, serverMatch: no}
	}
	needs := expected
	if level == 2 && len(expected) == 1 {
		needs = slices.Repeat(expected, len(expected[0].AnyOf))
	}
	m := matchPlan(needs, parsedIDs(items))
	r := etomRecord{exactMatch: m.perfect(), f1Metrics: etomF1Of(m), toolNameMatch: no, serverMatch: no}
	for _, id := range expectedTools(expected) {
		server, tool := trace.SplitTool(id)
		r.toolNameMatch.Value = r.toolNameMatch.Value || items[0].tool == tool
		r.serverMatch.Value = r.serverMatch.Value || items[0].server == server
	}
	return r
}

// etomGraph is levels 3 and 4. An empty plan has no F1 either.
func etomGraph(expected []datasets.Need, items []etomItem) etomRecord {
	no := datasets.Known(false)
	if len(items) == 0 {
		return etomRecord{graphStructureMatch: no, nodeSetMatch: no}
	}
	m := matchPlan(expected, parsedIDs(items))
	nodes := sameNodes(expected, items)
	parallel := nodes && !slices.ContainsFunc(expected, func(n datasets.Need) bool { return len(n.After) > 0 })
	return etomRecord{
		exactMatch:          m.perfect() || parallel,
		f1Metrics:           etomF1Of(m),
		graphStructureMatch: datasets.Known(m.perfect()),
		nodeSetMatch:        datasets.Known(nodes),
		parallelAwareMatch:  datasets.Known(parallel),
	}
}

// sameNodes compares the predicted tools with the union of all equal function
// sets, so that a perfect plan with alternatives is no match.
func sameNodes(expected []datasets.Need, items []etomItem) bool {
	tools := expectedTools(expected)
	found := make([]bool, len(tools))
	for _, item := range items {
		if item.server == "" || item.tool == "" {
			continue
		}
		i := slices.Index(tools, item.server+"::"+item.tool)
		if i < 0 {
			return false
		}
		found[i] = true
	}
	return !slices.Contains(found, false)
}

// etomOutOfScope is level 5: every item that is not "No" is one too many.
func etomOutOfScope(items []etomItem) etomRecord {
	no := 0
	for _, item := range items {
		if item.refuses(len(items) == 1) {
			no++
		}
	}
	right := no == len(items)
	f := etomF1{precision: 1, recall: indicator(right), tp: no, fp: len(items) - no}
	if len(items) > 0 {
		f.precision = float64(no) / float64(len(items))
	}
	f.f1 = harmonic(f.precision, f.recall)
	return etomRecord{exactMatch: right, f1Metrics: datasets.Known(f), toolNameMatch: datasets.Known(right), serverMatch: datasets.Known(right)}
}
