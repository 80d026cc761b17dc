package claims

import (
	"fmt"
	"math"
	"math/big"
	"slices"
	"strings"

	"mcpstats/analysis/evaluate"
	"mcpstats/analysis/result"
	"mcpstats/analysis/table"
	"mcpstats/stats"
)

// series is the scores of one run that a number is made of, or, for a judge
// against the human, what they come to.
type series struct {
	cells   []cell
	tasks   []bool // those that count; nil: all
	ratio   func(cells []cell) (measured, error)
	isFloat bool
}

// restrict keeps the tasks of the stratum.
func (c recomputation) restrict(p place, s series) (series, error) {
	if c.stratum == nil {
		return s, nil
	}
	var names []string
	for _, col := range p.bench.Strata {
		names = append(names, col.Name)
	}
	i := slices.IndexFunc(names, func(n string) bool { return strings.EqualFold(n, c.stratum.Name) })
	if i < 0 {
		return s, fmt.Errorf("the logs hold no stratum %q; they hold %s", c.stratum.Name, some(names))
	}
	col := p.bench.Strata[i]
	v := slices.IndexFunc(col.Values, func(v string) bool { return strings.EqualFold(v, c.stratum.Value) })
	if v < 0 {
		return s, fmt.Errorf("stratum %s has no value %q; it has %s", col.Name, c.stratum.Value, some(col.Values))
	}
	s.tasks = make([]bool, len(p.bench.Tasks))
	for t, at := range col.Of {
		s.tasks[t] = int(at) == v
	}
	s.cells = slices.DeleteFunc(slices.Clone(s.cells), func(x cell) bool { return !s.tasks[x.task] })
	return s, nil
}

// judgeSeries is one judge's verdicts, or the vote of all.
func (c recomputation) judgeSeries(p place, reading string) (judge string, s series, err error) {
	prefix := "judge_success["
	if reading == evaluate.ReadingReparsed {
		prefix = "judge_success_reread["
	}
	var judges []string
	for _, name := range p.run.names() {
		if j, ok := strings.CutPrefix(name, prefix); ok {
			judges = append(judges, strings.TrimSuffix(j, "]"))
		}
	}
	if rule, ok := votes[c.judge]; ok {
		s.cells = vote(p, prefix, judges, rule)
		return c.judge, s, nil
	}
	judge = c.judge
	if judge == "" && len(judges) == 1 {
		judge = judges[0]
	}
	if judge, err = match("judge", judge, judges); err != nil {
		return "", s, err
	}
	s.cells = p.run.metric(prefix + judge + "]").cells
	return judge, s, nil
}

// votes are the rules by which judges are counted together: whether yes of all
// is a success.
var votes = map[string]func(yes, all int) bool{
	"vote>=half": func(yes, all int) bool { return 2*yes >= all },
	"vote>half":  func(yes, all int) bool { return 2*yes > all },
	"any":        func(yes, _ int) bool { return yes > 0 },
}

// vote counts the judges on the attempts that all of them judged.
func vote(p place, prefix string, judges []string, rule func(yes, all int) bool) []cell {
	type tally struct{ yes, all int }
	counted := map[[2]int]*tally{}
	for _, j := range judges {
		for _, x := range p.run.metric(prefix + j + "]").cells {
			key := [2]int{x.task, x.trial}
			if counted[key] == nil {
				counted[key] = &tally{}
			}
			counted[key].all++
			if x.value >= 0.5 {
				counted[key].yes++
			}
		}
	}
	var out []cell
	for key, t := range counted {
		if t.all == len(judges) {
			value := 0.0
			if rule(t.yes, t.all) {
				value = 1
			}
			out = append(out, cell{key[0], key[1], value})
		}
	}
	slices.SortFunc(out, func(a, b cell) int {
		if a.task != b.task {
			return a.task - b.task
		}
		return a.trial - b.trial
	})
	return out
}

// contradictions lists the tasks where the judge's stored verdict is not what its
// own text says.
func (c recomputation) contradictions(p place, judge string) []string {
	stored, again := p.run.metric("judge_success["+judge+"]"), p.run.metric("judge_success_reread["+judge+"]")
	if stored == nil || again == nil {
		return nil
	}
	says := map[[2]int]float64{}
	for _, x := range again.cells {
		says[[2]int{x.task, x.trial}] = x.value
	}
	var out []string
	for _, x := range stored.cells {
		if v, ok := says[[2]int{x.task, x.trial}]; ok && v != x.value {
			id := p.bench.Tasks[x.task].ID
			if p.bench.Trials > 1 {
				id = fmt.Sprintf("%s (trial %d)", id, x.trial)
			}
			out = append(out, id)
		}
	}
	return out
}

