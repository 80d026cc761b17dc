package transcript

import "mcpstats/analysis/result"

// Pair is one line of two attempts side by side: a call of A, of B, or of both. An index is
// -1 where that attempt has no call here.
type Pair struct{ A, B int }

// Call is a call with the step that it was made in.
type Call struct {
	*result.TranscriptCall
	Step int
}

// CallsOf lists an attempt's calls in order; of one without messages, those that it planned,
// at step -1.
func CallsOf(t *result.Transcript) []Call {
	var out []Call
	for i := range t.Foreseen {
		out = append(out, Call{&t.Foreseen[i], -1})
	}
	for i := range t.Steps {
		for j := range t.Steps[i].Calls {
			out = append(out, Call{&t.Steps[i].Calls[j], t.Steps[i].Step})
		}
	}
	return out
}

// Weights of a pair. A call that both made with equal arguments counts for more than two pairs
// that share a tool alone: what is equal stands side by side, and calls of one tool meet where that
// leaves room.
const (
	equalCalls = 3
	equalTools = 1
)

// Align lays two lists of calls side by side. Of alignments of equal weight it takes the one
// that keeps B's calls behind A's. It is Hirschberg's (1975) divide and conquer over Needleman
// and Wunsch's (1970) table, whose rows are all that is held: time by the product of the
// lengths, memory by their sum.
func Align(a, b []Call) []Pair {
	x := &aligner{a: numbered(a, b), b: nil}
	x.b = x.a[len(a):]
	x.a = x.a[:len(a)]
	x.align(0, len(a), 0, len(b))
	return x.out
}

// key is a call as numbers, which compare fast.
type key struct{ call, tool int32 }

func numbered(lists ...[]Call) []key {
	calls, tools := map[string]int32{}, map[string]int32{}
	number := func(of map[string]int32, s string) int32 {
		n, ok := of[s]
		if !ok {
			n = int32(len(of))
			of[s] = n
		}
		return n
	}
	var out []key
	for _, list := range lists {
		for _, c := range list {
			out = append(out, key{number(calls, c.Same), number(tools, c.Tool)})
		}
	}
	return out
}

type aligner struct {
	a, b []key
	out  []Pair
}

func weight(a, b key) int32 {
	switch {
	case a.call == b.call:
		return equalCalls
	case a.tool == b.tool:
		return equalTools
	}
	return 0
}

// align appends the pairs of a[i:j] and b[k:l].
func (x *aligner) align(i, j, k, l int) {
	switch {
	case i == j:
		for ; k < l; k++ {
			x.out = append(x.out, Pair{-1, k})
		}
	case k == l:
		for ; i < j; i++ {
			x.out = append(x.out, Pair{i, -1})
		}
	case j-i == 1:
		best, at := int32(0), -1
		for m := k; m < l; m++ {
			if w := weight(x.a[i], x.b[m]); w > best {
				best, at = w, m
			}
		}
		if at < 0 {
			x.out = append(x.out, Pair{i, -1})
			x.align(j, j, k, l)
			return
		}
		x.align(i, i, k, at)
		x.out = append(x.out, Pair{i, at})
		x.align(j, j, at+1, l)
	default:
		mid := (i + j) / 2
		head, tail := x.forward(i, mid, k, l), x.backward(mid, j, k, l)
		cut, best := 0, int32(-1)
		for m := range head {
			if w := head[m] + tail[m]; w > best {
				best, cut = w, m
			}
		}
		x.align(i, mid, k, k+cut)
		x.align(mid, j, k+cut, l)
	}
}

// forward is the best weight of a[i:j] against each beginning of b[k:l].
func (x *aligner) forward(i, j, k, l int) []int32 {
	row := make([]int32, l-k+1)
	for ; i < j; i++ {
		diagonal := int32(0)
		for m := 1; m < len(row); m++ {
			with := diagonal + weight(x.a[i], x.b[k+m-1])
			diagonal = row[m]
			row[m] = max(row[m], row[m-1], with)
		}
	}
	return row
}

// backward is the best weight of a[i:j] against what of b[k:l] is behind each beginning.
func (x *aligner) backward(i, j, k, l int) []int32 {
	row := make([]int32, l-k+1)
	for j--; j >= i; j-- {
		diagonal := int32(0)
		for m := len(row) - 2; m >= 0; m-- {
			with := diagonal + weight(x.a[j], x.b[k+m])
			diagonal = row[m]
			row[m] = max(row[m], row[m+1], with)
		}
	}
	return row
}
