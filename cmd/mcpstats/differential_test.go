package main

import (
	"encoding/json"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"mcpstats/analysis/result"
	"mcpstats/cmd/mcpstats/naive"
	"mcpstats/internal/testlength"
)

// The whole program, from files to results, says what a second implementation says
// that knows the rules and nothing of the program: on random small tables of every
// scale, shape and direction, whole or full of holes. RAPID_CHECKS=1000 looks longer.
func TestDifferential(t *testing.T) {
	for name, even := range map[string]bool{"even": true, "uneven": false} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			testlength.Checks(t, 8, 20)
			rapid.Check(t, func(rt *rapid.T) {
				table := drawTable(rt, even)
				res := resultsOf(t, dir, table, "compare")
				for _, difference := range differences(res, table) {
					rt.Error(difference)
				}
				if rt.Failed() {
					table.shape = strings.ReplaceAll(table.shape, "parquet", "csv")
					args := table.write(t, dir)
					text, _ := os.ReadFile(args[len(args)-1])
					rt.Logf("%s as %s\n%.3000s", table.metric, table.shape, text)
				}
			})
		})
	}
}

// A report holds the results that compare prints.
func TestDifferentialReport(t *testing.T) {
	if testing.Short() {
		t.Skip("writes reports")
	}
	dir := t.TempDir()
	for seed := range 4 {
		table := rapid.Custom(func(t *rapid.T) *randomTable { return drawTable(t, false) }).Example(seed)
		for _, difference := range differences(resultsOf(t, dir, table, "report"), table) {
			t.Error(seed, difference)
		}
	}
}

// resultsOf has a command read the table.
func resultsOf(t testing.TB, dir string, table *randomTable, command string) *result.Results {
	args := append([]string{command}, table.write(t, dir)...)
	args = append(args, "-q", "--resamples", "100", "--missing", "fail")
	if table.beside || table.shape == "scores" {
		args = append(args, "--metrics", table.metric)
	}
	if slices.ContainsFunc(table.Attempts, func(a naive.Attempt) bool { return a.Level != "" }) {
		args = append(args, "--strata", "level")
	} else {
		args = append(args, "--strata", "none")
	}
	var text []byte
	if command == "report" {
		out := filepath.Join(dir, "out")
		printed(t, append(args, "--figures", "none", "-o", out)...)
		text, _ = os.ReadFile(filepath.Join(out, marker))
	} else {
		text = []byte(printed(t, append(args, "--output", "json")...))
	}
	var res result.Results
	if err := json.Unmarshal(text, &res); err != nil {
		t.Fatal(err)
	}
	return &res
}

// level is the value of a stratum, empty where it is all tasks.
func level(s *result.Stratum) string {
	if s == nil {
		return ""
	}
	return s.Value
}

// near tells whether two numbers agree; within is relative for large ones.
func near(got *float64, want, within float64) bool {
	return got != nil && math.Abs(*got-want) <= within*max(1, math.Abs(want))
}

// nearP compares p-values by their ratio: a small one has no other error.
func nearP(got *float64, want float64) bool {
	return got != nil && (math.Abs(*got-want) <= 1e-12 || math.Abs(*got/want-1) <= 1e-6)
}

func shown(p *float64) any {
	if p == nil {
		return nil
	}
	return *p
}

// fails collects what differs.
type fails struct{ list []string }

func (f *fails) want(ok bool, what ...any) {
	if !ok && len(f.list) < 12 {
		words := make([]string, len(what))
		for i, w := range what {
			text, err := json.Marshal(w)
			if s, is := w.(string); is || err != nil {
				text = []byte(s)
			}
			words[i] = string(text)
		}
		f.list = append(f.list, strings.Join(words, " "))
	}
}

