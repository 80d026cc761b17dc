package reports

import (
	"fmt"
	"path"
	"slices"
	"strings"
)

// FigureKind is what a figure answers, by the name that it is chosen with.
type FigureKind struct{ Name, Doc string }

// Names of the kinds of figures.
const (
	figureLeaderboard = "leaderboard"
	figureStrata      = "strata"
	figureDifferences = "differences"
	figureMatrix      = "matrix"
	figureRanks       = "ranks"
	figureBootstrap   = "bootstrap"
	figurePower       = "power"
	figureCurves      = "curves"
	figureFailures    = "failures"
	figureTransitions = "transitions"
	figureFrontier    = "frontier"
	figureJudges      = "judges"
	figureStability   = "specifications"
)

// FigureKinds lists the kinds of figures that a report has, in its order.
func FigureKinds() []FigureKind {
	return []FigureKind{
		{figureLeaderboard, "the runs by the headline metric, with intervals and tie groups"},
		{figureDifferences, "differences of pairs around zero"},
		{figureMatrix, "every pair on a grid: differences, p-values, tasks won"},
		{figureBootstrap, "the resampled differences of pairs"},
		{figureRanks, "average ranks with the critical difference"},
		{figurePower, "power against the true difference"},
		{figureStrata, "the headline metric by stratum, as small multiples"},
		{figureCurves, "metrics against plan length, threshold, k"},
		{figureFailures, "how attempts failed, as stacked bars"},
		{figureTransitions, "what became of one run's failures in another"},
		{figureFrontier, "success against cost"},
		{figureJudges, "judges against the reference, and against each other"},
		{figureStability, "the difference of a pair under every choice of analysis"},
	}
}

// KeepFigures takes the figures out of a document that nobody asked for. asked are
// kinds of FigureKinds, IDs, or patterns of IDs with *, ? and [].
//
// Errors: something asked for that is no kind and matches no figure; what there is
// to choose from is told.
func KeepFigures(doc *Document, asked []string) error {
	var kinds, ids []string
	for _, k := range FigureKinds() {
		kinds = append(kinds, k.Name)
	}
	for _, b := range doc.Blocks {
		if f, ok := b.(Figure); ok {
			ids = append(ids, f.ID)
		}
	}
	for _, a := range asked {
		matches := func(id string) bool {
			ok, err := path.Match(a, id)
			return ok && err == nil
		}
		if !slices.Contains(kinds, a) && !slices.ContainsFunc(ids, matches) {
			return fmt.Errorf("no figure %q; kinds: %s; figures here: %s", Shorten(Visible(a), maxNameRunes), strings.Join(kinds, ", "), enumerate(ids, 6))
		}
	}
	wanted := func(f Figure) bool {
		return slices.ContainsFunc(asked, func(a string) bool {
			ok, err := path.Match(a, f.ID)
			return a == f.Kind || ok && err == nil
		})
	}
	doc.Blocks = slices.DeleteFunc(doc.Blocks, func(b Block) bool {
		f, ok := b.(Figure)
		return ok && !wanted(f)
	})
	return nil
}
