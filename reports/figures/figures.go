package figures

import (
	"fmt"
	"slices"

	"mcpstats/internal/parallel"
	"mcpstats/reports"
)

// Kinds of files that a figure can be, in the order of the manual.
var allKinds = []string{"svg", "pdf", "png", "tikz"}

// Kinds are the kinds of files that a figure can be: SVG, PDF with its fonts
// embedded, PNG, and TikZ pictures that a LaTeX
// document \input s, set in its own type.
func Kinds() []string { return slices.Clone(allKinds) }

// Options say how figures are drawn. The zero value is the report's own: every
// kind of file, at the width of the page.
type Options struct {
	Width Width
	Kinds []string // of Kinds; nil: all
}

// Render draws every figure of the document by the default options.
func Render(doc *reports.Document) (reports.Assets, error) { return Options{}.Render(doc) }

// Render draws every figure of the document, keyed by reports.FigurePath. The
// bytes depend on the document and the options alone. An error names the figure.
func (o Options) Render(doc *reports.Document) (reports.Assets, error) {
	if o.Kinds == nil {
		o.Kinds = allKinds
	}
	var todo []drawing
	for _, b := range doc.Blocks {
		f, ok := b.(reports.Figure)
		if !ok {
			continue
		}
		todo = append(todo, drawing{fig: f, kinds: o.Kinds})
		// Variants are what the reader of a page switches to; a file on paper has one.
		for _, v := range f.Variants {
			if slices.Contains(o.Kinds, "svg") {
				todo = append(todo, drawing{fig: reports.Figure{ID: v.ID, Caption: v.Caption, Alt: v.Alt, Chart: v.Chart}, kinds: []string{"svg"}})
			}
		}
	}
	faces, err := loadTypefaces()
	if err != nil {
		return nil, err
	}
	// Drawn side by side, gathered in order: the error, if there are several, is that of
	// the first figure.
	parallel.For(len(todo), func(i int) { todo[i].draw(faces, o.Width) })

	assets := reports.Assets{}
	for _, d := range todo {
		if d.err != nil {
			return nil, fmt.Errorf("figures: figure %q: %w", d.fig.ID, d.err)
		}
		for k, kind := range d.kinds {
			assets[reports.FigurePath(d.fig.ID, kind)] = d.files[k]
		}
	}
	return assets, nil
}

// drawing is a figure on its way to its files.
type drawing struct {
	fig   reports.Figure
	kinds []string
	files [][]byte // one a kind
	err   error
}

func (d *drawing) draw(faces *typefaces, w Width) { d.files, d.err = draw(faces, d.fig, d.kinds, w) }

// draw makes the files of one figure. A reader of the SVG brings fonts for any
// script. PNG and PDF carry Liberation Sans only, and a LaTeX document has at least
// the fonts of pdfLaTeX: they get names spelled with the characters there are.
func draw(faces *typefaces, fig reports.Figure, kinds []string, w Width) ([][]byte, error) {
	if fig.Small {
		w = Single
	}
	fig.Chart = reports.Measured(fig.Chart)
	s, err := layout(faces, fig.Chart, w)
	if err != nil {
		return nil, err
	}
	spelled := func(covered coverage) (*scene, error) {
		chart, changed := spellable(covered, fig.Chart)
		if !changed {
			return s, nil
		}
		return layout(faces, chart, w)
	}
	sans, err := spelled(faces.covers)
	if err != nil {
		return nil, err
	}
	out := make([][]byte, len(kinds))
	for k, kind := range kinds {
		switch kind {
		case "svg":
			out[k] = writeSVG(faces, s, fig)
		case "pdf":
			out[k], err = writePDF(sans, faces)
		case "png":
			out[k], err = writePNG(sans, faces)
		case "tikz":
			var tex *scene
			if tex, err = spelled(inTeX); err == nil {
				out[k] = writeTikZ(tex, fig, faces)
			}
		default:
			err = fmt.Errorf("unknown kind of file %q", kind)
		}
		if err != nil {
			return nil, err
		}
	}
	return out, nil
}

func layout(faces *typefaces, c reports.Chart, w Width) (*scene, error) {
	l := &layouter{format: formats[w], faces: faces, scene: &scene{format: formats[w]}}
	switch c := c.(type) {
	case reports.Forest:
		l.forest(c)
	case reports.Panels:
		l.panels(c)
	case reports.Bars:
		if c.Grouped {
			l.groupedBars(c)
		} else {
			l.bars(c)
		}
	case reports.Boxes:
		l.boxes(c)
	case reports.Matrix:
		if err := l.matrix(c); err != nil {
			return nil, err
		}
	case reports.Lines:
		l.lines(c)
	case reports.CriticalDifference:
		l.criticalDifference(c)
	case reports.Distributions:
		l.distributions(c)
	case reports.Specifications:
		if err := l.specifications(c); err != nil {
			return nil, err
		}
	default:
		return nil, fmt.Errorf("unknown chart %T", c)
	}
	return l.scene, nil
}
