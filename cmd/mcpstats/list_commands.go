package main

import (
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"mcpstats/reports"
)

// sharedFrom is the number of commands from which on a flag is explained once for
// all of them.
const sharedFrom = 3

// listCommands is the reference of the commands and their flags.
func listCommands(root *cobra.Command) *reports.Document {
	pages := pagesBelow(root)[1:]
	uses := map[string]int{} // by name and usage: the same name can mean two things
	for _, c := range pages {
		c.LocalNonPersistentFlags().VisitAll(func(f *pflag.Flag) { uses[f.Name+f.Usage]++ })
	}
	shared := func(f *pflag.Flag) bool { return uses[f.Name+f.Usage] >= sharedFrom }
	doc := &reports.Document{}
	add := func(b ...reports.Block) { doc.Blocks = append(doc.Blocks, b...) }
	var common []*pflag.Flag
	for _, c := range pages {
		add(reports.Heading{Level: 1, ID: "command-" + pageName(c), Text: c.CommandPath()})
		add(textBlocks(aboutCommand(c))...)
		add(reports.Code{Lang: "sh", Text: c.UseLine()})
		var own []*pflag.Flag
		var also []string
		c.LocalNonPersistentFlags().VisitAll(func(f *pflag.Flag) {
			switch {
			case f.Hidden || f.Name == "help":
			case !shared(f):
				own = append(own, f)
			default:
				also = append(also, "--"+f.Name)
				if !has(common, f) {
					common = append(common, f)
				}
			}
		})
		if len(own) > 0 {
			add(flagTable("flags-"+pageName(c), own))
		}
		if len(also) > 0 {
			add(reports.Footnote{Spans: []reports.Span{{Text: "Also the "}, {Text: "shared flags", Link: "shared-flags"}, {Text: " " + strings.Join(also, ", ") + "."}}})
		}
	}
	if len(common) > 0 {
		add(reports.Heading{Level: 1, ID: "shared-flags", Text: "Shared flags"}, flagTable("flags-shared", common))
	}
	var global []*pflag.Flag
	root.PersistentFlags().VisitAll(func(f *pflag.Flag) { global = append(global, f) })
	add(reports.Heading{Level: 1, ID: "global-flags", Text: "Flags of every command"}, flagTable("flags-global", global))
	add(reports.Heading{Level: 1, ID: "exit-codes", Text: "Exit codes"}, exitTable())
	return doc
}

func has(list []*pflag.Flag, f *pflag.Flag) bool {
	for _, g := range list {
		if g.Name == f.Name && g.Usage == f.Usage {
			return true
		}
	}
	return false
}

// textBlocks are the paragraphs of a long description; indented lines are code.
func textBlocks(s string) []reports.Block {
	var out []reports.Block
	var words, lines []string
	flush := func() {
		if len(words) > 0 {
			out = append(out, reports.Prose{Spans: []reports.Span{{Text: strings.Join(words, " ")}}})
		}
		if len(lines) > 0 {
			out = append(out, reports.Code{Lang: "sh", Text: strings.Join(lines, "\n")})
		}
		words, lines = nil, nil
	}
	for line := range strings.Lines(s) {
		indented := strings.HasPrefix(line, "  ")
		line = strings.TrimSpace(line)
		switch {
		case line == "":
			flush()
		case indented:
			if len(words) > 0 {
				flush()
			}
			lines = append(lines, line)
		default:
			if len(lines) > 0 {
				flush()
			}
			words = append(words, line)
		}
	}
	flush()
	return out
}

func flagTable(id string, flags []*pflag.Flag) reports.Table {
	t := reports.Table{ID: id, Columns: []reports.Column{{Name: "Flag", Key: "flag"}, {Name: "Value", Key: "value"}, {Name: "Meaning", Key: "meaning"}}}
	for _, f := range flags {
		value, usage := pflag.UnquoteUsage(f)
		name := "--" + f.Name
		if f.Shorthand != "" {
			name = "-" + f.Shorthand + ", " + name
		}
		t.Rows = append(t.Rows, []reports.Cell{reports.TextCell(name), reports.TextCell(value), {Text: usage + defaultOf(f)}})
	}
	return t
}

func exitTable() reports.Table {
	t := reports.Table{ID: "exits", Columns: []reports.Column{{Name: "Code", Key: "code", Kind: reports.Integer}, {Name: "Meaning", Key: "meaning"}}}
	for _, e := range exitMeanings {
		t.Rows = append(t.Rows, []reports.Cell{reports.CountCell(e.code), reports.TextCell(e.meaning)})
	}
	return t
}
