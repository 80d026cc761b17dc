// Package curves follows a metric along something: a cut-off k, the length of the plan, the threshold at
// which a graded score counts as success, the cost of an attempt.
package curves
