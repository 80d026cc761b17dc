package xlsx

import (
	"fmt"

	"mcpstats/reports"
)

// runFormulas are those of one run's row.
func runFormulas(w where, cell func(string) reports.Cell, at func(string) string) []candidate {
	card := w.card
	r := w.run(whole(cell("run")))
	if r < 0 {
		return nil
	}
	sum, scored, n, attempts, recorded, even := 0.0, 0.0, 0, 0, 0, true
	for t := range card.Tasks {
		v, ok := card.Task(t, r)
		if !ok || !w.holds(t) {
			continue
		}
		sum += v
		n++
		some := 0
		for k := range card.Trials {
			if v, ok := card.Attempt(t, r, k); ok {
				scored += v
				some++
			}
		}
		recorded += some
		if card.Filled(t, r) {
			some = card.Expected(t, r)
		}
		even = even && some == card.Trials
		attempts += some
	}
	scores := w.scores(r)
	tasks := "COUNT(" + scores + ")"
	if len(w.conditions) > 0 {
		tasks = w.count("ISNUMBER(" + scores + ")")
	}
	out := []candidate{
		{"tasks", tasks, float64(n), true},
		{"mean", w.mean(scores), sum / float64(n), n > 0},
	}
	log := w.attempts(r)
	if log == "" {
		return append(out, candidate{"attempts", at("tasks"), float64(attempts), card.Trials == 1 && w.sheet.further})
	}
	in, total := "COUNT("+log+")", "SUM("+log+")"
	if len(w.conditions) > 0 {
		in, total = w.count("ISNUMBER("+log+")"), w.sum(log)
	}
	out = append(out, candidate{"scored", total, scored, true})
	if card.Policy == "drop" {
		return append(out, candidate{"attempts", in, float64(attempts), true})
	}
	expected := fmt.Sprintf("%s*%d", at("tasks"), card.Trials)
	return append(out, candidate{"attempts", expected, float64(attempts), even}, candidate{"imputed", expected + "-" + in, float64(attempts - recorded), even})
}

// pairFormulas are those of one comparison.
func pairFormulas(w where, cell func(string) reports.Cell, at func(string) string) []candidate {
	card := w.card
	a, b := w.run(whole(cell("a"))), w.run(whole(cell("b")))
	if a < 0 || b < 0 {
		return nil
	}
	var sumA, sumB float64
	var n, above, same, below int
	for t := range card.Tasks {
		x, okA := card.Task(t, a)
		y, okB := card.Task(t, b)
		if !okA || !okB || !w.holds(t) {
			continue
		}
		sumA, sumB, n = sumA+x, sumB+y, n+1
		switch {
		case x > y:
			above++
		case x < y:
			below++
		default:
			same++
		}
	}
	sa, sb := w.scores(a), w.scores(b)
	both := []string{"ISNUMBER(" + sa + ")", "ISNUMBER(" + sb + ")"}
	number := func(relation string) string {
		return w.count(append(both[:2:2], "("+sa+relation+sb+")")...)
	}
	wins, losses := candidate{"wins", number(">"), float64(above), true}, candidate{"losses", number("<"), float64(below), true}
	if card.Lower {
		wins, losses = candidate{"wins", number("<"), float64(below), true}, candidate{"losses", number(">"), float64(above), true}
	}
	ma, mb := sumA/float64(n), sumB/float64(n)
	difference, scale := "("+at("mean_a")+"-"+at("mean_b")+")", 1.0
	if card.Share {
		difference, scale = difference+"*100", 100
	}
	return []candidate{
		{"tasks", w.count(both...), float64(n), true},
		{"mean_a", w.mean(sa, both[1]), ma, n > 0},
		{"mean_b", w.mean(sb, both[0]), mb, n > 0},
		{"difference", difference, (ma - mb) * scale, n > 0 && at("mean_a") != "" && at("mean_b") != ""},
		wins, losses, {"ties", number("="), float64(same), true},
	}
}
