package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"mcpstats/datasets"
	"mcpstats/datasets/exchange"
	"mcpstats/datasets/open"
)

// target is a value of --to: canonical Parquet, or a form of package exchange.
type target string

const toParquet = "parquet"

func (t *target) String() string { return string(*t) }
func (t *target) Type() string   { return "form" }

// Set accepts the names of the targets.
func (t *target) Set(name string) error {
	if _, ok := exchange.ByName(name); !ok && name != toParquet {
		return fmt.Errorf("expected one of %s", strings.Join(targetNames(), ", "))
	}
	*t = target(name)
	return nil
}

func targetNames() []string {
	names := []string{toParquet}
	for _, t := range exchange.Targets {
		names = append(names, t.Name)
	}
	return names
}

// checkOut refuses an output that a target cannot be written to, before anything is read.
func checkOut(to exchange.Target, out string) error {
	switch {
	case out == "-":
		return usagef("import --to %s: -o -: name a file or folder; what was written is read again, to say what it does not hold", to.Name)
	case !to.Folder && !strings.HasSuffix(out, to.Ending):
		return usagef("import --to %s: -o %s: expected a file that ends in %s", to.Name, out, to.Ending)
	case !to.Folder:
		if info, err := os.Stat(out); err == nil && !info.Mode().IsRegular() {
			return usagef("import --to %s: -o %s: is there and is no file", to.Name, out)
		}
		return nil
	}
	switch ending := filepath.Ext(out); ending {
	case ".json", ".jsonl", ".eval", ".parquet", ".zip":
		return usagef("import --to %s: -o %s: it takes a file a run; name a folder, as %s", to.Name, out, strings.TrimSuffix(out, ending))
	}
	entries, err := os.ReadDir(out)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return usagef("import --to %s: -o %s: %v", to.Name, out, cause(err))
	case len(entries) > 0:
		return usagef("import --to %s: -o %s: the folder is not empty; name a new one", to.Name, out)
	}
	return nil
}

// exported is what became of an export.
type exported struct {
	attempts, files int
	unreadable      []string // records
	differences     exchange.Differences
}

// writeTo writes what the inputs hold for another program. Nothing stands under the final name
// before all of it is written and was read again.
func (p *program) writeTo(ctx context.Context, to exchange.Target, out string, inputs []*open.Input, errs []error) (*exported, error) {
	out = filepath.Clean(out)
	if err := os.MkdirAll(filepath.Dir(out), 0o755); err != nil {
		return nil, fmt.Errorf("cannot write %s: %w", out, cause(err))
	}
	p.nameLeftovers(filepath.Dir(out))
	dir, err := os.MkdirTemp(filepath.Dir(out), unfinished())
	if err != nil {
		return nil, fmt.Errorf("cannot write %s: %w", out, cause(err))
	}
	defer os.RemoveAll(dir)
	if err := os.Chmod(dir, 0o755); err != nil {
		return nil, err
	}
	done := &exported{}
	outline := exchange.NewOutline(to)
	done.unreadable, err = eachAttempt(ctx, inputs, errs, func(t *datasets.Trajectory) error {
		outline.Add(t)
		done.attempts++
		return nil
	})
	if err != nil {
		return nil, err
	}
	if done.attempts == 0 {
		return nil, fmt.Errorf("import --to %s: no attempt could be read, so that there is nothing to write", to.Name)
	}
	for _, in := range inputs {
		outline.Promise(in.Promises())
	}
	w := exchange.NewWriter(dir, outline)
	if _, err := eachAttempt(ctx, inputs, errs, func(t *datasets.Trajectory) error {
		done.differences.Written(w.Place(t), t)
		return w.Write(t)
	}); err != nil {
		return nil, unwritten(out, err)
	}
	if err := w.Close(); err != nil {
		return nil, unwritten(out, err)
	}
	done.files = outline.Files()
	if err := done.readAgain(ctx, to, w.Paths()); err != nil {
		return nil, fmt.Errorf("cannot write %s: what was written does not read back: %w; nothing was kept", out, err)
	}
	if !to.Folder {
		return done, os.Rename(w.Paths()[0], out)
	}
	if err := os.Remove(out); err != nil && !errors.Is(err, fs.ErrNotExist) { // an empty folder may be there
		return nil, fmt.Errorf("cannot write %s: %w", out, cause(err))
	}
	return done, os.Rename(dir, out)
}

// eachAttempt hands over all attempts of the inputs. unreadable are the records that could not be
// read; the error of an input that ended early is put at its place in errs too.
func eachAttempt(ctx context.Context, inputs []*open.Input, errs []error, take func(*datasets.Trajectory) error) (unreadable []string, _ error) {
	for i, in := range inputs {
		for t, err := range in.Trajectories(ctx) {
			var bad *datasets.RecordError
			switch {
			case errors.As(err, &bad):
				unreadable = append(unreadable, oneLine(bad))
				continue
			case err != nil:
				errs[i] = err
			default:
				err = take(t)
			}
			if err != nil {
				return unreadable, err
			}
		}
	}
	return unreadable, nil
}

// readAgain compares the files with what was to be written. It reads them as any user would, with
// the reader of their format.
func (e *exported) readAgain(ctx context.Context, to exchange.Target, paths []string) error {
	for i, path := range paths {
		inputs, _, err := open.Paths(ctx, []string{path}, open.Options{Format: to.Format, Columns: datasets.AllColumns, MaxRecordErrors: -1})
		if err != nil {
			return err
		}
		n := 0
		if _, err := eachAttempt(ctx, inputs, make([]error, len(inputs)), func(t *datasets.Trajectory) error {
			n++
			return e.differences.Read(i, n-1, t)
		}); err != nil {
			return err
		}
		if missing := e.differences.Unread(i, n); missing != 0 {
			return fmt.Errorf("%s of %s are missing", count(missing, "attempt", "attempts"), filepath.Base(path))
		}
	}
	return nil
}
