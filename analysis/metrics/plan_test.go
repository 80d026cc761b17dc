package metrics

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"mcpstats/datasets"
)

// need makes a need of one or more tools.
func need(tools ...string) datasets.Need { return datasets.Need{AnyOf: tools} }

func after(n datasets.Need, needs ...int) datasets.Need {
	n.After = needs
	return n
}

// Worked by hand from the definition: each call takes the first free need that
// lists it; precision counts calls whose dependencies were met before.
func TestPlanMetricsByHand(t *testing.T) {
	abc := []datasets.Need{need("a"), need("b"), need("c")}
	chain := []datasets.Need{need("a"), after(need("b"), 0), after(need("c"), 1)}
	for _, c := range []struct {
		name                         string
		expected                     []datasets.Need
		predicted                    []string
		recall, precision, f1, exact float64
	}{
		{"both empty", []datasets.Need{}, []string{}, 1, 1, 1, 1},
		{"nothing predicted", abc, []string{}, 0, 0, 0, 0},
		{"nothing expected", []datasets.Need{}, []string{"a"}, 1, 0, 0, 0},
		{"only No, nothing expected", []datasets.Need{}, []string{"No::No"}, 1, 1, 1, 1},
		{"No where a tool is expected", abc[:1], []string{"No::No"}, 0, 0, 0, 0},
		{"plan not known", nil, []string{"a"}, undefined, undefined, undefined, undefined},
		{"prediction not known", abc, nil, undefined, undefined, undefined, undefined},
		{"in order", chain, []string{"a", "b", "c"}, 1, 1, 1, 1},
		{"reversed chain", chain, []string{"c", "b", "a"}, 1, 1. / 3, 0.5, 0},
		{"reversed, independent", abc, []string{"c", "b", "a"}, 1, 1, 1, 1},
		// The dependency is missing altogether: b is misplaced, c follows b.
		{"first of the chain missing", chain, []string{"b", "c"}, 2. / 3, 0.5, 4. / 7, 0},
		{"one wrong", abc, []string{"a", "x"}, 1. / 3, 0.5, 0.4, 0},
		{"duplicate in a chain", chain, []string{"a", "a", "b", "c"}, 1, 0.75, 6. / 7, 0},
		{"duplicate, independent single tools", abc, []string{"a", "a", "b", "c"}, 1, 0.75, 6. / 7, 1},
		{"duplicate, one need", abc[:1], []string{"a", "a"}, 1, 0.5, 2. / 3, 0},
		{"level 2: any member is a success", []datasets.Need{need("a", "b", "c")}, []string{"b"}, 1, 1, 1, 1},
		{"level 2: two members are one too many", []datasets.Need{need("a", "b", "c")}, []string{"b", "c"}, 1, 0.5, 2. / 3, 0},
		// Greedy: x takes the first need, so that a finds none. A maximum matching
		// would meet both.
		{"overlapping sets", []datasets.Need{need("x", "a"), need("x")}, []string{"x", "a"}, 0.5, 0.5, 0.5, 0},
		{"depends on itself", []datasets.Need{after(need("a"), 0)}, []string{"a"}, 1, 0, 0, 0},
		{"depends on a need that is not there", []datasets.Need{after(need("a"), 7)}, []string{"a"}, 1, 0, 0, 0},
		{"forward dependency, met", []datasets.Need{after(need("a"), 1), need("b")}, []string{"b", "a"}, 1, 1, 1, 1},
		{"alternatives, duplicate", []datasets.Need{need("a", "z"), need("b")}, []string{"a", "a", "b"}, 1, 2. / 3, 0.8, 0},
		{"orchestrator's notation", []datasets.Need{need("s::a")}, []string{`{"server": "s", "tool_name": "a"}`}, 1, 1, 1, 1},
		{"more needs than the buffer", many(40), ids(40), 1, 1, 1, 1},
	} {
		tr := &datasets.Trajectory{Expected: c.expected, Predicted: c.predicted}
		check(t, c.name+": plan_recall", scoreOf(t, "plan_recall", tr), c.recall)
		check(t, c.name+": plan_precision", scoreOf(t, "plan_precision", tr), c.precision)
		check(t, c.name+": plan_f1", scoreOf(t, "plan_f1", tr), c.f1)
		check(t, c.name+": plan_exact_match", scoreOf(t, "plan_exact_match", tr), c.exact)
		producedF1 := c.f1
		if len(c.predicted) == 0 && len(c.expected) > 0 {
			producedF1 = undefined
		}
		check(t, c.name+": plan_f1_produced", scoreOf(t, "plan_f1_produced", tr), producedF1)
	}
}

func ids(n int) []string {
	out := make([]string, n)
	for i := range out {
		out[i] = fmt.Sprintf("s::t%d", i)
	}
	return out
}

func many(n int) []datasets.Need {
	out := make([]datasets.Need, n)
	for i, id := range ids(n) {
		out[i] = need(id)
		if i > 0 {
			out[i].After = []int{i - 1}
		}
	}
	return out
}

