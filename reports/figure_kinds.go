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
	FigureLeaderboard = "leaderboard"
	FigureStrata      = "strata"
	FigureDifferences = "differences"
	FigureMatrix      = "matrix"
	FigureRanks       = "ranks"
	FigureBootstrap   = "bootstrap"
	FigurePower       = "power"
	FigureCurves      = "curves"
	FigureFailures    = "failures"
	FigureTransitions = "transitions"
	FigureFrontier    = "frontier"
	FigureJudges      = "judges"
	FigureStability   = "specifications"
)

// FigureKinds lists the kinds of figures that a report has, in its order.
func FigureKinds() []FigureKind {
	return []FigureKind{
		{FigureLeaderboard, "the runs by the headline metric, with intervals and tie groups"},
		{FigureDifferences, "differences of pairs around zero"},
		{FigureMatrix, "every pair on a grid: differences, p-values, tasks won"},
		{FigureBootstrap, "the resampled differences of pairs"},
		{FigureRanks, "average ranks with the critical difference"},
		{FigurePower, "power against the true difference"},
		{FigureStrata, "the headline metric by stratum, as small multiples"},
		{FigureCurves, "metrics against plan length, threshold, k"},
		{FigureFailures, "how attempts failed, as stacked bars"},
		{FigureTransitions, "what became of one run's failures in another"},
		{FigureFrontier, "success against cost"},
		{FigureJudges, "judges against the reference, and against each other"},
		{FigureStability, "the difference of a pair under every choice of analysis"},
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
			return fmt.Errorf("no figure %q; kinds: %s; figures here: %s", Shorten(Visible(a), MaxNameRunes), strings.Join(kinds, ", "), Enumerate(ids, 6))
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
