package main

import (
	"bytes"
	"io"
	"os"

	"github.com/spf13/cobra"

	"mcpstats/analysis/calc"
)

func (p *program) calcCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "calc [FILE|-]",
		Short: "Compute any one statistic on given numbers, JSON in and out",
		Long: `calc reads {"cases":[{"name","stat","inputs","options"}]} and writes the same with
a "result" in every case. It is a bridge for scripts in other languages. Numbers
that JSON cannot hold are the strings "NaN", "Infinity" and "-Infinity".`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			in := p.stdin
			if len(args) == 1 && args[0] != "-" {
				f, err := os.Open(args[0])
				if err != nil {
					return usagef("calc: %v", err)
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
	return c
}
