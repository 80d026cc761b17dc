package main

import (
	"math"
	"math/rand/v2"
	"strconv"
	"sync/atomic"

	"mcpstats/internal/parallel"
	"mcpstats/stats"
)

const (
	alpha = 0.05 // nominal level of the tests
	level = 0.95 // nominal level of the intervals
)

// kind is what a cell measures.
type kind uint8

const (
	typeOneError kind = iota // share of true null hypotheses rejected
	coverage                 // share of intervals that hold the true value
	power                    // share of false null hypotheses rejected: nobody promises one
)

// nominal is what a cell's method promises, unless the cell says otherwise.
func (c cell) nominal() float64 {
	switch {
	case c.promised != 0:
		return c.promised
	case c.kind == coverage:
		return level
	case c.kind == power:
		return 0
	}
	return alpha
}

// cell is one method on one kind of data with one n.
type cell struct {
	section   string
	kind      kind
	method    string
	setting   string // the data
	n         int
	observed  float64
	se        float64 // Monte-Carlo standard error; 0 where exact
	exact     bool
	undefined float64 // share of studies for which the method does not exist
	promised  float64 // the nominal level where it is not alpha or level; else 0
}

// outcome is what became of one method in one simulated study. A test that does
// not exist for the data rejects nothing; an interval that does not exist holds
// nothing.
type outcome uint8

const (
	no outcome = iota
	yes
	undefined
)

func answer(is bool, err error) outcome {
	switch {
	case err != nil:
		return undefined
	case is:
		return yes
	}
	return no
}

func rejects(p float64, err error) outcome { return answer(p <= alpha, err) }

func holds(i stats.Interval, err error, truth float64) outcome {
	// Truths such as .3 are no doubles: an end that meets one up to rounding holds it.
	slack := 1e-12 * math.Max(1, math.Abs(truth))
	return answer(i.Low <= truth+slack && truth-slack <= i.High, err)
}

// experiment simulates studies of one kind and size, and puts every method to each.
type experiment struct {
	kind    kind
	promise float64 // the nominal level where it is not the usual one
	setting string
	n       int
	runs    int
	methods []string
	// worker returns a function that draws one study and fills in one outcome a
	// method; each share of the studies has a worker, and with it scratch, of its own.
	worker func() func(rng *rand.Rand, out []outcome)
}

// simulate runs the experiment. A study is a function of the seed and its number
// alone, and counts are added, so that the schedule cannot change them.
func (e experiment) simulate(seed uint64) []cell {
	seed = stats.DeriveSeed(seed, e.setting, strconv.Itoa(e.n), e.methods[0])
	const chunk = 32
	yesses, missing := make([]atomic.Int64, len(e.methods)), make([]atomic.Int64, len(e.methods))
	parallel.For((e.runs+chunk-1)/chunk, func(i int) {
		study := e.worker()
		out := make([]outcome, len(e.methods))
		var pcg rand.PCG
		rng := rand.New(&pcg)
		for r := i * chunk; r < min((i+1)*chunk, e.runs); r++ {
			pcg.Seed(seed, stats.DeriveSeed(uint64(r)))
			study(rng, out)
			for m, o := range out {
				switch o {
				case yes:
					yesses[m].Add(1)
				case undefined:
					missing[m].Add(1)
				}
			}
		}
	})
	var cells []cell
	for m, method := range e.methods {
		share := float64(yesses[m].Load()) / float64(e.runs)
		cells = append(cells, cell{
			kind: e.kind, promised: e.promise, method: method, setting: e.setting, n: e.n, observed: share,
			se:        math.Sqrt(share * (1 - share) / float64(e.runs)),
			undefined: float64(missing[m].Load()) / float64(e.runs),
		})
	}
	return cells
}

// scaled multiplies a number of studies by the flag -runs.
func scaled(runs int, by float64) int { return max(100, int(math.Round(float64(runs)*by))) }

// simulateAll runs experiments one after the other; each uses all processors.
func simulateAll(seed uint64, experiments []experiment) []cell {
	var cells []cell
	for _, e := range experiments {
		cells = append(cells, e.simulate(seed)...)
	}
	return cells
}
