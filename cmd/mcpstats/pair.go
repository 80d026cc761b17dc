package main

import (
	"os"
	"path/filepath"
	"strings"
)

// pairAndPaths parts the names of two runs from the logs behind them; pair is nil
// where the words are logs alone. The first two words are runs unless either is
// written like a path or is the name of a file. A run may be called like a folder that
// happens to lie here, where logs are named behind it, or by a flag.
func pairAndPaths(command string, args []string, byFlag bool) (pair, paths []string, err error) {
	switch {
	case len(args) == 0:
		return nil, nil, nil
	case len(args) == 1:
		if !exists(args[0]) && !likePath(args[0]) {
			return nil, nil, usagef("%s: %q is neither a file nor two runs; name two runs, then the logs: mcpstats %s A B PATH...", command, args[0], command)
		}
		return nil, args, nil
	}
	a, b, rest := args[0], args[1], args[2:]
	logs := exists(a) || exists(b)
	if len(rest) > 0 || byFlag {
		logs = exists(a) && exists(b)
	}
	switch {
	case logs || likePath(a) || likePath(b):
		return nil, args, nil
	case a == b:
		return nil, nil, usagef("%s: %q against itself; name two different runs", command, a)
	}
	return args[:2], rest, nil
}

// likePath tells whether a word is written like a file, a folder or a glob rather
// than a run: with a folder before it, a pattern in it, or the ending of a log.
// Models have slashes and dots in their names, too (openai/gpt-4.1).
func likePath(word string) bool {
	if strings.HasPrefix(word, "./") || strings.HasPrefix(word, "../") || filepath.IsAbs(word) || strings.ContainsAny(word, "*?[") {
		return true
	}
	ending := strings.ToLower(filepath.Ext(word))
	for _, packed := range []string{".gz", ".zst"} {
		if ending == packed {
			ending = strings.ToLower(filepath.Ext(strings.TrimSuffix(strings.ToLower(word), packed)))
		}
	}
	return logEndings[ending]
}

// logEndings are what files of logs, of scores and of results are called.
var logEndings = map[string]bool{
	".csv": true, ".tsv": true, ".json": true, ".jsonl": true, ".ndjson": true, ".parquet": true, ".arrow": true, ".feather": true, ".eval": true, ".zip": true, ".tar": true, ".tgz": true,
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}