// differences lists where the results and the second implementation disagree.
func differences(res *result.Results, table *randomTable) []string {
	var f fails
	for _, l := range res.Ledger {
		want := table.Ledger(l.Run)
		f.want(l.Expected == want.Promised && l.Present == want.Present && l.Missing == want.Missing, "ledger of", l.Run, "promised, present, missing", l.Expected, l.Present, l.Missing, "want", want)
		f.want(l.NullOutcome == want.NoOutcome || table.beside, "ledger of", l.Run, "without outcome", l.NullOutcome, "want", want.NoOutcome)
	}
	f.want(len(res.Ledger) == len(table.Runs()), "runs in the ledger:", len(res.Ledger))
	checkSummaries(&f, res, table)
	pairs := checkPairs(&f, res, table)
	checkRanking(&f, res, table, pairs)
	return f.list
}

func checkSummaries(f *fails, res *result.Results, table *randomTable) {
	for _, s := range res.Summaries {
		if s.Metric != table.metric {
			continue
		}
		column := table.Column(s.Run, level(s.Stratum))
		values := slices.Collect(maps.Values(column))
		at := s.Run + " " + level(s.Stratum)
		f.want(s.NTasks == len(values), "tasks of", at, s.NTasks, "want", len(values))
		if len(values) == 0 {
			continue
		}
		mean, sd := meanAndSD(values)
		f.want(near(s.Mean, mean, 1e-9), "mean of", at, shown(s.Mean), "want", mean)
		if len(values) > 1 {
			f.want(near(s.SD, sd, 1e-9), "sd of", at, shown(s.SD), "want", sd)
		}
		if s.Interval == nil {
			continue
		}
		n := float64(len(values))
		var want [2]float64
		switch s.Interval.Method {
		case "wilson":
			if table.Clustered() {
				n = float64(table.Clusters(slices.Collect(maps.Keys(column))))
			}
			want = naive.Wilson(mean*n, n) // several attempts that all tasks share count as one
		case "cluster_robust_t":
			continue // of means; of differences it is compared
		case "t":
			half := naive.QuantileT(n-1) * sd / math.Sqrt(n)
			want = [2]float64{mean - half, mean + half}
		default:
			f.want(len(values) >= 20 || table.Clustered(), "interval of", at, s.Interval.Method, "with tasks", len(values))
			continue
		}
		f.want(sameInterval(s.Interval, want), "interval of", at, s.Interval, "want", want)
	}
}

func sameInterval(i *result.IntervalEstimate, want [2]float64) bool {
	low, high := float64(i.Low), float64(i.High)
	return near(&low, want[0], 1e-6) && near(&high, want[1], 1e-6)
}

func meanAndSD(x []float64) (mean, sd float64) {
	for _, v := range x {
		mean += v / float64(len(x))
	}
	for _, v := range x {
		sd += (v - mean) * (v - mean)
	}
	return mean, math.Sqrt(sd / float64(len(x)-1))
}

// checkPairs holds the comparisons against the second implementation's, which it
// returns for all tasks.
func checkPairs(f *fails, res *result.Results, table *randomTable) []*naive.Pair {
	families := map[bool][]*naive.Pair{} // by whether of a stratum
	found := map[*naive.Pair]*result.Comparison{}
	for i := range res.Comparisons {
		c := &res.Comparisons[i]
		if c.Metric != table.metric {
			continue
		}
		p, ok := table.Compare(c.A, c.B, level(c.Stratum))
		if !ok {
			f.want(c.NTasks == 0, c.A, c.B, "are compared without a common task")
			continue
		}
		if _, ok := p.P[p.Headline]; !ok && c.P != nil {
			// Differences without spread have no t: what stands in counts in the family.
			p.P[c.Headline], p.Headline = *c.P, c.Headline
		}
		families[c.Stratum != nil] = append(families[c.Stratum != nil], &p)
		found[&p] = c
	}
	for _, family := range families {
		naive.Holm(family)
		for _, p := range family {
			checkPair(f, found[p], p)
		}
	}
	runs, common := table.Runs(), 0
	for i, a := range runs {
		for _, b := range runs[i+1:] {
			if _, ok := table.Compare(a, b, ""); ok {
				common++
			}
		}
	}
	f.want(len(families[false]) == common, "comparisons of all tasks:", len(families[false]), "want", common)
	return families[false]
}

