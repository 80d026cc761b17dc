package study

import (
	"math"
	"slices"

	"mcpstats/analysis/result"
	"mcpstats/analysis/table"
)

const (
	mostBins = 40
	// mostDrawnPairs is the number of pairs, that of six runs, beyond which no
	// figure draws them one by one.
	mostDrawnPairs = 15
)

// histogram bins the resampled differences of a pair on the headline metric; nil
// where nobody would look at it.
func (st *Study) histogram(s table.Slice, p PairSlice, replicates []float64) *result.Resampled {
	if s.Stratum != nil || st.Primary < 0 || p.measure != st.Primary || st.pairCount() > mostDrawnPairs {
		return nil
	}
	return binned(replicates)
}

// binned is nil where all values are the same, or farther apart than a double tells.
func binned(values []float64) *result.Resampled {
	if len(values) == 0 {
		return nil
	}
	sorted := slices.Clone(values)
	slices.Sort(sorted)
	low, high := sorted[0], sorted[len(sorted)-1]
	if !(high-low > 1e-12*math.Max(math.Abs(low), math.Abs(high))) || math.IsInf(high-low, 0) {
		return nil
	}
	out := &result.Resampled{Low: low, Width: (high - low) / mostBins}
	bins := mostBins
	if step, ok := lattice(sorted); ok {
		points := int(math.Round((high-low)/step)) + 1
		each := (points + mostBins - 1) / mostBins
		bins = (points + each - 1) / each
		out.Low, out.Width = low-step/2, float64(each)*step
	}
	out.Counts = make([]int, bins)
	for _, v := range sorted {
		out.Counts[min(int((v-out.Low)/out.Width), bins-1)]++
	}
	return out
}

// lattice finds the step that all values, sorted, are whole numbers of apart;
// false where there is none that is coarse enough to show.
func lattice(sorted []float64) (step float64, ok bool) {
	const finest = 2000 // steps from the first value to the last
	low, span := sorted[0], sorted[len(sorted)-1]-sorted[0]
	same := 1e-9 * span
	step = math.Inf(1)
	for i := 1; i < len(sorted); i++ {
		if gap := sorted[i] - sorted[i-1]; gap > same {
			step = math.Min(step, gap)
		}
	}
	if span/step > finest {
		return 0, false
	}
	step = span / math.Round(span/step)
	for _, v := range sorted {
		if k := (v - low) / step; math.Abs(k-math.Round(k)) > 1e-4 {
			return 0, false
		}
	}
	return step, true
}
