// Package curves follows a metric along something.
//
// Sweeps are lines of points, one line a run: a plan metric by the number of needs of the plan
// ("contextual drift"), metrics that differ in their cut-off k alone (recall_at_1, recall_at_5),
// the share of tasks at or above every threshold of a graded metric, and metrics of runs whose
// names differ in one parameter's value ("alpha=0.3"). Ratios are a run's
// latency over the baseline's and what a success costs; Frontiers set cost against quality and mark the runs that no other beats in both; Spreads
// are the quartiles of the runs' means.
//
// A threshold that the benchmark states (MCP-Atlas's 0.75) is compared with all others by
// Kendall's tau-b of the runs' order, since a threshold can decide who is first; where none is
// stated the comparison is with the order of the means.
//
// What may go wrong: a mean of attempts lacks the threshold by a rounding error (thresholdSlack
// allows for that and for no more); a line of one point is no curve and is dropped; a run that
// answers for other tasks (unranked) costs and solves other things, and is on no frontier.
package curves
