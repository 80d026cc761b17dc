package stats

import (
	"fmt"
	"math"
)

// Confusion counts the verdicts of a judge against a reference, success being
// the positive class.
type Confusion struct {
	TP, FP, FN, TN int
}

// N is the number of verdicts.
func (c Confusion) N() int { return c.TP + c.FP + c.FN + c.TN }

// Table is the confusion as CohenKappa and ClassScores want it: class 0 negative,
// class 1 positive, reference by row.
func (c Confusion) Table() [][]int { return [][]int{{c.TN, c.FP}, {c.FN, c.TP}} }

// ClassScores are the figures of a classification. A precision, recall, F1 or MCC whose denominator is
// 0 is taken as 0, as scikit-learn does; Undefined names those figures.
type ClassScores struct {
	N                            int
	Accuracy, BalancedAccuracy   float64
	MacroF1, WeightedF1, MicroF1 float64
	MCC                          float64   // Matthews' correlation; Gorodkin's for more than two classes
	Precision, Recall, F1        []float64 // of each class
	Undefined                    []string
}

// ScoreClasses scores a square confusion table, table[i][j] = number of items of
// reference class i that were given class j. Balanced accuracy is the mean recall
// over the classes that occur in the reference, macro F1 the unweighted and
// weighted F1 the reference-weighted mean of the classes' F1 over the classes
// that occur at all, micro F1 the accuracy. Errors: a table that is not square,
// negative or empty.
func ScoreClasses(table [][]int) (ClassScores, error) {
	k := len(table)
	truth, given := make([]float64, k), make([]float64, k)
	n, correct := 0.0, 0.0
	for i, row := range table {
		if len(row) != k {
			return ClassScores{}, &ArgumentError{Arg: "table", Reason: fmt.Sprintf("row %d has %d columns; the table must be square, %d by %d", i, len(row), k, k)}
		}
		for j, c := range row {
			if c < 0 {
				return ClassScores{}, &ArgumentError{Arg: "table", Reason: fmt.Sprintf("negative count %d in row %d, column %d", c, i, j)}
			}
			truth[i] += float64(c)
			given[j] += float64(c)
			n += float64(c)
		}
		correct += float64(row[i])
	}
	if n == 0 {
		return ClassScores{}, &ArgumentError{Arg: "table", Reason: "no items; give at least one"}
	}
	s := ClassScores{N: int(n), Accuracy: correct / n, MicroF1: correct / n}
	ratio := func(numerator, denominator float64, name string, class int) float64 {
		if denominator == 0 {
			s.Undefined = append(s.Undefined, fmt.Sprintf("%s of class %d", name, class))
			return 0
		}
		return numerator / denominator
	}
	occurring, inTruth := 0.0, 0.0
	var sumTG, sumTT, sumGG float64
	for i := range k {
		hit := float64(table[i][i])
		s.Precision = append(s.Precision, ratio(hit, given[i], "precision", i))
		s.Recall = append(s.Recall, ratio(hit, truth[i], "recall", i))
		s.F1 = append(s.F1, ratio(2*hit, truth[i]+given[i], "F1", i))
		if truth[i]+given[i] > 0 {
			occurring++
			s.MacroF1 += s.F1[i]
		}
		if truth[i] > 0 {
			inTruth++
			s.BalancedAccuracy += s.Recall[i]
		}
		s.WeightedF1 += s.F1[i] * truth[i] / n
		sumTG += truth[i] * given[i]
		sumTT += truth[i] * truth[i]
		sumGG += given[i] * given[i]
	}
	s.MacroF1 /= occurring
	s.BalancedAccuracy /= inTruth
	if spread := math.Sqrt((n*n - sumTT) * (n*n - sumGG)); spread > 0 {
		s.MCC = (correct*n - sumTG) / spread
	} else {
		s.Undefined = append(s.Undefined, "MCC")
	}
	return s, nil
}
