package stats

import (
	"fmt"
	"math"
	"slices"
)

// Rasch is a fitted Rasch model. Lists by item hold NaN nowhere: Alive tells which items
// have estimates, and the others' are 0.
type Rasch struct {
	Alive           []bool    // by item: neither all nor none solve it
	B, BSE          []float64 // by item: difficulty, and its standard error
	Sigma, SigmaSE  float64   // of abilities
	Edge            bool      // Sigma is exactly 0: the runs differ no more than chance makes them; no standard errors
	Ability         []float64 // by run: posterior mean
	AbilitySD       []float64 // by run: posterior standard deviation
	LogLik          float64
	Infit           []float64 // by item: information-weighted mean square of residuals, near 1 where the model holds
	InformationMass []float64 // by item: the sum over runs of P(1-P) that Infit divides by
}

// FitRasch fits logit P(run i solves item j) = theta_i - b_j, theta ~ N(0, sigma^2), by the exact
// maximum of the marginal likelihood over b and sigma >= 0. Items that all or none solve
// are left out; runs that solve all or none stay; missing answers are left out.
// Standard errors are of the inverse observed information of b and sigma together;
// abilities are posterior means at the estimates.
//
// The items' answers are independent given ability, all items discriminate alike, and
// abilities are normal. With a few runs, sigma and the abilities' scale are loose.
//
// Items with equal totals over the same runs have equal estimates, and are fitted as one
// with as many more attempts, which changes nothing and makes thousands of items quick.
//
// Errors: those of SingleResponses; *UndefinedError for fewer than two runs, fewer than two
// items that tell anything, and where answers separate (a perfect Guttman scale).
//
// Also called: one-parameter logistic model, TAM's tam.mml. Sources: Rasch (1960); Bock &
// Aitkin (1981), Psychometrika 46.
func FitRasch(r Responses) (Rasch, error) {
	const stat = "rasch"
	if err := r.check(); err != nil {
		return Rasch{}, err
	}
	alive := r.alive()
	switch {
	case len(r.Solved) < 2:
		return Rasch{}, &UndefinedError{Stat: stat, Reason: "one run has no scatter of abilities; at least two are needed"}
	case len(alive) < 2:
		return Rasch{}, &UndefinedError{Stat: stat, Reason: fmt.Sprintf("%d items that some runs solve and some do not; at least two are needed", len(alive))}
	}
	class, first := r.classes(alive)
	m := &logisticNormal{groups: len(r.Solved), columns: len(first), common: true}
	m.y, m.n = make([]float64, m.groups*m.columns), make([]float64, m.groups*m.columns)
	members := make([]float64, len(first))
	for k, j := range alive {
		members[class[k]]++
		for i := range m.groups {
			m.y[i*m.columns+class[k]] += float64(r.Solved[i][j])
			m.n[i*m.columns+class[k]] += float64(r.Tried[i][j])
		}
	}
	f, edge, err := m.fitCommon(stat)
	if err != nil {
		return Rasch{}, err
	}
	out := Rasch{Sigma: f.params[m.columns], Edge: edge, LogLik: f.at.loglik}
	items := r.items()
	out.Alive, out.B, out.BSE = make([]bool, items), make([]float64, items), make([]float64, items)
	own := m.ownInformation(f.at)
	for k, j := range alive {
		c := class[k]
		out.Alive[j], out.B[j] = true, -f.params[c]
		// The class's common difficulty has the covariance's variance; within the class items
		// scatter around it by their own information alone.
		within := members[c] / own[c] * (1 - 1/members[c])
		out.BSE[j] = math.Sqrt(f.covariance[c][c] + within)
	}
	if !edge {
		out.SigmaSE = math.Sqrt(f.covariance[m.columns][m.columns])
	}
	out.Ability, out.AbilitySD = f.at.moments(out.Sigma, 0)
	out.fit(r)
	return out, nil
}

// classes puts together the alive items with equal totals over the same attempts: class
// by alive item, and each class's first item.
func (r Responses) classes(alive []int) (class, first []int) {
	seen := map[string]int{}
	for _, j := range alive {
		solved, _ := r.totals(j)
		key := fmt.Appendf(nil, "%d", solved)
		for i := range r.Tried {
			key = fmt.Appendf(key, " %d", r.Tried[i][j])
		}
		c, ok := seen[string(key)]
		if !ok {
			c = len(first)
			seen[string(key)] = c
			first = append(first, j)
		}
		class = append(class, c)
	}
	return class, first
}

