package claims

import (
	"cmp"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"mcpstats/analysis/evaluate/judges"
	"mcpstats/analysis/result"
	"mcpstats/stats"
)

// yes reports whether a verdict is a success.
func (c cell) yes() bool { return c.value >= 0.5 }

// judgeSeries is one judge's verdicts, or the vote of all.
func (c recomputation) judgeSeries(p place, reading string) (judge string, s series, err error) {
	prefix := "judge_success["
	if reading == judges.ReadingReparsed {
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

// tally counts the judges of an attempt, and those that say yes.
type tally struct{ yes, all int }

// vote counts the judges on the attempts that all of them judged.
func vote(p place, prefix string, judges []string, rule func(yes, all int) bool) []cell {
	counted := map[attempt]tally{}
	for _, j := range judges {
		for _, x := range p.run.metric(prefix + j + "]").cells {
			t := counted[x.attempt()]
			t.all++
			if x.yes() {
				t.yes++
			}
			counted[x.attempt()] = t
		}
	}
	var out []cell
	for a, t := range counted {
		// Half of fewer judges is another rule than half of all.
		if t.all != len(judges) {
			continue
		}
		x := cell{task: a.task, trial: a.trial}
		if rule(t.yes, t.all) {
			x.value = 1
		}
		out = append(out, x)
	}
	slices.SortFunc(out, func(a, b cell) int { return cmp.Or(a.task-b.task, a.trial-b.trial) })
	return out
}

// contradictions lists the tasks where the judge's stored verdict is not what its
// own text says.
func (c recomputation) contradictions(p place, judge string) []string {
	stored, again := p.run.metric("judge_success["+judge+"]"), p.run.metric("judge_success_reread["+judge+"]")
	if stored == nil || again == nil {
		return nil
	}
	says := map[attempt]float64{}
	for _, x := range again.cells {
		says[x.attempt()] = x.value
	}
	var out []string
	for _, x := range stored.cells {
		if v, ok := says[x.attempt()]; ok && v != x.value {
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
	judge, s, err = c.judgeSeries(p, reading)
	if err != nil {
		return judge, s, err
	}
	s.against = &against{metric: metric, truth: map[attempt]bool{}}
	for _, x := range human.cells {
		s.against.truth[x.attempt()] = x.yes()
	}
	return judge, s, nil
}

// against is a measure of a judge's verdicts against the human's.
type against struct {
	metric string
	truth  map[attempt]bool // the human's verdicts
}

// measure computes the metric of the attempts that the human judged too.
func (g *against) measure(cells []cell) (measured, error) {
	m := g.confusion(cells)
	if g.metric == "kappa" {
		k, err := stats.CohenKappa([][]int{{m.TP, m.FP}, {m.FN, m.TN}}, stats.KappaOptions{})
		return measured{float: k.Value, isFloat: true}, err
	}
	i := slices.IndexFunc(rates, func(r rate) bool { return r.name == g.metric })
	if i < 0 {
		return measured{}, fmt.Errorf("no metric %s of judge against human", g.metric)
	}
	num, den := rates[i].of(m)
	if den == 0 {
		return measured{}, fmt.Errorf("%s is undefined: no attempts", g.metric)
	}
	return quotient(big.NewRat(int64(num), 1), den), nil
}

func (g *against) confusion(cells []cell) (m result.Confusion) {
	for _, x := range cells {
		truth, ok := g.truth[x.attempt()]
		switch {
		case !ok:
		case truth && x.yes():
			m.TP++
		case truth:
			m.FN++
		case x.yes():
			m.FP++
		default:
			m.TN++
		}
	}
	return m
}
