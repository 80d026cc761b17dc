// Package analysis turns scored attempts into results.
//
// The data goes one way:
//
//  1. ScoreTrajectory applies every Metric to one Trajectory: a Record.
//  2. A Builder collects records, resolves duplicates by rule and makes the
//     Table: frozen, sorted, free of duplicates.
//  3. Evaluate runs a Plan over the Table: the ledger, summaries, comparisons,
//     rankings, agreement and failures of Results, and its warnings.
//
// Nothing here reads a file, prints, or draws; nothing depends on the order in
// which records arrive or on the number of processors.
package analysis
