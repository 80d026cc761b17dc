package evaluate

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"mcpstats/analysis/evaluate/study"
	"mcpstats/analysis/internal/tabletest"
	"mcpstats/analysis/result"
	"mcpstats/analysis/table"
	"mcpstats/datasets"
)

// runOf attempts tasks 0..tasks-1 of a run so often each, the first `wins` attempts
// in the order of tasks and trials being successes.
func runOf(run string, tasks, trials, wins int) []table.Record {
	var out []table.Record
	for i := range tasks {
		for k := range trials {
			v := 0.0
			if len(out) < wins {
				v = 1
			}
			out = append(out, tabletest.Attempted(run, fmt.Sprint("t", i), k, v))
		}
	}
	return out
}

func ledgerOf(t testing.TB, res *result.Results, run string) result.LedgerRow {
	t.Helper()
	for _, r := range res.Ledger {
		if r.Run == run {
			return r
		}
	}
	t.Fatalf("no ledger of %s", run)
	return result.LedgerRow{}
}

func meanOf(t *testing.T, res *result.Results, run string) float64 {
	t.Helper()
	s := summary(t, res, run, "success")
	if s.Mean == nil {
		return math.NaN()
	}
	return *s.Mean
}

func rankedRuns(res *result.Results) []string {
	var out []string
	for _, r := range res.Rankings {
		if r.Metric == "success" {
			for _, x := range r.Runs {
				out = append(out, x.Run)
			}
		}
	}
	return out
}

// One run tries every task once, another five times: 56 of 100 and 265 of 500 are 56%
// and 53%, and nobody lacks anything.
func TestOneTrialAgainstFive(t *testing.T) {
	res := evaluated(t, tabletest.Of(t, "error", append(runOf("five", 100, 5, 265), runOf("one", 100, 1, 56)...)...), result.Plan{})
	for run, want := range map[string]float64{"one": .56, "five": .53} {
		if got := meanOf(t, res, run); math.Abs(got-want) > 1e-12 {
			t.Errorf("%s has %v, want %v", run, got, want)
		}
		if row := ledgerOf(t, res, run); row.Missing+row.Surplus != 0 || row.PromisedBy != result.PromisedByHabit || row.Promised != row.Present || row.Promised != row.Expected {
			t.Errorf("%+v", row)
		}
	}
	if s := summary(t, res, "one", "success"); s.Interval == nil || s.Interval.Method != "wilson" {
		t.Errorf("single attempts have Wilson's interval whatever another run does, not %+v", s.Interval)
	}
	if got := rankedRuns(res); !slices.Equal(got, []string{"one", "five"}) {
		t.Errorf("ranked %v", got)
	}
}

// A stray sixth attempt at one of 10 tasks: the run's mean moves within that task, of
// which 3 of 5 become 3 of 6, and another run's does not. By hand: (9 x 3/5 + 3/6)/10
// = .59.
func TestStrayAttempt(t *testing.T) {
	var records []table.Record
	for _, run := range []string{"a", "b"} {
		for i := range 10 {
			for k := range 5 {
				records = append(records, tabletest.Attempted(run, fmt.Sprint("t", i), k, float64(min(1, k/2)))) // 3 of 5
			}
		}
	}
	res := evaluated(t, tabletest.Of(t, "error", append(records, tabletest.Attempted("a", "t3", 5, 0))...), result.Plan{})
	if a, b := meanOf(t, res, "a"), meanOf(t, res, "b"); math.Abs(a-.59) > 1e-12 || math.Abs(b-.6) > 1e-12 {
		t.Errorf("a has %v and b %v, want .59 and .6", a, b)
	}
	if row := ledgerOf(t, res, "a"); row.Trials != 5 || row.Promised != 50 || row.Present != 51 || row.Surplus != 1 || row.Missing != 0 {
		t.Errorf("%+v", row)
	}
}

