// Package stability asks whether a conclusion holds under other sane choices: another policy for what has no
// outcome, another metric of the same question, another test or correction (specification curves, Simonsohn,
// Simmons and Nelson, 2020).
package stability
