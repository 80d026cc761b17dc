package open

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"

	"mcpstats/datasets"
	"mcpstats/datasets/formats"
	"mcpstats/datasets/mapping"
	"mcpstats/datasets/prices"
)

// Input is one log: one file, or the files that belong together. It can be read
// any number of times.
type Input struct {
	Name   string   // the file, the folder of the files, or the example
	Format string   // a name in formats.All, "parquet" or "arrow"
	Files  []string // sorted
	Named  bool     // the user named it, or one of its files, rather than a folder that it lies in

	mapping    *mapping.Mapping  // as the user gave it; nil: none
	catalog    map[string]string // what the catalog beside the log says of tools
	tools      *datasets.ToolCatalog
	prices     *prices.Table // what lies beside the log, or is named; nil: nothing
	reprice    bool
	beside     int // how many Files, at the end, hold no attempt of their own
	duplicates string
	most       float64 // share of records that may be unreadable
	reader     reader
	stamps     []Stamp // of the files, before the first look at them
	raw        func(path string) (io.ReadCloser, error)
	names      map[renamed]string // of runs that Settle told apart
	cut        *datasets.Note     // where the latest reading found the log's end missing
	cuts       *cutFiles
	grown      []string                          // files that were longer at the end of the latest reading
	notes      []datasets.Note                   // of what was done with the log, besides its reader's
	without    func(path string) (*Input, error) // of a log of several files
}

// Without is the log without one of its files; nil where that was all of it. The error says
// why the others are no log.
func (in *Input) Without(path string) (*Input, error) {
	if in.without == nil || len(in.Files)-in.beside < 2 {
		return nil, nil
	}
	return in.without(path)
}

// reader is a source and what it takes for what.
type reader interface {
	datasets.Source
	Taken() []mapping.Taken
}

// Trajectories reads the input. Records that cannot be read are yielded as
// *datasets.RecordError; where they are too many the stream ends with a
// *datasets.FileError (Options.MaxRecordErrors).
func (in *Input) Trajectories(ctx context.Context) iter.Seq2[*datasets.Trajectory, error] {
	return func(yield func(*datasets.Trajectory, error) bool) {
		records, bad := 0, 0
		in.cut, in.grown = nil, nil
		var worst *datasets.RecordError
		var words mapping.Words
		for t, err := range in.reader.Trajectories(ctx) {
			if err != nil { // errors.As takes memory
				var record *datasets.RecordError
				if errors.As(err, &record) {
					bad++
					if worst == nil {
						worst = record
					}
					if word := (*mapping.WordError)(nil); errors.As(err, &word) {
						words.Note(record.Column, word)
					}
				}
			}
			if _, cut := formats.Truncated(err); cut && records > bad && len(in.Files)-in.beside == 1 {
				// What is whole is read: a log that is still being written is one to look at.
				in.cut = &datasets.Note{Code: datasets.NoteUnended, Decisive: true, Message: fmt.Sprintf(
					"%s; it is read up to there: it is still being written, or was cut off", bareCause(err))}
				break
			}
			records++
			if err == nil {
				in.name(t)
				t.ToolEffects = in.mapping.WithEffects(mapping.WithCatalog(t.ToolEffects, in.catalog))
				if err = in.named(t); err != nil {
					t = nil
					bad++
					errors.As(err, &worst)
				}
			}
			if !yield(t, err) {
				return
			}
		}
		for i := range in.stamps {
			grew, err := in.check(i)
			if err != nil {
				yield(nil, err)
				return
			}
			if grew {
				in.grown = append(in.grown, in.stamps[i].path)
			}
		}
		// Only behind the last record: the share of a stream that goes on is not known, and a log that
		// begins badly may be good.
		if float64(bad) > in.most*float64(records) {
			hint := "--max-record-errors allows more than a share of " + fmt.Sprint(in.most)
			if line := words.Hint(); line != "" { // last: it is what is pasted
				hint += "; " + line
			}
			yield(nil, &datasets.FileError{File: in.Name, Err: &UnreadableError{Bad: bad, Records: records, First: worst}, Hint: hint})
		}
	}
}

