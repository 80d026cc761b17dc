package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"strings"

	"mcpstats/analysis/result"
)

// runsOfFiles are the runs that two files tell, one each: the files may call them alike, as one agent's
// logs of two days do, and the table tells them apart.
func runsOfFiles(l *loaded, files [2]string) ([]string, error) {
	var of [2][]string
	for _, b := range l.table.Benchmarks {
		for r := range b.Logged {
			run := &b.Logged[r]
			if len(run.Attempts) == 0 {
				continue
			}
			input, _ := run.Origin(0)
			for i, file := range files {
				if input < len(l.inputs) && below(l.inputs[input].Path, file) {
					of[i] = append(of[i], b.Runs[r])
				}
			}
		}
	}
	for i, file := range files {
		switch of[i] = result.UniqueNatural(of[i]); {
		case len(of[i]) > 1:
			return nil, usagef("gate: %s holds the runs %s: name the two to compare before the logs, as in mcpstats gate %s %s %s", file, result.FirstOf(of[i], 5), shellWord(of[i][0]), shellWord(of[i][1]), file)
		case len(of[i]) == 0:
			return nil, usagef("gate: %s and %s tell the same attempts: nothing is left of %s to compare", files[0], files[1], file)
		}
	}
	if of[0][0] == of[1][0] {
		return nil, usagef("gate: %s and %s hold parts of one run, %q, and no two runs", files[0], files[1], of[0][0])
	}
	return []string{of[0][0], of[1][0]}, nil
}

// shellWord is a name as a shell takes it.
func shellWord(s string) string {
	if strings.ContainsAny(s, " \t'\"\\$`*?[](){}<>|&;#~!") || s == "" {
		return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
	}
	return s
}

// below tells whether an input is a file, lies in a folder, or is what a pattern stands for.
func below(path, given string) bool {
	if path == given || strings.HasPrefix(filepath.Clean(path), filepath.Clean(given)+string(filepath.Separator)) || filepath.Clean(path) == filepath.Clean(given) {
		return true
	}
	ok, err := filepath.Match(given, path)
	return err == nil && ok
}

// readGateState reads the state of earlier looks; nil where there is none yet.
func readGateState(path string) (*result.GateState, error) {
	if path == "" {
		return nil, nil
	}
	text, err := os.ReadFile(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case err != nil:
		return nil, fmt.Errorf("--state %s: %w", path, cause(err))
	}
	var state result.GateState
	if err := json.Unmarshal(text, &state); err != nil || state.Base == "" || len(state.Streams) == 0 {
		return nil, usagef("--state %s: is no state that mcpstats gate wrote: name another file", path)
	}
	if state.Version != result.Version {
		return nil, usagef("--state %s: is of version %d, this program writes %d: name another file, and begin again", path, state.Version, result.Version)
	}
	return &state, nil
}

// writeGateState replaces the state as a whole, and leaves it alone where nothing is new.
func (p *program) writeGateState(path string, before, state *result.GateState) error {
	if before != nil && reflect.DeepEqual(before, state) {
		return nil
	}
	return p.writeFile(path, func(w io.Writer) error {
		e := json.NewEncoder(w)
		e.SetIndent("", " ")
		e.SetEscapeHTML(false)
		return e.Encode(state)
	})
}

// printOrder prints the order of tasks, one a line, under the benchmark's name where there are
// several.
func (p *program) printOrder(state *result.GateState) error {
	benchmark := ""
	for i, s := range state.Streams {
		if i > 0 && s.Benchmark == benchmark {
			continue // another metric of the same tasks
		}
		benchmark = s.Benchmark
		if len(state.Streams) > 1 && state.Streams[0].Benchmark != state.Streams[len(state.Streams)-1].Benchmark {
			if _, err := fmt.Fprintf(p.stdout, "# %s\n", oneLine(errors.New(benchmark))); err != nil {
				return err
			}
		}
		for _, task := range s.Tasks {
			if _, err := fmt.Fprintln(p.stdout, task); err != nil {
				return err
			}
		}
	}
	return nil
}
