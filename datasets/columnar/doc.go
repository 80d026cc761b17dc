// Package columnar reads and writes trajectories as Parquet, and reads them as
// Arrow IPC (file and stream). It also holds the flat tables in which scores are
// kept.
//
// Reading is a pipeline of bounded batches:
//
//  1. the file is recognised by its magic bytes (sniff.go) and opened by one
//     backend (parquet.go, ipc.go), which says what columns it has;
//  2. package mapping decides which column fills which field, and only the
//     leaves that the asked-for fields need are decoded (project.go);
//  3. batches of rows are decoded, whose size follows the bytes a row takes; the
//     leaves of a batch are shared out among the cores (parquetstream.go, lane.go,
//     merge.go);
//  4. meanwhile the batch before is filled into trajectories, column by column
//     (assemble.go, fill.go and the fillers);
//  5. the consumer gets them one by one, in the file's order (read.go).
//
// Nothing of a damaged file may panic the program: every call into the decoding
// libraries runs under recover, buffers beyond a limit are refused (guard.go),
// and so are schemas that lie about their size (ipccheck.go).
package columnar
