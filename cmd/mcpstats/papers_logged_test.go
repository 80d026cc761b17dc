package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"slices"
	"strings"
	"testing"
)

// What no paper prints is computed here from the lines of a log, each rule as plainly as it can
// be written, with no line in common with the program.

// paperLine is what these rules need of an attempt.
type paperLine struct {
	Run, Agent, Model, Task, Paradigm string
	Strata                            map[string]string
	Expected                          []paperNeed
	Predicted, Ranked                 []string
	Claims                            []struct{ Score float64 }
	ToolTopK                          int    `json:"tool_top_k"`
	ActionSpace                       int    `json:"action_space"`
	StateAfter                        string `json:"state_after"`
	StateGoal                         string `json:"state_goal"`
	PromptTokens                      int    `json:"prompt_tokens"`
	CompletionTokens                  int    `json:"completion_tokens"`
	Judgments                         []struct {
		Judge, Error string
		Reference    bool
		Verdict      *float64
	}
	Labels []struct{ Mode, Source string } `json:"failure_labels"`
}

// paperNeed is a need: the tools that meet it, in the short form one.
type paperNeed []string

func (n *paperNeed) UnmarshalJSON(text []byte) error {
	var one string
	if json.Unmarshal(text, &one) == nil {
		*n = paperNeed{one}
		return nil
	}
	var need struct {
		AnyOf []string `json:"any_of"`
	}
	err := json.Unmarshal(text, &need)
	*n = need.AnyOf
	return err
}

func paperLines(t *testing.T, path string) (out []paperLine) {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<24)
	for lines.Scan() {
		var l paperLine
		if err := json.Unmarshal(lines.Bytes(), &l); err != nil {
			t.Fatal(err)
		}
		out = append(out, l)
	}
	if lines.Err() != nil {
		t.Fatal(lines.Err())
	}
	return out
}

// means gathers values under a name and gives their means.
type means map[[2]string][2]float64

func (m means) add(row, column string, x float64) {
	at := m[[2]string{row, column}]
	m[[2]string{row, column}] = [2]float64{at[0] + x, at[1] + 1}
}

// cells are the means in a table whose rows are named so.
func (m means) cells(item, table string) (out []printedCell) {
	for at, sum := range m {
		out = append(out, printedCell{item, table, strings.Split(at[0], " & "), at[1], sum[0] / sum[1], 1e-9})
	}
	return out
}

// f1 of a plan: needs met by calls one to one, whatever the order. No call meets two needs in these
// logs, so that each need takes the first call left that meets it.
func f1(l *paperLine) float64 {
	if len(l.Expected) == 0 || len(l.Predicted) == 0 {
		if len(l.Expected) == len(l.Predicted) {
			return 1
		}
		return 0
	}
	left := slices.Clone(l.Predicted)
	met := 0.0
	for _, need := range l.Expected {
		if i := slices.IndexFunc(left, func(call string) bool { return slices.Contains(need, call) }); i >= 0 {
			left = slices.Delete(left, i, i+1)
			met++
		}
	}
	return 2 * met / float64(len(l.Expected)+len(l.Predicted))
}

// loggedByLevel: F1, exact match (every need met and nothing else called) and rejection by level; F1 by plan length
// at level 4; both of architecture by model.
func loggedByLevel(_ *testing.T, lines []paperLine) []printedCell {
	f, exact, produced, rejected, length, model, refused := means{}, means{}, means{}, means{}, means{}, means{}, means{}
	var hard []paperLine
	for i := range lines {
		l := &lines[i]
		x, level := f1(l), strings.ToLower(l.Strata["level"])
		f.add(l.Run, level, x)
		e := boolean(x == 1)
		exact.add(l.Run, level, e)
		if len(l.Predicted) > 0 && level != "l5" {
			produced.add(l.Run, level, x)
		}
		if level == "l5" {
			rejected.add(l.Run, level, e)
		}
		if len(l.Expected) > 0 {
			refused.add(l.Run, "false_rejection", boolean(len(l.Predicted) == 0))
		}
		if level == "l4" {
			hard = append(hard, *l)
			length.add(l.Run+" & "+fmt.Sprint(len(l.Expected)), "mean", x)
		}
		model.add(l.Agent, strings.ToLower(l.Model), x)
	}
	return join(f.cells("F1 by level", "pivot-msc-bench-made-up-run-level-plan-f1"), exact.cells("exact match by level", "pivot-msc-bench-made-up-run-level-plan-exact-match"),
		produced.cells("F1 of plans that were produced", "pivot-msc-bench-made-up-run-level-plan-f1-produced"), rejected.cells("rejected", "pivot-msc-bench-made-up-run-level-rejection-exact-match"),
		refused.cells("refused, of the requests that some tool can serve", "pivot-msc-bench-made-up-run-metric-interval"), countsOfLabels("labels at level 4", "labels-msc-bench", hard),
		length.cells("F1 by plan length at level 4", "curve-points-msc-bench-made-up-plan-length-plan-f1-level-l4"), model.cells("architecture by model", "pivot-msc-bench-made-up-agent-model-plan-f1"))
}

