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
	"mcpstats/datasets/open"
)

func (p *program) importCommand() *cobra.Command {
	var r reading
	var out string
	c := &cobra.Command{
		Use:   "import PATH... -o FILE.parquet",
		Short: "Convert logs to canonical trajectories",
		Long: `import reads logs of any known format and writes them as one Parquet file of
canonical trajectories, which every other command reads. Records that cannot be
read are named on stderr and left out.`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(c *cobra.Command, paths []string) error {
			if out == "" {
				return usagef("import: name the file to write with -o FILE.parquet")
			}
			if out != "-" && !strings.HasSuffix(out, ".parquet") {
				return usagef("import: -o %s: canonical trajectories are written as .parquet", out)
			}
			r.out = out
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
			for {
				errs := make([]error, len(inputs))
				err = p.writeFile(out, func(w io.Writer) error {
					written, lost, err = writeTrajectories(c.Context(), w, inputs, errs)
					return err
				})
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
			if !p.quiet || len(lost) > 0 {
				fmt.Fprintf(p.stderr, "mcpstats: %s of %s written to %s; %s could not be read\n", count(written, "trajectory", "trajectories"), count(len(inputs), "log", "logs"), out, count(len(lost), "record", "records"))
			}
			return nil
		},
	}
	r.register(c.Flags())
	c.Flags().StringVarP(&out, "out", "o", "", "the `file` to write, ending in .parquet")
	return c
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
	for i, in := range inputs {
		for t, err := range in.Trajectories(ctx) {
			var bad *datasets.RecordError
			switch {
			case errors.As(err, &bad):
				lost = append(lost, oneLine(bad))
			case err != nil:
				errs[i] = err
				return written, lost, errors.Join(err, to.Close())
			default:
				if err := to.Write(t); err != nil {
					return written, lost, errors.Join(err, to.Close())
				}
				written++
			}
		}
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
