package notebook

import (
	"bytes"
	_ "embed"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"

	"mcpstats/reports"
)

//go:embed setup.py
var setup string

// Render writes the document as a notebook. A figure's output is the PNG, or
// else the SVG, that the assets hold; a figure that they do not hold is described
// by its alternative text. Links to blocks that the document does not have are
// plain text.
//
// Errors: a table row with more or fewer cells than the table has columns; w's.
func Render(w io.Writer, doc *reports.Document, assets reports.Assets) error {
	r := &renderer{assets: assets, known: doc.Anchors(), ids: map[string]bool{}}
	if doc.Title != "" {
		r.paragraph("# " + heading(doc.Title))
	}
	if doc.Subtitle != "" {
		r.paragraph("*" + literal(doc.Subtitle) + "*")
	}
	r.flush()
	r.code("setup", strings.TrimRight(setup, "\n"), nil)
	for _, b := range doc.Blocks {
		if err := r.block(b); err != nil {
			return err
		}
	}
	r.flush()
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	e.SetIndent("", " ")
	if err := e.Encode(notebook{
		Cells: r.cells,
		Metadata: metadata{
			Kernel:   kernel{Display: "Python 3", Language: "python", Name: "python3"},
			Language: language{Extension: ".py", Mimetype: "text/x-python", Name: "python"},
			Title:    doc.Title,
		},
		Format: 4, Minor: 5,
	}); err != nil {
		return fmt.Errorf("notebook: %w", err)
	}
	_, err := w.Write(out.Bytes())
	return err
}

// renderer gathers cells; text waits for the next code cell.
type renderer struct {
	assets reports.Assets
	known  map[string]bool
	cells  []any
	ids    map[string]bool
	text   []string // paragraphs of the Markdown cell that is being written
	texts  int
	runs   int
}

func (r *renderer) paragraph(s string) { r.text = append(r.text, s) }

// flush ends the Markdown cell.
func (r *renderer) flush() {
	if len(r.text) == 0 {
		return
	}
	r.texts++
	r.cells = append(r.cells, markdownCell{Type: "markdown", ID: r.id("text-" + strconv.Itoa(r.texts)), Source: lines(strings.Join(r.text, "\n\n"))})
	r.text = nil
}

// code adds a code cell that has been run.
func (r *renderer) code(id, source string, data *bundle) {
	r.flush()
	r.runs++
	c := codeCell{Type: "code", Count: r.runs, ID: r.id(id), Outputs: []output{}, Source: lines(source)}
	if data != nil {
		c.Outputs = append(c.Outputs, output{Data: *data, Count: r.runs, Type: "execute_result"})
	}
	r.cells = append(r.cells, c)
}

// maxID is how long the format lets a cell's ID be.
const maxID = 64

// id makes an identifier of a cell: unique, of letters, digits and hyphens.
func (r *renderer) id(s string) string {
	s = strings.Map(func(c rune) rune {
		if c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '-' {
			return c
		}
		return '-'
	}, s)
	s = s[:min(len(s), maxID-6)]
	first := s
	for i := 2; r.ids[s]; i++ {
		s = first + "-" + strconv.Itoa(i)
	}
	r.ids[s] = true
	return s
}

func (r *renderer) block(b reports.Block) error {
	switch b := b.(type) {
	case reports.Heading:
		r.flush()
		r.paragraph(anchor(b.ID))
		r.paragraph(strings.Repeat("#", min(b.Level+1, 6)) + " " + heading(b.Text))
	case reports.Prose:
		r.paragraph(r.spans(b.Spans, true))
	case reports.List:
		var items []string
		for _, item := range b.Items {
			items = append(items, "- "+r.spans(item.Spans, true))
		}
		if len(items) > 0 {
			r.paragraph(strings.Join(items, "\n"))
		}
	case reports.Footnote:
		r.paragraph("<small>" + r.spans(b.Spans, false) + "</small>")
	case reports.Code:
		r.paragraph(fenced(b))
	case reports.Table:
		return r.table(b)
	case reports.Figure:
		return r.figure(b)
	default:
		return fmt.Errorf("notebook: no rendering for a block of type %T", b)
	}
	return nil
}

func (r *renderer) figure(f reports.Figure) error {
	r.paragraph(anchor(f.ID))
	r.paragraph("*" + literal(f.Caption) + "*")
	for _, ext := range []string{"png", "svg"} {
		image, ok := r.assets[reports.FigurePath(f.ID, ext)]
		if !ok {
			continue
		}
		data := &bundle{Text: lines(f.Alt)}
		if ext == "png" {
			data.PNG = base64.StdEncoding.EncodeToString(image)
		} else {
			data.SVG = lines(string(image))
		}
		r.code("figure-"+f.ID, "figure("+quote(f.ID+"."+ext)+", "+quote(f.Alt)+")", data)
		return nil
	}
	r.paragraph(start(literal(f.Alt)))
	return nil
}