// ownInformation is each column's information given u, averaged over the posteriors.
func (m *logisticNormal) ownInformation(at marginal) []float64 {
	out := make([]float64, m.columns)
	for j := range out {
		for g := range m.groups {
			sum := 0.0
			for q, w := range at.w[g] {
				sum += w * at.p[j][q] * (1 - at.p[j][q])
			}
			out[j] += m.n[g*m.columns+j] * sum
		}
	}
	return out
}

// moments are the posterior mean and standard deviation of center + scale u, by group.
func (at marginal) moments(scale, center float64) (mean, sd []float64) {
	for _, w := range at.w {
		m, v := 0.0, 0.0
		for q, u := range at.u {
			m += w[q] * u
		}
		for q, u := range at.u {
			v += w[q] * (u - m) * (u - m)
		}
		mean, sd = append(mean, center+scale*m), append(sd, math.Abs(scale)*math.Sqrt(v))
	}
	return mean, sd
}

// fit holds the answers against what the abilities and difficulties expect.
func (f *Rasch) fit(r Responses) {
	f.Infit, f.InformationMass = make([]float64, len(f.B)), make([]float64, len(f.B))
	for j := range f.B {
		if !f.Alive[j] {
			continue
		}
		squares := 0.0
		for i, theta := range f.Ability {
			n := float64(r.Tried[i][j])
			p := 1 / (1 + math.Exp(f.B[j]-theta))
			d := float64(r.Solved[i][j]) - n*p
			squares += d * d
			f.InformationMass[j] += n * p * (1 - p)
		}
		f.Infit[j] = squares / f.InformationMass[j]
	}
}

// Abilities are posterior means and standard deviations of runs' abilities at items whose
// parameters are known: logit P = a_j (theta - b_j), theta ~ N(mean, sd^2), over the whole
// line. Missing answers are left out. Errors: *ArgumentError for lists of other lengths,
// values not finite, a standard deviation not above 0.
//
// Also called: expected a posteriori (EAP). Source: Bock & Mislevy (1982).
func Abilities(r Responses, a, b []float64, mean, sd float64) (ability, abilitySD []float64, err error) {
	if err := r.check(); err != nil {
		return nil, nil, err
	}
	if len(a) != r.items() || len(b) != r.items() {
		return nil, nil, &ArgumentError{Arg: "a, b", Reason: fmt.Sprintf("%d and %d parameters for %d items", len(a), len(b), r.items())}
	}
	if _, err := scaleOf("a, b", slices.Concat(a, b, []float64{mean})); err != nil {
		return nil, nil, err
	}
	if !(sd > 0) || math.IsInf(sd, 1) {
		return nil, nil, &ArgumentError{Arg: "prior_sd", Reason: fmt.Sprintf("%v; a standard deviation is finite and above 0", sd)}
	}
	m := &logisticNormal{groups: len(r.Solved), columns: r.items()}
	for i, row := range r.Solved {
		for j, s := range row {
			m.y, m.n = append(m.y, float64(s)), append(m.n, float64(r.Tried[i][j]))
		}
	}
	params := make([]float64, 2*m.columns)
	for j := range a {
		params[j], params[m.columns+j] = a[j]*(mean-b[j]), a[j]*sd
	}
	at, ok := m.at(params)
	if !ok {
		return nil, nil, &ArgumentError{Arg: "a, b", Reason: "items too steep, or too far away, to integrate over abilities"}
	}
	ability, abilitySD = at.moments(sd, mean)
	return ability, abilitySD, nil
}

// ItemInformation is what the items together tell of an ability theta: the sum of a^2 P(1-P), whose
// root's inverse is the standard error of an estimate there. Errors: *ArgumentError for
// lists of unequal lengths and values not finite.
func ItemInformation(a, b, theta []float64) ([]float64, error) {
	if len(a) != len(b) {
		return nil, &ArgumentError{Arg: "a, b", Reason: fmt.Sprintf("%d and %d parameters; give one of each for every item", len(a), len(b))}
	}
	if _, err := scaleOf("a, b, theta", slices.Concat(a, b, theta)); err != nil {
		return nil, err
	}
	out := make([]float64, len(theta))
	for i, t := range theta {
		for j := range a {
			e := math.Exp(-math.Abs(a[j] * (t - b[j])))
			out[i] += a[j] * a[j] * e / ((1 + e) * (1 + e))
		}
	}
	return out, nil
}