// againstHuman makes the series of a judge's verdicts that count against the
// human's.
func (c recomputation) againstHuman(p place, metric, reading string) (judge string, s series, err error) {
	human := p.run.metric("human_success")
	if human == nil {
		return "", s, fmt.Errorf("the logs hold no human verdicts on %s", p.run.name)
	}
	is := map[[2]int]bool{}
	for _, x := range human.cells {
		is[[2]int{x.task, x.trial}] = x.value >= 0.5
	}
	judge, s, err = c.judgeSeries(p, reading)
	if err != nil {
		return judge, s, err
	}
	s.ratio = func(cells []cell) (measured, error) {
		var m result.Confusion
		for _, x := range cells {
			truth, ok := is[[2]int{x.task, x.trial}]
			switch {
			case !ok:
			case truth && x.value >= 0.5:
				m.TP++
			case truth:
				m.FN++
			case x.value >= 0.5:
				m.FP++
			default:
				m.TN++
			}
		}
		if metric == "kappa" {
			k, err := stats.CohenKappa([][]int{{m.TP, m.FP}, {m.FN, m.TN}}, stats.KappaOptions{})
			return measured{float: k.Value, isFloat: true}, err
		}
		for _, r := range rates {
			if r.name == metric {
				num, den := r.of(m)
				if den == 0 {
					return measured{}, fmt.Errorf("%s is undefined: no attempts", metric)
				}
				return quotient(big.NewRat(int64(num), 1), den), nil
			}
		}
		return measured{}, fmt.Errorf("no metric %s of judge against human", metric)
	}
	return judge, s, nil
}

// quotient is sum/n with the counts shown.
func quotient(sum *big.Rat, n int) measured {
	v := new(big.Rat).Quo(sum, big.NewRat(int64(n), 1))
	return measured{exact: v, float: float(v), counts: fmt.Sprintf("%s/%d", show(sum), n)}
}

// aggregate makes one number of the scores. Attempts without a score count as the
// policy says; means are of tasks, as everywhere.
func (s series) aggregate(p place, c recomputation, m table.Metric, policy string) (measured, error) {
	if s.ratio != nil {
		return s.ratio(s.cells)
	}
	if c.aggregate == "count" {
		n := big.NewRat(int64(len(s.cells)), 1)
		return measured{exact: n, float: float(n)}, nil
	}
	if len(s.cells) == 0 && policy == "" {
		return measured{}, fmt.Errorf("no attempt of %s has a score", p.run.name)
	}
	sums, attempts := make([]float64, len(p.bench.Tasks)), make([]int, len(p.bench.Tasks))
	whole := true
	low, high := math.Inf(1), math.Inf(-1)
	for _, x := range s.cells {
		sums[x.task] += x.value
		attempts[x.task]++
		whole = whole && x.value == math.Trunc(x.value) && math.Abs(x.value) < 1<<50
		low, high = min(low, x.value), max(high, x.value)
	}
	switch c.aggregate {
	case "min":
		return measured{float: low, isFloat: true}, nil
	case "max":
		return measured{float: high, isFloat: true}, nil
	case "sum":
		total := new(big.Rat)
		for _, v := range sums {
			total.Add(total, rat(v))
		}
		return measured{exact: total, float: float(total), isFloat: !whole}, nil
	}
	if policy != "" && policy != "drop" {
		s.impute(p, m, policy, sums, attempts)
	}
	return meanOfTasks(sums, attempts, whole)
}

// impute counts attempts without a score at the tasks that the metric applies to.
func (s series) impute(p place, m table.Metric, policy string, sums []float64, attempts []int) {
	applies := make([]bool, len(sums))
	for t := range applies {
		applies[t] = m.Missing == result.Fail
	}
	if m.Missing == result.FailWhereScored {
		for i := range p.bench.runs {
			if other := p.bench.runs[i].metric(m.Name); other != nil {
				for _, x := range other.cells {
					applies[x.task] = true
				}
			}
		}
	}
	run := slices.Index(p.bench.Runs, p.run.name)
	for t := range sums {
		if lack := p.bench.Expected(run, t) - attempts[t]; applies[t] && lack > 0 && (s.tasks == nil || s.tasks[t]) {
			if policy == "best" {
				sums[t] += float64(lack)
			}
			attempts[t] += lack
		}
	}
}

// meanOfTasks averages the tasks' means, exactly where all scores are whole.
func meanOfTasks(sums []float64, attempts []int, whole bool) (measured, error) {
	tasks, each := 0, 0
	even := true
	total := 0.0
	for t, n := range attempts {
		if n == 0 {
			continue
		}
		even = even && (each == 0 || each == n)
		each = n
		tasks++
		total += sums[t]
	}
	if tasks == 0 {
		return measured{}, fmt.Errorf("no task has a score")
	}
	if whole && even {
		return quotient(rat(total), tasks*each), nil
	}
	mean, exact := 0.0, new(big.Rat)
	for t, n := range attempts {
		if n == 0 {
			continue
		}
		mean += sums[t] / float64(n)
		if whole {
			exact.Add(exact, new(big.Rat).Quo(rat(sums[t]), big.NewRat(int64(n), 1)))
		}
	}
	if whole {
		v := exact.Quo(exact, big.NewRat(int64(tasks), 1))
		return measured{exact: v, float: float(v)}, nil
	}
	return measured{float: mean / float64(tasks), isFloat: true}, nil
}
