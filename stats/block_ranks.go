package stats

import (
	"fmt"
	"math"
	"slices"
)

// checkBlocks returns the numbers of blocks n and treatments k of a complete block design.
func checkBlocks(blocks [][]float64) (n, k int, err error) {
	n = len(blocks)
	if n == 0 {
		return 0, 0, &ArgumentError{Arg: "blocks", Reason: "empty; at least one block is needed"}
	}
	k = len(blocks[0])
	if k < 2 {
		return 0, 0, &ArgumentError{Arg: "blocks", Reason: fmt.Sprintf("block 0 has %d treatments; at least 2 are needed", k)}
	}
	for i, block := range blocks {
		if len(block) != k {
			return 0, 0, &ArgumentError{Arg: "blocks", Reason: fmt.Sprintf("block %d has %d treatments, block 0 has %d", i, len(block), k)}
		}
		for j, v := range block {
			if math.IsNaN(v) || math.IsInf(v, 0) {
				return 0, 0, &ArgumentError{Arg: "blocks", Reason: fmt.Sprintf("block %d, treatment %d is %v; leave incomplete blocks out", i, j, v)}
			}
		}
	}
	return n, k, nil
}

// doubledRanks puts twice the mid-ranks of x into ranks, order being scratch space
// of the same length. Values within the rounding error of short means tie.
func doubledRanks(x []float64, ranks, order []int) {
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int {
		switch {
		case x[i] < x[j]:
			return -1
		case x[i] > x[j]:
			return 1
		}
		return 0
	})
	for start := 0; start < len(order); {
		first := x[order[start]]
		end := start + 1
		for end < len(order) && x[order[end]]-first <= 0x1p-53*roundings*(math.Abs(first)+math.Abs(x[order[end]])) {
			end++
		}
		for _, i := range order[start:end] {
			ranks[i] = start + 1 + end
		}
		start = end
	}
}
