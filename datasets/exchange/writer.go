package exchange

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"mcpstats/datasets"
)

// Writer writes the files of a folder.
type Writer struct {
	dir     string
	outline *Outline
	buffers map[*file]*appender
}

// NewWriter begins the second pass. The folder is there already.
func NewWriter(dir string, o *Outline) *Writer {
	o.nameFiles()
	return &Writer{dir: dir, outline: o, buffers: map[*file]*appender{}}
}

// Write adds an attempt to the file that it belongs to. It must have been in the outline.
func (w *Writer) Write(t *datasets.Trajectory) error {
	f := w.outline.byPart[w.outline.target.apart(t)]
	if f == nil {
		return fmt.Errorf("run %q, task %q, trial %d was not there when the log was looked through; has it changed?", t.Run, t.Task, t.Trial)
	}
	a, err := w.file(f)
	if err != nil {
		return err
	}
	b, err := w.outline.target.record(f, t)
	if err != nil {
		return fmt.Errorf("run %q, task %q, trial %d: %w", t.Run, t.Task, t.Trial, err)
	}
	if a.records > 0 {
		a.add([]byte(w.outline.target.separator))
	}
	a.records++
	a.add(b)
	return a.err
}

// Place is the number of the file that an attempt goes into, from 0.
func (w *Writer) Place(t *datasets.Trajectory) int {
	f := w.outline.byPart[w.outline.target.apart(t)]
	for i, g := range w.outline.files {
		if f == g {
			return i
		}
	}
	return -1
}

// Paths are the files that hold attempts, in the order of their numbers.
func (w *Writer) Paths() []string {
	var out []string
	for _, f := range w.outline.files {
		out = append(out, w.path(f))
	}
	return out
}

func (w *Writer) path(f *file) string { return filepath.Join(w.dir, f.name+w.outline.target.Ending) }

// file is what writes a file, begun with its head.
func (w *Writer) file(f *file) (*appender, error) {
	if a := w.buffers[f]; a != nil {
		return a, nil
	}
	a := &appender{path: w.path(f)}
	w.buffers[f] = a
	if head := w.outline.target.head; head != nil {
		b, err := head(f)
		if err != nil {
			return nil, err
		}
		a.add(b)
	}
	return a, a.err
}

// Close writes what is left, and the files that go with those of the attempts.
func (w *Writer) Close() error {
	for _, f := range w.outline.files {
		a, err := w.file(f)
		if err != nil {
			return err
		}
		a.add([]byte(w.outline.target.tail))
		if a.flush(); a.err != nil {
			return a.err
		}
		if w.outline.target.beside == nil {
			continue
		}
		ending, content, err := w.outline.target.beside(f)
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(w.dir, f.name+ending), content, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// appender collects what goes to a file, and opens it for as long as it takes to write that:
// there may be more runs than a process may hold files open.
type appender struct {
	path    string
	records int
	buf     []byte
	err     error
}

func (a *appender) add(b []byte) {
	const most = 1 << 20
	if a.buf = append(a.buf, b...); len(a.buf) > most {
		a.flush()
	}
}

func (a *appender) flush() {
	if a.err != nil {
		return
	}
	f, err := os.OpenFile(a.path, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
	if err != nil {
		a.err = err
		return
	}
	w := bufio.NewWriter(f)
	_, err = w.Write(a.buf)
	a.buf = a.buf[:0]
	a.err = errors.Join(err, w.Flush(), f.Close())
}
