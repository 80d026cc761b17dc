package metrics

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"mcpstats/analysis/result"
	"mcpstats/datasets"
)

func needsMet(t *datasets.Trajectory) map[string]float64 {
	out := map[string]float64{}
	NeedMet().Each(t, func(name string, v float64) { out[name] = v })
	return out
}

// By hand: b and c are called, a is not; without a prediction nothing is known.
func TestNeedMetByHand(t *testing.T) {
	plan := []datasets.Need{need("a"), need("b", "z"), need("c")}
	got := needsMet(&datasets.Trajectory{Expected: plan, Predicted: []string{"c", "z"}})
	if len(got) != 3 || got["need_met[1]"] != 0 || got["need_met[2]"] != 1 || got["need_met[3]"] != 1 {
		t.Errorf("%v, expected 0, 1 and 1", got)
	}
	if got := needsMet(&datasets.Trajectory{Expected: plan}); len(got) != 0 {
		t.Errorf("without a prediction: %v", got)
	}
	if got := needsMet(&datasets.Trajectory{Expected: plan, Predicted: []string{}}); len(got) != 3 || got["need_met[1]"] != 0 {
		t.Errorf("of an empty prediction: %v, expected three zeros", got)
	}
}

// The mean over the needs is plan_recall, and each is met exactly where some call is left for it
// when calls take, one after the other, the first free need that lists them.
func TestNeedMetTakesRecallApart(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		plan, predicted := plansOf(t, false)
		if len(plan) == 0 {
			return
		}
		log := &datasets.Trajectory{Expected: plan, Predicted: predicted}
		if log.Predicted == nil {
			log.Predicted = []string{}
		}
		got := needsMet(log)
		taken := map[int]bool{}
		for _, tool := range log.Predicted {
			for i, n := range plan {
				lists := false
				for _, one := range n.AnyOf {
					lists = lists || one == tool
				}
				if lists && !taken[i] {
					taken[i] = true
					break
				}
			}
		}
		sum, count := 0.0, 0.0
		for i := range plan {
			v, ok := got[result.NeedMetAt(i+1)]
			if !ok {
				continue
			}
			if (v == 1) != taken[i] {
				t.Fatalf("need %d is %v, expected %v", i+1, v, taken[i])
			}
			sum, count = sum+v, count+1
		}
		if want := matchPlan(plan, log.Predicted).recall(); count > 0 && math.Abs(sum/count-want) > 1e-12 {
			t.Fatalf("mean %v, recall %v", sum/count, want)
		}
	})
}