func boolean(is bool) float64 {
	if is {
		return 1
	}
	return 0
}

// countsOfLabels are the labels of people: attempts of each run, and their share of the run's labelled
// attempts.
func countsOfLabels(item, table string, lines []paperLine) (out []printedCell) {
	labelled, with := map[string]float64{}, map[[2]string]float64{}
	for i := range lines {
		modes := map[string]bool{}
		for _, l := range lines[i].Labels {
			modes[l.Mode] = true
		}
		if len(modes) > 0 {
			labelled[lines[i].Run]++
		}
		for mode := range modes {
			with[[2]string{mode, lines[i].Run}]++
		}
	}
	for at, n := range with {
		row := []string{"human", at[0], "*", "*", at[1]}
		out = append(out, printedCell{item, table, row, "attempts", n, 0}, printedCell{item, table, row, "labelled_share", n / labelled[at[1]], 1e-9})
	}
	return out
}

// loggedLabels: labels of every run.
func loggedLabels(_ *testing.T, lines []paperLine) []printedCell {
	return countsOfLabels("labels", "labels-complexmcp", lines)
}

// loggedBreadth: F1 by the number of tools retrieved and level, in the table and as points of the curve.
func loggedBreadth(_ *testing.T, lines []paperLine) []printedCell {
	table, points := means{}, means{}
	for i := range lines {
		l := &lines[i]
		k := fmt.Sprint(l.ToolTopK)
		table.add(k, strings.ToLower(l.Strata["level"]), f1(l))
		points.add(l.Strata["level"]+" & "+k, "mean", f1(l))
	}
	return join(table.cells("retrieval breadth", "pivot-msc-bench-breadth-made-up-tool-top-k-level-plan-f1"), points.cells("retrieval breadth, curve", "curve-points-msc-bench-breadth-made-up-tool"))
}

// loggedComponents: F1 of every variant by level.
func loggedComponents(_ *testing.T, lines []paperLine) []printedCell {
	table := means{}
	for i := range lines {
		table.add(lines[i].Run, strings.ToLower(lines[i].Strata["level"]), f1(&lines[i]))
	}
	return table.cells("components left out", "pivot-msc-bench-components-made-up-run-level-plan-f1")
}

// loggedRanks: Wilson's intervals (1927) of the pass rates, and one more than the runs whose
// interval lies wholly above.
func loggedRanks(_ *testing.T, lines []paperLine) []printedCell {
	passed, n := map[string]float64{}, map[string]float64{}
	for _, l := range lines {
		sum := 0.0
		for _, c := range l.Claims {
			sum += c.Score
		}
		n[l.Run]++
		if sum/float64(len(l.Claims)) >= .75-1e-9 {
			passed[l.Run]++
		}
	}
	const z = 1.959963984540054
	low, high := map[string]float64{}, map[string]float64{}
	for run := range n {
		p, n := passed[run]/n[run], n[run]
		middle, half := (p+z*z/2/n)/(1+z*z/n), z/(1+z*z/n)*math.Sqrt(p*(1-p)/n+z*z/4/n/n)
		low[run], high[run] = middle-half, middle+half
	}
	var out []printedCell
	for run := range n {
		rank := 1.
		for other := range n {
			if low[other] > high[run] {
				rank++
			}
		}
		row := []string{"*", "*", "*", run}
		out = append(out, printedCell{"Rank (UB)", "leaderboard-", row, "rank_ub", rank, 0}, printedCell{"Wilson's interval", "leaderboard-", row, "interval_low", low[run], 1e-9},
			printedCell{"Wilson's interval", "leaderboard-", row, "interval_high", high[run], 1e-9})
	}
	return out
}

// recallAt is the share of the expected tools among the first k of a ranking.
func recallAt(l *paperLine, k int) float64 {
	met := 0.0
	for _, need := range l.Expected {
		if slices.ContainsFunc(l.Ranked[:min(k, len(l.Ranked))], func(tool string) bool { return slices.Contains(need, tool) }) {
			met++
		}
	}
	return met / float64(len(l.Expected))
}

