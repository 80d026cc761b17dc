package naive

import (
	"math"
	"sync"
)

// TailT is Student's t beyond t: with t = sqrt(df) tan a the density becomes
// cos(a)^(df-1), which Simpson's rule sums.
func TailT(t, df float64) float64 {
	f := func(a float64) float64 { return math.Pow(math.Cos(a), df-1) }
	return simpson(f, math.Atan(t/math.Sqrt(df)), math.Pi/2) / simpson(f, -math.Pi/2, math.Pi/2)
}

func simpson(f func(float64) float64, from, to float64) float64 {
	const n = 1000
	h := (to - from) / n
	sum := f(from) + f(to)
	for i := 1; i < n; i++ {
		sum += f(from+float64(i)*h) * float64(2+2*(i%2))
	}
	return sum * h / 3
}

var quantiles sync.Map // by df, of .975

// QuantileT is the t beyond which .025 lies, found by halving.
func QuantileT(df float64) float64 {
	if q, ok := quantiles.Load(df); ok {
		return q.(float64)
	}
	low, high := 0.0, 100.0
	for range 60 {
		if mid := (low + high) / 2; TailT(mid, df) > .025 {
			low = mid
		} else {
			high = mid
		}
	}
	quantiles.Store(df, (low+high)/2)
	return (low + high) / 2
}

// Wilson is Wilson's score interval at 95%.
func Wilson(k, n float64) [2]float64 {
	const z = 1.959963984540054
	mid := (k + z*z/2) / (n + z*z)
	half := z / (n + z*z) * math.Sqrt(k*(n-k)/n+z*z/4)
	return [2]float64{mid - half, mid + half}
}
