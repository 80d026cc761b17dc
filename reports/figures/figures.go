package figures

import (
	"fmt"
	"runtime"
	"sync"

	"mcpstats/reports"
)

// Render draws every figure of the document as SVG, PDF and PNG (two device
// pixels a CSS pixel), keyed by reports.FigurePath. The bytes depend on the
// document alone. An error names the figure.
func Render(doc *reports.Document) (reports.Assets, error) {
	var figs []reports.Figure
	for _, b := range doc.Blocks {
		if f, ok := b.(reports.Figure); ok {
			figs = append(figs, f)
		}
	}
	faces, err := loadTypefaces()
	if err != nil {
		return nil, err
	}

	type files struct {
		svg, pdf, png []byte
		err           error
	}
	drawn := make([]files, len(figs))
	next := make(chan int)
	var wg sync.WaitGroup
	for range min(len(figs), runtime.GOMAXPROCS(0)) {
		wg.Go(func() {
			for i := range next {
				d := &drawn[i]
				d.svg, d.pdf, d.png, d.err = draw(faces, figs[i])
			}
		})
	}
	for i := range figs {
		next <- i
	}
	close(next)
	wg.Wait()

	assets := reports.Assets{}
	for i, f := range figs {
		if err := drawn[i].err; err != nil {
			return nil, fmt.Errorf("figures: figure %q: %w", f.ID, err)
		}
		assets[reports.FigurePath(f.ID, "svg")] = drawn[i].svg
		assets[reports.FigurePath(f.ID, "pdf")] = drawn[i].pdf
		assets[reports.FigurePath(f.ID, "png")] = drawn[i].png
	}
	return assets, nil
}

// draw makes the three files of one figure. A reader of the SVG brings fonts
// for any script; PNG and PDF carry Liberation Sans only and get names spelled
// with the characters it has.
func draw(faces *typefaces, fig reports.Figure) (svg, pdf, png []byte, err error) {
	s, err := layout(faces, fig.Chart)
	if err != nil {
		return nil, nil, nil, err
	}
	spelled := s
	if chart, changed := spellable(faces, fig.Chart); changed {
		if spelled, err = layout(faces, chart); err != nil {
			return nil, nil, nil, err
		}
	}
	svg = writeSVG(s, fig)
	if pdf, err = writePDF(spelled, faces); err != nil {
		return nil, nil, nil, err
	}
	if png, err = writePNG(spelled, faces); err != nil {
		return nil, nil, nil, err
	}
	return svg, pdf, png, nil
}

func layout(faces *typefaces, c reports.Chart) (*scene, error) {
	l := &layouter{faces: faces, scene: &scene{}}
	switch c := c.(type) {
	case reports.Forest:
		l.forest(c)
	case reports.Panels:
		l.panels(c)
	case reports.Bars:
		l.bars(c)
	case reports.Matrix:
		if err := l.matrix(c); err != nil {
			return nil, err
		}
	case reports.Lines:
		l.lines(c)
	case reports.CriticalDifference:
		l.criticalDifference(c)
	case reports.Specifications:
		if err := l.specifications(c); err != nil {
			return nil, err
		}
	default:
		return nil, fmt.Errorf("unknown chart %T", c)
	}
	return l.scene, nil
}
