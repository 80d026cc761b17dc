package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// manualDate is what the manual pages are dated: the same program makes the same
// pages, whenever it does.
const manualDate = "2026-11-20"

func (p *program) manCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "man DIR",
		Short: "Write the manual pages, one per command",
		Long: `man writes mcpstats.1 and a page for every command, mcpstats-report.1 and so on,
to DIR, which is created if needed:
  mcpstats man ~/.local/share/man/man1
  man mcpstats-report`,
		Args: cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			if err := os.MkdirAll(args[0], 0o755); err != nil {
				return usagef("man %s: %v", args[0], cause(err))
			}
			for _, page := range pagesBelow(c.Root()) {
				path := strings.TrimRight(args[0], "/") + "/" + pageName(page) + ".1"
				if err := p.writeFile(path, func(w io.Writer) error { return writeManual(w, page) }); err != nil {
					return err
				}
			}
			return nil
		},
	}
}

// pagesBelow lists a command and those below it that a user may call.
func pagesBelow(c *cobra.Command) []*cobra.Command {
	out := []*cobra.Command{c}
	for _, sub := range c.Commands() {
		if sub.IsAvailableCommand() && sub.Name() != "completion" {
			out = append(out, pagesBelow(sub)...)
		}
	}
	return out
}

func pageName(c *cobra.Command) string { return strings.ReplaceAll(c.CommandPath(), " ", "-") }

// writeManual writes a command's manual page in the man macros of roff.
func writeManual(w io.Writer, c *cobra.Command) error {
	var out bytes.Buffer
	fmt.Fprintf(&out, ".TH %s 1 %s %s \"mcpstats manual\"\n", quoted(strings.ToUpper(pageName(c))), quoted(manualDate), quoted(tool))
	fmt.Fprintf(&out, ".SH NAME\n%s \\- %s\n", roff(pageName(c)), roff(c.Short))
	fmt.Fprintf(&out, ".SH SYNOPSIS\n.B %s\n", roff(c.UseLine()))
	out.WriteString(".SH DESCRIPTION\n")
	roffText(&out, aboutCommand(c))
	flags(&out, "OPTIONS", c.NonInheritedFlags())
	flags(&out, "GLOBAL OPTIONS", c.InheritedFlags())
	if !c.HasParent() {
		out.WriteString(".SH \"EXIT STATUS\"\n")
		for _, e := range exitMeanings {
			fmt.Fprintf(&out, ".TP\n%d\n%s\n", e.code, roff(e.meaning))
		}
	}
	seeAlso(&out, c)
	_, err := w.Write(out.Bytes())
	return err
}

// aboutCommand is a command's long description, or its short one.
func aboutCommand(c *cobra.Command) string {
	if c.Long != "" {
		return c.Long
	}
	return c.Short + "."
}

// roffText writes paragraphs; indented lines stand as they are.
func roffText(out *bytes.Buffer, s string) {
	example := false
	for line := range strings.Lines(s) {
		line = strings.TrimRight(line, "\n")
		indented := strings.HasPrefix(line, "  ")
		switch {
		case indented && !example:
			out.WriteString(".PP\n.RS 4\n.nf\n")
		case !indented && example:
			out.WriteString(".fi\n.RE\n")
		}
		if example && !indented || line == "" {
			out.WriteString(".PP\n")
		}
		if example = indented; line != "" {
			out.WriteString(roff(strings.TrimSpace(line)) + "\n")
		}
	}
	if example {
		out.WriteString(".fi\n.RE\n")
	}
}

func flags(out *bytes.Buffer, title string, set *pflag.FlagSet) {
	if !set.HasAvailableFlags() {
		return
	}
	fmt.Fprintf(out, ".SH %s\n", quoted(title))
	set.VisitAll(func(f *pflag.Flag) {
		if f.Hidden {
			return
		}
		value, usage := pflag.UnquoteUsage(f)
		names := "--" + f.Name
		if f.Shorthand != "" {
			names = "-" + f.Shorthand + ", " + names
		}
		fmt.Fprintf(out, ".TP\n.B %s", roff(names))
		if value != "" {
			fmt.Fprintf(out, " \\fI%s\\fR", roff(value))
		}
		fmt.Fprintf(out, "\n%s\n", roff(usage+defaultOf(f)))
	})
}

// defaultOf says what a flag is where it is not given, if that says anything.
func defaultOf(f *pflag.Flag) string {
	switch f.DefValue {
	case "", "0", "false", "[]":
		return ""
	}
	return " (default " + f.DefValue + ")"
}

func seeAlso(out *bytes.Buffer, c *cobra.Command) {
	var names []string
	if c.HasParent() {
		names = append(names, pageName(c.Parent()))
	}
	for _, sub := range pagesBelow(c)[1:] {
		if sub.Parent() == c {
			names = append(names, pageName(sub))
		}
	}
	if len(names) == 0 {
		return
	}
	out.WriteString(".SH \"SEE ALSO\"\n")
	for i, name := range names {
		comma := ","
		if i == len(names)-1 {
			comma = ""
		}
		fmt.Fprintf(out, ".BR %s (1)%s\n", roff(name), comma)
	}
}

// roff escapes text: backslashes and hyphens, and what would be a request at the
// beginning of a line.
func roff(s string) string {
	s = strings.NewReplacer(`\`, `\e`, "-", `\-`, "\u2026", `\[u2026]`).Replace(s)
	if strings.HasPrefix(s, ".") || strings.HasPrefix(s, "'") {
		s = `\&` + s
	}
	return s
}

func quoted(s string) string { return `"` + strings.ReplaceAll(roff(s), `"`, `\(dq`) + `"` }
