// Package datasets is the vocabulary of the logs: what one attempt of one run
// at one task is (Trajectory), where attempts come from (Source), and what can
// go wrong with one of them (RecordError). It imports the standard library
// alone; readers live in the sub-packages:
//
//	columnar  Parquet and Arrow files
//	formats   the benchmarks' own JSON and CSV
//	open      from a path to a Source, whatever the format
//	examples  small embedded logs
package datasets
