package html

import (
	"bytes"
	"html/template"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"mcpstats/reports"
)

type figure struct {
	drawing
	Variants []variant
}

// variant is a drawing that the script shows in the figure's place.
type variant struct {
	drawing
	Group, Label string
}

type drawing struct {
	ID, Caption, Alt string
	SVG              template.HTML
	Small            bool
	Wide             bool // would be too small to read at the width of a page
}

// drawings takes the figures' SVG apart: the pages' drawings share one style
// sheet.
type drawings struct{ light, dark []string }

// figure is a figure with those of its variants that were drawn.
func (d *drawings) figure(f reports.Figure, assets reports.Assets) *figure {
	out := &figure{drawing: d.drawing(f.ID, f.Caption, f.Alt, assets[reports.FigurePath(f.ID, "svg")])}
	out.Small = f.Small
	if out.SVG == "" {
		return out
	}
	for _, v := range f.Variants {
		if svg := assets[reports.FigurePath(v.ID, "svg")]; len(svg) > 0 {
			out.Variants = append(out.Variants, variant{drawing: d.drawing(v.ID, v.Caption, v.Alt, svg), Group: v.Group, Label: v.Label})
		}
	}
	return out
}

func (d *drawings) drawing(id, caption, alt string, svg []byte) drawing {
	return drawing{ID: id, Caption: caption, Alt: alt, SVG: template.HTML(d.bare(bytes.TrimSpace(svg))), Wide: widthOf(svg) > widestFitting}
}

var styleElement = regexp.MustCompile(`<style>([^<]*)</style>`)

// onDark opens the rules that the figures have for dark paper.
const onDark = "@media screen and (prefers-color-scheme:dark){"

// bare is a drawing without its style sheet, whose rules the page takes over.
func (d *drawings) bare(svg []byte) []byte {
	m := styleElement.FindSubmatchIndex(svg)
	if m == nil {
		return svg
	}
	light, dark, _ := strings.Cut(string(svg[m[2]:m[3]]), onDark)
	d.light = addRules(d.light, light)
	d.dark = addRules(d.dark, strings.TrimSuffix(dark, "}"))
	return slices.Concat(svg[:m[0]], svg[m[1]:])
}

// addRules appends the rules of a sheet that a list does not have, "selector{...}"
// each.
func addRules(list []string, sheet string) []string {
	for rule := range strings.SplitAfterSeq(sheet, "}") {
		if rule != "" && !slices.Contains(list, rule) {
			list = append(list, rule)
		}
	}
	return list
}

// style is the style sheet of all drawings.
func (d *drawings) style() string {
	out := strings.Join(d.light, "")
	if len(d.dark) > 0 {
		out += onDark + strings.Join(d.dark, "") + "}"
	}
	return out
}

// widestFitting is the widest figure, in pixels, that a page shows whole; a wider
// one keeps its size and scrolls.
const widestFitting = 1100

var svgWidth = regexp.MustCompile(`^\s*<svg[^>]* width="(\d+)`)

// widthOf is the width that a figure's SVG states; 0 where it states none.
func widthOf(svg []byte) int {
	m := svgWidth.FindSubmatch(svg)
	if m == nil {
		return 0
	}
	n, err := strconv.Atoi(string(m[1]))
	if err != nil {
		return 0
	}
	return n
}