// A run on 100 of 500 tasks has 73 of its own 100: 73.0%, unranked, and beside it what
// the ranked run has on the same 100, of which it solves 60.
func TestSubsetRun(t *testing.T) {
	records := append(runOf("whole", 500, 1, 60), runOf("part", 100, 1, 73)...)
	res := evaluated(t, tabletest.Of(t, "error", records...), result.Plan{})
	if got := meanOf(t, res, "part"); math.Abs(got-.73) > 1e-12 {
		t.Errorf("the subset run has %v, want .73", got)
	}
	if got := rankedRuns(res); !slices.Equal(got, []string{"whole"}) {
		t.Errorf("ranked %v", got)
	}
	sub := res.Rankings[0].Subsets
	if len(sub) != 1 || sub[0].Run != "part" || sub[0].NTasks != 100 || len(sub[0].Common) != 1 || sub[0].Common[0] != (result.CommonMean{Run: "whole", NTasks: 100, Mean: .6, SubsetMean: .73}) {
		t.Errorf("subsets %+v", sub)
	}
	if row := ledgerOf(t, res, "part"); row.PromisedBy != result.PromisedBySubset || row.Ranked || row.Promised != 100 || row.Missing != 0 {
		t.Errorf("%+v", row)
	}
	c := res.Comparisons[0]
	if c.NTasks != 100 || c.Unpaired != 400 || len(c.LeftOut) != study.MaxFlips {
		t.Errorf("%d paired, %d not, %v", c.NTasks, c.Unpaired, c.LeftOut)
	}
	if !slices.Contains(codes(res), "subset_run") {
		t.Errorf("warnings %v", codes(res))
	}
	// The user states the universe: 73 of 500 is 14.6%, and the run is ranked.
	res = evaluated(t, tabletest.Of(t, "error", records...), result.Plan{Tasks: "500"})
	if got := meanOf(t, res, "part"); math.Abs(got-.146) > 1e-12 || len(rankedRuns(res)) != 2 {
		t.Errorf("of 500 it has %v, want .146; ranked %v", got, rankedRuns(res))
	}
}

// Two runs without a task in common are subsets of each other: nothing is ranked, and
// that is said first.
func TestNothingRanked(t *testing.T) {
	var records []table.Record
	for i := range 20 {
		records = append(records, tabletest.Attempted("a", fmt.Sprint("t", i), 0, float64(i%2)), tabletest.Attempted("b", fmt.Sprint("u", i), 0, 1))
	}
	res := evaluated(t, tabletest.Of(t, "error", records...), result.Plan{})
	if got := rankedRuns(res); len(got) != 0 {
		t.Errorf("ranked %v", got)
	}
	if a, b := meanOf(t, res, "a"), meanOf(t, res, "b"); a != .5 || b != 1 {
		t.Errorf("%v and %v, want .5 and 1", a, b)
	}
	if w := res.Warnings[0]; w.Code != "nothing_ranked" || !w.Decisive {
		t.Errorf("said first: %+v", w)
	}
}

// What the log states counts before habit: a job of ten trials that left eight, six of
// them solved, has 6 of 10; a list of twelve ids 6 of 12; two attempts each 6 of 16.
func TestLogPromises(t *testing.T) {
	for _, c := range []struct {
		p        datasets.Promise
		want     float64
		promised int
	}{
		{datasets.Promise{NTasks: 10, Trials: 1}, .6, 10},
		{datasets.Promise{Attempts: 10}, .6, 10},
		{datasets.Promise{Tasks: []string{"t0", "t1", "t2", "t3", "t4", "t5", "t6", "t7", "x", "y", "z", "zz"}}, .5, 12},
		{datasets.Promise{Trials: 2}, .375, 16},
		{datasets.Promise{Tasks: []string{"of", "another", "name"}}, .75, 8}, // it promises nothing that the run is about
		{datasets.Promise{Tasks: []string{"t0", "t1"}}, 1, 2},
	} {
		b := table.NewBuilder()
		for i, r := range runOf("a", 8, 1, 6) {
			b.Add(table.Origin{Record: i, Format: "test"}, r)
		}
		c.p.Benchmark, c.p.Run, c.p.Source = "bench", "a", "the header"
		b.AddPromises(0, []datasets.Promise{c.p})
		built, err := b.Build("error")
		if err != nil {
			t.Fatal(err)
		}
		res := evaluated(t, built, result.Plan{})
		row := ledgerOf(t, res, "a")
		if got := meanOf(t, res, "a"); math.Abs(got-c.want) > 1e-12 || row.Promised != c.promised || row.Present+row.Missing-row.Surplus != row.Promised {
			t.Errorf("%+v: %v of %+v, want %v of %d", c.p, got, row, c.want, c.promised)
		}
		if by := row.PromisedBy; (by == result.PromisedByLog) != (c.p.Tasks == nil || c.p.Tasks[0] == "t0") {
			t.Errorf("%+v: by %s", c.p, by)
		}
		// The plan goes before the log.
		if got := meanOf(t, evaluated(t, built, result.Plan{Tasks: "24", Trials: 1}), "a"); math.Abs(got-.25) > 1e-12 {
			t.Errorf("%+v: of 24 it has %v, want .25", c.p, got)
		}
	}
}

