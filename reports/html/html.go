package html

import (
	"bytes"
	"embed"
	"fmt"
	"html/template"
	"io"
	"strings"

	"mcpstats/reports"
)

//go:embed page.html.tmpl style.css script
var files embed.FS

// scriptParts are the script's files, what is used before what uses it.
var scriptParts = []string{"elements", "status", "copy", "tables", "marks", "variants", "runs", "wayfinding"}

// script is the page's script: its parts within one function, so that nothing of
// it is global.
func script() (string, error) {
	var b strings.Builder
	b.WriteString("\"use strict\";\n(() => {\n")
	for _, part := range scriptParts {
		text, err := files.ReadFile("script/" + part + ".js")
		if err != nil {
			return "", err
		}
		b.Write(text)
	}
	b.WriteString("})();\n")
	return b.String(), nil
}

// Render writes the document as an HTML page. A figure whose SVG the assets do
// not hold is described by its alternative text. Links to blocks that the
// document does not have are plain text.
//
// Errors: a table row with more or fewer cells than the table has columns; w's.
func Render(w io.Writer, doc *reports.Document, assets reports.Assets) error {
	page, err := template.New("page.html.tmpl").ParseFS(files, "page.html.tmpl")
	if err != nil {
		return fmt.Errorf("html: %w", err)
	}
	style, err := files.ReadFile("style.css")
	if err != nil {
		return fmt.Errorf("html: %w", err)
	}
	script, err := script()
	if err != nil {
		return fmt.Errorf("html: %w", err)
	}
	v, err := newView(doc, assets)
	if err != nil {
		return err
	}
	v.Style, v.FigureStyle, v.Script = template.CSS(style), template.CSS(v.drawings.style()), template.JS(script)
	var out bytes.Buffer
	if err := page.Execute(&out, v); err != nil {
		return fmt.Errorf("html: %w", err)
	}
	_, err = w.Write(out.Bytes())
	return err
}
