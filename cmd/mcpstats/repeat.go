package main

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"mcpstats/analysis/result"
)

// maxNamedInputs is how many logs a command names one by one; beyond it those of a
// folder are named by a pattern.
const maxNamedInputs = 6

// notRepeated are the flags that change nothing in a report, or that plan.yaml
// holds already.
var notRepeated = []string{"out", "open", "quiet", "plan", "example", "scores", "expect", "manifest", "verify-inputs"}

// examplePrefix stands before the names of embedded logs.
const examplePrefix = "example:"

// fileFlags are the flags whose values may name files.
var fileFlags = []string{"map", "notebook", "claims"}

// repeatCommand is the command line that makes a report again from its plan.yaml by
// a command on these operands: with the flags that no plan holds. Of files beside the
// logs only the last part of an absolute path is told.
func repeatCommand(c *cobra.Command, command string, operands []string) string {
	words := []string{"mcpstats", command, "--plan", "plan.yaml"}
	c.Flags().Visit(func(f *pflag.Flag) {
		if planFlags[f.Name] != nil || slices.Contains(notRepeated, f.Name) {
			return
		}
		values := []string{f.Value.String()}
		if list, ok := f.Value.(pflag.SliceValue); ok {
			values = list.GetSlice()
		}
		for _, v := range values {
			if slices.Contains(fileFlags, f.Name) && filepath.IsAbs(v) {
				v = filepath.Base(v)
			}
			if f.Value.Type() == "bool" {
				words = append(words, "--"+f.Name+"="+v)
			} else {
				words = append(words, "--"+f.Name, v)
			}
		}
	})
	words = append(words, operands...)
	for i, w := range words {
		words[i] = result.ShellWord(w)
	}
	return strings.Join(words, " ")
}

// inputWords name the logs as the report lists them: embedded examples and scores by their flags, files
// behind them.
func inputWords(inputs []result.Input) []string {
	var flags, paths []string
	for _, in := range inputs {
		switch name, example := strings.CutPrefix(in.Path, examplePrefix); {
		case example:
			flags = append(flags, "--example", name)
		case in.Format == "scores":
			flags = append(flags, "--scores", in.Path)
		default:
			paths = append(paths, in.Path)
		}
	}
	if len(paths) > maxNamedInputs {
		var patterns []string
		for _, path := range paths {
			pattern := filepath.Join(filepath.Dir(path), "*"+filepath.Ext(path))
			if !slices.Contains(patterns, pattern) {
				patterns = append(patterns, pattern)
			}
		}
		paths = patterns
	}
	return append(flags, paths...)
}
