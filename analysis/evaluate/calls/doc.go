// Package calls says what attempts did with their tools, and how that went with their failures.
//
// # The parts
//
// Profiles makes a benchmark's result.CallProfile of the usages that a table keeps (table.Usages):
// tools and servers (tools.go), kinds of error messages (errors.go), where the first failed call
// stands (first_errors.go), what failed attempts took (spent.go), and how failed attempts differ
// from others at the same task (contrasts.go). What became of an attempt, and which mode explains
// its failure, is read as package modes reads it, so that the two agree.
//
// # The unit
//
// Calls within an attempt, and attempts at one task, go alike: a share of calls or of attempts has
// the interval of shares by task (or by cluster of tasks), as shares of modes have. A contrast
// is paired by task, with Student's interval of the mean difference, or the cluster-robust one.
// Rows over all runs pool their attempts and keep the task as the unit.
//
// # What may go wrong
//
//   - Of a call whose answer was not logged it is not known whether it failed: it is in the count
//     of calls, and in no share.
//   - Latencies are kept to three digits, which is what their quantiles have.
//   - That a tool is used by attempts that fail does not say that it makes them fail: hard tasks
//     use other tools. Contrasts compare within tasks for that reason, and describe all the same.
package calls
