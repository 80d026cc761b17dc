package evaluate

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"
	"testing"

	"mcpstats/analysis/evaluate/judges"
	"mcpstats/analysis/internal/tabletest"
	"mcpstats/analysis/result"
	"mcpstats/analysis/table"
	"mcpstats/stats"
)

// judgedTasks are verdicts of one judge and the reference at tasks of 1 to most
// attempts, every attempt there so many times; a fifth of the reference's are lacking.
func judgedTasks(seed uint64, tasks, most, copies int) []table.Record {
	rng := rand.New(rand.NewPCG(seed, 1))
	var records []table.Record
	for i := range tasks {
		trial := 0
		easy, err := rng.Float64(), 0.35*rng.Float64()
		for range 1 + rng.IntN(most) {
			truth, said := 0.0, 0.0
			if rng.Float64() < easy {
				truth = 1
			}
			if said = truth; rng.Float64() < err {
				said = 1 - truth
			}
			labelled := rng.Float64() < 0.8
			for range copies {
				r := tabletest.Attempted("a", fmt.Sprint("t", i), trial, -1)
				r.Values = append(r.Values, table.Value{Metric: "judge_success[j]", Value: said})
				if labelled {
					r.Values = append(r.Values, table.Value{Metric: "human_success", Value: truth})
				}
				records = append(records, r)
				trial++
			}
		}
	}
	return records
}

// TestJudgeIntervalsByTask: intervals that are resampled from sums are those of the
// published estimators computed anew from all attempts of every resample.
func TestJudgeIntervalsByTask(t *testing.T) {
	const tasks = 30
	records := judgedTasks(3, tasks, 4, 1)
	a := evaluated(t, tabletest.Of(t, "error", records...), result.Plan{Resamples: 300}).Agreement[0]
	byTask := make([]stats.Confusion, tasks)
	passed, judged := make([]int, tasks), make([]int, tasks)
	agree, of := []int{}, []int{}
	for _, r := range records {
		i, err := strconv.Atoi(r.Attempt.Task[1:])
		if err != nil {
			t.Fatal(err)
		}
		judged[i]++
		passed[i] += int(r.Values[0].Value)
		if len(r.Values) < 2 {
			continue
		}
		switch said, truth := r.Values[0].Value == 1, r.Values[1].Value == 1; {
		case said && truth:
			byTask[i].TP++
		case said:
			byTask[i].FP++
		case truth:
			byTask[i].FN++
		default:
			byTask[i].TN++
		}
	}
	var labelled []int // tasks, in the order of their names, as tables have them
	for i, c := range byTask {
		if n := c.TP + c.FP + c.FN + c.TN; n > 0 {
			labelled = append(labelled, i)
			agree, of = append(agree, c.TP+c.TN), append(of, n)
		}
	}
	sum := func(tasks []int) (c stats.Confusion) {
		for _, i := range tasks {
			c.TP += byTask[i].TP
			c.FP += byTask[i].FP
			c.FN += byTask[i].FN
			c.TN += byTask[i].TN
		}
		return c
	}
	every := make([]int, tasks)
	for i := range every {
		every[i] = i
	}
	for _, c := range []struct {
		name  string
		got   *result.IntervalEstimate
		tasks []int
		of    func([]int) (float64, bool)
	}{
		{"kappa", a.KappaInterval, labelled, func(tasks []int) (float64, bool) {
			s := sum(tasks)
			k, err := stats.CohenKappa([][]int{{s.TP, s.FP}, {s.FN, s.TN}}, stats.KappaOptions{})
			return k.Value, err == nil
		}},
		{"AC1", a.AC1Interval, labelled, func(tasks []int) (float64, bool) {
			k, err := stats.GwetAC1(judges.RatingsOf(result.Confusion(sum(tasks))), 0.95)
			return k.Value, err == nil
		}},
		{"corrected", a.Corrected.Interval, every, func(tasks []int) (float64, bool) {
			p, n := 0, 0
			for _, i := range tasks {
				p += passed[i]
				n += judged[i]
			}
			g, err := stats.RoganGladenRate(p, n, sum(tasks), 0.95)
			return g.Corrected, err == nil
		}},
	} {
		want, err := stats.BootstrapStatistic(len(c.tasks), func(at []int) (float64, bool) {
			var drawn []int
			for _, i := range at {
				drawn = append(drawn, c.tasks[i])
			}
			return c.of(drawn)
		}, stats.BootstrapOptions{Replicates: 300, Seed: stats.DeriveSeed(result.DefaultSeed, "bench", "judges", "bootstrap", strconv.Itoa(len(c.tasks)))})
		if err != nil {
			t.Fatal(err)
		}
		if c.got == nil || math.Abs(float64(c.got.Low)-want.Interval.Low) > 1e-9 || math.Abs(float64(c.got.High)-want.Interval.High) > 1e-9 {
			t.Errorf("%s: %+v, want %+v", c.name, c.got, want.Interval)
		}
	}
	share, err := stats.ShareOfClusters(agree, of)
	if err != nil {
		t.Fatal(err)
	}
	score, _ := share.ScoreInterval(0.95)
	byT, _ := share.TInterval(0.95)
	if a.AgreementCI.Method != "wilson_effective" || math.Abs(float64(a.AgreementCI.Low)-score.Low) > 1e-12 || math.Abs(float64(a.AgreementAlso.High)-byT.High) > 1e-12 {
		t.Errorf("agreement %+v and %+v, want %+v and %+v", a.AgreementCI, a.AgreementAlso, score, byT)
	}
	if a.NTasks != len(labelled) || a.NUnits != len(labelled) || a.Corrected.JudgedTasks != tasks {
		t.Errorf("%d and %d tasks, %d units", a.NTasks, a.Corrected.JudgedTasks, a.NUnits)
	}
}

