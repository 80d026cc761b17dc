package stats

import (
	"fmt"
	"math"
)

// TwoParameter is a fitted two-parameter logistic model. Alive tells which items have
// estimates.
type TwoParameter struct {
	Alive              []bool
	A, ASE             []float64 // by item: discrimination; below 0 the item points the wrong way
	B, BSE             []float64 // by item: difficulty
	Ability, AbilitySD []float64 // by run
	LogLik             float64
}

// maxTwoParameterItems bounds the size of the information matrix.
const maxTwoParameterItems = 400

// FitTwoParameter fits logit P(run i solves item j) = a_j (theta_i - b_j), theta ~ N(0, 1), by
// the exact maximum of the marginal likelihood over a and the intercepts -ab. The sign is
// such that the discriminations sum to more than 0. Standard errors are of the inverse
// observed information of (a, -ab), those of b by the delta method.
//
// It needs many more runs than the Rasch model: an item that orders few runs perfectly has an
// infinite discrimination, and then nothing is estimated.
//
// Errors: those of FitRasch; *UndefinedError for fewer than three items that tell anything
// and where an item separates the runs; *ArgumentError for more than 400 such items.
//
// Also called: 2PL, ltm(~ z1) of R. Sources: Birnbaum (1968), in Lord & Novick; Bock &
// Aitkin (1981), Psychometrika 46.
func FitTwoParameter(r Responses) (TwoParameter, error) {
	const stat = "two-parameter model"
	if err := r.check(); err != nil {
		return TwoParameter{}, err
	}
	alive := r.alive()
	switch {
	case len(alive) < 3:
		return TwoParameter{}, &UndefinedError{Stat: stat, Reason: fmt.Sprintf("%d items that some runs solve and some do not; two parameters each need at least three", len(alive))}
	case len(alive) > maxTwoParameterItems:
		return TwoParameter{}, &ArgumentError{Arg: "responses", Reason: fmt.Sprintf("%d items; at most %d are fitted together", len(alive), maxTwoParameterItems)}
	}
	classical, err := ClassicalItems(r)
	if err != nil {
		return TwoParameter{}, err
	}
	k := len(alive)
	m := &logisticNormal{groups: len(r.Solved), columns: k}
	for i := range r.Solved {
		for _, j := range alive {
			m.y, m.n = append(m.y, float64(r.Solved[i][j])), append(m.n, float64(r.Tried[i][j]))
		}
	}
	start := make([]float64, 2*k)
	for c, j := range alive {
		s, n := r.totals(j)
		start[c] = math.Log((float64(s) + 0.5) / (float64(n-s) + 0.5))
		start[k+c] = 1
		if classical[j].HasItemRest && classical[j].ItemRest < 0 {
			start[k+c] = -0.5
		}
	}
	f, err := m.maximize(stat, start)
	if err != nil {
		return TwoParameter{}, err
	}
	sign, sum := 1.0, 0.0
	for c := range k {
		sum += f.params[k+c]
	}
	if sum < 0 {
		sign = -1
	}
	items := r.items()
	out := TwoParameter{LogLik: f.at.loglik, Alive: make([]bool, items), A: make([]float64, items), ASE: make([]float64, items), B: make([]float64, items), BSE: make([]float64, items)}
	for c, j := range alive {
		a, v := f.params[k+c], f.covariance
		b := -f.params[c] / a
		out.Alive[j], out.A[j], out.B[j] = true, sign*a, sign*b
		out.ASE[j] = math.Sqrt(v[k+c][k+c])
		out.BSE[j] = math.Sqrt(v[c][c]+2*b*v[k+c][c]+b*b*v[k+c][k+c]) / math.Abs(a)
	}
	out.Ability, out.AbilitySD = f.at.moments(sign, 0)
	return out, nil
}
