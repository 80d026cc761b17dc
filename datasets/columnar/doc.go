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
//  3. one goroutine decodes batches of rows, whose size follows the bytes a row
//     takes (parquet.go);
//  4. a second one fills trajectories from them, column by column (fill*.go);
//  5. the consumer gets them one by one, in the file's order (read.go).
//
// Nothing of a damaged file may panic the program: every call into the decoding
// libraries runs under recover, and buffers beyond a limit are refused
// (guard.go).
package columnar
