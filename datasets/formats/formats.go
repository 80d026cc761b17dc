package formats

import (
	"cmp"
	"fmt"
	"io"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"mcpstats/datasets"
	"mcpstats/datasets/mapping"
)

// File is one file of a log.
type File struct {
	Path  string                        // as the user named it
	Head  []byte                        // its first bytes, decompressed: up to HeadSize
	Whole bool                          // they are all of it
	Open  func() (io.ReadCloser, error) // its content, decompressed

	// At opens the content for reading at any place, which archives need; nil where
	// the file can only be read in order.
	At func() (RandomAccess, error)

	Limits datasets.Limits // what it may take; archives check theirs here, Open its own

	// Cut takes what a list that ends inside of itself says, as one that is still being written
	// does; the list is then read up to its last whole record. Nil: it is the file's error.
	Cut func(error)

	seen *seen // what the head shows, where the file remembers it; nil: it is looked at each time
}

// seen is the shape of a file's head, found once for all formats that ask.
type seen struct {
	once  sync.Once
	shape shape
}

// Remembering is the file with a memory of what its head shows: each of twenty formats asks,
// and a folder may hold a hundred thousand files.
func (f File) Remembering() File {
	f.seen = &seen{}
	return f
}

// shape is what the file's head shows.
func (f File) shape() shape {
	if f.seen == nil {
		return sniffJSON(f.Head)
	}
	f.seen.once.Do(func() { f.seen.shape = sniffJSON(f.Head) })
	return f.seen.shape
}

// RandomAccess is content that can be read at any place.
type RandomAccess interface {
	io.ReaderAt
	io.Closer
	Size() int64
}

// HeadSize is how much of a file a Sniff may see.
const HeadSize = 64 << 10

// Stem is the file's name without folders and endings: the run, where a log
// names it nowhere else.
func (f File) Stem() string { return mapping.Stem(f.Path) }

// Folder is the name of the folder that the file is in.
func (f File) Folder() string { return filepath.Base(filepath.Dir(f.Path)) }

// Match is what a format makes of a file.
type Match int

const (
	No        Match = iota // not of this format
	Companion              // belongs to the format, but is not a log by itself: queries, a catalog
	Log                    // attempts that the format's reader understands
)

// Options say what a reader should deliver. The zero value asks for everything.
type Options struct {
	Columns datasets.Columns // zero: all; texts that are not asked for stay empty
	Map     *mapping.Mapping // of the generic formats' columns
	Plans   *mapping.Plans   // what has been decided of other files of the same columns; nil: nothing
}

// Format is one native log format. Its hand-made log is the folder testdata/NAME, and
// what is read of it testdata/NAME.golden; the tests refuse a format without either, and
// one that Validate refuses.
type Format struct {
	Name    string // as in --format
	Title   string // as its authors call it
	Meaning string // what it is, in one line
	Doc     string // which files, which of their keys decide, and what becomes of them
	Cite    string // who defines it, and where

	// Sniff tells from the content of one file whether it belongs to the format.
	Sniff func(File) Match

	// Joined formats spread one log over several files, and Read gets all of them
	// at once; otherwise every file is a log of its own.
	Joined bool

	// Loose formats are recognised by a few keys that people's own tables may have
	// too; where a mapping is given, the tables come first.
	Loose bool

	// General formats take what no other format claims: anybody's tables and conversations.
	// What is known to be no log (Asides) is not theirs.
	General bool
	// Beside picks, of files that other formats take, those that belong to this format's, as the
	// report of an evaluation does to the trajectories that it is about; they come to Read with
	// the others, and to no other format. nil: none ever does.
	Beside func(own, others []File) []File

	// Read makes a source of the files, sorted by path; the source may have a
	// method Taken() []mapping.Taken, and be a datasets.Promiser where the log states
	// what its runs set out to attempt. The error is a *datasets.FileError.
	Read func([]File, Options) (datasets.Source, error)

	// Duplicates says which attempt counts where the format is known to repeat
	// (run, task, trial): first, last, trials. Empty: it does not.
	Duplicates string
}

// formatName is what a user types after --format.
var formatName = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)

// Validate says what a declaration lacks, nil for nothing.
func (f Format) Validate() error {
	const line = 90 // runes of a cell that no table cuts
	text := func(what, s string, most int) error {
		if strings.TrimSpace(s) != s || s == "" || strings.ContainsAny(s, "\n\r") || utf8.RuneCountInString(s) > most {
			return fmt.Errorf("format %q: %s must be one line of up to %d characters, found %q", f.Name, what, most, s)
		}
		return nil
	}
	if !formatName.MatchString(f.Name) {
		return fmt.Errorf("format %q: the name must be lower-case letters and digits, joined by hyphens", f.Name)
	}
	if err := cmp.Or(text("Title", f.Title, line), text("Meaning", f.Meaning, line), text("Doc", f.Doc, 4000), text("Cite", f.Cite, 2*line)); err != nil {
		return err
	}
	if f.Sniff == nil || f.Read == nil {
		return fmt.Errorf("format %q: Sniff and Read must be there", f.Name)
	}
	if f.Duplicates != "" && !slices.Contains(mapping.Duplicates, f.Duplicates) {
		return fmt.Errorf("format %q: Duplicates is %q, expected one of %s", f.Name, f.Duplicates, strings.Join(mapping.Duplicates, ", "))
	}
	return nil
}

// All lists the native formats, the most telling first: the generic ones at the
// end take what no other format claims.
var All = []Format{
	LiveMCPBench,
	TauBench,
	ETOM,
	Inspect,
	Tau2,
	MCPAtlas,
	SWEBench,
	SWEAgent,
	MiniSWEAgent,
	OpenHands,
	LMEval,
	BFCL,
	TerminalBench,
	ToolBench,
	AppWorld,
	Harbor,
	ATIF,
	MCPMark,
	MCPBench,
	Toolathlon,
	MCPEval,
	AgentDojo,
	Promptfoo,
	HELM,
	PinePaper,
	ComplexMCP,
	EveryEvalEver,
	OpenTelemetry,
	ChatMessages,
	JSONList,
	JSONLines,
	CSV,
}

// Lookup finds a format by its name.
func Lookup(name string) (Format, bool) {
	for _, f := range All {
		if f.Name == name {
			return f, true
		}
	}
	return Format{}, false
}

// Names lists the formats' names, in order.
func Names() []string {
	names := make([]string, len(All))
	for i, f := range All {
		names[i] = f.Name
	}
	return names
}
