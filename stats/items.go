package stats

import (
	"fmt"
	"math"
)

// Responses are the answers of runs to items: Solved[run][item] of Tried[run][item]
// attempts; 0 tried is a missing answer.
type Responses struct {
	Solved, Tried [][]int
}

// SingleResponses are answers of one attempt each: 1 solved, 0 not, NaN missing. Errors:
// *ArgumentError for another value, no run, no item, and rows of unequal lengths.
func SingleResponses(rows [][]float64) (Responses, error) {
	var r Responses
	for i, row := range rows {
		solved, tried := make([]int, len(row)), make([]int, len(row))
		for j, v := range row {
			switch {
			case v == 0 || v == 1:
				solved[j], tried[j] = int(v), 1
			case !math.IsNaN(v):
				return r, &ArgumentError{Arg: "responses", Reason: fmt.Sprintf("run %d, item %d is %v; an answer is 0, 1 or absent", i, j, v)}
			}
		}
		r.Solved, r.Tried = append(r.Solved, solved), append(r.Tried, tried)
	}
	return r, r.check()
}

func (r Responses) check() error {
	if len(r.Solved) == 0 || len(r.Solved) != len(r.Tried) || len(r.Solved[0]) == 0 {
		return &ArgumentError{Arg: "responses", Reason: "no run or no item"}
	}
	for i, row := range r.Solved {
		if len(row) != len(r.Solved[0]) || len(r.Tried[i]) != len(row) {
			return &ArgumentError{Arg: "responses", Reason: fmt.Sprintf("run %d has %d items, run 0 has %d; leave an absent answer as missing", i, len(row), len(r.Solved[0]))}
		}
		for j, s := range row {
			if s < 0 || s > r.Tried[i][j] {
				return &ArgumentError{Arg: "responses", Reason: fmt.Sprintf("run %d solved item %d in %d of %d attempts", i, j, s, r.Tried[i][j])}
			}
		}
	}
	return nil
}

func (r Responses) items() int { return len(r.Solved[0]) }

// totals are the attempts at an item that solved it, and all.
func (r Responses) totals(item int) (solved, tried int) {
	for i := range r.Solved {
		solved += r.Solved[i][item]
		tried += r.Tried[i][item]
	}
	return solved, tried
}

// alive are the items that some attempt solves and some does not: of the others no model has
// a finite difficulty.
func (r Responses) alive() []int {
	var out []int
	for j := range r.items() {
		if s, n := r.totals(j); s > 0 && s < n {
			out = append(out, j)
		}
	}
	return out
}

// ItemStatistics describe one item without a model.
type ItemStatistics struct {
	Difficulty float64 // share of the runs' scores at it: large is easy, as the name is used
	// ItemRest is the correlation, over runs, of the item with the sum of the other items;
	// below 0 the item points the wrong way: strong runs fail, weak runs pass. HasItemRest is
	// false where either does not vary.
	ItemRest    float64
	HasItemRest bool
}

// ClassicalItems gives every item's difficulty and its discrimination, the corrected
// item-rest correlation. A run's score at an item is its share of attempts that solved it;
// missing answers count 0 in the sum of the others and are left out of the correlation's
// pairs and the difficulty. An item without any answer is undefined.
//
// Errors: those of SingleResponses; *UndefinedError for fewer than two runs or items.
//
// Also called: point-biserial of the rest score, r.drop of R's psych::alpha. Source: Lord &
// Novick (1968), Statistical Theories of Mental Test Scores, ch. 15.
func ClassicalItems(r Responses) ([]ItemStatistics, error) {
	if err := r.check(); err != nil {
		return nil, err
	}
	out := make([]ItemStatistics, r.items())
	sums := r.Sums()
	for j := range out {
		var item []float64
		for i := range sums {
			if r.Tried[i][j] > 0 {
				item = append(item, r.share(i, j))
			}
		}
		if len(item) == 0 {
			return nil, &UndefinedError{Stat: "items", Reason: fmt.Sprintf("no run answered item %d", j)}
		}
		out[j].Difficulty, _ = Mean(item)
		out[j].ItemRest, out[j].HasItemRest = r.itemRest(sums, j)
	}
	return out, nil
}

// Sums are the runs' scores over all items, missing answers counting 0.
func (r Responses) Sums() []float64 {
	sums := make([]float64, len(r.Solved))
	for i := range sums {
		for j := range r.items() {
			sums[i] += r.share(i, j)
		}
	}
	return sums
}

// Against gives, of the runs that answered an item, their shares of solved attempts at it and
// their sums over the others; sums are Sums.
func (r Responses) Against(item int, sums []float64) (own, rest []float64) {
	for i, sum := range sums {
		if r.Tried[i][item] > 0 {
			own = append(own, r.share(i, item))
			rest = append(rest, sum-r.share(i, item))
		}
	}
	return own, rest
}

// itemRest is the correlation of an item with the rest of the runs' sums over all items.
func (r Responses) itemRest(sums []float64, item int) (value float64, ok bool) {
	own, rest := r.Against(item, sums)
	if len(own) < 2 || r.items() < 2 || allEqual(own) || allEqual(rest) {
		return 0, false
	}
	return pearson(own, rest), true
}

func (r Responses) share(run, item int) float64 {
	if r.Tried[run][item] == 0 {
		return 0
	}
	return float64(r.Solved[run][item]) / float64(r.Tried[run][item])
}

// pearson is the correlation of two lists that vary.
func pearson(x, y []float64) float64 {
	mx, sx := centred(x, 1)
	my, sy := centred(y, 1)
	sum := 0.0
	for i := range x {
		sum += (x[i] - mx) * (y[i] - my)
	}
	return sum / math.Sqrt(sx*sy)
}
