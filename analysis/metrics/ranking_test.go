package metrics

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"mcpstats/datasets"
)

type irCase struct {
	Name   string
	Inputs struct {
		Ranking   []string
		Relevance map[string]float64
		Cases     []string
	}
	Expected map[string]any
}

func (c irCase) trajectory() *datasets.Trajectory {
	t := &datasets.Trajectory{Ranked: ranked(c.Inputs.Ranking...), Expected: []datasets.Need{}}
	var relevant []string
	for id, grade := range c.Inputs.Relevance {
		if grade > 0 {
			relevant = append(relevant, id)
		}
	}
	slices.Sort(relevant)
	for _, id := range relevant {
		t.Expected = append(t.Expected, need(id))
	}
	return t
}

// graded cases have an nDCG of their own; everything else sees grades as yes or no.
func (c irCase) graded() bool {
	for _, grade := range c.Inputs.Relevance {
		if grade > 1 {
			return true
		}
	}
	return false
}

func ranked(tools ...string) []datasets.Ranked {
	out := make([]datasets.Ranked, len(tools))
	for i, tool := range tools {
		out[i] = datasets.Ranked{Tool: tool, Score: float64(-i)}
	}
	return out
}

// oracleNames maps the oracle's names to ours: its hit is trec_eval's success.
func oracleNames() map[string]string {
	names := map[string]string{"rr": "mrr", "ap": "average_precision"}
	for _, k := range []int{1, 3, 5, 10} {
		for oracle, ours := range map[string]string{"recall": "recall", "precision": "precision", "hit": "any_hit", "ndcg": "ndcg"} {
			names[fmt.Sprintf("%s@%d", oracle, k)] = fmt.Sprintf("%s_at_%d", ours, k)
		}
	}
	return names
}

func TestRankingOracle(t *testing.T) {
	names := oracleNames()
	byName := map[string]irCase{}
	for _, c := range readJSON[[]irCase](t, "testdata/ir_metrics.json") {
		byName[c.Name] = c
		for key, ours := range names {
			isGain := key[0] == 'n'
			switch {
			case c.Expected["undefined"] == true:
				check(t, c.Name+": "+ours, scoreOf(t, ours, c.trajectory()), undefined)
			case c.Inputs.Cases != nil:
				if isGain {
					continue
				}
				sum := 0.0
				for _, name := range c.Inputs.Cases {
					sum += scoreOf(t, ours, byName[name].trajectory())
				}
				check(t, c.Name+": "+ours, sum/float64(len(c.Inputs.Cases)), c.Expected[key].(float64))
			case !isGain || !c.graded():
				check(t, c.Name+": "+ours, scoreOf(t, ours, c.trajectory()), c.Expected[key].(float64))
			}
		}
	}
	if len(byName) != 14 {
		t.Errorf("%d cases, expected 14", len(byName))
	}
}

// Needs of several tools, by hand: expected tools are a, b, c, d; needs are
// {a, b}, {c}, {d}; the ranking's different tools are x, b, a, c.
func TestRankingOfNeeds(t *testing.T) {
	tr := &datasets.Trajectory{
		Ranked:   ranked("x", "b", "b", "x", "a", "c"),
		Expected: []datasets.Need{need("a", "b"), need("c"), need("d")},
	}
	for name, want := range map[string]float64{
		"recall_at_1": 0, "recall_at_2": 0.25, "recall_at_3": 0.5, "recall_at_5": 0.75,
		"need_recall_at_1": 0, "need_recall_at_2": 1. / 3, "need_recall_at_3": 1. / 3, "need_recall_at_4": 2. / 3,
		"any_hit_at_1": 0, "any_hit_at_3": 1, "hit_at_10": 0,
		"precision_at_3": 2. / 3, "precision_at_10": 0.3,
		"mrr": 0.5, "average_precision": (1./2 + 2./3 + 3./4) / 4,
	} {
		check(t, name, scoreOf(t, name, tr), want)
	}
	tr.Expected = []datasets.Need{need("c"), need("b")}
	check(t, "hit_at_4", scoreOf(t, "hit_at_4", tr), 1)
	check(t, "hit_at_3", scoreOf(t, "hit_at_3", tr), 0)
	tr.Ranked = nil
	check(t, "no ranking", scoreOf(t, "recall_at_5", tr), undefined)
	check(t, "no ranking, needs", scoreOf(t, "need_recall_at_5", tr), undefined)
	tr.Ranked = []datasets.Ranked{}
	check(t, "empty ranking", scoreOf(t, "recall_at_5", tr), 0)
	check(t, "empty ranking, needs", scoreOf(t, "need_recall_at_5", tr), 0)
	tr.Expected = []datasets.Need{}
	check(t, "nothing expected", scoreOf(t, "mrr", tr), undefined)
	check(t, "nothing expected, needs", scoreOf(t, "need_recall_at_5", tr), undefined)
}

// Against the definitions spelled out over a list without repetitions, past the
// length at which distinct starts to hash.
func TestRankingProperties(t *testing.T) {
	tool := rapid.Custom(func(rt *rapid.T) string { return fmt.Sprintf("t%d", rapid.IntRange(0, 120).Draw(rt, "tool")) })
	rapid.Check(t, func(rt *rapid.T) {
		list := rapid.SliceOfN(tool, 0, 150).Draw(rt, "ranking")
		relevant := rapid.SliceOfNDistinct(tool, 1, 6, rapid.ID).Draw(rt, "relevant")
		k := rapid.IntRange(1, 160).Draw(rt, "k")
		tr := &datasets.Trajectory{Ranked: ranked(list...)}
		for _, id := range relevant {
			tr.Expected = append(tr.Expected, need(id))
		}

		var unique []string
		for _, id := range list {
			if !slices.Contains(unique, id) {
				unique = append(unique, id)
			}
		}
		found, gain, ideal, first, precisions := 0, 0.0, 0.0, 0.0, 0.0
		seen := 0
		for i, id := range unique {
			if !slices.Contains(relevant, id) {
				continue
			}
			seen++
			precisions += float64(seen) / float64(i+1)
			if first == 0 {
				first = 1 / float64(i+1)
			}
			if i < k {
				found++
				gain += math.Ln2 / math.Log(float64(i+2))
			}
		}
		for i := range min(k, len(relevant)) {
			ideal += math.Ln2 / math.Log(float64(i+2))
		}
		n := float64(len(relevant))
		for name, want := range map[string]float64{
			"recall": float64(found) / n, "need_recall": float64(found) / n, "precision": float64(found) / float64(k),
			"any_hit": indicator(found > 0), "hit": indicator(found == len(relevant)), "ndcg": gain / ideal,
		} {
			got := scoreOf(t, fmt.Sprintf("%s_at_%d", name, k), tr)
			if math.Abs(got-want) > 1e-12 {
				rt.Fatalf("%s_at_%d = %v, want %v", name, k, got, want)
			}
		}
		if got := scoreOf(t, "mrr", tr); math.Abs(got-first) > 1e-15 {
			rt.Fatalf("mrr = %v, want %v", got, first)
		}
		if got := scoreOf(t, "average_precision", tr); math.Abs(got-precisions/n) > 1e-12 {
			rt.Fatalf("average_precision = %v, want %v", got, precisions/n)
		}
	})
}
