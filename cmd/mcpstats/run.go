package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"

	"mcpstats/analysis/result"
)

// tool is what results name as their maker.
const tool = result.Tool

// program is what every command is given: where to write, and nothing global.
type program struct {
	stdin  io.Reader
	stdout io.Writer
	stderr messages
	quiet  bool // no warnings and no progress on stderr
	all    bool // a terminal is shown everything, not one screen
}

// run is the whole program as a function of its arguments and streams.
func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	p := &program{stdin: stdin, stdout: stdout, stderr: messages{stderr}}
	root := p.root()
	root.SetArgs(args)
	root.SetIn(stdin)
	root.SetOut(stdout)
	root.SetErr(p.stderr)
	ownUsage(root) // after the streams, to which the completions are bound
	err := root.ExecuteContext(ctx)
	if errors.Is(err, context.Canceled) {
		err = errInterrupted
	}
	if err != nil {
		fmt.Fprintf(p.stderr, "mcpstats: %s\n", oneLine(err))
	}
	return exitCode(err)
}

func (p *program) root() *cobra.Command {
	root := &cobra.Command{
		Use:           "mcpstats",
		Short:         "Recompute, compare and report saved runs of tool-use benchmarks",
		Long:          "mcpstats reads saved logs of tool-use benchmarks, recomputes every metric from\nthe log itself, compares runs with paired statistics, and writes a report.\nIt never uses the network.",
		Version:       version(debug.ReadBuildInfo),
		SilenceErrors: true,
		SilenceUsage:  true,
	}
	root.PersistentFlags().BoolVarP(&p.quiet, "quiet", "q", false, "print no warnings and no progress on stderr; errors still are")
	root.SetFlagErrorFunc(flagOfUsage)
	for _, command := range commands {
		c := command(p)
		argumentsOfUsage(c)
		complete(c)
		root.AddCommand(c)
	}
	root.Args = func(_ *cobra.Command, a []string) error {
		if len(a) > 0 {
			return usagef("unknown command %q; see mcpstats --help", a[0])
		}
		return nil
	}
	root.RunE = func(c *cobra.Command, _ []string) error { return c.Help() }
	return root
}

// commands lists the subcommands in the order of the manual.
var commands = []func(*program) *cobra.Command{
	(*program).reportCommand,
	(*program).notebookCommand,
	(*program).doctorCommand,
	(*program).importCommand,
	(*program).scoreCommand,
	(*program).reduceCommand,
	(*program).compareCommand,
	(*program).failuresCommand,
	(*program).showCommand,
	(*program).agreeCommand,
	(*program).verifyCommand,
	(*program).gateCommand,
	(*program).powerCommand,
	(*program).calcCommand,
	(*program).listCommand,
	(*program).manCommand,
}

// oneLine keeps an error message on one line, whatever a library put in it.
func oneLine(err error) string {
	return strings.Join(strings.Fields(err.Error()), " ")
}
