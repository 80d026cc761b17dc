package open

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"mcpstats/datasets"
)

// found is one file below the paths that a user named.
type found struct {
	Path  string
	Named bool     // by its own path, not by its folder or a glob
	From  []string // the arguments that lead to it
}

// walk lists the files that the paths name, each once, sorted by path, and the
// folders on the way that were passed over.
func walk(paths []string, choice chosen) ([]found, []Skipped, error) {
	w := walker{files: map[string]found{}, choice: choice}
	for _, path := range paths {
		w.from, w.seen = path, map[string]bool{}
		if err := w.path(path); err != nil {
			return nil, nil, err
		}
	}
	out := make([]found, 0, len(w.files))
	for _, f := range w.files {
		out = append(out, f)
	}
	slices.SortFunc(out, func(a, b found) int { return strings.Compare(a.Path, b.Path) })
	return out, w.passed, nil
}

// walker collects the files below the arguments. Files and folders go by their real paths, so
// that links neither lead round in circles nor count a log twice.
type walker struct {
	from  string           // the argument at hand
	seen  map[string]bool  // real paths of folders, against symlinks in circles
	files map[string]found // by real path

	passed []Skipped // what cannot hold logs
	choice chosen
}

// path takes one argument. What exists is a path even where it has a glob's characters in it:
// a folder of runs may be called "run[1]".
func (w *walker) path(path string) error {
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return w.glob(path)
	}
	if err != nil {
		return &datasets.FileError{File: path, Err: bare(err)}
	}
	if info.IsDir() {
		if IsReport(path) {
			return reportGiven(path)
		}
		return w.folder(path)
	}
	if err := datasets.Regular(info.Mode()); err != nil {
		return &datasets.FileError{File: path, Err: err}
	}
	return w.file(path, true)
}

// glob takes the files and folders that match a pattern, for shells that pass it on. What is
// neither is left out, as the user named none of it.
func (w *walker) glob(pattern string) error {
	matches, err := filepath.Glob(pattern)
	if err != nil {
		return &datasets.FileError{File: pattern, Err: err}
	}
	if len(matches) == 0 {
		hint := ""
		if strings.ContainsAny(pattern, "*?[") {
			hint = "the pattern matches nothing"
		}
		return &datasets.FileError{File: pattern, Err: fs.ErrNotExist, Hint: hint}
	}
	for _, path := range matches {
		info, err := os.Stat(path)
		switch {
		case err != nil:
			return &datasets.FileError{File: path, Err: bare(err)}
		case info.IsDir():
			err = w.folder(path)
		case info.Mode().IsRegular():
			if w.choice.takes(pattern, path) {
				err = w.file(path, false)
			}
		default:
			w.pass(path, datasets.Regular(info.Mode()))
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// folder walks a folder, symlinks followed, hidden files and folders left out.
func (w *walker) folder(path string) error {
	real, err := filepath.EvalSymlinks(path)
	if err != nil {
		return &datasets.FileError{File: path, Err: bare(err)}
	}
	if real, err = filepath.Abs(real); err != nil || w.seen[real] {
		return err
	}
	w.seen[real] = true
	if IsReport(path) {
		w.pass(path, errReport)
		return nil
	}
	entries, err := os.ReadDir(path)
	if err != nil {
		return &datasets.FileError{File: path, Err: bare(err)}
	}
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), ".") {
			continue
		}
		child := filepath.Join(path, e.Name())
		info, err := os.Stat(child)
		switch {
		case err != nil && e.Type()&fs.ModeSymlink != 0:
			w.pass(child, errors.New("is a link that leads to no file"))
			continue
		case err != nil:
			return &datasets.FileError{File: child, Err: bare(err)}
		case info.IsDir():
			err = w.folder(child)
		case info.Mode().IsRegular():
			switch {
			case !w.choice.takes(w.from, child):
			case e.Type().IsRegular(): // in a folder whose real path is known
				w.take(child, filepath.Join(real, e.Name()), false)
			default:
				err = w.file(child, false)
			}
		default:
			w.pass(child, datasets.Regular(info.Mode()))
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// pass leaves something out, and says why.
func (w *walker) pass(path string, why error) {
	kind := notRegular
	if errors.Is(why, errReport) {
		kind = ownReport
	}
	w.passed = append(w.passed, Skipped{Path: path, Reason: why.Error(), Kind: kind})
}

// file takes a file, under the first of its paths in sorted order.
func (w *walker) file(path string, named bool) error {
	real, err := filepath.EvalSymlinks(path)
	if err != nil {
		return &datasets.FileError{File: path, Err: bare(err)}
	}
	if real, err = filepath.Abs(real); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	w.take(path, real, named)
	return nil
}

// take is file of a file whose real path is known.
func (w *walker) take(path, real string, named bool) {
	f, ok := w.files[real]
	if path = filepath.Clean(path); !ok || path < f.Path {
		f.Path = path
	}
	f.Named = f.Named || named
	if !slices.Contains(f.From, w.from) {
		f.From = append(f.From, w.from)
	}
	w.files[real] = f
}

// bare drops the path that os errors repeat.
func bare(err error) error {
	var pe *fs.PathError
	if errors.As(err, &pe) {
		return pe.Err
	}
	return err
}
