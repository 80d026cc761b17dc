package formats

import (
	"archive/zip"
	"context"
	"errors"
	"io"
	"slices"
	"strings"

	"mcpstats/datasets"
)

var errNoEval = errors.New(`no key "eval"`)

// inspectKeys are the members of a sample that matter here; the events, which
// repeat the conversation many times over, are passed over unread.
var inspectKeys = []string{
	"id", "epoch", "input", "choices", "target", "messages", "output", "scores", "metadata", "model_usage",
	"error", "limit", "total_time", "working_time", "uuid", "error_retries", "invalidation", "attachments",
}

// readInspectArchive reads a .eval archive sample by sample, in the order of its
// directory. A run that crashed or is under way has no header.json; its start is
// in _journal/start.json.
func readInspectArchive(ctx context.Context, l *inspectLog, yield yield) error {
	a, err := openArchive(l.file)
	if err != nil {
		return err
	}
	defer func() { _ = a.close() }() // it was only read
	if err := l.archiveHeader(a); err != nil {
		return err
	}
	l.survey(a)
	l.stray(a)
	row := 0
	for _, m := range a.members {
		if !strings.HasPrefix(m.Name, "samples/") || !strings.HasSuffix(m.Name, ".json") || a.at[m.Name] != m {
			continue
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		row++
		l.held++
		t, err := l.member(a, m, row)
		l.found.add(t)
		if !yield(t, err) {
			return nil
		}
	}
	return nil
}

// archiveHeader reads header.json, or what the journal has of it.
func (l *inspectLog) archiveHeader(a *archive) error {
	for _, name := range []string{"header.json", "_journal/start.json"} {
		m := a.at[name]
		if m == nil {
			continue
		}
		within := File{Path: l.file.Path + ": " + name}
		top, err := a.read(m, "status", "eval", "results")
		if err != nil {
			return unusable(within, err)
		}
		if top["status"] == nil {
			top["status"] = []byte(`"started"`)
		}
		l.counted(top["results"])
		return l.setHeader(within, top["status"], top["eval"])
	}
	return &datasets.FileError{File: l.file.Path, Err: errors.New("neither header.json nor _journal/start.json in the archive"), Hint: "this is not an Inspect log"}
}

// stray names the members that no Inspect log has: a sample under a damaged name.
func (l *inspectLog) stray(a *archive) {
	for _, m := range a.members {
		known := slices.Contains([]string{"header.json", "summaries.json", "reductions.json"}, m.Name) || strings.HasPrefix(m.Name, "_journal/") ||
			strings.HasPrefix(m.Name, "samples/") && strings.HasSuffix(m.Name, ".json")
		if !known && !strings.HasSuffix(m.Name, "/") {
			l.strays = append(l.strays, m.Name)
		}
	}
}

// survey learns from the summaries, which hold every sample's scores, whether
// the headline scorer gives verdicts or grades. A summary that cannot be read
// costs nothing: the samples themselves are read next.
func (l *inspectLog) survey(a *archive) {
	var lists []*zip.File
	if m := a.at["summaries.json"]; m != nil {
		lists = append(lists, m)
	} else {
		for _, m := range a.members {
			if strings.HasPrefix(m.Name, "_journal/summaries/") {
				lists = append(lists, m)
			}
		}
	}
	slices.SortFunc(lists, func(x, y *zip.File) int { return strings.Compare(x.Name, y.Name) })
	for _, m := range lists {
		summaries := File{Path: m.Name, Limits: a.file.Limits, Open: func() (io.ReadCloser, error) { return a.open(m) }}
		more := true
		_ = each(summaries, "", func(e element) bool {
			scores, _ := eachNamed(e.Text, "scores")
			more = l.learn(scores)
			return more
		})
		if !more {
			return
		}
	}
}

// member reads one sample.
func (l *inspectLog) member(a *archive, m *zip.File, row int) (*datasets.Trajectory, error) {
	e := element{Row: row}
	within := File{Path: l.file.Path + ": " + m.Name}
	found, err := a.read(m, inspectKeys...)
	if err != nil {
		return nil, e.bad(within, "", err)
	}
	var s inspectSample
	if column, err := s.take(found); err != nil {
		return nil, e.bad(within, column, err)
	}
	t, err := l.trajectory(within, e, &s)
	if t != nil {
		t.Place = datasets.Place{File: within.Path}
	}
	return t, err
}

// read takes some members of the JSON object that an archive's member holds, and
// checks the member to its end.
func (a *archive) read(m *zip.File, want ...string) (map[string][]byte, error) {
	r, err := a.open(m)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	found, err := allMembers(a.file.scanner(r), want...)
	if err != nil {
		return nil, err
	}
	if _, err := io.Copy(io.Discard, r); err != nil {
		return nil, err
	}
	return found, nil
}
