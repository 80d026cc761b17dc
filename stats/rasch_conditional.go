package stats

import (
	"fmt"
	"math"
)

// RaschConditional are difficulties by conditional likelihood.
type RaschConditional struct {
	Alive  []bool    // by item
	B, BSE []float64 // by item: difficulties that sum to 0, and standard errors under that constraint
	LogLik float64
	Runs   int // runs that tell anything: with a total neither 0 nor all
}

const maxConditionalItems = 200

// FitRaschConditional fits the Rasch model by the likelihood of the answers given the
// runs' totals, which abilities have no part in: nothing is assumed of their
// distribution. Items that all or none solve, then runs with a total of 0 or of all that
// they answered, are left out. It takes one attempt an answer.
//
// Errors: those of SingleResponses; *UndefinedError for fewer than two items or no run left,
// and where answers separate or fall apart into items that no run connects; *ArgumentError for several attempts
// at an answer, and for more than 200 items.
//
// Also called: CML, RM of the R package for extended Rasch models, with the sign turned. Source: Andersen (1972), JRSS
// B 34:42-54.
func FitRaschConditional(r Responses) (RaschConditional, error) {
	const stat = "rasch_cml"
	if err := r.check(); err != nil {
		return RaschConditional{}, err
	}
	alive := r.alive()
	switch {
	case len(alive) < 2:
		return RaschConditional{}, &UndefinedError{Stat: stat, Reason: fmt.Sprintf("%d items that some runs solve and some do not; at least two are needed", len(alive))}
	case len(alive) > maxConditionalItems:
		return RaschConditional{}, &ArgumentError{Arg: "responses", Reason: fmt.Sprintf("%d items; at most %d are fitted conditionally", len(alive), maxConditionalItems)}
	}
	patterns, solved, runs, err := r.patterns(alive)
	if err != nil {
		return RaschConditional{}, err
	}
	if runs == 0 {
		return RaschConditional{}, &UndefinedError{Stat: stat, Reason: "every run solves all or none of the items"}
	}
	k := len(alive)
	b := make([]float64, k)
	gradient, information, loglik := conditional(patterns, solved, b)
	for range 200 {
		for i := range information { // the direction that moves all alike is free: hold it
			for j := range information[i] {
				information[i][j] += 1 / float64(k)
			}
		}
		l, ok := newCholesky(information)
		if !ok {
			return RaschConditional{}, &UndefinedError{Stat: stat, Reason: "items fall into parts that no run connects"}
		}
		step := l.solve(gradient)
		rise := 0.0
		for i := range step {
			rise += step[i] * gradient[i]
		}
		if rise < 1e-18*(1+math.Abs(loglik)) {
			out := RaschConditional{LogLik: loglik, Runs: runs, Alive: make([]bool, r.items()), B: make([]float64, r.items()), BSE: make([]float64, r.items())}
			inverse := l.inverse()
			for c, j := range alive {
				out.Alive[j], out.B[j] = true, b[c]
				out.BSE[j] = math.Sqrt(inverse[c][c] - 1/float64(k))
			}
			return out, nil
		}
		for scale := 1.0; ; scale /= 2 {
			next := make([]float64, k)
			largest, sum := 0.0, 0.0
			for i := range next {
				next[i] = b[i] + scale*min(max(step[i], -2), 2)
				sum += next[i]
			}
			for i := range next {
				next[i] -= sum / float64(k)
				largest = max(largest, math.Abs(next[i]))
			}
			if largest > 30 {
				return RaschConditional{}, &UndefinedError{Stat: stat, Reason: "no finite maximum of the likelihood: the answers separate the items"}
			}
			g, info, l := conditional(patterns, solved, next)
			if l >= loglik-1e-13*math.Abs(loglik) || scale < 1e-6 {
				b, gradient, information, loglik = next, g, info, l
				break
			}
		}
	}
	return RaschConditional{}, &UndefinedError{Stat: stat, Reason: "no finite maximum of the likelihood: 200 steps did not end"}
}

// pattern are runs that answered the same items, by how many they solved.
type pattern struct {
	items  []int // of the alive ones
	totals []int // runs by total, from 0 to all
}

// patterns sorts the runs; solved counts, by alive item, those of the runs that tell anything.
func (r Responses) patterns(alive []int) (out []pattern, solved []float64, runs int, err error) {
	solved = make([]float64, len(alive))
	seen := map[string]int{}
	for i := range r.Solved {
		var items []int
		var key []byte
		total := 0
		for c, j := range alive {
			switch r.Tried[i][j] {
			case 0:
				continue
			case 1:
			default:
				return nil, nil, 0, &ArgumentError{Arg: "responses", Reason: fmt.Sprintf("run %d has %d attempts at item %d; the conditional likelihood takes one", i, r.Tried[i][j], j)}
			}
			items, key = append(items, c), fmt.Appendf(key, "%d ", c)
			total += r.Solved[i][j]
		}
		if total == 0 || total == len(items) {
			continue
		}
		runs++
		at, ok := seen[string(key)]
		if !ok {
			at = len(out)
			seen[string(key)] = at
			out = append(out, pattern{items: items, totals: make([]int, len(items)+1)})
		}
		out[at].totals[total]++
		for _, c := range items {
			solved[c] += float64(r.Solved[i][alive[c]])
		}
	}
	return out, solved, runs, nil
}

// conditional is the log-likelihood at difficulties b, its gradient and its information.
func conditional(patterns []pattern, solved, b []float64) (gradient []float64, information [][]float64, loglik float64) {
	gradient, information = make([]float64, len(b)), make([][]float64, len(b))
	for i := range information {
		information[i] = make([]float64, len(b))
		gradient[i] = -solved[i]
		loglik -= b[i] * solved[i]
	}
	for _, p := range patterns {
		e := make([]float64, len(p.items))
		for i, c := range p.items {
			e[i] = math.Exp(-b[c])
		}
		gamma := symmetric(e, -1, -1)
		share := make([][]float64, len(e)) // P(item solved | total), by item and total
		for i := range e {
			share[i] = symmetric(e, i, -1)
			for t := len(e); t > 0; t-- {
				share[i][t] = e[i] * share[i][t-1] / gamma[t]
			}
			share[i][0] = 0
		}
		for t, n := range p.totals {
			if n == 0 {
				continue
			}
			loglik -= float64(n) * math.Log(gamma[t])
			for i, c := range p.items {
				gradient[c] += float64(n) * share[i][t]
				information[c][c] += float64(n) * share[i][t] * (1 - share[i][t])
			}
		}
		for i, c := range p.items {
			for k := range i {
				both := symmetric(e, i, k)
				sum := 0.0
				for t := 1; t < len(p.totals); t++ {
					if n := float64(p.totals[t]); n > 0 {
						joint := 0.0
						if t > 1 {
							joint = e[i] * e[k] * both[t-2] / gamma[t]
						}
						sum += n * (joint - share[i][t]*share[k][t])
					}
				}
				information[c][p.items[k]] += sum
				information[p.items[k]][c] += sum
			}
		}
	}
	return gradient, information, loglik
}

// symmetric are the elementary symmetric functions of e without two of its entries (-1:
// none), by the summation algorithm, which only adds.
func symmetric(e []float64, without, nor int) []float64 {
	out := make([]float64, len(e)+1)
	out[0] = 1
	taken := 0
	for i, v := range e {
		if i == without || i == nor {
			continue
		}
		taken++
		for t := taken; t > 0; t-- {
			out[t] += v * out[t-1]
		}
	}
	return out
}