// loggedTiers: KG-Hybrid minus BM25 by tier, both means, the difference and its size d, the mean of
// the differences over their standard deviation.
func loggedTiers(_ *testing.T, lines []paperLine) []printedCell {
	of := map[[2]string]float64{}
	tier := map[string]string{}
	for i := range lines {
		of[[2]string{lines[i].Run, lines[i].Task}] = recallAt(&lines[i], 5)
		tier[lines[i].Task] = lines[i].Strata["tier"]
	}
	var out []printedCell
	for _, name := range []string{"T1", "T2", "T3", "T4", "T5", "T6"} {
		var a, b, d, n, squares float64
		for task, at := range tier {
			if at == name {
				x, y := of[[2]string{"KG-Hybrid", task}], of[[2]string{"BM25", task}]
				a, b, d, n, squares = a+x, b+y, d+x-y, n+1, squares+(x-y)*(x-y)
			}
		}
		row := []string{name, "KG-Hybrid", "BM25"}
		deviation := math.Sqrt((squares - d*d/n) / (n - 1))
		want := map[string]float64{"mean_a": a / n, "mean_b": b / n, "difference": (a - b) / n, "tasks": n}
		if deviation > 0 {
			want["cohen_dz"] = d / n / deviation
		}
		for column, want := range want {
			out = append(out, printedCell{"R@5 by tier against BM25", "effect-pinepaper-made-up-run-recall-at-5-tier", row, column, want, 1e-9})
		}
	}
	return out
}

// correct tells whether an attempt's state at the end is the one that was to be reached.
func (l *paperLine) correct() float64 {
	return boolean(l.StateAfter == l.StateGoal)
}

// loggedParadigms: success and tokens by model and paradigm; the paired difference of two
// paradigms, by task over both models.
func loggedParadigms(_ *testing.T, lines []paperLine) []printedCell {
	success, tokens, effect := means{}, means{}, means{}
	for i := range lines {
		l := &lines[i]
		success.add(l.Model, strings.ToLower(l.Paradigm), l.correct())
		tokens.add(l.Model, strings.ToLower(l.Paradigm), float64(l.PromptTokens+l.CompletionTokens))
		switch l.Paradigm {
		case "full":
			effect.add("full & rag", "mean_a", l.correct())
		case "rag":
			effect.add("full & rag", "mean_b", l.correct())
		}
	}
	return join(success.cells("success by paradigm", "pivot-complexmcp-paradigms-made-up-model-paradigm-trajectory-correct"), tokens.cells("tokens by paradigm", "pivot-complexmcp-paradigms-made-up-model-paradigm-total-tokens"),
		effect.cells("full context against retrieval", "effect-complexmcp-paradigms-made-up-paradigm-trajectory-correct"))
}

// loggedActionSpace: success and recall at 10 by the number of tools, in the table and on the curves.
func loggedActionSpace(_ *testing.T, lines []paperLine) []printedCell {
	table, success, recall := means{}, means{}, means{}
	for i := range lines {
		l := &lines[i]
		n := fmt.Sprint(l.ActionSpace)
		table.add(n, "trajectory_correct", l.correct())
		table.add(n, "recall_at_10", recallAt(l, 10))
		success.add("* & "+n, "mean", l.correct())
		recall.add("* & "+n, "mean", recallAt(l, 10))
	}
	return join(table.cells("number of tools", "pivot-complexmcp-action-space-made-up-action-space-metric-interval"), success.cells("success by the number of tools", "curve-points-complexmcp-action-space-made-up-action-space-trajectory-correct"),
		recall.cells("recall by the number of tools", "curve-points-complexmcp-action-space-made-up-action-space-recall-at-10"))
}

// loggedCases: how many attempts each example stands for: those with its label, and those on
// which the default judge and people disagree for its reason.
func loggedCases(_ *testing.T, lines []paperLine) []printedCell {
	count := map[[2]string]float64{}
	for _, l := range lines {
		for _, label := range l.Labels {
			count[[2]string{label.Mode, "cases-livemcpbench-made-up-label"}]++
		}
		reference := -1.
		for _, j := range l.Judgments {
			if j.Reference {
				reference = *j.Verdict
			}
		}
		for _, j := range l.Judgments {
			if j.Judge == "deepseek-v3" && reference >= 0 && *j.Verdict != reference {
				count[[2]string{j.Error, "cases-livemcpbench-made-up-disagreement"}]++
			}
		}
	}
	var out []printedCell
	for at, n := range count {
		out = append(out, printedCell{"an example of " + at[0], at[1], []string{at[0]}, "attempts", n, 0})
	}
	return out
}
