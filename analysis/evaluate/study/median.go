package study

import "slices"

// median is the middle value, or the mean of the two in the middle. x holds no NaN.
func median(x []float64) float64 {
	x = slices.Clone(x)
	n := len(x)
	upper := selected(x, n/2)
	if n%2 == 1 {
		return upper
	}
	return slices.Max(x[:n/2])/2 + upper/2 // whatever their order, those before it are the lower half
}

// selected moves the value of rank k, from 0, to its place in the order, no larger
// ones before and no smaller ones behind it (Hoare 1961, with the median of three
// as pivot). Below few values it sorts.
func selected(x []float64, k int) float64 {
	const few = 32
	lo, hi := 0, len(x)
	for rounds := 0; hi-lo > few; rounds++ {
		if rounds > 64 { // an order that defeats the pivots
			break
		}
		a, b, c := x[lo], x[lo+(hi-lo)/2], x[hi-1]
		pivot := max(min(a, b), min(max(a, b), c))
		i, j := lo, hi-1
		for i <= j {
			for x[i] < pivot {
				i++
			}
			for x[j] > pivot {
				j--
			}
			if i <= j {
				x[i], x[j] = x[j], x[i]
				i++
				j--
			}
		}
		switch {
		case k <= j:
			hi = j + 1
		case k >= i:
			lo = i
		default:
			return x[k]
		}
	}
	slices.Sort(x[lo:hi])
	return x[k]
}