// A plan that lists ids: what is not among them enters nothing, what is and was never
// attempted counts as failure. By hand: t0 solved, t1 not, x absent: 1 of 3.
func TestTasksOfAFile(t *testing.T) {
	records := []table.Record{tabletest.Attempted("a", "t0", 0, 1), tabletest.Attempted("a", "t1", 0, 0), tabletest.Attempted("a", "t2", 0, 1), tabletest.Attempted("a", "t2", 1, 1)}
	res := evaluated(t, tabletest.Of(t, "error", records...), result.Plan{Tasks: "ids.txt", TaskIDs: []string{"t0", "t1", "x"}})
	row := ledgerOf(t, res, "a")
	if got := meanOf(t, res, "a"); math.Abs(got-1./3) > 1e-12 || row.Promised != 3 || row.Missing != 1 || row.Surplus != 2 || row.Elsewhere != 2 || row.PromisedBy != result.PromisedByPlan {
		t.Errorf("%v, %+v", got, row)
	}
	if !slices.Contains(codes(res), "not_promised") {
		t.Errorf("warnings %v", codes(res))
	}
	for _, plan := range []result.Plan{{Tasks: "2"}, {Tasks: "f", TaskIDs: []string{"of", "another"}}, {Tasks: "f"}, {Tasks: "0"}, {Tasks: "-3"}, {Trials: -1}, {Tasks: "99999999999999999999"}} {
		if _, err := Evaluate(tabletest.Of(t, "error", records...), plan, tabletest.Catalog); err == nil {
			t.Errorf("%+v is taken", plan)
		}
	}
}

// A habit of fewer than nine tenths of the tasks is no clear promise: of ten tasks six
// have one attempt and four two, the first of each solved. If one was meant the mean is
// (6 + 4 x 1/2)/10 = .8, if two (6 x 1/2 + 4 x 1/2)/10 = .5. With --trials it is clear.
func TestUnclearPromise(t *testing.T) {
	var records []table.Record
	for i := range 10 {
		records = append(records, tabletest.Attempted("a", fmt.Sprint("t", i), 0, 1))
		if i < 4 {
			records = append(records, tabletest.Attempted("a", fmt.Sprint("t", i), 1, 0))
		}
	}
	res := evaluated(t, tabletest.Of(t, "error", records...), result.Plan{})
	u := ledgerOf(t, res, "a").Unclear
	if u == nil || u.Commonest != 1 || u.Largest != 2 || u.Tasks != 6 || math.Abs(*u.MeanCommonest-.8) > 1e-12 || math.Abs(*u.MeanLargest-.5) > 1e-12 {
		t.Errorf("%+v", u)
	}
	if got := warningsOf(res, "unclear_promise"); got != "bench: a: 6 of 10 tasks have 1 attempt, some up to 2: success is 80.0% if 1 were meant, 50.0% if 2. State which with --trials. (true)" {
		t.Error(got)
	}
	res = evaluated(t, tabletest.Of(t, "error", records...), result.Plan{Trials: 2})
	if got := meanOf(t, res, "a"); math.Abs(got-.5) > 1e-12 || ledgerOf(t, res, "a").Unclear != nil {
		t.Errorf("with two stated %v, %+v", got, ledgerOf(t, res, "a"))
	}
}

