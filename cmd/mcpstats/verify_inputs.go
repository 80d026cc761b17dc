package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"mcpstats/analysis/result"
	"mcpstats/datasets"
	"mcpstats/datasets/open"
	"mcpstats/reports/jsonout"
)

// inputsOf are the files that an earlier report was made of, by its results.json
// or its directory.
func inputsOf(report string) ([]result.File, error) {
	path := report
	if info, err := os.Stat(report); err == nil && info.IsDir() {
		path = filepath.Join(report, marker)
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, usagef("--verify-inputs %s: %v", report, cause(err))
	}
	defer f.Close()
	res, err := jsonout.Read(f)
	if err != nil {
		return nil, usagef("--verify-inputs %s: %v; expected the results.json of an earlier report", report, err)
	}
	var files []result.File
	for _, in := range res.Provenance.Inputs {
		if len(in.Files) == 0 {
			files = append(files, result.File{Path: in.Path, SHA256: in.SHA256})
		}
		files = append(files, in.Files...)
	}
	return files, nil
}

// unchanged refuses logs that are not those of the report that --verify-inputs
// names: the same contents, wherever they lie now.
func (r *reading) unchanged(inputs []*open.Input) error {
	if r.verifyInputs == "" {
		return nil
	}
	earlier, err := inputsOf(r.verifyInputs)
	if err != nil {
		return err
	}
	var now []result.File
	for _, in := range inputs {
		digests, err := in.Digests()
		if err != nil {
			return err
		}
		for _, d := range digests {
			now = append(now, result.File(d))
		}
	}
	for _, path := range r.scores {
		d, err := open.DigestOf(path)
		if err != nil {
			return err
		}
		now = append(now, result.File(d))
	}
	if differences := differing(earlier, now); len(differences) > 0 {
		return &datasets.FileError{File: r.verifyInputs, Err: errors.New("was made of other inputs: " + strings.Join(differences, "; ")),
			Hint: "give the files it was made of, or leave out --verify-inputs to analyse these"}
	}
	return nil
}

// mostDifferences bounds the differences that are told one by one.
const mostDifferences = 10

// differing tells, file by file, what is not the same in two lists: changed, gone
// or new. A file that was moved or renamed is the same file.
func differing(earlier, now []result.File) []string {
	earlier, now = unmatched(earlier, now), unmatched(now, earlier)
	var out []string
	for _, was := range earlier {
		is := slices.IndexFunc(now, func(f result.File) bool { return f.Path == was.Path })
		if is < 0 {
			out = append(out, fmt.Sprintf("%s is missing (SHA-256 %s)", was.Path, was.SHA256))
			continue
		}
		out = append(out, fmt.Sprintf("%s has changed (SHA-256 %s, was %s)", was.Path, now[is].SHA256, was.SHA256))
		now = slices.Delete(now, is, is+1)
	}
	for _, is := range now {
		out = append(out, fmt.Sprintf("%s is new (SHA-256 %s)", is.Path, is.SHA256))
	}
	if more := len(out) - mostDifferences; more > 0 {
		out = append(out[:mostDifferences], fmt.Sprintf("and %d more", more))
	}
	return out
}

// unmatched are the files whose content the other list lacks, counting repeats.
func unmatched(files, others []result.File) []result.File {
	have := map[string]int{}
	for _, f := range others {
		have[f.SHA256]++
	}
	var out []result.File
	for _, f := range files {
		if have[f.SHA256] > 0 {
			have[f.SHA256]--
			continue
		}
		out = append(out, f)
	}
	return out
}
