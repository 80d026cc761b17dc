package main

import (
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
			if !p.quiet {
				for _, s := range skipped {
					fmt.Fprintf(p.stderr, "mcpstats: skipped %s: %s\n", s.Path, s.Reason)
				}
			}
			written, lost := 0, 0
			err = p.writeFile(out, func(w io.Writer) error {
				to, err := columnar.NewWriter(w)
				if err != nil {
					return err
				}
				if rule := commonRule(inputs); rule != "" {
					if err := to.StateDuplicates(rule); err != nil {
						return errors.Join(err, to.Close())
					}
				}
				var promises []datasets.Promise
				for _, in := range inputs {
					for t, err := range in.Trajectories(c.Context()) {
						var bad *datasets.RecordError
						switch {
						case errors.As(err, &bad):
							// Said even with --quiet: nothing may be lost in silence.
							lost++
							fmt.Fprintf(p.stderr, "mcpstats: %s\n", oneLine(bad))
						case err != nil:
							return errors.Join(err, to.Close())
						default:
							if err := to.Write(t); err != nil {
								return errors.Join(err, to.Close())
							}
							written++
						}
					}
					promises = append(promises, in.Promises()...)
				}
				return errors.Join(to.StatePromises(promises), to.Close())
			})
			if err != nil {
				return err
			}
			if !p.quiet || lost > 0 {
				fmt.Fprintf(p.stderr, "mcpstats: %s of %s written to %s; %s could not be read\n", count(written, "trajectory", "trajectories"), count(len(inputs), "log", "logs"), out, count(lost, "record", "records"))
			}
			return nil
		},
	}
	r.register(c.Flags())
	c.Flags().StringVarP(&out, "out", "o", "", "the `file` to write, ending in .parquet")
	return c
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
