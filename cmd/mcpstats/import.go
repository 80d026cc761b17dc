package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"mcpstats/datasets"
	"mcpstats/datasets/columnar"
	"mcpstats/datasets/exchange"
	"mcpstats/datasets/open"
)

func (p *program) importCommand() *cobra.Command {
	var r reading
	var out string
	to := target(toParquet)
	c := &cobra.Command{
		Use:   "import PATH... -o FILE.parquet",
		Short: "Convert logs to canonical trajectories, or to another program's form",
		Long:  importText(),
		Args:  cobra.MinimumNArgs(1),
		RunE: func(c *cobra.Command, paths []string) error {
			form, other := exchange.ByName(string(to))
			switch {
			case out == "" && other && form.Folder:
				return usagef("import --to %s: name the folder to write with -o DIR", to)
			case out == "" && other:
				return usagef("import --to %s: name the file to write with -o FILE%s", to, form.Ending)
			case out == "":
				return usagef("import: name the file to write with -o FILE.parquet")
			case other:
				if err := checkOut(form, out); err != nil {
					return err
				}
			case out != "-" && !strings.HasSuffix(out, ".parquet"):
				return usagef("import: -o %s: canonical trajectories are written as .parquet; --to writes other forms (%s)", out, strings.Join(targetNames()[1:], ", "))
			}
			if !other || !form.Folder {
				r.out = out
			}
			inputs, skipped, err := r.inputs(c.Context(), paths, datasets.AllColumns)
			if err != nil {
				return err
			}
			if inputs, skipped, err = r.toldOnce(c.Context(), inputs, skipped); err != nil {
				return err
			}
			p.warn(leftOut(skipped))
			var written int
			var lost []string
			var done *exported
			for {
				errs := make([]error, len(inputs))
				if other {
					if done, err = p.writeTo(c.Context(), form, out, inputs, errs); err == nil {
						written, lost = done.attempts, done.unreadable
					}
				} else {
					err = p.writeFile(out, func(w io.Writer) error {
						written, lost, err = writeTrajectories(c.Context(), w, inputs, errs)
						return err
					})
				}
				rest, bad := withoutBad(c.Context(), inputs, errs)
				if bad == nil || out == "-" { // what has gone down a pipe cannot be taken back
					break
				}
				p.warn(leftOut(bad))
				inputs = rest
			}
			if err != nil {
				return err
			}
			for _, line := range lost { // said even with --quiet: nothing may be lost in silence
				fmt.Fprintf(p.stderr, "mcpstats: %s\n", line)
			}
			if other {
				if line := done.differences.Line(); line != "" {
					fmt.Fprintf(p.stderr, "mcpstats: %s: %s\n", form.Name, line)
				}
			}
			if !p.quiet || len(lost) > 0 {
				fmt.Fprintf(p.stderr, "mcpstats: %s of %s written to %s; %s could not be read\n", count(written, "trajectory", "trajectories"), count(len(inputs), "log", "logs"), out, count(len(lost), "record", "records"))
			}
			return nil
		},
	}
	r.register(c.Flags())
	c.Flags().StringVarP(&out, "out", "o", "", "the `file` to write, ending in .parquet, or what --to asks for")
	c.Flags().Var(&to, "to", "what to write: "+strings.Join(targetNames(), ", "))
	return c
}

// importText is the command's description, with the targets and what each of them holds.
func importText() string {
	var b strings.Builder
	b.WriteString(`import reads logs of any known format and writes them as one Parquet file of
canonical trajectories, which every other command reads. Records that cannot be
read are named on stderr and left out.

--to writes for other programs instead. What was written is read again and
compared with the log, and one line on stderr counts what the form has no place
for, what reads otherwise in it, and what it states besides, by field and
attempts. The same log gives the same bytes.
`)
	for _, t := range exchange.Targets {
		kind := "one file, -o FILE" + t.Ending
		if t.Folder {
			kind = "a file a run, -o DIR"
		}
		b.WriteString("\n" + wrapped(fmt.Sprintf("The form %s (%s; %s) holds %s. %s.", t.Name, t.Title, kind, t.Holds, t.Changes)))
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// wrapped is a paragraph in lines as wide as the rest of a command's description.
func wrapped(text string) string {
	var b strings.Builder
	width := 0
	for i, word := range strings.Fields(text) {
		switch {
		case i == 0:
		case width+1+len(word) > 80:
			b.WriteByte('\n')
			width = 0
		default:
			b.WriteByte(' ')
			width++
		}
		b.WriteString(word)
		width += len(word)
	}
	return b.String() + "\n"
}

// writeTrajectories writes what the inputs hold. lost are the records that could not be read;
// the error of an input that ended early is also put at its place in errs.
func writeTrajectories(ctx context.Context, w io.Writer, inputs []*open.Input, errs []error) (written int, lost []string, _ error) {
	to, err := columnar.NewWriter(w)
	if err != nil {
		return 0, nil, err
	}
	if rule := commonRule(inputs); rule != "" {
		if err := to.StateDuplicates(rule); err != nil {
			return 0, nil, errors.Join(err, to.Close())
		}
	}
	var promises []datasets.Promise
	lost, err = eachAttempt(ctx, inputs, errs, func(t *datasets.Trajectory) error {
		written++
		return to.Write(t)
	})
	if err != nil {
		return written, lost, errors.Join(err, to.Close())
	}
	for _, in := range inputs {
		promises = append(promises, in.Promises()...)
	}
	return written, lost, errors.Join(to.StatePromises(promises), to.Close())
}

// commonRule is the rule for repeated attempts that all inputs state, if they
// agree on one.
func commonRule(inputs []*open.Input) string {
	for _, in := range inputs {
		if in.Duplicates() != inputs[0].Duplicates() {
			return ""
		}
	}
	if len(inputs) == 0 {
		return ""
	}
	return inputs[0].Duplicates()
}
