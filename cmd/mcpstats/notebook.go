package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"mcpstats/reports/compose"
	"mcpstats/templates"
)

func (p *program) notebookCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "notebook list|new|directives",
		Short: "List the reports that come with mcpstats, copy one to edit, list what it can show",
		Long: `A notebook is a report in Markdown: prose, parameters in its front matter, and
directives where live results go. Copy one, edit it, and give it to report:
  mcpstats notebook new comparison -o mine.md
  mcpstats report --notebook mine.md PATH...`,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	var output, out string
	list := &cobra.Command{
		Use:   "list",
		Short: "List the notebooks that come with mcpstats",
		Args:  cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			var rows [][]string
			for _, t := range templates.All {
				rows = append(rows, []string{t.Name, t.Doc})
			}
			return p.printDocument(output, listing("notebooks", []string{"Notebook", "What it is for"}, rows))
		},
	}
	registerOutput(list.Flags(), &output)
	create := &cobra.Command{
		Use:   "new NAME",
		Short: "Copy a notebook to a file, to edit it",
		Args:  cobra.ExactArgs(1),
		ValidArgsFunction: func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
			if len(args) > 0 {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			return notebookNames(), cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(_ *cobra.Command, args []string) error {
			text, err := templates.Read(args[0])
			if err != nil {
				return &usageError{err}
			}
			if out == "" {
				out = args[0] + ".md"
			}
			if _, err := os.Stat(out); err == nil && out != "-" {
				return usagef("%s exists already; name another file with -o", out)
			}
			if err := p.writeFile(out, func(w io.Writer) error { _, err := w.Write(text); return err }); err != nil || out == "-" {
				return err
			}
			_, err = fmt.Fprintf(p.stdout, "%s\n", out)
			return err
		},
	}
	create.Flags().StringVarP(&out, "out", "o", "", "the `file` to write, - for stdout (default NAME.md)")
	directives := &cobra.Command{
		Use:   "directives",
		Short: "List what a notebook can show, and how to write it",
		Args:  cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			_, err := io.WriteString(p.stdout, compose.DirectiveReference())
			return err
		},
	}
	c.AddCommand(list, create, directives)
	return c
}

// readNotebook reads the notebook that --notebook names: one that comes with the program,
// or a file. A name of the program's own goes before a file that is called so; ./NAME is
// the file.
func readNotebook(name string) (*compose.Notebook, error) {
	text, unknown := templates.Read(name)
	if unknown == nil {
		return parseNotebook(name+".md", text)
	}
	text, err := readConfig(name)
	switch {
	case err == nil:
		return parseNotebook(name, text)
	case os.IsNotExist(err) && filepath.Base(name) == name && !strings.Contains(name, "."):
		return nil, usagef("--notebook: no file %s, and %w", name, unknown)
	default:
		return nil, usagef("--notebook %s: %v", name, cause(err))
	}
}

func parseNotebook(name string, text []byte) (*compose.Notebook, error) {
	n, err := compose.ParseNotebook(name, text)
	if err != nil {
		return nil, &usageError{err}
	}
	return n, nil
}
