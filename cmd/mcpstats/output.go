package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"mcpstats/datasets/open"
)

// writeFile makes a file appear under its name only when all of it is written: it writes
// beside, then renames. "-" is stdout. Beside, and not in a folder for temporary files,
// because a rename is atomic only within one file system.
func (p *program) writeFile(path string, write func(io.Writer) error) error {
	if path == "-" {
		return write(p.stdout)
	}
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		return p.writeThrough(path, info.IsDir(), write)
	}
	p.nameLeftovers(filepath.Dir(path))
	f, err := os.CreateTemp(filepath.Dir(path), unfinished())
	if err != nil {
		return fmt.Errorf("cannot write %s: %w", path, cause(err))
	}
	err = write(f)
	if err == nil {
		err = f.Chmod(0o644)
	}
	if closing := f.Close(); err == nil {
		err = closing
	}
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		os.Remove(f.Name())
		return unwritten(path, err)
	}
	return nil
}

// writeThrough writes to a device or a pipe, which no file is put in place of.
func (p *program) writeThrough(path string, folder bool, write func(io.Writer) error) error {
	if folder {
		return usagef("cannot write %s: it is a directory; name a file", path)
	}
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return fmt.Errorf("cannot write %s: %w", path, cause(err))
	}
	return unwritten(path, errors.Join(write(f), f.Close()))
}

// unwritten names an output that could not be written to its end.
func unwritten(path string, err error) error {
	var p *fs.PathError
	if errors.As(err, &p) {
		return fmt.Errorf("cannot write %s: %w; nothing was written", path, p.Err)
	}
	return err
}

// staged is a directory that becomes the output directory when all of it is
// written, and leaves what was there untouched until then.
type staged struct {
	dir, final string
}

// marker is the file of a report directory that holds its results.
const marker = "results.json"

// replaceable refuses what no report may be put in place of. A directory that exists is replaced only
// where it is empty or an earlier report: other people's files are not ours to
// remove.
func replaceable(final string) error {
	entries, err := os.ReadDir(final)
	switch {
	case errors.Is(err, fs.ErrNotExist):
	case errors.Is(err, syscall.ENOTDIR):
		return usagef("-o %s: %v", final, cause(err))
	case err != nil:
		return fmt.Errorf("-o %s: %w", final, cause(err))
	case len(entries) > 0:
		if !open.IsReport(final) { // other programs write a results.json, too
			return usagef("-o %s: the directory holds other files; name a new one, or an earlier report to replace", final)
		}
		for _, e := range entries {
			if !ofReport(e.Name()) {
				return usagef("-o %s: beside the earlier report the directory holds %s, which would be lost; move it, or name another directory", final, e.Name())
			}
		}
	}
	return nil
}

// ofReport tells whether a report writes a file of this name, or what is made of
// its files where they lie: report.pdf and appendix.pdf by TeX, checkpoints by Jupyter.
func ofReport(name string) bool {
	switch name {
	case marker, "failures.md", "workbook.xlsx", "scores.parquet", "plan.yaml", "figures", "tables", "attempts", ".ipynb_checkpoints":
		return true
	}
	return strings.HasPrefix(name, "report.") || strings.HasPrefix(name, "appendix.")
}

// stage prepares the output directory.
func (p *program) stage(final string) (*staged, error) {
	final = filepath.Clean(final)
	// Asked again after the work, during which the directory may have been filled.
	if err := replaceable(final); err != nil {
		return nil, err
	}
	if err := os.MkdirAll(filepath.Dir(final), 0o755); err != nil {
		return nil, fmt.Errorf("cannot write %s: %w", final, cause(err))
	}
	p.nameLeftovers(filepath.Dir(final))
	dir, err := os.MkdirTemp(filepath.Dir(final), unfinished())
	if err != nil {
		return nil, fmt.Errorf("cannot write %s: %w", final, cause(err))
	}
	if err := os.Chmod(dir, 0o755); err != nil {
		return nil, err
	}
	return &staged{dir: dir, final: final}, nil
}

// write makes one file of the directory. name may hold folders.
func (s *staged) write(name string, write func(io.Writer) error) error {
	path := filepath.Join(s.dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	if err := errors.Join(write(f), f.Close()); err != nil {
		return unwritten(filepath.Join(s.final, filepath.FromSlash(name)), err)
	}
	return nil
}

// commit puts the directory in its place: at once where the system can exchange
// two names, so that a program killed at any moment leaves the earlier report or
// the new one; else by way of a third name.
func (s *staged) commit() error {
	if swapNames(s.dir, s.final) == nil {
		return os.RemoveAll(s.dir)
	}
	old := s.dir + ".old"
	err := os.Rename(s.final, old)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err := os.Rename(s.dir, s.final); err != nil {
		if back := os.Rename(old, s.final); back != nil && !errors.Is(back, fs.ErrNotExist) {
			return errors.Join(err, fmt.Errorf("the earlier report is %s: %w", old, back))
		}
		return err
	}
	return os.RemoveAll(old)
}

// discard removes what was staged and not committed.
func (s *staged) discard() { os.RemoveAll(s.dir) }

// cause is what is behind an error of the file system, without the path.
func cause(err error) error {
	var p *fs.PathError
	if errors.As(err, &p) {
		return p.Err
	}
	return err
}