// TestCopiesOfAttempts: repeating every attempt tells nothing new of a judge.
func TestCopiesOfAttempts(t *testing.T) {
	for seed := range uint64(6) {
		for _, clustered := range []bool{false, true} {
			read := func(copies int) *result.Results {
				records := judgedTasks(seed, 25, 3, copies)
				for i := range records {
					if clustered {
						task, _ := strconv.Atoi(records[i].Attempt.Task[1:])
						records[i].Attempt.Cluster = fmt.Sprint("doc", task/2)
					}
				}
				return evaluated(t, tabletest.Of(t, "error", records...), result.Plan{Resamples: 200})
			}
			once, often := read(1).Agreement[0], read(7).Agreement[0]
			if often.N != 7*once.N || often.NTasks != once.NTasks || clustered && once.NUnits >= once.NTasks {
				t.Fatalf("%d attempts at %d tasks, %d at %d", once.N, once.NTasks, often.N, often.NTasks)
			}
			if p, q := once.Bias, often.Bias; p.Method != q.Method || math.Abs(*p.P-*q.P) > 1e-9 {
				t.Errorf("seed %d: bias %+v of once, %+v of seven copies", seed, p, q)
			}
			for name, iv := range map[string][2]*result.IntervalEstimate{
				"kappa": {once.KappaInterval, often.KappaInterval}, "AC1": {once.AC1Interval, often.AC1Interval},
				"corrected": {once.Corrected.Interval, often.Corrected.Interval}, "agreement": {once.AgreementAlso, often.AgreementAlso}, "bias": {once.BiasInterval, often.BiasInterval},
			} {
				if iv[0] == nil || iv[1] == nil || math.Abs(float64(iv[0].Low-iv[1].Low)) > 1e-9 || math.Abs(float64(iv[0].High-iv[1].High)) > 1e-9 {
					t.Errorf("seed %d: %s %+v of once, %+v of seven copies", seed, name, iv[0], iv[1])
				}
			}
		}
	}
}