// pass@k and pass^k take the promised attempts as n: of five promised, two solved and
// one lost is c = 2 of n = 5: pass@2 = 1 - C(3,2)/C(5,2) = .7, pass^2 = C(2,2)/C(5,2) = .1.
func TestPassOfPromised(t *testing.T) {
	res := evaluated(t, tabletest.Of(t, "error", runOf("a", 1, 4, 2)...), result.Plan{Trials: 5})
	for metric, want := range map[string]float64{"pass_at_2": .7, "pass_hat_2": .1} {
		if s := summary(t, res, "a", metric); s.Mean == nil || math.Abs(*s.Mean-want) > 1e-12 {
			t.Errorf("%s is %v, want %v", metric, s.Mean, want)
		}
	}
}

// valuesCatalog declares what is filled in and what is not.
var valuesCatalog = append(slices.Clone(tabletest.Catalog),
	table.Metric{Name: "reward", Doc: "d", Cite: "c", Unit: "reward", Missing: result.FailWhereScored, Main: true},
	table.Metric{Name: "cost_usd", Doc: "d", Cite: "c", Unit: "USD", Better: result.Lower, Main: true},
	table.Metric{Name: "prompt_tokens", Doc: "d", Cite: "c", Unit: "tokens", Better: result.Lower},
	table.Metric{Name: "total_tokens", Doc: "d", Cite: "c", Unit: "tokens", Better: result.Lower})

// A reward that is unknown beside a stated verdict is left out and counted: (1 + .5)/2
// over two of three tasks. Where it is the verdict, it counts: (1 + .5 + 0)/3.
func TestUnknownReward(t *testing.T) {
	for _, stated := range []bool{true, false} {
		var records []table.Record
		for i, x := range []float64{1, .5, math.NaN()} {
			r := tabletest.Attempted("a", fmt.Sprint("t", i), 0, -1)
			if stated {
				r.Values = append(r.Values, table.Value{Metric: "success", Value: 1})
			}
			if !math.IsNaN(x) {
				r.Values = append(r.Values, table.Value{Metric: "reward", Value: x})
			}
			records = append(records, r)
		}
		res, err := Evaluate(tabletest.Of(t, "error", records...), result.Plan{Resamples: 100}, valuesCatalog)
		if err != nil {
			t.Fatal(err)
		}
		s := summary(t, res, "a", "reward")
		want, left, imputed := .75, 1, 0
		if !stated {
			want, left, imputed = .5, 0, 1
		}
		if math.Abs(*s.Mean-want) > 1e-12 || s.LeftOut != left || s.Imputed != imputed {
			t.Errorf("verdict stated %v: %v, %d left out, %d imputed; want %v, %d, %d", stated, *s.Mean, s.LeftOut, s.Imputed, want, left, imputed)
		}
	}
}

// Prices and tokens of 0 in every attempt are unknown, and so is a total with a part of
// them; a run with one price above 0 knows its zeros.
func TestZerosAreUnknown(t *testing.T) {
	var records []table.Record
	for i := range 4 {
		a, b := tabletest.Attempted("a", fmt.Sprint("t", i), 0, 1), tabletest.Attempted("b", fmt.Sprint("t", i), 0, 1)
		a.Values = append(a.Values, table.Value{Metric: "cost_usd", Value: 0}, table.Value{Metric: "prompt_tokens", Value: 0}, table.Value{Metric: "total_tokens", Value: 5})
		b.Values = append(b.Values, table.Value{Metric: "cost_usd", Value: float64(i / 3)}, table.Value{Metric: "prompt_tokens", Value: 4}, table.Value{Metric: "total_tokens", Value: 9})
		records = append(records, a, b)
	}
	res, err := Evaluate(tabletest.Of(t, "error", records...), result.Plan{Resamples: 100}, valuesCatalog)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range res.Summaries {
		if s.Run == "a" && s.Metric != "success" && s.Mean != nil {
			t.Errorf("a has a %s of %v", s.Metric, *s.Mean)
		}
	}
	if s := summary(t, res, "b", "cost_usd"); *s.Mean != .25 {
		t.Errorf("b has a price of %v, want .25", *s.Mean)
	}
	if got := warningsOf(res, "zero_amount"); got != "bench: a: 0 in every attempt, so taken as unknown: cost_usd, prompt_tokens, total_tokens. (false)" {
		t.Error(got)
	}
}

