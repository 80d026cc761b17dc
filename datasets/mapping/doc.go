// Package mapping decides which column of a foreign log is which canonical column, and
// turns one cell into one field of a Trajectory. Every tabular reader shares it (Parquet,
// Arrow, CSV, JSON Lines), and the native ones share its reading of messages, so that a
// verdict spelled "C", a latency in seconds or a tool call in a block means the same in
// all of them.
//
// # The way of a column
//
//  1. the user's mapping (YAML, Parse) names it,
//  2. else it carries the canonical name,
//  3. else a dialect that is recognised from the columns together knows it
//     (Inspect Scout transcripts, Inspect samples; dialect.go),
//  4. else it is an alias in common use (fields.go),
//  5. else it is kept as an attribute.
//
// Resolve takes the columns that a file has and returns a Plan; Plan.Fields fill a
// Trajectory cell by cell, Plan.Taken says what was taken for what, and Plan.Describe
// writes the rules in force in the mapping's own language, so that what doctor prints can
// be given back with --map. An Overlay applies a mapping to the attempts of a native
// format, which has no columns.
//
// A name that is no column may be a path into one (path.go): Mapping.Derive finds the columns
// that a mapping makes of others and of the file's path, before Resolve. Where the log is JSON
// documents, Records finds the records in them first (files.go). A wide table is read once for
// each of its runs (Mapping.PerRun), and a second file's rows are put over the attempts when they
// are made (Join). Guess proposes a mapping of a log that no reader knows.
//
// # Nested values
//
// Columns of lists and structs arrive as JSON. SetSteps reads a conversation of any common
// shape (message.go lists them) one message at a time; what holds data and is not
// understood is counted in Unread rather than dropped. A shape (shape.go) rewrites a list of the
// log's own into the canonical one, which is then read by the same functions. Needs, Ranking, Claims, Judgments
// and FailureLabels read the others.
//
// # What may go wrong
//
// A mapping that names an absent column is a *datasets.FileError with the columns that
// are present, and the nearest of them. A cell that does not fit its field is an error of
// its record and says what was expected. Two rules keep apart what would print alike: ids
// are taken as they are spelled (exact.go: bytes that are not UTF-8 stay visible, integers
// beyond 2^53 keep their digits, 1 and "1" are two ids where a column mixes types), and an
// amount without a unit is not compared (unit.go: a column "duration" is seconds to one
// harness and milliseconds to the next, and guessing would be wrong by a thousand).
//
// # Who owns what
//
// A Mapping, once parsed, and a Plan, once resolved, are only read: readers share them
// between goroutines. An Overlay counts what its rules matched and belongs to one pass over
// a log. Field.Set writes to the trajectory that it is given and to nothing else. Texts are
// not copied: a string set in a trajectory may share the memory of the cell it came from.
package mapping
