package stats

import "fmt"

// CochranQ tests whether k treatments (runs) have the same success rate over n blocks
// (tasks) with binary outcomes; blocks[i][j] is 1 where treatment j succeeded in block
// i, else 0. Null: within each block all treatments are equally likely to succeed;
// alternative: some differ.
//
// Q is compared with chi-square, k-1 degrees of freedom: never exact, adequate where
// the number of blocks that are neither all 1 nor all 0 (NUsed) times k is about 24 or
// more. With k = 2 it is McNemar's chi-square without correction.
//
// Errors: *ArgumentError for unequal or empty blocks, k < 2, or values other than 0 and 1;
// *UndefinedError where every block is all 1 or all 0.
//
// Source: Cochran (1950), Biometrika 37; adequacy: Tate & Brown (1970), JASA 65.
func CochranQ(blocks [][]float64) (Result, error) {
	n, k, err := checkBlocks(blocks)
	if err != nil {
		return Result{}, err
	}
	columns := make([]int, k)
	total, within, used := 0, 0, 0 // within is sum of R_i (k - R_i)
	for i, block := range blocks {
		row := 0
		for j, v := range block {
			switch v {
			case 0:
			case 1:
				row++
				columns[j]++
			default:
				return Result{}, &ArgumentError{Arg: "blocks", Reason: fmt.Sprintf("block %d, treatment %d is %v; outcomes are 0 or 1", i, j, v)}
			}
		}
		total += row
		within += row * (k - row)
		if row > 0 && row < k {
			used++
		}
	}
	if used == 0 {
		return Result{}, &UndefinedError{Stat: "cochran_q", Reason: "in every block all treatments have the same outcome", Degenerate: true}
	}
	between := 0.0
	for _, c := range columns {
		dev := float64(k*c - total)
		between += dev * dev
	}
	// sum (k C_j - N)^2 = k (k sum C_j^2 - N^2)
	df := float64(k - 1)
	q := df * between / (float64(k) * float64(within))
	r := Result{Method: "cochran_q", Statistic: q, DF: []float64{df}, P: ChiSquareSF(q, df), N: n, NUsed: used}
	return r.underflow(), nil
}
