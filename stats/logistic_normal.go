package stats

import "math"

// logisticNormal is the model behind the mixed logistic regression and the item response
// models: in group g, column j was tried n times and succeeded y times with
//
//	logit P = c_j + a_j u_g,  u_g ~ N(0, 1)
//
// with one loading a for all columns, or one each. In the regression groups are tasks and
// columns runs; of items it is the other way round. Parameters are one list: the
// intercepts c, then the loading or loadings.
type logisticNormal struct {
	groups, columns int
	y, n            []float64 // by group*columns + column
	common          bool      // one loading for all
}

func (m *logisticNormal) size() int {
	if m.common {
		return m.columns + 1
	}
	return 2 * m.columns
}

func (m *logisticNormal) loading(params []float64, j int) float64 {
	if m.common {
		return params[m.columns]
	}
	return params[m.columns+j]
}

// marginal is the likelihood at some parameters, with what its derivatives need: nodes u,
// the probability of success by column and node, and each group's posterior weights of
// the nodes, which sum to 1.
type marginal struct {
	loglik float64
	u      []float64
	p      [][]float64
	w      [][]float64
}

// mode is where the posterior of a group's u is highest, and its width there.
func (m *logisticNormal) mode(params []float64, g int) (u, width float64) {
	low, high := -60.0, 60.0
	curve := 1.0
	for range 60 {
		slope := -u
		curve = 1
		for j := range m.columns {
			n := m.n[g*m.columns+j]
			if n == 0 {
				continue
			}
			a := m.loading(params, j)
			p := 1 / (1 + math.Exp(-(params[j] + a*u)))
			slope += a * (m.y[g*m.columns+j] - n*p)
			curve += a * a * n * p * (1 - p)
		}
		if slope > 0 {
			low = u
		} else {
			high = u
		}
		next := u + slope/curve
		if !(next > low && next < high) {
			next = low + (high-low)/2
		}
		if done := math.Abs(next-u) < 1e-3/math.Sqrt(curve); done {
			u = next
			break
		}
		u = next
	}
	return u, 1 / math.Sqrt(curve)
}

// at integrates by the trapezoidal rule over the whole line, which converges faster than
// any power of its step for such integrands. One grid serves all groups: it reaches 8 beyond their
// modes, where a posterior that is at least as narrow as the prior has fallen by 1e-14,
// and its step is half of the narrowest posterior's width and 0.3 of the scale on which the logistic
// curve turns. ok is false where no grid of sensible size does that.
func (m *logisticNormal) at(params []float64) (out marginal, ok bool) {
	low, high, step := math.Inf(1), math.Inf(-1), 0.5
	for j := range m.columns {
		step = min(step, 0.3/math.Abs(m.loading(params, j)))
	}
	for g := range m.groups {
		mode, width := m.mode(params, g)
		low, high, step = min(low, mode-8), max(high, mode+8), min(step, width/2)
	}
	return m.over(params, low, high, step)
}

// over is at, on a grid that is given.
func (m *logisticNormal) over(params []float64, low, high, step float64) (out marginal, ok bool) {
	nodes := int((high-low)/step) + 2
	if !(step > 0) || nodes > 50000 {
		return out, false
	}
	out.u, out.p = make([]float64, nodes), make([][]float64, m.columns)
	for q := range out.u {
		out.u[q] = low + float64(q)*step
	}
	logs := make([][]float64, m.columns) // ln(1 + e^eta)
	for j := range m.columns {
		out.p[j], logs[j] = make([]float64, nodes), make([]float64, nodes)
		a := m.loading(params, j)
		for q, u := range out.u {
			eta := params[j] + a*u
			e := math.Exp(-math.Abs(eta))
			out.p[j][q], logs[j][q] = 1/(1+e), max(eta, 0)+math.Log1p(e)
			if eta < 0 {
				out.p[j][q] = e / (1 + e)
			}
		}
	}
	for g := range m.groups {
		w := make([]float64, nodes)
		flat, slope := 0.0, 0.0
		for j := range m.columns {
			y, n := m.y[g*m.columns+j], m.n[g*m.columns+j]
			if n == 0 {
				continue
			}
			flat += y * params[j]
			slope += y * m.loading(params, j)
			for q, l := range logs[j] {
				w[q] -= n * l
			}
		}
		most := math.Inf(-1)
		for q, u := range out.u {
			w[q] += flat + slope*u - u*u/2
			most = max(most, w[q])
		}
		sum := 0.0
		for q := range w {
			w[q] = math.Exp(w[q] - most)
			sum += w[q]
		}
		for q := range w {
			w[q] /= sum
		}
		out.w = append(out.w, w)
		out.loglik += most + math.Log(sum*step/math.Sqrt(twoPi))
	}
	return out, !math.IsNaN(out.loglik) && !math.IsInf(out.loglik, 0)
}

// score fills s with the derivatives of a group's log-likelihood given u at node q.
func (m *logisticNormal) score(at marginal, g, q int, s []float64) {
	clear(s[m.columns:])
	for j := range m.columns {
		r := m.y[g*m.columns+j] - m.n[g*m.columns+j]*at.p[j][q]
		s[j] = r
		if m.common {
			s[m.columns] += r * at.u[q]
		} else {
			s[m.columns+j] = r * at.u[q]
		}
	}
}

// derivatives are the gradient of the log-likelihood and the observed information: the
// posterior mean of the scores, and the mean information given u less the posterior covariance of
// the scores (Louis 1982). Only the lower triangle of the information is filled.
func (m *logisticNormal) derivatives(at marginal) (gradient []float64, information [][]float64) {
	size := m.size()
	gradient, information = make([]float64, size), make([][]float64, size)
	for i := range information {
		information[i] = make([]float64, size)
	}
	mean, s := make([]float64, size), make([]float64, size)
	for g := range m.groups {
		clear(mean)
		for q, w := range at.w[g] {
			if w < 1e-17 {
				continue
			}
			m.score(at, g, q, s)
			for i, v := range s {
				mean[i] += w * v
			}
		}
		for i, v := range mean {
			gradient[i] += v
		}
		for q, w := range at.w[g] {
			if w < 1e-17 {
				continue
			}
			m.score(at, g, q, s)
			for i := range s {
				s[i] -= mean[i]
			}
			for i, v := range s {
				row, v := information[i][:i+1], w*v
				for k := range row {
					row[k] -= v * s[k]
				}
			}
			u := at.u[q]
			for j := range m.columns {
				p := at.p[j][q]
				own := w * m.n[g*m.columns+j] * p * (1 - p)
				l := m.columns
				if !m.common {
					l += j
				}
				information[j][j] += own
				information[l][j] += own * u
				information[l][l] += own * u * u
			}
		}
	}
	return gradient, information
}
