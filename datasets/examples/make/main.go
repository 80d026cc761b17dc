// Command make writes the embedded examples from logs of real runs:
//
//	go run ./datasets/examples/make DATA_DIR
//
// run in the root of the repository. DATA_DIR holds livemcpbench/, etom/,
// terminal-bench/ and tau-bench/, as PROVENANCE.md describes them. The same logs
// give the same bytes.
package main

import (
	"bufio"
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"

	"mcpstats/datasets"
	"mcpstats/datasets/columnar"
	"mcpstats/datasets/mapping"
	"mcpstats/datasets/open"
)

func main() {
	out := flag.String("o", filepath.Join("datasets", "examples"), "folder to write to")
	maps := flag.String("maps", filepath.Join("docs", "maps"), "folder with terminal-bench.yaml")
	flag.Parse()
	if flag.NArg() != 1 {
		fmt.Fprintln(os.Stderr, "usage: make [-o DIR] [-maps DIR] DATA_DIR")
		os.Exit(2)
	}
	if err := makeAll(context.Background(), flag.Arg(0), *maps, *out); err != nil {
		fmt.Fprintln(os.Stderr, "make:", err)
		os.Exit(1)
	}
}

// makeAll writes the four files.
func makeAll(ctx context.Context, data, maps, out string) error {
	terminal, err := readMap(filepath.Join(maps, "terminal-bench.yaml"))
	if err != nil {
		return err
	}
	for _, e := range []struct {
		name string
		read func() ([]*datasets.Trajectory, error)
	}{
		{"livemcpbench", func() ([]*datasets.Trajectory, error) {
			return read(ctx, filepath.Join(data, "livemcpbench"), open.Options{}, liveFacts)
		}},
		{"etom", func() ([]*datasets.Trajectory, error) { return etom(ctx, filepath.Join(data, "etom")) }},
		{"terminal-bench", func() ([]*datasets.Trajectory, error) {
			return read(ctx, filepath.Join(data, "terminal-bench"), open.Options{Map: terminal}, terminalFacts)
		}},
		{"tau-bench", func() ([]*datasets.Trajectory, error) {
			return read(ctx, filepath.Join(data, "tau-bench"), open.Options{}, tauFacts)
		}},
	} {
		trajectories, err := e.read()
		if err != nil {
			return fmt.Errorf("%s: %w", e.name, err)
		}
		if err := write(filepath.Join(out, e.name+".parquet"), trajectories); err != nil {
			return err
		}
	}
	return nil
}

func readMap(path string) (*mapping.Mapping, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	return mapping.Parse(path, text)
}

// read collects the facts of all logs in a folder. A record that cannot be read
// is an error here: an example must not lose any.
func read(ctx context.Context, path string, opt open.Options, facts func(*datasets.Trajectory) (*datasets.Trajectory, error)) ([]*datasets.Trajectory, error) {
	inputs, _, err := open.Paths(ctx, []string{path}, opt)
	if err != nil {
		return nil, err
	}
	var out []*datasets.Trajectory
	for _, in := range inputs {
		for t, err := range in.Trajectories(ctx) {
			if err != nil {
				return nil, err
			}
			kept, err := facts(t)
			if err != nil {
				return nil, fmt.Errorf("%s, task %s: %w", t.Run, t.Task, err)
			}
			out = append(out, kept)
		}
	}
	return out, nil
}

func write(path string, trajectories []*datasets.Trajectory) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	defer f.Close()
	buffered := bufio.NewWriter(f)
	w, err := columnar.NewWriter(buffered)
	if err != nil {
		return err
	}
	for _, t := range trajectories {
		if err := w.Write(t); err != nil {
			return err
		}
	}
	if err := w.Close(); err != nil {
		return err
	}
	if err := buffered.Flush(); err != nil {
		return err
	}
	return f.Close()
}
