package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"mcpstats/analysis/result"
	"mcpstats/analysis/table"
	"mcpstats/datasets"
	"mcpstats/datasets/open"
)

// leftOut tells what lay below the named folders and is in no number: in one line what is no
// log, and by name each log that could not be read.
func leftOut(skipped []open.Skipped) []result.Warning {
	line, unread := open.LeftOut(skipped)
	var ws []result.Warning
	const most = 10 // enough to see what they have in common; doctor lists all
	for _, s := range unread[:min(most, len(unread))] {
		ws = append(ws, result.Warning{Code: "log_unreadable", Where: s.Path, Message: s.Reason, Decisive: true})
	}
	if more := len(unread) - most; more > 0 {
		ws = append(ws, result.Warning{Code: "log_unreadable", Where: folderOf(unread), Message: fmt.Sprintf("%s could not be read either; `mcpstats doctor` lists them", count(more, "log", "logs")), Decisive: true})
	}
	if line != "" {
		ws = append(ws, result.Warning{Code: "file_skipped", Where: folderOf(skipped), Message: "left out: " + line + "; `mcpstats doctor` lists them"})
	}
	return ws
}

// folderOf is the deepest folder that holds all of the files.
func folderOf(skipped []open.Skipped) string {
	dir := filepath.Dir(skipped[0].Path)
	for _, s := range skipped {
		for dir != "." && dir != string(filepath.Separator) && !strings.HasPrefix(s.Path, dir+string(filepath.Separator)) {
			dir = filepath.Dir(dir)
		}
	}
	return dir
}

// withoutBad is the inputs without those of folders that could not be read to their end, whose
// errors are at the same places; of a log of several files only the bad file goes. Nil stands
// for nothing to leave out: all is well, or what failed was named by the user or is all there
// is, so that its error is the answer. What was read of a log before it broke is no fair sample
// of it, so that the others are read anew without it.
func withoutBad(ctx context.Context, inputs []*open.Input, errs []error) (rest []*open.Input, out []open.Skipped) {
	if ctx.Err() != nil {
		return nil, nil
	}
	for i, in := range inputs {
		err := errs[i]
		if err == nil {
			rest = append(rest, in)
			continue
		}
		var fe *datasets.FileError
		if in.Named || !errors.As(err, &fe) {
			return nil, nil
		}
		out = append(out, open.Skipped{Path: fe.File, Reason: reasonOf(fe)})
		if fe.File != in.Name && slices.Contains(in.Files, fe.File) {
			if in, err = in.Without(fe.File); err == nil && in != nil {
				rest = append(rest, in)
			}
		}
	}
	if len(rest) == 0 {
		return nil, nil
	}
	return rest, out
}

// reasonOf is an error without the file's name, on one line.
func reasonOf(fe *datasets.FileError) string {
	reason := fe.Err.Error()
	if fe.Hint != "" {
		reason += "; " + fe.Hint
	}
	return oneLine(errors.New(reason))
}

// mostRounds bounds how often logs are read anew: for what could not be read, for what is told
// twice, for names. Each round leaves less to do.
const mostRounds = 10

// settle is for logs in which attempts repeat, with nothing said of which counts: the inputs
// without what is told twice, and with reruns told apart. The error is the one that was given
// where nothing of the kind explains it.
func (r *reading) settle(ctx context.Context, inputs []*open.Input, rule string, round int, repeats error) (rest []*open.Input, out []open.Skipped, _ error) {
	var repeated *table.DuplicateError
	if !errors.As(repeats, &repeated) || rule != result.DuplicatesAuto && rule != "" || round >= mostRounds {
		return nil, nil, repeats
	}
	rest, out, changed, err := open.Settle(ctx, inputs, r.opened)
	switch {
	case err != nil:
		return nil, nil, err
	case !changed:
		return nil, nil, repeats
	}
	return rest, out, nil
}

// toldOnce settles inputs without a table: in a file that is written of several, nothing tells
// any more where an attempt stood.
func (r *reading) toldOnce(ctx context.Context, inputs []*open.Input, skipped []open.Skipped) ([]*open.Input, []open.Skipped, error) {
	files := 0
	for _, in := range inputs {
		files += len(in.Files)
	}
	if files < 2 {
		return inputs, skipped, nil
	}
	rest, out, _, err := open.Settle(ctx, inputs, r.opened)
	var unreadable *datasets.FileError
	if errors.As(err, &unreadable) { // which the writing finds and tells
		return inputs, skipped, nil
	}
	return rest, append(skipped, out...), err
}