// growing reports whether files of this format are read in order, so that what stands in them
// holds while more is written behind. Parquet and Arrow files end with what tells where all the
// rest lies.
func (in *Input) growing() bool { return in.Format != parquet && in.Format != arrow }

// check is the error of the log's i-th file where it changed since it was opened. One that only
// grew is read to its old size, which is no error.
func (in *Input) check(i int) (grew bool, _ error) {
	err := in.stamps[i].Check()
	if err != nil && in.growing() && in.stamps[i].grew() {
		return true, nil
	}
	return false, err
}

// noteGrown says which files grew.
func (in *Input) noteGrown() datasets.Note {
	others := ""
	if n := len(in.grown) - 1; n > 0 {
		others = fmt.Sprintf(" (and so did %d other files of the log)", n)
	}
	return datasets.Note{Code: datasets.NoteUnended, Decisive: true, Message: fmt.Sprintf(
		"%s grew while it was read%s; it is read up to the size that it had before, and what was written since is in no number: run this again once it is complete", in.grown[0], others)}
}

// bareCause is what a file's error says, without the file and the hint.
func bareCause(err error) error {
	var fe *datasets.FileError
	if errors.As(err, &fe) {
		return fe.Err
	}
	return err
}

// named refuses an attempt whose names were not UTF-8 in the log: bent to it, two names
// could become one. The refusal names the file that holds the record.
func (in *Input) named(t *datasets.Trajectory) error {
	for _, name := range []struct{ column, text string }{{"benchmark", t.Benchmark}, {"run", t.Run}, {"task", t.Task}} {
		if mapping.HadInvalidUTF8(name.text) {
			return &datasets.RecordError{File: cmp.Or(t.Place.File, in.Name), Row: t.Place.Row, Column: name.column, Err: fmt.Errorf("%q %w", name.text, mapping.ErrBent)}
		}
	}
	return nil
}

// UnreadableError is a log of which more records cannot be read than was allowed. It
// comes behind the last record.
type UnreadableError struct {
	Bad, Records int
	First        *datasets.RecordError
}

func (e *UnreadableError) Error() string {
	return fmt.Sprintf("%d of %d records cannot be read, the first: %v", e.Bad, e.Records, e.First)
}

// Taken says which columns were taken for what; nil where the format is a native
// one, whose fields are fixed.
func (in *Input) Taken() []mapping.Taken { return in.reader.Taken() }

// Promises are what the log states that its runs set out to attempt; asked for once
// the trajectories have been read. None where the format or the log says nothing.
func (in *Input) Promises() []datasets.Promise {
	if p, ok := in.source().(datasets.Promiser); ok {
		return in.promise(p.Promises())
	}
	return nil
}

// source is what reads the log.
func (in *Input) source() datasets.Source {
	if native, ok := in.reader.(fixed); ok {
		return native.Source
	}
	return in.reader
}

// Catalog is what the catalog beside the log says that there is; nil: none lies there.
func (in *Input) Catalog() *datasets.ToolCatalog { return in.tools }

// Notes are what the reader noticed about the log as a whole, asked for once the
// trajectories have been read.
func (in *Input) Notes() []datasets.Note {
	own := in.notes
	if in.cut != nil {
		own = slices.Concat(own, []datasets.Note{*in.cut})
	}
	own = slices.Concat(own, in.cuts.notes(in.Files))
	if len(in.grown) > 0 {
		own = slices.Concat(own, []datasets.Note{in.noteGrown()})
	}
	if n, ok := in.source().(datasets.Noter); ok {
		return slices.Concat(own, n.Notes())
	}
	return own
}

// Amounts are the columns that have units; nil for a native format, whose reader knows
// them.
func (in *Input) Amounts() []mapping.Amount {
	if m, ok := in.reader.(interface{ Amounts() []mapping.Amount }); ok {
		return m.Amounts()
	}
	return nil
}

// Mapping is the mapping in force in its own language; of a native format, what a
// mapping overrides, "" where there is none.
func (in *Input) Mapping() string {
	if m, ok := in.reader.(interface{ Mapping() string }); ok {
		return m.Mapping()
	}
	return ""
}

// Duplicates is the rule that the format or the mapping states for attempts of
// the same run, task and trial: first, last, trials, error, or "" for none.
func (in *Input) Duplicates() string { return in.duplicates }
