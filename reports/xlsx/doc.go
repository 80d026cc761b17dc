// Package xlsx renders a document as an Excel workbook for readers who will go on working with the
// numbers: a first sheet that reads as a letter, a sheet for each kind of result with the benchmarks
// together, charts, and the scores of every attempt.
//
// # How a document becomes sheets
//
//  1. arrange (arrange.go, grid.go) sorts the blocks into pages, one for each kind of section: what
//     the document has benchmark by benchmark, a workbook has side by side, so that a filter works
//     across benchmarks. Tables of a kind become one, with a column for the benchmark.
//  2. place.go decides where everything will stand before anything is written, because links point
//     both ways and excelize streams rows in order.
//  3. page.go, table.go, scoresheet.go and charts.go write; widths.go and paper.go measure columns
//     and pages, since nobody else does in a file that no program has opened yet.
//  4. archive.go zips the entries in sorted order and without times: excelize orders some by a map.
//
// # Numbers
//
// Cells hold numbers, unrounded, and number formats that show them as the report prints them. Shares
// are kept as fractions under a percent format. Differences of shares are kept in points, a hundred
// times the fraction, because a percent format would print them as percent. Intervals take two columns.
//
// Means, differences and counts of the headline metrics are formulas over the sheet Scores, those of
// further metrics over the sheet Other scores, with the results' own numbers as their cached values
// (live.go): a reader can change an attempt and watch. A formula is written only where it gives the
// number of the results within 1e-12, relatively: the order of summation changes the last bits of a
// mean and nothing more. Everything else is a value; p-values and intervals are not recomputed.
//
// # What a workbook cannot show
//
// A number that does not exist is an empty cell, as Excel has none; an infinite one is the text "inf".
// Excel holds 31 characters in a sheet's name, 32,767 in a cell, and 1,048,576 rows of 16,384 columns on a
// sheet: names are cut and kept apart, texts are cut, and where scores do not fit, the sheet says what it
// lacks and that scores.parquet has all of them. Charts draw estimates with intervals and
// cost against success; every other figure is in the report alone. Excel compares text without
// regard to case, and where two runs' names differ in case only, no formula is written.
//
// # What may go wrong
//
// Text stays text, whatever sign it begins with: "=cmd" from a log is never a formula.
// recalculate_test.go recomputes every formula with LibreOffice and compares with the cached values.
package xlsx
