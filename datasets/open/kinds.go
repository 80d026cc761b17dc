package open

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"mcpstats/datasets"
	"mcpstats/datasets/formats"
	"mcpstats/datasets/mapping"
)

// A folder of logs holds much besides logs. What is no log is counted by its kind, in one
// line (LeftOut), since nobody reads five hundred warnings and finds the one that matters:
// a log that could not be read, which has no kind and is told by itself.

// kindError is why a file is no log, and what it is counted under.
type kindError struct {
	kind string
	err  error
}

func (e *kindError) Error() string { return e.err.Error() }

// Unwrap is the reason.
func (e *kindError) Unwrap() error { return e.err }

// Kinds that say little about a file; unknownJSON ends that of files which hold data.
const (
	unknownJSON = " of no known format"
	noEnding    = "file without an ending"
	emptyFile   = "empty file"
	noTask      = "table without a task"
	noAttempts  = "file that completes a log which is not there"
	notRegular  = "link or pipe"
	ownReport   = "report that mcpstats wrote"
	secondForm  = "second form of a log that is read"
)

// several is a kind as it stands behind a number above 1.
func several(kind string) string {
	for _, a := range formats.Asides {
		if kind == withoutArticle(a.Name) {
			return a.Many
		}
	}
	for one, many := range map[string]string{
		noEnding: "files without an ending", emptyFile: "empty files", noTask: "tables without a task",
		noAttempts: "files that complete logs which are not there", notRegular: "links and pipes", ownReport: "reports that mcpstats wrote", secondForm: "second forms of logs that are read",
	} {
		if rest, ok := strings.CutPrefix(kind, one); ok {
			return many + rest
		}
	}
	return kind
}

func withoutArticle(name string) string {
	return strings.TrimPrefix(strings.TrimPrefix(name, "a "), "an ")
}

// unknown is the refusal of a file that no format claims.
func unknown(f formats.File) error {
	what, hint := formats.Describe(f)
	kind := endingOf(f.Path)
	if a, ok := formats.AsideOf(f); ok {
		kind = withoutArticle(a.Name)
	} else if trimmed := bytes.TrimSpace(f.Head); len(trimmed) > 0 && (trimmed[0] == '{' || trimmed[0] == '[') {
		// It may well be a log, of a harness that no reader knows.
		kind += unknownJSON
	}
	return &datasets.FileError{File: f.Path, Err: &kindError{kind, errors.New("has no known format: " + what)}, Hint: hint}
}

// kindOf is what a file that was refused is counted under; empty for a log that could not be
// read.
func kindOf(path string, err error) string {
	var known *kindError
	var table *mapping.NoTaskError
	switch {
	case errors.As(err, &known):
		return known.kind
	case errors.As(err, &table):
		return noTask + " (" + endingOf(path) + ")"
	case errors.Is(err, formats.ErrNoLog):
		return noAttempts
	}
	return ""
}

// endingOf is the ending of a file's name, packed or not: ".md", ".log.gz".
func endingOf(path string) string {
	ending := strings.ToLower(filepath.Ext(path))
	switch ending {
	case "":
		return noEnding
	case ".gz", ".zst":
		if inner := strings.ToLower(filepath.Ext(strings.TrimSuffix(path, filepath.Ext(path)))); len(inner) <= 7 {
			return inner + ending
		}
	}
	return ending
}

// LeftOut tells in one line what lay beside the logs and is none, by kind, the most frequent
// first; empty where there is nothing. The logs that could not be read are returned.
func LeftOut(skipped []Skipped) (line string, unread []Skipped) {
	count := map[string]int{}
	n := 0
	for _, s := range skipped {
		if s.Kind == "" {
			unread = append(unread, s)
			continue
		}
		count[s.Kind]++
		n++
	}
	if n == 0 {
		return "", unread
	}
	kinds := make([]string, 0, len(count))
	for kind := range count {
		kinds = append(kinds, kind)
	}
	slices.SortFunc(kinds, func(a, b string) int { return cmp.Or(cmp.Compare(count[b], count[a]), strings.Compare(a, b)) })
	const most = 6
	var parts []string
	rest := n
	for _, kind := range kinds[:min(most, len(kinds))] {
		name := kind
		if count[kind] > 1 {
			name = several(kind)
		}
		parts = append(parts, fmt.Sprintf("%d %s", count[kind], name))
		rest -= count[kind]
	}
	if rest > 0 {
		parts = append(parts, fmt.Sprintf("%d of other kinds", rest))
	}
	what := "1 file that is no log"
	if n > 1 {
		what = fmt.Sprintf("%d files that are no logs", n)
	}
	return what + ": " + strings.Join(parts, ", "), unread
}