func checkPair(f *fails, c *result.Comparison, p *naive.Pair) {
	at := c.A + "-" + c.B + " " + level(c.Stratum)
	f.want(c.NTasks == len(p.Tasks), "tasks of", at, c.NTasks, "want", len(p.Tasks))
	f.want(near(c.MeanA, p.MeanA, 1e-9) && near(c.MeanB, p.MeanB, 1e-9), "means of", at, shown(c.MeanA), shown(c.MeanB), "want", p.MeanA, p.MeanB)
	f.want(near(c.Difference, p.MeanA-p.MeanB, 1e-9), "difference of", at, shown(c.Difference), "want", p.MeanA-p.MeanB)
	for _, test := range c.Tests {
		if want, ok := p.P[test.Method]; ok {
			f.want(nearP(test.P, want), test.Method, "of", at, "p", shown(test.P), "want", want, "of", p.D)
		}
	}
	want, ok := p.P[p.Headline]
	if !ok { // a constant difference, or one task: what stands in is not compared
		return
	}
	f.want(c.Headline == p.Headline, "headline of", at, c.Headline, "want", p.Headline)
	f.want(nearP(c.P, want), "p of", at, shown(c.P), "want", want)
	f.want(nearP(c.PAdjusted, p.Adjusted), "adjusted p of", at, shown(c.PAdjusted), "want", p.Adjusted)
	f.want(c.Significant == (p.Adjusted <= .05), "significance of", at, c.Significant)
	if p.Interval != nil {
		f.want(c.Interval != nil && sameInterval(c.Interval, *p.Interval), "interval of", at, c.Interval, "want", *p.Interval)
	}
}

// checkRanking holds order, letters and rank sets.
func checkRanking(f *fails, res *result.Results, table *randomTable, pairs []*naive.Pair) {
	var ranked []string
	for _, run := range table.Runs() {
		if len(table.Column(run, "")) > 0 && !table.Promise(run).Subset {
			ranked = append(ranked, run)
		}
	}
	var found *result.Ranking
	for i := range res.Rankings {
		if res.Rankings[i].Metric == table.metric {
			found = &res.Rankings[i]
		}
	}
	if table.Better == 0 || found == nil {
		f.want(found == nil || len(found.Runs) == 0 || table.Better != 0, "ranked by a metric of unknown direction")
		f.want(found != nil || table.Better == 0 || len(ranked) == 0, "no ranking")
		return
	}
	mean := func(run string) float64 {
		var values []float64
		for _, v := range table.Column(run, "") {
			values = append(values, v)
		}
		m, _ := meanAndSD(values)
		return m
	}
	better := func(a, b string) bool { // significantly
		for _, p := range pairs {
			_, tested := p.P[p.Headline]
			if (p.A == a && p.B == b || p.A == b && p.B == a) && tested && p.Adjusted <= .05 {
				return (mean(a)-mean(b))*float64(table.Better) > 0
			}
		}
		return false
	}
	var rows []result.RankedRun
	for _, r := range found.Runs {
		if r.Rank > 0 {
			rows = append(rows, r)
		}
	}
	f.want(len(rows) == len(ranked), "ranked runs:", len(rows), "want", ranked)
	for i, r := range rows {
		if i > 0 {
			f.want((mean(rows[i-1].Run)-mean(r.Run))*float64(table.Better) > -1e-9, r.Run, "stands below", rows[i-1].Run)
		}
		low, high := 1, len(ranked)
		for _, other := range ranked {
			if better(other, r.Run) {
				low++
			}
			if better(r.Run, other) {
				high--
			}
		}
		if r.RankInterval != nil {
			f.want(float64(r.RankInterval.Low) == float64(low) && float64(r.RankInterval.High) == float64(high), "rank set of", r.Run, r.RankInterval, "want", low, high)
		}
		for _, other := range rows[:i] {
			f.want(strings.ContainsAny(r.TieGroup, other.TieGroup) == !(better(other.Run, r.Run) || better(r.Run, other.Run)), "letters of", other.Run, other.TieGroup, r.Run, r.TieGroup)
		}
	}
}