// random draws the attempts of a few runs, some without outcome.
func random(t *rapid.T, runs int) []table.Record {
	var out []table.Record
	for r := range runs {
		tasks := rapid.IntRange(1, 12).Draw(t, "tasks")
		for i := range tasks {
			for k := range rapid.IntRange(0, 4).Draw(t, "attempts") {
				out = append(out, tabletest.Attempted(fmt.Sprint("r", r), fmt.Sprint("t", i), k, float64(rapid.IntRange(-1, 1).Draw(t, "value"))))
			}
		}
	}
	return out
}

func resultsOf(t *rapid.T, records []table.Record, plan result.Plan) *result.Results {
	b := table.NewBuilder()
	for i, r := range records {
		b.Add(table.Origin{Record: i, Format: "test"}, r)
	}
	table, err := b.Build("error")
	if err != nil {
		t.Fatal(err)
	}
	plan.Resamples, plan.Strata = 100, []string{"none"}
	res, err := Summarize(table, plan, tabletest.Catalog, false)
	if err != nil {
		t.Fatal(err)
	}
	return res
}

// naive is a run's mean success in the plainest way: the sum of its verdicts at a
// promised task over the larger of its attempts and its usual number.
func naive(records []table.Record, run string) (mean float64, tasks int) {
	type counts struct{ n, wins int }
	mine, by, of := map[string]counts{}, map[string]map[string]bool{}, map[string]bool{}
	for _, r := range records {
		a := r.Attempt
		of[a.Run] = true
		if by[a.Task] == nil {
			by[a.Task] = map[string]bool{}
		}
		by[a.Task][a.Run] = true
		if a.Run == run {
			c := mine[a.Task]
			c.n++
			for _, v := range r.Values {
				c.wins += int(v.Value)
			}
			mine[a.Task] = c
		}
	}
	frequency, usual := map[int]int{}, 0
	for _, c := range mine {
		frequency[c.n]++
	}
	for n, f := range frequency {
		if usual == 0 || f > frequency[usual] || f == frequency[usual] && n > usual {
			usual = n
		}
	}
	core, had := []string{}, 0
	for task, runs := range by {
		if 2*len(runs) >= len(of) {
			core = append(core, task)
			if runs[run] {
				had++
			}
		}
	}
	if len(core) == 0 || 10*had < 9*len(core) {
		core = core[:0]
		for task := range mine {
			core = append(core, task)
		}
	}
	slices.Sort(core)
	sum := 0.0
	for _, task := range core {
		sum += float64(mine[task].wins) / float64(max(mine[task].n, usual))
	}
	return sum / float64(len(core)), len(core)
}

// Every run's mean and ledger are those of the plain reading, whatever the others did.
func TestPromiseProperty(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		records := random(t, rapid.IntRange(1, 4).Draw(t, "runs"))
		if len(records) == 0 {
			return
		}
		runs := map[string]bool{}
		known := false
		for _, r := range records {
			runs[r.Attempt.Run] = true
			known = known || len(r.Values) > 0
		}
		if !known {
			return
		}
		res := resultsOf(t, records, result.Plan{})
		for run := range runs {
			want, tasks := naive(records, run)
			found := false
			for _, s := range res.Summaries {
				if s.Run == run && s.Metric == "success" {
					found = true
					if math.Abs(*s.Mean-want) > 1e-12 || s.NTasks != tasks {
						t.Fatalf("%s has %v over %d tasks, plainly %v over %d", run, *s.Mean, s.NTasks, want, tasks)
					}
				}
			}
			if !found {
				t.Fatalf("%s has no mean", run)
			}
		}
		// The ledger adds up.
		b := table.NewBuilder()
		for i, r := range records {
			b.Add(table.Origin{Record: i, Format: "test"}, r)
		}
		table, err := b.Build("error")
		if err != nil {
			t.Fatal(err)
		}
		held, err := table.Held(result.Plan{})
		if err != nil {
			t.Fatal(err)
		}
		for r := range held.Benchmarks[0].Runs {
			row := held.Benchmarks[0].Promised[r].Row()
			if row.Present+row.Missing-row.Surplus != row.Promised || row.Promised != row.Tasks*row.Trials || row.Promised != row.Expected {
				t.Fatalf("%+v does not add up", row)
			}
		}
	})
}

