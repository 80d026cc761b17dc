// Calibration measures whether the tests and intervals of package stats do what
// they promise: the share of true null hypotheses that a test at .05 rejects, and
// the share of 95% intervals that hold the true value. Where outcomes can be
// enumerated the share is computed exactly; elsewhere studies are simulated, and
// the Monte-Carlo standard error stands beside the share.
//
//	go run ./cmd/calibration [-runs 1] [-seed 20260101] [-docs docs] [-only cluster,judge] [-draw]
//
// It writes docs/calibration.md, docs/calibration/results.csv and the figures in
// docs/calibration. The same seed gives the same bytes on any machine and any
// number of processors; -runs 0.1 takes a tenth of the time. -draw measures
// nothing: it writes the page and the figures again from results.csv. -only measures
// the sections named, which is as good as measuring all since every experiment has a
// seed of its own, and takes the others from results.csv.
package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

func main() {
	runs := flag.Float64("runs", 1, "multiply the simulated studies by this")
	seed := flag.Uint64("seed", 20260101, "seed of every draw")
	docs := flag.String("docs", "docs", "folder of the page")
	again := flag.Bool("draw", false, "write page and figures again from results.csv")
	only := flag.String("only", "", "measure these sections alone, separated by commas; the others are taken from results.csv")
	flag.Parse()
	work := func() error { return run(sections, *seed, *runs, *docs, os.Stderr) }
	if *again {
		work = func() error { return draw(sections, *docs) }
	}
	if *only != "" {
		work = func() error { return runOnly(sections, strings.Split(*only, ","), *seed, *runs, *docs, os.Stderr) }
	}
	if err := work(); err != nil {
		fmt.Fprintf(os.Stderr, "calibration: %v\n", err)
		os.Exit(1)
	}
}

func run(sections []section, seed uint64, runs float64, docs string, progress io.Writer) error {
	cells, err := measureAll(sections, seed, runs, progress)
	if err != nil {
		return err
	}
	return results{sections: sections, cells: cells}.write(docs)
}

// runOnly measures the sections with these ids and keeps the cells of all others.
func runOnly(sections []section, ids []string, seed uint64, runs float64, docs string, progress io.Writer) error {
	var again []section
	for _, id := range ids {
		i := slices.IndexFunc(sections, func(s section) bool { return s.id == id })
		if i < 0 {
			var known []string
			for _, s := range sections {
				known = append(known, s.id)
			}
			return fmt.Errorf("no section is called %q; there are %s", id, strings.Join(known, ", "))
		}
		again = append(again, sections[i])
	}
	text, err := os.ReadFile(filepath.Join(docs, "calibration", "results.csv"))
	if err != nil {
		return err
	}
	before, err := readCells(text)
	if err != nil {
		return err
	}
	measured, err := measureAll(again, seed, runs, progress)
	if err != nil {
		return err
	}
	r := results{sections: sections}
	for _, s := range sections {
		from := before
		if slices.Contains(ids, s.id) {
			from = measured
		}
		r.cells = append(r.cells, results{cells: from}.of(s.id)...)
	}
	return r.write(docs)
}

func measureAll(sections []section, seed uint64, runs float64, progress io.Writer) ([]cell, error) {
	var out []cell
	started := time.Now()
	for _, s := range sections {
		cells, err := s.measure(seed, runs)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", s.id, err)
		}
		for i := range cells {
			cells[i].section = s.id
		}
		out = append(out, cells...)
		fmt.Fprintf(progress, "%-12s %4d cells, %s\n", s.id, len(cells), time.Since(started).Round(time.Second))
	}
	return out, nil
}

// draw writes page and figures of what was measured before.
func draw(sections []section, docs string) error {
	text, err := os.ReadFile(filepath.Join(docs, "calibration", "results.csv"))
	if err != nil {
		return err
	}
	cells, err := readCells(text)
	if err != nil {
		return err
	}
	return results{sections: sections, cells: cells}.write(docs)
}

func (r results) write(docs string) error {
	files, err := r.files()
	if err != nil {
		return err
	}
	for _, f := range files {
		path := filepath.Join(docs, filepath.FromSlash(f.path))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(path, f.text, 0o644); err != nil {
			return err
		}
	}
	return nil
}
