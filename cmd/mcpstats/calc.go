package main

import (
	"bytes"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"mcpstats/analysis/calc"
)

func (p *program) calcCommand() *cobra.Command {
	var list bool
	var output string
	c := &cobra.Command{
		Use:   "calc [FILE|-]",
		Short: "Compute any one statistic on given numbers, JSON in and out",
		Long: `calc reads {"cases":[{"name","stat","inputs","options"}]} and writes the same with
a "result" in every case. It is a bridge for scripts in other languages. Numbers
that JSON cannot hold are the strings "NaN", "Infinity" and "-Infinity". --list
lists the statistics with their inputs and options.`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			if list {
				if len(args) > 0 {
					return usagef("calc: --list takes no file")
				}
				return p.printDocument(output, listStatistics())
			}
			in := p.stdin
			if len(args) == 1 && args[0] != "-" {
				f, err := os.Open(args[0])
				if err != nil {
					return fmt.Errorf("%s: %w", args[0], cause(err))
				}
				defer f.Close()
				in = f
			}
			var out bytes.Buffer
			if err := calc.Run(in, &out); err != nil {
				return err
			}
			_, err := io.Copy(p.stdout, &out)
			return err
		},
	}
	c.Flags().BoolVar(&list, "list", false, "list the statistics instead")
	registerOutput(c.Flags(), &output)
	c.Flags().Lookup("output").Usage = "with --list: print as " + outputs
	return c
}
