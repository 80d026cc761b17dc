// Package formats reads the benchmarks' own logs, one file per format. A format is a
// declared value: what it is called and means, who defines it, how one of its files is
// recognised, and how its files become trajectories. All lists them, the most telling
// first; a new format is one new file, one line there, and a log made by hand with what is
// read of it (testdata/NAME, testdata/NAME.golden).
//
// # How a file becomes attempts
//
// Sniff sees the first HeadSize bytes of a file, and decides by the keys of the first
// record (sniff.go), never by the file's name alone: people rename files and keep keys.
// It may say Companion for a file that completes a log and is not one, such as a list of
// tasks. Read gets one file, or where the format is Joined all files of a log, and returns
// a datasets.Source, which may be read any number of times.
//
// The readers share their parts:
//
//   - scan.go, elements.go, lines.go: a JSON document one element at a time, in
//     memory bounded by its largest record. The scanner finds where records begin and end
//     even around damaged ones, so that one bad record costs itself alone; the standard
//     library then decides what is JSON, and goccy/go-json decodes it.
//   - reading.go: records and lineRecords make one attempt an element and tell it where it
//     stands (Trajectory.Place); inorder.go does so on several processors without changing
//     the order.
//   - value.go, decode.go, identity.go: numbers, texts and ids as harnesses write them (a
//     trial as "3", a reward as true, a token count as null).
//   - fill.go, nested.go, conversation.go: facts into the attempt; the messages themselves
//     are read by package mapping, which knows their shapes.
//   - keyed.go, csv.go, table.go, flat.go: records whose keys people spell freely, and
//     tables, whose columns package mapping gives their meaning.
//
// # Who owns what
//
// Sniff and Read hold no file open: Read returns a Source that opens its files for each
// pass, and yields attempts in the log's order. Most readers run in the consumer's
// goroutine. Flat records, which may be millions, are read through inOrder (inorder.go):
// one goroutine scans records ahead, in batches of 256 KB of text; as many workers as
// processors decode the batches; a queue of the batches, in the order in which they were
// scanned, hands them to the consumer. The queue holds one batch a processor, so memory is
// bounded, and no order depends on which worker was faster. A function that runs in a
// worker reads what the survey before it prepared (survey.go: names and kinds of columns)
// and writes only to the attempts of its batch.
//
// The text of an element belongs to the scanner and is overwritten by the next one. A
// decoded string may share it, so what an attempt keeps beyond its turn is cloned.
//
// # What a reader may say
//
// A reader fills what the log says and nothing else. No verdict stays unknown and never
// becomes a failure; an attempt that the log announces and does not hold is not a trajectory
// but part of a datasets.Promise (promising.go), for the ledger to miss; what the reader
// noticed about the log as a whole is a datasets.Note. A number that the harness computed
// goes to Reported, where it is compared with ours.
//
// # What may go wrong
//
// A record that cannot be read is a *datasets.RecordError with file, record and key. It is
// refused where guessing could merge two things: a key that stands twice with different
// values, the ids 1 and "1" in one log (identity.go), bytes behind the end of a document
// (trailing.go). A file that ends inside its list is a *datasets.FileError, since how much
// is missing cannot be known. Everything that is read into memory as a whole (headers, lists
// of tasks) is bounded by File.Limits.
package formats
