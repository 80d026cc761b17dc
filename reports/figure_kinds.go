package reports

import (
	"fmt"
	"path"
	"slices"
	"strings"
)

// FigureKind is what a figure answers, by the name that it is chosen with. It is
// declared once: flags, lists and the gallery read it here.
type FigureKind struct {
	Name     string // as --figures and Figure.Kind have it
	Title    string
	Doc      string // in a few words, for a list
	Answers  string // the question
	Read     string // how to read it
	Misleads string // when it misleads
}

// Validate refuses a declaration that leaves a reader without any of it.
func (k FigureKind) Validate() error {
	for _, field := range []struct{ name, text string }{
		{"Name", k.Name}, {"Title", k.Title}, {"Doc", k.Doc}, {"Answers", k.Answers}, {"Read", k.Read}, {"Misleads", k.Misleads},
	} {
		if strings.TrimSpace(field.text) == "" {
			return fmt.Errorf("the kind of figure %q has no %s", k.Name, field.name)
		}
		if strings.ContainsAny(field.text, "\n\r") {
			return fmt.Errorf("the kind of figure %q has a %s of several lines", k.Name, field.name)
		}
	}
	return nil
}

// The kinds of figures.
var (
	FigureLeaderboard = FigureKind{
		Name: "leaderboard", Title: "Leaderboard",
		Doc:      "the runs by the headline metric, with intervals and tie groups",
		Answers:  "Which runs do best, and how sure is that?",
		Read:     "A point is a run's mean over tasks, the line its interval. Bars at the side join runs that the paired tests do not separate; a thin stretch passes a run that does not belong.",
		Misleads: "Overlapping intervals do not mean that two runs are alike: the comparison is paired, and is in the figure of differences.",
	}
	FigureDifferences = FigureKind{
		Name: "differences", Title: "Differences",
		Doc:      "differences of pairs around zero",
		Answers:  "By how much does one run do better than another on the same tasks?",
		Read:     "Right of zero the first-named run is better. Open marks are not significant after correction for all pairs.",
		Misleads: "An open mark does not prove equality: see how small a difference these tasks can show.",
	}
	FigureMatrix = FigureKind{
		Name: "matrix", Title: "Pairs on a grid",
		Doc:      "every pair on a grid: differences, p-values, tasks won",
		Answers:  "How does every run stand to every other, where there are more than six?",
		Read:     "Row against column: the difference, the adjusted p-value, and the tasks on which the row's run does better. A star marks what is significant. Where a column is too narrow for the numbers, shade and star remain.",
		Misleads: "A dark p-value is a sure difference, which may be a small one; tasks won say nothing of by how much.",
	}
	FigureBootstrap = FigureKind{
		Name: "bootstrap", Title: "Bootstrap distributions",
		Doc:      "the resampled differences of pairs",
		Answers:  "How would a difference scatter, had other tasks of the same sort been drawn?",
		Read:     "The hill is the difference over 10,000 resamples of the tasks, dark within the interval; the mark is what was observed.",
		Misleads: "Every hill has its own height. With few tasks the hill has gaps and steps, and its interval is too short.",
	}
	FigureRanks = FigureKind{
		Name: "ranks", Title: "Critical differences",
		Doc:      "average ranks with the critical difference",
		Answers:  "Which runs differ in their average rank over the tasks?",
		Read:     "Rank 1 is best. A bar joins runs whose ranks differ by no more than the critical difference (CD), drawn as a length.",
		Misleads: "Where most runs tie on most tasks, ranks say little; and what is said of two runs depends on which others take part.",
	}
	FigurePower = FigureKind{
		Name: "power", Title: "Power",
		Doc:      "power against the true difference",
		Answers:  "How large must a true difference be for these tasks to show it?",
		Read:     "A line a comparison with the best run: where it crosses 80%, a true difference of that size is shown in four of five such studies.",
		Misleads: "It is the power of one test before any correction; and it plans from the scatter of these runs, which others need not share.",
	}
	FigureTrials = FigureKind{
		Name: "trials", Title: "Tasks and trials",
		Doc:      "how much of the uncertainty tasks cause, and how much trials",
		Answers:  "Would more trials of the same tasks help, or more tasks?",
		Read:     "A bar is the variance of a run's mean, or of a difference of two runs: the part at the right is what trials cause, and shrinks with more of them; the rest takes more tasks.",
		Misleads: "Both parts are estimates, rough with few tasks or two trials each; and a large share of a small variance is little.",
	}
	FigureStrata = FigureKind{
		Name: "strata", Title: "Strata",
		Doc:      "the headline metric by stratum, as small multiples",
		Answers:  "On which kind of task do the runs differ?",
		Read:     "One panel per stratum, with its number of tasks; the axis is the same in all.",
		Misleads: "Among many panels some look different by chance: the table of strata tests for it.",
	}
	FigureCurves = FigureKind{
		Name: "curves", Title: "Curves",
		Doc:      "metrics against plan length, threshold, k",
		Answers:  "How does a metric change along the length of the plan, with k, or with the threshold of a pass?",
		Read:     "Means with intervals at every point, set a little apart so that none hides another; each line is named at its end. Where lines cross, the order of the runs changes.",
		Misleads: "Long plans are few: look at the intervals at the right end. Points of one line share tasks and are not independent.",
	}
	FigureFailures = FigureKind{
		Name: "failures", Title: "Failures",
		Doc:      "how attempts failed, as stacked bars",
		Answers:  "How do the attempts of each run fail?",
		Read:     "Segments are shares of a run's failed attempts, in the order of the legend; the number of failures is at the right.",
		Misleads: "Shares of failures, not of attempts: a run with few failures has a bar as long as one with many. Detected modes are what detectors look for.",
	}
	FigureStacked = FigureKind{
		Name: "stacked", Title: "A pivot's cells, stacked",
		Doc:      "the numbers of a table as stacked bars, one a row",
		Answers:  "What is each run's total made of?",
		Read:     "A bar is a row of the table below it, a segment one of its columns; the length of the bar is their sum.",
		Misleads: "A sum means something only where the columns are parts of one whole; and a segment that begins elsewhere in each bar is hard to compare but for the first.",
	}
	FigureGrouped = FigureKind{
		Name: "grouped", Title: "A pivot's cells, side by side",
		Doc:      "the numbers of a table as bars in groups, a group a row",
		Answers:  "How do the columns of a table compare within every row, and across the rows?",
		Read:     "A group is a row of the table below it, a bar one of its cells, from zero; a thin line is the cell's interval. A column has one colour throughout.",
		Misleads: "Intervals of two bars that overlap do not mean that they are alike: runs at the same tasks are compared in pairs. A gap is a cell without a value, and no zero.",
	}
	FigureBox = FigureKind{
		Name: "box", Title: "Boxes",
		Doc:      "how a metric's values spread, as boxes with whiskers",
		Answers:  "How much do a run's values differ from task to task, and in which direction do they straggle?",
		Read:     "A box reaches from the first to the third quartile, its line is the median, the filled mark the mean. Whiskers reach to the last value within one and a half times the length of the box, open marks are the values beyond.",
		Misleads: "A box hides gaps and several peaks, and of pass or fail it says nothing that the share does not say; its length is no interval of the mean.",
	}
	FigureECDF = FigureKind{
		Name: "ecdf", Title: "Cumulative distributions",
		Doc:      "the share of values up to each value, as steps",
		Answers:  "On what share of the tasks does a run stay below a value?",
		Read:     "At every value of the horizontal axis a line has the share of tasks (attempts, runs) whose value is no larger. Where one line lies below and to the right of another, its values are larger.",
		Misleads: "Lines say nothing of pairs: two runs with one line may differ on every task.",
	}
	FigureLabels = FigureKind{
		Name: "labels", Title: "Labels",
		Doc:      "labels as the log words them, with intervals",
		Answers:  "What do the people or models who read the failures call them, and how often?",
		Read:     "A point is a label's share of the attempts that its annotator labelled, the line its interval; counts stand at the right.",
		Misleads: "An annotator may give an attempt several labels, or none: shares need not add up, and are of what he labelled. Two annotators are never added up.",
	}
	FigureHeat = FigureKind{
		Name: "heat-maps", Title: "Heat maps",
		Doc:      "a judge's verdicts against the reference, and runs by tasks",
		Answers:  "On what do a judge and the reference disagree? Which tasks does every run solve, and which none?",
		Read:     "Confusion: rows are the reference, columns the judge, each cell its attempts and their share. Runs by tasks: a row a run, a column a task, the darker the better; empty is a task without a score. Tasks stand from the easiest to the hardest, and the table of the same name has their names.",
		Misleads: "The eye finds patterns in any order of tasks: that runs differ on a task is tested nowhere here.",
	}
	FigureTools = FigureKind{
		Name: "tools", Title: "Tools",
		Doc:      "the share of each tool's calls that failed",
		Answers:  "Which tools fail, and does the agent get over it?",
		Read:     "A bar is a tool's failed calls in percent of those of which the log tells whether they failed; its first part was made up for later, the rest was not. At the right stand the calls.",
		Misleads: "A long bar may be one call in two. A call fails by the tool's fault or by what it was asked: the table of messages tells which.",
	}
	FigureFirstErrors = FigureKind{
		Name: "first-errors", Title: "First errors",
		Doc:      "where in an attempt the first call fails",
		Answers:  "How early do calls begin to fail, and do attempts that fail meet errors more often?",
		Read:     "A bar is a run's failed attempts, or those that succeeded, in percent: by the third of the conversation in which the first call failed, and those in which none did.",
		Misleads: "Failed attempts are often longer, so that the same message stands in another third of them.",
	}
	FigureTransitions = FigureKind{
		Name: "transitions", Title: "Transitions",
		Doc:      "what became of one run's failures in another",
		Answers:  "What became of the first run's failures in the second?",
		Read:     "A row is what happened in the first run, a column in the second; the shade is the number of tasks.",
		Misleads: "What succeeded in both is left out of the shades, as it would pale the rest.",
	}
	FigureFrontier = FigureKind{
		Name: "frontier", Title: "Frontier",
		Doc:      "success against cost",
		Answers:  "Which runs does no other beat at their cost?",
		Read:     "Up is better, left is cheaper. The grey line is the best that any run reaches at each cost.",
		Misleads: "Only the means decide who is on it: a neighbour may be as good within the error.",
	}
	FigureRelation = FigureKind{
		Name: "relation", Title: "Metric against metric",
		Doc:      "one metric against another, over runs, tasks or attempts",
		Answers:  "Do runs that have more of the one have more of the other?",
		Read:     "One mark a run (a task, an attempt). Colours and shapes can tell factors of the runs apart; a grey line is the best y at every x.",
		Misleads: "A few runs show little: the interval of the correlation is in the table. What goes together need not cause one another.",
	}
	FigureJudges = FigureKind{
		Name: "judges", Title: "Judges",
		Doc:      "judges against the reference, and against each other",
		Answers:  "How often does a judge say what the reference, or another judge, says?",
		Read:     "Filled marks are verdicts as stored, open ones re-read from the judge's text. The grid holds pairs of judges.",
		Misleads: "Agreement by chance is high where most attempts succeed or most fail; kappa is in the table.",
	}
	FigureStability = FigureKind{
		Name: "specifications", Title: "Specification curve",
		Doc:      "the difference of a pair under every choice of analysis",
		Answers:  "Does the order of two runs hold under other sane choices of analysis?",
		Read:     "One column per choice, by the size of the difference; below, what it is made of. Filled is significant, the shaded column is what the report states.",
		Misleads: "All choices use the same data: how many agree is not a probability.",
	}
)

// FigureKinds lists the kinds of figures that a report has, in its order.
var FigureKinds = []FigureKind{
	FigureLeaderboard,
	FigureDifferences,
	FigureMatrix,
	FigureBootstrap,
	FigureRanks,
	FigurePower,
	FigureTrials,
	FigureStrata,
	FigureCurves,
	FigureFailures,
	FigureTransitions,
	FigureStacked,
	FigureGrouped,
	FigureBox,
	FigureECDF,
	FigureLabels,
	FigureTools,
	FigureFirstErrors,
	FigureFrontier,
	FigureRelation,
	FigureJudges,
	FigureHeat,
	FigureStability,
}

// KeepFigures takes the figures out of a document that nobody asked for. asked are
// kinds of FigureKinds, IDs, or patterns of IDs with *, ? and [].
//
// Errors: something asked for that is no kind and matches no figure; what there is
// to choose from is told.
func KeepFigures(doc *Document, asked []string) error {
	var kinds, ids []string
	for _, k := range FigureKinds {
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
