package stats

import (
	"fmt"
	"math"
	"math/rand/v2"
)

// ItemRestBelow is the chance, if an item told nothing of the runs' strength, of an item-rest
// correlation as low as the observed one or lower. item holds the runs' shares of solved
// attempts at it, rest their sums over the other items. Small values say that the item points
// the wrong way: strong runs fail, weak runs pass.
//
// It is the one-sided permutation test of the correlation: exact over all arrangements of an
// item of two values where they are at most 20,000, else (b+1)/(B+1) of B random ones.
// Items tested one by one are not corrected for their number: of m items that tell nothing,
// up to m alpha fall below alpha.
//
// Errors: *ArgumentError for lists of unequal lengths; *UndefinedError for fewer than two runs
// and lists that do not vary.
//
// Source: Pitman (1937), JRSS Suppl. 4:225-232; Phipson & Smyth (2010) for the random ones.
func ItemRestBelow(item, rest []float64, resamples int, seed uint64) (p float64, exact bool, err error) {
	const stat = "item_rest"
	switch {
	case len(item) != len(rest):
		return 0, false, &ArgumentError{Arg: "item", Reason: fmt.Sprintf("%d answers and %d sums", len(item), len(rest))}
	case len(item) < 2 || allEqual(item) || allEqual(rest):
		return 0, false, &UndefinedError{Stat: stat, Reason: "the item or the others do not vary over the runs"}
	}
	products, size := 0.0, 0.0
	for i := range item {
		products += item[i] * rest[i]
		size += math.Abs(item[i] * rest[i])
	}
	bound := products + 1e-12*size // decimal ties are ties
	if low, high, ones, two := twoValues(item); two {
		if n := binomialCount(len(item), ones); n <= mostArrangements {
			total := 0.0
			for _, v := range rest {
				total += v
			}
			// Sum of item times rest over an arrangement is low times the total plus (high-low) times the chosen.
			below := arrangementsBelow(rest, ones, (bound-low*total)/(high-low))
			return float64(below) / float64(n), true, nil
		}
	}
	rng := rand.New(rand.NewPCG(seed, 1))
	shuffled := append([]float64(nil), item...)
	below := 0
	for range resamples {
		rng.Shuffle(len(shuffled), func(i, j int) { shuffled[i], shuffled[j] = shuffled[j], shuffled[i] })
		sum := 0.0
		for i, v := range shuffled {
			sum += v * rest[i]
		}
		if sum <= bound {
			below++
		}
	}
	return float64(below+1) / float64(resamples+1), false, nil
}

// mostArrangements bounds what ItemRestBelow enumerates.
const mostArrangements = 20_000

// twoValues are the lower and the higher of a list's values, how often the higher occurs, and
// whether there are no others.
func twoValues(x []float64) (low, high float64, highs int, ok bool) {
	low, high = x[0], x[0]
	for _, v := range x {
		low, high = min(low, v), max(high, v)
	}
	for _, v := range x {
		switch v {
		case high:
			highs++
		case low:
		default:
			return 0, 0, 0, false
		}
	}
	return low, high, highs, low < high
}

// binomialCount is n choose k, or a number beyond mostArrangements where it is beyond.
func binomialCount(n, k int) int {
	count := 1
	for i := range min(k, n-k) {
		if count = count * (n - i) / (i + 1); count > mostArrangements {
			return count
		}
	}
	return count
}

// arrangementsBelow counts the choices of k values whose sum is at most a bound.
func arrangementsBelow(x []float64, k int, bound float64) int {
	if k == 0 {
		if bound >= 0 {
			return 1
		}
		return 0
	}
	count := 0
	for i := 0; i+k <= len(x); i++ {
		count += arrangementsBelow(x[i+1:], k-1, bound-x[i])
	}
	return count
}

// Surprise is how far the answers at one item are from what the model of all items expects.
type Surprise struct {
	Runs []int   // those whose attempts at it all went the way that the model gives at most 5%
	P    float64 // the chance of as many such runs or more; 1 where there are none
}

// SurprisingAnswers finds, item by item, the runs that a fitted Rasch model expects to solve it
// and that never do, or the other way round: of single attempts, those with a chance of at most
// 1 in 20; of several, those where all go the unlikely way. The number of such runs is held
// against its distribution under the model (a sum of unequal Bernoulli variables, exactly), the
// estimates taken for the truth. Items without an estimate have none.
//
// Errors: *ArgumentError where the fit is of other answers.
//
// Also called: person-item misfit; compare Wright & Stone (1979), Best Test Design, ch. 4.
func SurprisingAnswers(r Responses, f Rasch) ([]Surprise, error) {
	if err := r.check(); err != nil {
		return nil, err
	}
	if len(f.B) != r.items() || len(f.Ability) != len(r.Solved) {
		return nil, &ArgumentError{Arg: "fit", Reason: fmt.Sprintf("a fit of %d items and %d runs for %d and %d", len(f.B), len(f.Ability), r.items(), len(r.Solved))}
	}
	const unlikely = 0.05
	out := make([]Surprise, r.items())
	for j := range out {
		out[j].P = 1
		if !f.Alive[j] {
			continue
		}
		var chances []float64
		for i, theta := range f.Ability {
			n := r.Tried[i][j]
			if n == 0 {
				continue
			}
			p := 1 / (1 + math.Exp(f.B[j]-theta))
			other, against := p, r.Solved[i][j] == n
			if p >= 0.5 {
				other, against = 1-p, r.Solved[i][j] == 0
			}
			if q := math.Pow(other, float64(n)); q <= unlikely {
				chances = append(chances, q)
				if against {
					out[j].Runs = append(out[j].Runs, i)
				}
			}
		}
		if len(out[j].Runs) > 0 {
			out[j].P = atLeast(chances, len(out[j].Runs))
		}
	}
	return out, nil
}

// atLeast is the chance that k or more of independent events happen.
func atLeast(chances []float64, k int) float64 {
	// exactly[s] is the chance of s events so far; the last entry is of k or more.
	exactly := make([]float64, k+1)
	exactly[0] = 1
	for _, q := range chances {
		exactly[k] += exactly[k-1] * q
		for s := k - 1; s >= 0; s-- {
			exactly[s] *= 1 - q
			if s > 0 {
				exactly[s] += exactly[s-1] * q
			}
		}
	}
	return exactly[k]
}