// Another run's habit changes no number of mine: on the same tasks, it may try each as
// often as it likes. One stray attempt moves my mean by at most its task's share.
func TestHabitsOfOthers(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 12).Draw(t, "tasks")
		var mine []table.Record
		for i := range n {
			for k := range rapid.IntRange(1, 3).Draw(t, "attempts") {
				mine = append(mine, tabletest.Attempted("mine", fmt.Sprint("t", i), k, float64(rapid.IntRange(-1, 1).Draw(t, "value"))))
			}
		}
		mine = append(mine, tabletest.Attempted("mine", "t0", 9, 1)) // some outcome is known
		summaryOf := func(records []table.Record) result.Summary {
			for _, s := range resultsOf(t, records, result.Plan{}).Summaries {
				if s.Run == "mine" && s.Metric == "success" {
					return s
				}
			}
			t.Fatal("no mean")
			return result.Summary{}
		}
		alone := summaryOf(mine)
		for range 2 {
			all := slices.Clone(mine)
			for i := range n {
				for k := range rapid.IntRange(1, 6).Draw(t, "theirs") {
					all = append(all, tabletest.Attempted("theirs", fmt.Sprint("t", i), k, float64(k%2)))
				}
			}
			s := summaryOf(all)
			if *s.Mean != *alone.Mean || s.NAttempts != alone.NAttempts || s.Imputed != alone.Imputed || (s.SD == nil) != (alone.SD == nil) || s.SD != nil && *s.SD != *alone.SD ||
				(s.Interval == nil) != (alone.Interval == nil) || s.Interval != nil && *s.Interval != *alone.Interval {
				t.Fatalf("alone %+v, beside another run %+v", alone, s)
			}
		}
		// The stray attempt is added where it does not change the habit.
		counts := map[int]int{}
		per := map[string]int{}
		for _, r := range mine {
			per[r.Attempt.Task]++
		}
		for _, c := range per {
			counts[c]++
		}
		at := fmt.Sprint("t", rapid.IntRange(0, n-1).Draw(t, "stray"))
		more := append(slices.Clone(mine), tabletest.Attempted("mine", at, 20, float64(rapid.IntRange(0, 1).Draw(t, "won"))))
		if trials := resultsOf(t, mine, result.Plan{}); trials != nil {
			before, _, _ := table.HabitOf(sizes(per))
			per[at]++
			after, _, _ := table.HabitOf(sizes(per))
			if before != after {
				return
			}
			if got := *summaryOf(more).Mean; math.Abs(got-*alone.Mean) > 1/float64(n)+1e-12 {
				t.Fatalf("one attempt moves %v to %v over %d tasks", *alone.Mean, got, n)
			}
		}
	})
}

func sizes(per map[string]int) map[int32]int {
	out := map[int32]int{}
	for _, n := range per {
		out[int32(n)]++
	}
	return out
}

// Three jobs of the same two tasks, and one that states ten, of which two are theirs:
// its mean is its own 7 of 10, and no place among theirs. What nobody attempted makes
// nobody a stranger: a job of three that left two is ranked.
func TestJobsOfOtherTasks(t *testing.T) {
	b := table.NewBuilder()
	for i, r := range slices.Concat(runOf("ten", 10, 1, 7), runOf("x", 2, 1, 1), runOf("y", 2, 1, 2), runOf("z", 2, 1, 0)) {
		b.Add(table.Origin{Record: i, Format: "test"}, r)
	}
	var promises []datasets.Promise
	for run, n := range map[string]int{"ten": 10, "x": 2, "y": 2, "z": 3} {
		promises = append(promises, datasets.Promise{Benchmark: "bench", Run: run, NTasks: n, Trials: 1})
	}
	b.AddPromises(0, promises)
	built, err := b.Build("error")
	if err != nil {
		t.Fatal(err)
	}
	res := evaluated(t, built, result.Plan{})
	if got := rankedRuns(res); !slices.Equal(got, []string{"y", "x", "z"}) {
		t.Errorf("ranked %v", got)
	}
	if got := meanOf(t, res, "ten"); math.Abs(got-.7) > 1e-12 {
		t.Errorf("the job of ten has %v, want .7", got)
	}
	if row := ledgerOf(t, res, "z"); row.Promised != 3 || row.Missing != 1 || row.PromisedBy != result.PromisedByLog {
		t.Errorf("%+v", row)
	}
}
