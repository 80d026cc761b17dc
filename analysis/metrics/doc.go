// Package metrics declares what is measured of one attempt: a list of
// table.Metric values, each with its meaning, source, scale and rule for
// missing scores.
//
// Every metric is a pure function of the trajectory. It is recomputed from what
// the log says; numbers that a harness stored stay in Trajectory.Reported and
// are compared, never taken over. Where the log does not carry what a metric
// needs, the metric is undefined, which is not zero.
//
// The files are families: outcome, judgment (verdict reads a judge's text), claims
// (MCP-Atlas), states (ComplexMCP), plan (the matching), plan_metrics, single_tool and
// rejection (MSC-Bench), etom (the public evaluator of MSC-Bench, traps included),
// ranking (relevance finds the ranks), token_reduction, bfcl, expected_calls, calls,
// routing (LiveMCPBench), cost and text_share. lookup finds a metric by name. Figures
// of several attempts, such as pass^k or cost per success, are no metrics of an
// attempt; the analysis makes them.
//
// Where a benchmark's public evaluator departs from its paper, both numbers are here
// under names of their own, the paper's first: a difference between them is a finding
// and must not disappear in either.
package metrics
