// Package metrics declares what is measured of one attempt: a list of
// table.Metric values, each with its meaning, source, scale and rule for
// missing scores.
//
// Every metric is a pure function of the trajectory. It is recomputed from what
// the log says; numbers that a harness stored stay in Trajectory.Reported and
// are compared, never taken over. Where the log does not carry what a metric
// needs, the metric is undefined, which is not zero.
//
// The files are families: outcome, judgment (verdict reads a judge's text), plan,
// single_tool and rejection (MSC-Bench), etom (the public evaluator of MSC-Bench,
// traps included), ranking, expected_calls, calls, routing (LiveMCPBench) and
// cost. Figures of several attempts, such as pass^k or cost per success, are no
// metrics of an attempt; the analysis makes them.
package metrics
