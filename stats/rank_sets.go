package stats

import "fmt"

// RankSet is the range of ranks that the comparisons leave a run; 1 is best.
type RankSet struct {
	Low, High int
}

// RankSets returns each run's rank confidence set. better[i][j] says that run i is
// shown to be better than run j, by tests of all pairs that control the family-wise
// error, direction included (as Holm's correction of two-sided tests does). Then the
// sets hold all runs' true ranks together with probability of at least one minus that
// error: the lower end is 1 + the number of runs shown to be better, the upper end the
// number of runs less those shown to be worse. A pair that was not tested decides
// nothing. The sets agree with TieGroups of the same decisions: a set is as many ranks
// wider than one as the run shares groups with other runs, so that a single rank means
// a run that is separated from all.
//
// Errors: a matrix that is not square; two runs each better than the other, or a run
// better than itself.
//
// Also called: simultaneous confidence sets for ranks. Source: Mogstad, Romano, Shaikh &
// Wilhelm (2024), Inference for ranks, Review of Economic Studies 91:476-518.
func RankSets(better [][]bool) ([]RankSet, error) {
	runs := len(better)
	sets := make([]RankSet, runs)
	for i, row := range better {
		if len(row) != runs {
			return nil, &ArgumentError{Arg: "better", Reason: fmt.Sprintf("row %d has %d columns; the matrix must be %d by %d", i, len(row), runs, runs)}
		}
		sets[i] = RankSet{Low: 1, High: runs}
	}
	for i, row := range better {
		for j, is := range row {
			if !is {
				continue
			}
			if better[j][i] {
				return nil, &ArgumentError{Arg: "better", Reason: fmt.Sprintf("runs %d and %d are each better than the other", i, j)}
			}
			sets[j].Low++
			sets[i].High--
		}
	}
	return sets, nil
}
