package main

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"mcpstats/reports"
	"mcpstats/reports/figures"
)

// drawing is what --figures and --width ask for.
type drawing struct {
	asked []string
	width string
}

// figureChoice is the answer: how figures are drawn, and which.
type figureChoice struct {
	options figures.Options
	only    []string // kinds, IDs and patterns of IDs; empty: all
	none    bool
}

func (d *drawing) register(c *cobra.Command) {
	c.Flags().StringSliceVar(&d.asked, "figures", nil, "figures to draw, by `kind` ("+strings.Join(figureKinds(), ", ")+"), file name or pattern (curve-*), and the kinds of files ("+
		strings.Join(figures.Kinds(), ", ")+"); all, none")
	d.registerWidth(c)
}

// registerWidth adds --width alone, for a command that draws one figure.
func (d *drawing) registerWidth(c *cobra.Command) {
	c.Flags().StringVar(&d.width, "width", figures.Page.String(), "width of drawn files: page, single (a journal's column, 3.35 in) or double (7 in)")
}

// figureWords are all words that --figures knows.
func figureWords() []string {
	return slices.Concat([]string{"all", "none"}, figureKinds(), figures.Kinds())
}

func figureKinds() []string {
	var names []string
	for _, k := range reports.FigureKinds {
		names = append(names, k.Name)
	}
	return names
}

// choice reads the flags. Names of kinds of files say which files, all others
// which figures.
func (d *drawing) choice() (figureChoice, error) {
	var out figureChoice
	width, ok := figures.ParseWidth(d.width)
	if !ok {
		return out, usagef("--width %s: expected %s", d.width, strings.Join(figures.Widths(), ", "))
	}
	out.options.Width = width
	for _, a := range d.asked {
		switch a = strings.TrimSpace(a); {
		case a == "" || a == "all":
		case a == "none":
			out.none = true
		case slices.Contains(figures.Kinds(), a):
			if !slices.Contains(out.options.Kinds, a) {
				out.options.Kinds = append(out.options.Kinds, a)
			}
		default:
			out.only = append(out.only, a)
		}
	}
	if out.none && len(d.asked) > 1 {
		return out, usagef("--figures %s: none means no figures; leave out either it or the others", strings.Join(d.asked, ","))
	}
	return out, nil
}

// keep takes the figures out of a document that were not chosen.
func (f figureChoice) keep(doc *reports.Document) error {
	if f.none {
		doc.Blocks = slices.DeleteFunc(doc.Blocks, func(b reports.Block) bool { _, ok := b.(reports.Figure); return ok })
		return nil
	}
	if len(f.only) == 0 {
		return nil
	}
	if err := reports.KeepFigures(doc, f.only); err != nil {
		return usagef("--figures: %v; or kinds of files: %s", err, strings.Join(figures.Kinds(), ", "))
	}
	return nil
}

// draws reports whether files of a kind are written.
func (f figureChoice) draws(kind string) bool {
	return f.options.Kinds == nil || slices.Contains(f.options.Kinds, kind)
}

// filesOf are the figures as the report directory holds them, by path: without the
// variants, which the page alone shows.
func filesOf(doc *reports.Document, drawn func() (reports.Assets, error)) (reports.Assets, error) {
	all, err := drawn()
	if err != nil {
		return nil, err
	}
	kept := reports.Assets{}
	for _, b := range doc.Blocks {
		fig, ok := b.(reports.Figure)
		if !ok {
			continue
		}
		for _, kind := range figures.Kinds() {
			if path := reports.FigurePath(fig.ID, kind); all[path] != nil {
				kept[path] = all[path]
			}
		}
	}
	return kept, nil
}