func TestRejectionAndSingleTool(t *testing.T) {
	for _, c := range []struct {
		name                    string
		expected                []datasets.Need
		predicted               []string
		rejection, tool, server float64
	}{
		{"nothing called", []datasets.Need{}, []string{}, 1, undefined, undefined},
		{"No", []datasets.Need{}, []string{"No::No", " no "}, 1, undefined, undefined},
		{"No as an object", []datasets.Need{}, []string{`{"server": "No", "tool_name": "No"}`}, 1, undefined, undefined},
		{"a tool called No", []datasets.Need{}, []string{"Fastly::No"}, 0, undefined, undefined},
		{"No and a tool", []datasets.Need{}, []string{"No::No", "s::a"}, 0, undefined, undefined},
		{"not known", []datasets.Need{}, nil, undefined, undefined, undefined},
		{"plan not known", nil, []string{}, undefined, undefined, undefined},
		{"right", []datasets.Need{need("s::a", "r::b")}, []string{"s::a"}, undefined, 1, 1},
		{"from two members", []datasets.Need{need("s::a", "r::b")}, []string{"s::b"}, undefined, 1, 1},
		{"server wrong", []datasets.Need{need("s::a")}, []string{"x::a"}, undefined, 1, 0},
		{"tool wrong", []datasets.Need{need("s::a")}, []string{"s::x", "s::a"}, undefined, 0, 1},
		{"nothing predicted", []datasets.Need{need("s::a")}, []string{}, undefined, 0, 0},
		{"no servers in the plan", []datasets.Need{need("a")}, []string{"a"}, undefined, 1, undefined},
		{"two needs", []datasets.Need{need("s::a"), need("s::b")}, []string{"s::a"}, undefined, undefined, undefined},
	} {
		tr := &datasets.Trajectory{Expected: c.expected, Predicted: c.predicted}
		check(t, c.name+": rejection_exact_match", scoreOf(t, "rejection_exact_match", tr), c.rejection)
		check(t, c.name+": tool_name_match", scoreOf(t, "tool_name_match", tr), c.tool)
		check(t, c.name+": server_match", scoreOf(t, "server_match", tr), c.server)
	}
}

// plansOf draws a plan over few tools and a prediction, so that overlaps,
// duplicates and misplacements are frequent.
func plansOf(rt *rapid.T, disjoint bool) (needs []datasets.Need, predicted []string) {
	tool := rapid.SampledFrom([]string{"a", "b", "c", "d", "e", "f", "g", "h"})
	taken := map[string]bool{}
	for i := range rapid.IntRange(0, 5).Draw(rt, "needs") {
		var n datasets.Need
		for _, id := range rapid.SliceOfNDistinct(tool, 1, 3, rapid.ID).Draw(rt, "members") {
			if !disjoint || !taken[id] {
				n.AnyOf = append(n.AnyOf, id)
				taken[id] = true
			}
		}
		if i > 0 {
			n.After = rapid.SliceOfNDistinct(rapid.IntRange(0, i-1), 0, i, rapid.ID).Draw(rt, "after")
		}
		needs = append(needs, n)
	}
	return needs, rapid.SliceOfN(tool, 0, 6).Draw(rt, "predicted")
}

// maximumMatching tries every assignment: what any matching can reach.
func maximumMatching(needs []datasets.Need, predicted []string) int {
	if len(predicted) == 0 {
		return 0
	}
	best := maximumMatching(needs, predicted[1:])
	for i, n := range needs {
		if slices.Contains(n.AnyOf, predicted[0]) {
			rest := slices.Delete(slices.Clone(needs), i, i+1)
			best = max(best, 1+maximumMatching(rest, predicted[1:]))
		}
	}
	return best
}

// Greedy matching is maximal, so it reaches at least half of the maximum; where
// no tool is in two sets it is the maximum.
func TestGreedyMatchingAgainstBruteForce(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		needs, predicted := plansOf(rt, false)
		m, best := matchPlan(needs, predicted), maximumMatching(needs, predicted)
		if m.matched > best || 2*m.matched < best {
			rt.Fatalf("greedy %d, maximum %d", m.matched, best)
		}
		needs, predicted = plansOf(rt, true)
		if m, best := matchPlan(needs, predicted), maximumMatching(needs, predicted); m.matched != best {
			rt.Fatalf("disjoint sets: greedy %d, maximum %d", m.matched, best)
		}
	})
}

func TestPlanProperties(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		needs, predicted := plansOf(rt, false)
		m := matchPlan(needs, predicted)
		if m.placed > m.matched || m.matched > min(len(needs), len(predicted)) {
			rt.Fatalf("impossible counts %+v", m)
		}
		p, r, f := m.precision(), m.recall(), m.f1()
		if p < 0 || p > 1 || r < 0 || r > 1 || f < min(p, r)-1e-15 || f > max(p, r)+1e-15 || f > (p+r)/2+1e-15 {
			rt.Fatalf("precision %v, recall %v, F1 %v", p, r, f)
		}
		if m.perfect() != (math.Abs(f-1) < 1e-15) {
			rt.Fatalf("perfect is %v at F1 %v", m.perfect(), f)
		}
		// A tool that no need lists costs precision and nothing else.
		at := rapid.IntRange(0, len(predicted)).Draw(rt, "at")
		more := matchPlan(needs, slices.Insert(slices.Clone(predicted), at, "unheard of"))
		if more.matched != m.matched || more.placed != m.placed || more.predicted != m.predicted+1 {
			rt.Fatalf("an irrelevant call changed %+v to %+v", m, more)
		}
		// Without dependencies every match is in its place.
		free := slices.Clone(needs)
		for i := range free {
			free[i].After = nil
		}
		if n := matchPlan(free, predicted); n.placed != n.matched || n.matched != m.matched {
			rt.Fatalf("dependencies changed the matching: %+v, %+v", m, n)
		}
	})
}
