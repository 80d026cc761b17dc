package naive

import (
	"maps"
	"math"
	"slices"
)

// Pair is two runs on the tasks that both answer for.
type Pair struct {
	A, B, Level string
	Tasks       []string
	D           []float64 // a minus b
	MeanA       float64
	MeanB       float64
	Headline    string
	P           map[string]float64 // by test; one that does not exist for these data is absent
	Interval    *[2]float64        // of the headline's method; nil: not computed here
	Adjusted    float64            // of the headline's p; 1 where it has none
}

// Compare pairs two runs; ok is false where they have no task in common.
func (t *Table) Compare(a, b, level string) (p Pair, ok bool) {
	x, y := t.Column(a, level), t.Column(b, level)
	p = Pair{A: a, B: b, Level: level, P: map[string]float64{}}
	for _, task := range slices.Sorted(maps.Keys(x)) {
		if _, both := y[task]; both {
			p.Tasks = append(p.Tasks, task)
			p.D = append(p.D, x[task]-y[task])
			p.MeanA += x[task]
			p.MeanB += y[task]
		}
	}
	n := float64(len(p.D))
	if n == 0 {
		return p, false
	}
	p.MeanA, p.MeanB = p.MeanA/n, p.MeanB/n
	mean, variance := moments(p.D)
	se, df := math.Sqrt(variance/n), n-1
	p.set("paired_t", se, mean, df)
	p.P["sign"] = sign(p.D)
	if w, ok := wilcoxon(p.D); ok {
		p.P["wilcoxon_signed_rank"] = w
	}
	p.Headline = "paired_t"
	if t.Binary && t.Single(a, b) {
		p.Headline = "mcnemar_exact"
		p.P["mcnemar_exact"] = sign(p.D) // the sign test of the discordant pairs
		p.Interval = nil
	}
	if t.Clustered() {
		p.Headline, p.Interval = "cluster_robust_t", nil
		sums := map[string]float64{}
		for i, task := range p.Tasks {
			sums[t.ClusterOf(task)] += p.D[i] - mean
		}
		g, v := float64(len(sums)), 0.0
		for _, s := range sums {
			v += s * s
		}
		if g > 1 {
			p.set("cluster_robust_t", math.Sqrt(v*g/(g-1))/n, mean, g-1)
		}
	}
	return p, true
}

// set gives a t test's p, and its interval.
func (p *Pair) set(name string, se, mean, df float64) {
	if !(se > 1e-12) || df < 1 {
		return
	}
	p.P[name] = 2 * TailT(math.Abs(mean)/se, df)
	half := QuantileT(df) * se
	p.Interval = &[2]float64{mean - half, mean + half}
}

func moments(x []float64) (mean, variance float64) {
	for _, v := range x {
		mean += v / float64(len(x))
	}
	for _, v := range x {
		variance += (v - mean) * (v - mean) / float64(len(x)-1)
	}
	return mean, variance
}

// same takes two doubles that differ by rounding as the same number: all values are
// sums of eighths or hundredths over at most twelve, which differ by 1/1200 or not at all.
const same = 1e-9

// sign is the exact two-sided sign test: Binomial(wins + losses, 1/2), summed up.
func sign(d []float64) float64 {
	plus, minus := 0, 0
	for _, v := range d {
		if v > same {
			plus++
		} else if v < -same {
			minus++
		}
	}
	n, p := plus+minus, 0.0
	for k := range min(plus, minus) + 1 {
		p += choose(n, k)
	}
	return min(1, 2*p/math.Pow(2, float64(n)))
}

func choose(n, k int) float64 {
	c := 1.0
	for i := range k {
		c = c * float64(n-i) / float64(i+1)
	}
	return math.Round(c)
}

// wilcoxon tries all signs: Pratt's way with zeros, which are ranked and then left
// out; mid-ranks; two-sided, by the distance from the middle.
func wilcoxon(d []float64) (p float64, ok bool) {
	var ranks []float64
	observed := 0.0
	for _, v := range d {
		if math.Abs(v) <= same {
			continue
		}
		below, equal := 0, 0
		for _, w := range d {
			switch {
			case math.Abs(w) < math.Abs(v)-same:
				below++
			case math.Abs(w) <= math.Abs(v)+same:
				equal++
			}
		}
		rank := float64(below) + float64(equal+1)/2
		ranks = append(ranks, rank)
		if v > 0 {
			observed += rank
		}
	}
	if n := len(ranks); n == 0 || n > 12 {
		return 0, false
	}
	total := 0.0
	for _, r := range ranks {
		total += r
	}
	extreme, all := 0, 1<<len(ranks)
	for signs := range all {
		w := 0.0
		for i, r := range ranks {
			if signs>>i&1 == 1 {
				w += r
			}
		}
		if math.Abs(w-total/2) >= math.Abs(observed-total/2)-same {
			extreme++
		}
	}
	return float64(extreme) / float64(all), true
}

// Holm adjusts the headline p-values of a family; a pair without one is left out.
func Holm(family []*Pair) {
	var with []*Pair
	for _, p := range family {
		p.Adjusted = 1
		if _, ok := p.P[p.Headline]; ok {
			with = append(with, p)
		}
	}
	// The largest, over the p-values up to its own, of p times how many are as large.
	for _, p := range with {
		p.Adjusted = 0
		for _, q := range with {
			if q.P[q.Headline] > p.P[p.Headline] {
				continue
			}
			larger := 0
			for _, r := range with {
				if r.P[r.Headline] >= q.P[q.Headline] {
					larger++
				}
			}
			p.Adjusted = max(p.Adjusted, min(1, float64(larger)*q.P[q.Headline]))
		}
	}
}
