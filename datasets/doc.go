// Package datasets is the vocabulary of the logs: what one attempt of one run at one task is
// (Trajectory), where attempts come from (Source), what a run set out to do (Promise), and what
// can go wrong with a record (RecordError) or a file (FileError). It imports the standard
// library alone; readers live in the sub-packages:
//
//	columnar  Parquet and Arrow files, and flat tables of scores
//	formats   the benchmarks' own JSON and CSV, one file a format
//	mapping   which foreign column is which canonical one, and what its cells mean
//	open      from a path to a Source, whatever the format
//	scorefile tables of scores, one row a (run, task, trial, metric)
//	examples  small embedded logs
//
// # From a byte to a Trajectory
//
// open walks the paths, decompresses and recognises each file by its content. A columnar file
// goes to package columnar, which decodes only the columns that are asked for; any other to the
// formats reader that claims it, which reads one record at a time. Both ask package mapping
// what a column, a message or a verdict in words means. What comes out is the same Trajectory
// either way, in the log's own order.
//
// # Who owns what
//
// A Source may read ahead in goroutines of its own, and has ended them when the loop over
// Trajectories ends, however it ends. A yielded Trajectory belongs to the source: it is valid
// until the next one is asked for, and its maps may be shared by many attempts, so a consumer
// copies what it keeps and writes to none of it. One Source is read by one loop at a time.
//
// # What may go wrong
//
// A record that cannot be read is yielded as a *RecordError, counted, and the stream goes on;
// any other error ends it. Absent is not zero: a value that the log does not state is the zero
// Maybe, a nil slice or an empty text, never a number that stands for it.
package datasets
