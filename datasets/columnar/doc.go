// Package columnar reads trajectories from Parquet and Arrow files, writes them as
// Parquet, and keeps the flat tables in which scores are saved.
//
// A columnar file stores the values of one column after another, so that a reader
// who wants verdicts never touches the conversations, which are nearly all of the
// bytes. This package keeps that advantage from the file up to the Trajectory: it decodes
// only the columns that are asked for, a bounded batch of rows at a time, whoever wrote
// the file and in whichever of the formats' many layouts.
//
// # The way of a row
//
// Each step has its files, and knows only the one before it.
//
//  1. sniff.go tells Parquet, Arrow file and Arrow stream apart by the magic bytes at
//     both ends, and open.go puts a backend behind the file: parquet.go or ipc.go. A
//     backend (backend.go) says what columns there are and streams Arrow batches.
//  2. columns.go lists the columns as a mapping sees them, fields of structs under
//     dotted names. Package mapping makes a Plan of that: which column fills which
//     field of datasets.Fields.
//  3. resolve.go turns the plan and the asked-for datasets.Columns into a
//     projection, and project.go the projection into Parquet's leaf columns.
//  4. parquetstream.go decodes the leaves of a batch in a few goroutines (share.go
//     divides them, lane.go decodes, merge.go puts the parts of a nested column
//     together). An Arrow file has its batches ready; ipc.go cuts them to size.
//  5. assemble.go fills the batch's trajectories field by field. Each field has a
//     filler (fill.go): one that goes straight from the array to the field where the
//     column has the field's own type (direct.go for scalars; lists.go, plans.go,
//     steps.go, verdicts.go, maps.go for nested ones), else one that makes a
//     mapping.Cell of each value (cell.go) and lets the mapping interpret it.
//  6. read.go runs 4 and 5 one batch ahead of the consumer, who gets the rows one by
//     one in the file's order.
//
// The writer goes the other way in two steps: written.go says how each field is
// written, writer.go collects batches and row groups. table.go and tableread.go do
// both for flat tables, on the same backends.
//
// # Who owns what
//
// Three goroutines work on one pass over a file, one batch apart:
//
//	decode    owns the batchStream, and with it the lanes and their column readers;
//	          hands over one arrow.RecordBatch at a time
//	assemble  owns the batch that it was handed, and the assembler that it fills from it;
//	          hands over the assembler, which keeps the batch alive
//	consumer  owns the assembler while it iterates over its rows; hands it back
//
// Decoding a Parquet batch starts up to three goroutines more, one a lane, which end
// before the batch is handed over. What they share is only read: the File, its plan and
// columns, and the open file, which is read at given places and has no current position;
// and the allocator, which must be safe for concurrent use, as Arrow's own are. The
// libraries' readers promise nothing about concurrent passes: read a File in one pass at
// a time.
//
// # Nested columns
//
// Parquet knows no lists. It stores the leaves of a nested column with two small
// numbers a value: at which list the value begins a new element (repetition level)
// and how many of the optional parents are there (definition level); see Melnik et
// al., "Dremel: Interactive Analysis of Web-Scale Datasets", PVLDB 3(1), 2010, and
// "Nested Encoding" in parquet-format's README. The library turns levels into Arrow's
// offsets and validity bitmaps ("Physical Memory Layout" of the Arrow columnar
// format), and everything here works on those. Two things follow. Every leaf repeats
// the levels of its parents, so that list<struct<a, b>> can be decoded as a and as b
// apart and joined again: that is how the leaves of one conversation come to be
// decoded in parallel (merge.go). And a struct of which no leaf is decoded cannot be
// counted, so that a projection always keeps one (project.go).
//
// A null list and an empty list are different levels, and different facts:
// expected = null is an unknown plan, expected = [] a request for which no tool should be
// called. The writer and the fillers keep them apart everywhere.
//
// # Memory
//
// A text of a batch is not copied: the string points into the buffer that was
// decoded. A consumer who keeps one text keeps the buffer, a few megabytes. What
// consumers do keep of every attempt, the names by which tables are built
// (datasets.Facts), is copied once for each distinct value (interner in fill.go). Slices
// of a Trajectory lie in slabs that are overwritten two batches later.
//
// Parquet is decoded in batches of about a megabyte rather than of a fixed number of
// rows: an attempt takes 200 bytes in one log and a hundred thousand in the next. An
// Arrow file decides itself how much is in memory, for its record batches are stored in
// one piece.
//
// # What may go wrong
//
// A damaged or hostile file must end in a one-line error, never in a panic or with the
// memory exhausted. The decoding libraries do panic on some, and recover helps only in
// the goroutine that panics: every call into them goes through guard (guard.go), and what
// they would do in goroutines of their own is done first in ours (touch in
// parquetstream.go). Recover does not help against an allocation that the runtime cannot
// make, so the sizes that a file declares are checked before the library relies on them:
// buffers by the allocator, Arrow's schemas (ipccheck.go), the number of rows in a footer
// (parquet.go). The library ignores the checksums of pages; checksum.go does not. The
// damage tests of this package and of datasets/open flip bits to exercise all of that.
//
// At each step of the way above something else can be wrong, and is reported by the
// first step that can see it:
//
//	sniff, open   not columnar, truncated, encrypted, damaged footer, codec not
//	              supported: a *datasets.FileError, before anything is read
//	resolve       no task column, a mapping that names an absent column: the same
//	decode        a page that does not decompress, a checksum that differs, leaves of
//	              one column that disagree: a *datasets.FileError that ends the stream,
//	              with the row group or record batch in its text
//	bind          a nested column whose children are not what its type says: the same
//	fill          one row's value cannot be the field's: a *datasets.RecordError for
//	              the row, and the stream goes on
//
// Files of other writers differ in more ways than the formats' names suggest. Texts
// are strings, large strings, views, bytes without a type or dictionaries (texts.go);
// lists have one, two or three levels in the schema; numbers stand in dictionaries;
// decimals have four widths. Support for a further layout belongs where the type is
// decided, not in a branch for one column's name. The decisions are in four places, and a
// new type needs a line in each that concerns it:
//
//	kindOf        columns.go  what sort of cell the mapping will be offered
//	values        cell.go     how one value becomes a cell; complete, the fallback
//	textsOf, integersOf, floatsOf, numbersOf   how a whole array is read without cells
//	newDirect     direct.go   whether a field may be filled without the mapping
//
// What none of them reads (intervals, unions, run-end encoded arrays) is refused with the
// name of its Arrow type, but only where a field or the attributes need the column.
//
// The same trajectories have to give the same bytes. The library writes the encodings
// of a column chunk in the order of a Go map, which is random: stable (writer.go)
// makes every chunk have one encoding.
//
// # Why pqarrow
//
// The Parquet reader and writer come from arrow-go's parquet/pqarrow. It imports
// arrow/flight to read and write one metadata value (ARROW:schema), and with it gRPC
// and protobuf, which no offline program needs. Reading through parquet/file's record
// readers alone was built and passed all tests of this package (arrow-go 18.8.0,
// November 2026, 2 cores). It took 384 lines more than this: levels to offsets and
// bitmaps, schemas with the lists of old writers, the physical and logical types; the
// writer, which would have to make levels of trajectories, not counted. It saved 5 MB
// of a stripped program of 60 (54,980,873 bytes against 59,871,497), for
// arrow/compute, which one would want to lose as well, is imported by parquet/file
// too. 100,000 attempts in a file of 14 MB took 3.1 to 3.2 s against 3.0 to 3.5 with
// pqarrow, all columns read, and 110 to 113 MB at the peak against 112 to 115. For 8%
// of a download, the readings of other writers' files are not worth owning. Where it
// would be replaced: project.go, share.go, lane.go, parquet.go and the two writers.
package columnar
