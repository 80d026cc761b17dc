// Package warnings says what a reader of a benchmark's results must know before believing them. Each check is
// a function of the study and the results so far; those that can change a conclusion come first. The codes,
// with what to do about each, are declared in result.WarningCodes.
package warnings