// TestCopiesOfSingleAttempts: 7 tasks that the judge alone passes and 2 that the
// reference alone does: McNemar's p = 2 (1 + 9 + 36)/512, however often each is written down.
func TestCopiesOfSingleAttempts(t *testing.T) {
	for _, copies := range []int{1, 2, 5} {
		var records []table.Record
		for i := range 40 {
			said, truth := 1.0, 1.0
			if i < 2 {
				said = 0
			} else if i < 9 {
				truth = 0
			}
			for trial := range copies {
				r := tabletest.Attempted("a", fmt.Sprint("t", i), trial, -1)
				r.Values = append(r.Values, table.Value{Metric: "judge_success[j]", Value: said}, table.Value{Metric: "human_success", Value: truth})
				records = append(records, r)
			}
		}
		b := evaluated(t, tabletest.Of(t, "error", records...), result.Plan{}).Agreement[0].Bias
		if b.Method != "mcnemar_exact" || math.Abs(*b.P-92./512) > 1e-14 {
			t.Errorf("%d copies: %s, p = %v", copies, b.Method, *b.P)
		}
	}
}

// TestConstantBias: a difference without spread is a finding by the sign test. At each of 8
// tasks the judge passes both attempts, the reference one: p = 2/256.
func TestConstantBias(t *testing.T) {
	var records []table.Record
	for i := range 8 {
		for trial := range 2 {
			r := tabletest.Attempted("a", fmt.Sprint("t", i), trial, -1)
			r.Values = append(r.Values, table.Value{Metric: "judge_success[j]", Value: 1}, table.Value{Metric: "human_success", Value: float64(trial)})
			records = append(records, r)
		}
	}
	a := evaluated(t, tabletest.Of(t, "error", records...), result.Plan{}).Agreement[0]
	if a.Bias.Method != "sign" || *a.Bias.P != 2./256 || *a.BiasDiff != 0.5 {
		t.Errorf("%+v", a.Bias)
	}
}

// TestPanelIntervalsByTask: alpha and AC1 of a panel with gaps, resampled from sums, are
// those computed anew from the attempts drawn.
func TestPanelIntervalsByTask(t *testing.T) {
	records := judged()
	var ratings [24][][]float64
	for i := range records {
		row := []float64{records[i].Values[0].Value, records[i].Values[1].Value, records[i].Values[2].Value}
		if i%5 == 0 { // the third judge has gaps
			records[i].Values = append(records[i].Values[:2], records[i].Values[3:]...)
			row[2] = math.NaN()
		}
		ratings[i/2] = append(ratings[i/2], row)
	}
	p := evaluated(t, tabletest.Of(t, "error", records...), result.Plan{Resamples: 300}).Panels[0]
	if p.NTasks != 24 {
		t.Errorf("%d tasks", p.NTasks)
	}
	opt := stats.BootstrapOptions{Replicates: 300, Seed: stats.DeriveSeed(result.DefaultSeed, "bench", "panels", "bootstrap", "24")}
	attempts := func(tasks []int) (rows [][]float64) {
		for _, task := range tasks {
			rows = append(rows, ratings[task]...)
		}
		return rows
	}
	alpha := func(tasks []int) (float64, bool) {
		rows := attempts(tasks)
		byRater := make([][]float64, 3)
		for _, row := range rows {
			for j, v := range row {
				byRater[j] = append(byRater[j], v)
			}
		}
		k, err := stats.KrippendorffAlpha(byRater, stats.NominalScale)
		return k.Value, err == nil
	}
	ac1 := func(tasks []int) (float64, bool) {
		var counts [][]int
		for _, row := range attempts(tasks) {
			c := []int{0, 0}
			for _, v := range row {
				if !math.IsNaN(v) {
					c[int(v)]++
				}
			}
			counts = append(counts, c)
		}
		k, err := stats.GwetAC1(counts, 0.95)
		return k.Value, err == nil
	}
	for name, c := range map[string]struct {
		got *result.IntervalEstimate
		of  func([]int) (float64, bool)
	}{"alpha": {p.AlphaCI, alpha}, "AC1": {p.AC1Interval, ac1}} {
		want, err := stats.BootstrapStatistic(24, c.of, opt)
		if err != nil {
			t.Fatal(err)
		}
		if c.got == nil || math.Abs(float64(c.got.Low)-want.Interval.Low) > 1e-9 || math.Abs(float64(c.got.High)-want.Interval.High) > 1e-9 {
			t.Errorf("%s: %+v, want %+v", name, c.got, want.Interval)
		}
	}
}
