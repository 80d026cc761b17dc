package stats

import (
	"fmt"
	"math"
)

// A logisticFit is a maximum of the marginal likelihood. Covariance is that of the
// parameters, from the observed information at the maximum.
type logisticFit struct {
	params     []float64
	at         marginal
	covariance [][]float64
}

// maximize climbs to the maximum nearest to start by Newton's method: where the
// information is not positive definite it is made so by its diagonal, and a step that
// does not lead upwards is halved. Parameters that run away show that there is no finite
// maximum: the outcomes separate.
func (m *logisticNormal) maximize(stat string, start []float64) (logisticFit, error) {
	none := func(why string) error {
		return &UndefinedError{Stat: stat, Reason: "no finite maximum of the likelihood: " + why}
	}
	f := logisticFit{params: append([]float64(nil), start...)}
	var ok bool
	if f.at, ok = m.at(f.params); !ok {
		return f, none("the likelihood overflows where the search begins")
	}
	for range 200 {
		gradient, information := m.derivatives(f.at)
		l, ok := newCholesky(information)
		for ridge := 1e-3; !ok; ridge *= 4 {
			if ridge > 1e12 {
				return f, none("the information cannot be inverted")
			}
			damped := make([][]float64, len(information))
			for i, row := range information {
				damped[i] = append([]float64(nil), row...)
				damped[i][i] += ridge * (1 + math.Abs(row[i]))
			}
			l, ok = newCholesky(damped)
		}
		step := l.solve(gradient)
		rise := 0.0
		for i, g := range gradient {
			rise += g * step[i]
		}
		if rise <= 1e-17*(1+math.Abs(f.at.loglik)) {
			final, ok := newCholesky(information)
			if !ok {
				return f, none("it is flat where the search ends")
			}
			f.covariance = final.inverse()
			return f, nil
		}
		moved := false
		for scale := 1.0; scale > 1e-6; scale /= 2 {
			next := make([]float64, len(step))
			for i := range next {
				next[i] = f.params[i] + scale*min(max(step[i], -3), 3)
			}
			at, ok := m.at(next)
			if ok && at.loglik >= f.at.loglik-1e-13*math.Abs(f.at.loglik) {
				f.params, f.at, moved = next, at, true
				break
			}
		}
		if why := m.runaway(f.params); why != "" {
			return f, none(why)
		}
		if !moved && rise > 1e-10*(1+math.Abs(f.at.loglik)) {
			return f, none("it rises ever more slowly, as where outcomes separate")
		}
		if !moved { // rounding alone is left
			f.covariance = l.inverse()
			return f, nil
		}
	}
	return f, none("200 steps did not end")
}

// runaway names a parameter beyond every sensible value, which only separation leads to.
func (m *logisticNormal) runaway(params []float64) string {
	for j := range m.columns {
		switch a := math.Abs(m.loading(params, j)); {
		case a > 30:
			return fmt.Sprintf("a loading passed %.0f; all attempts of a group, or of one side of a column, end alike", a)
		case math.Abs(params[j]) > 30*(1+a):
			return fmt.Sprintf("column %d's intercept passed %.0f; its outcomes separate", j, params[j])
		}
	}
	return ""
}

// fitCommon finds the maximum over all loadings >= 0, 0 included, where columns are
// independent: edge is true there, and the covariance that of plain logistic regression.
func (m *logisticNormal) fitCommon(stat string) (f logisticFit, edge bool, err error) {
	plain := make([]float64, m.columns+1)
	start := make([]float64, m.columns+1)
	start[m.columns] = 1
	for j := range m.columns {
		y, n := 0.0, 0.0
		for g := range m.groups {
			y += m.y[g*m.columns+j]
			n += m.n[g*m.columns+j]
		}
		plain[j] = math.Log(y / (n - y))
		start[j] = 1.16 * math.Log((y+0.5)/(n-y+0.5)) // marginal logits are smaller than those given u
	}
	zero, ok := m.at(plain)
	if !ok {
		return f, false, &UndefinedError{Stat: stat, Reason: "the likelihood overflows"}
	}
	// Half the second derivative at 0, where the first is 0 by symmetry: above 0 the
	// likelihood rises from the edge.
	rises, share := 0.0, make([]float64, m.columns)
	for j := range share {
		share[j] = 1 / (1 + math.Exp(-plain[j]))
	}
	edgeCovariance := make([][]float64, m.columns+1)
	for i := range edgeCovariance {
		edgeCovariance[i] = make([]float64, m.columns+1)
	}
	for g := range m.groups {
		sum := 0.0
		for j, p := range share {
			y, n := m.y[g*m.columns+j], m.n[g*m.columns+j]
			sum += y - n*p
			rises -= n * p * (1 - p)
			edgeCovariance[j][j] += n * p * (1 - p)
		}
		rises += sum * sum
	}
	for j := range share {
		edgeCovariance[j][j] = 1 / edgeCovariance[j][j]
	}
	f, err = m.maximize(stat, start)
	if err == nil && f.params[m.columns] < 0 { // the same likelihood as with the other sign
		f.params[m.columns] = -f.params[m.columns]
		f.at, _ = m.at(f.params)
		for i := range f.params[:m.columns] {
			f.covariance[m.columns][i], f.covariance[i][m.columns] = -f.covariance[m.columns][i], -f.covariance[i][m.columns]
		}
	}
	at0 := rises <= 1e-9
	if at0 && (err != nil || f.params[m.columns] < 1e-4 || f.at.loglik <= zero.loglik+1e-9) {
		return logisticFit{params: plain, at: zero, covariance: edgeCovariance}, true, nil
	}
	return f, false, err
}
