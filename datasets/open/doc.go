// Package open turns the paths that a user names into inputs, whatever is in the files.
//
// It is the one room that knows both the columnar readers and the native formats; callers
// see Input, a datasets.Source with the log's name, its format and its files.
//
//	inputs, skipped, err := open.Paths(ctx, []string{"runs/"}, open.Options{})
//	for _, in := range inputs {
//		for t, err := range in.Trajectories(ctx) { ... }
//		promised := in.Promises() // once the trajectories are read
//	}
//
// The way of a path:
//
//  1. walk: files, folders and globs become a sorted list of files, each once; hidden
//     files, and reports that mcpstats wrote itself, are passed over (own_report.go),
//  2. admit: the first bytes of each file, decompressed where it is packed (packed.go),
//     say what it is: Parquet or Arrow by their magic numbers, else the first entry of
//     formats.All whose Sniff claims it, or the one that --format names,
//  3. join: the files of a joined format become one Input, since a verdict may lie in
//     another folder than the trajectory that it is about; every other file is one.
//
// Recognition never goes by a file's ending, which people change, and never by guessing:
// what no format claims is refused with what it seems to be (formats.Describe).
//
// # What may go wrong
//
// A file that was named by itself and cannot be used is an error. One that lay in a named
// folder is a Skipped with its reason, as folders of logs hold much besides logs; where
// nothing in the folder is a log, that is the error. While an Input is read,
//
//   - a record that cannot be read is yielded as a *datasets.RecordError, and the reading
//     goes on; where more than Options.MaxRecordErrors of them fail, the stream ends in an
//     UnreadableError, because what is left is not a fair sample of the log;
//   - a file that ends inside a record, or before its list is closed, is read up to there, with
//     a decisive note: it may still be written;
//   - attempts that repeat from file to file are for Settle: a log in two forms, or reruns
//     (apart.go);
//   - a name of a benchmark, run or task that was not UTF-8 refuses its record: bent to
//     UTF-8, two names could become one (Input.Trajectories);
//   - a file that changed since it was first looked at ends the stream (stamp.go), so that
//     the digest in a report is that of what was read;
//   - what expands to more than Options.Limits allow is refused before it fills the memory.
//
// Nothing is held open between two readings, and reading twice gives the same attempts.
package open
