// Package power plans studies: the number of tasks that shows a difference, the smallest
// difference that a number of tasks shows, and the power in between, for the paired t, the
// Wilcoxon and McNemar's test, before any run is made or from what runs have shown (package
// evaluate observes the scatter). Sources stand at each method.
package power
