// Package mapping decides which column of a foreign log is which canonical
// column, and turns one cell into one field of a Trajectory. Every tabular
// reader shares it (Parquet, Arrow, CSV, JSON Lines), so a verdict spelled "C"
// or a latency in seconds means the same in all of them.
//
// The path of a column:
//
//  1. the user's mapping (YAML, Parse) names it,
//  2. else it carries the canonical name,
//  3. else a dialect that is recognised from the columns together knows it
//     (Inspect Scout transcripts, Inspect samples),
//  4. else it is an alias in common use,
//  5. else it is kept as an attribute.
//
// Resolve takes the columns that a file has and returns a Plan; Plan.Fields fill
// a Trajectory cell by cell and Plan.Taken tells a reader of the report what was
// taken for what.
package mapping
