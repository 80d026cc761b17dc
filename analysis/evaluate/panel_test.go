package evaluate

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"testing"

	"mcpstats/analysis/internal/tabletest"
	"mcpstats/analysis/result"
	"mcpstats/analysis/table"
	"mcpstats/stats"
)

// judged are the verdicts of three judges on two attempts at each of 24 tasks, the
// judges in agreement on most.
func judged() []table.Record {
	var records []table.Record
	for i := range 24 {
		for trial := range 2 {
			r := tabletest.Attempted("a", fmt.Sprint("t", i), trial, -1)
			for k, judge := range []string{"j", "k", "l"} {
				verdict := float64((i*i + trial) % 3 / 2)
				if (7*i+5*trial+3*k)%11 == 0 {
					verdict = 1 - verdict
				}
				r.Values = append(r.Values, table.Value{Metric: "judge_success[" + judge + "]", Value: verdict})
			}
			r.Values = append(r.Values, table.Value{Metric: "human_success", Value: 1})
			records = append(records, r)
		}
	}
	return records
}

// Fleiss' kappa is resampled from sums; the interval must be that of kappa computed
// anew from all attempts of every resample, tasks or clusters being drawn.
func TestFleissInterval(t *testing.T) {
	for units, perCluster := range map[int]int{24: 1, 8: 3} {
		records := judged()
		rows := make([][][]int, 24) // counts of failure and success of each attempt, by task
		cluster := make([]int, 24)
		for i := range records {
			counts := make([]int, 2)
			for _, v := range records[i].Values[:3] {
				counts[int(v.Value)]++
			}
			rows[i/2] = append(rows[i/2], counts)
			cluster[i/2] = i / 2 / perCluster
			if perCluster > 1 {
				records[i].Attempt.Cluster = fmt.Sprint("doc", cluster[i/2])
			}
		}
		res := evaluated(t, tabletest.Of(t, "error", records...), result.Plan{Resamples: 400})
		p := res.Panels[0]
		if p.FleissCI == nil || p.FleissCI.Method != "bca" || p.N != 48 || len(p.Notes) != 0 {
			t.Fatalf("%+v", p)
		}
		want, err := stats.BootstrapStatistic(24, func(tasks []int) (float64, bool) {
			var all [][]int
			for _, task := range tasks {
				all = append(all, rows[task]...)
			}
			k, err := stats.FleissKappa(all)
			return k.Value, err == nil
		}, stats.BootstrapOptions{Replicates: 400, Cluster: cluster, Seed: stats.DeriveSeed(result.DefaultSeed, "bench", "panels", "bootstrap", strconv.Itoa(24))})
		if err != nil {
			t.Fatal(err)
		}
		if math.Abs(float64(p.FleissCI.Low)-want.Interval.Low) > 1e-12 || math.Abs(float64(p.FleissCI.High)-want.Interval.High) > 1e-12 {
			t.Errorf("%d units: from %v to %v, want %v to %v", units, p.FleissCI.Low, p.FleissCI.High, want.Interval.Low, want.Interval.High)
		}
		if v := result.Float(*p.Fleiss); p.FleissCI.Low >= v || v >= p.FleissCI.High {
			t.Errorf("%d units: kappa %v outside %v to %v", units, v, p.FleissCI.Low, p.FleissCI.High)
		}
	}
}

// One task, or verdicts that are all alike, have no interval, and a note says why.
func TestFleissWithoutInterval(t *testing.T) {
	one := judged()[:2]
	one[0].Values[0].Value, one[0].Values[1].Value = 0, 1
	p := evaluated(t, tabletest.Of(t, "error", one...), result.Plan{}).Panels[0]
	if p.Fleiss == nil || p.FleissCI != nil || !slices.Contains(p.Notes, "Fleiss' kappa: fewer than two tasks or clusters: no interval") {
		t.Errorf("%+v", p)
	}
	alike := judged()
	for i := range alike {
		for k := range alike[i].Values {
			alike[i].Values[k].Value = 1
		}
	}
	p = evaluated(t, tabletest.Of(t, "error", alike...), result.Plan{}).Panels[0]
	if p.Fleiss != nil || p.FleissCI != nil || len(p.Notes) == 0 {
		t.Errorf("%+v", p)
	}
}
