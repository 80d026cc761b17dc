package papers

import (
	"bytes"
	"encoding/json"
	"strings"

	"mcpstats/datasets/document"
)

func isJupyter(name string, head []byte) bool {
	trimmed := bytes.TrimLeft(head, "\xef\xbb\xbf \t\r\n")
	return bytes.HasPrefix(trimmed, []byte("{")) && bytes.Contains(head, []byte(`"cells"`)) && bytes.Contains(head, []byte(`"cell_type"`))
}

// manyLines is text that a notebook keeps as one string or as a list of lines.
type manyLines string

// UnmarshalJSON reads both forms; other forms are no text.
func (m *manyLines) UnmarshalJSON(b []byte) error {
	var list []string
	if json.Unmarshal(b, &list) == nil {
		*m = manyLines(strings.Join(list, ""))
		return nil
	}
	var s string
	if json.Unmarshal(b, &s) == nil {
		*m = manyLines(s)
	}
	return nil
}

type notebookCell struct {
	Type    string    `json:"cell_type"`
	Source  manyLines `json:"source"`
	Outputs []struct {
		Data map[string]manyLines `json:"data"`
		Text manyLines            `json:"text"`
	} `json:"outputs"`
}

// readJupyter reads the cells of a notebook in order: Markdown as such, of code the tables
// that it put out. The lines are those of the notebook's file.
func readJupyter(p *paper) error {
	var book struct {
		Cells      []json.RawMessage `json:"cells"`
		Worksheets []struct {
			Cells []json.RawMessage `json:"cells"`
		} `json:"worksheets"`
	}
	if err := json.Unmarshal(p.content, &book); err != nil {
		return &Error{File: p.name, Is: "a Jupyter notebook that is no JSON (" + err.Error() + ")", Try: "save it again in Jupyter"}
	}
	for _, s := range book.Worksheets {
		book.Cells = append(book.Cells, s.Cells...)
	}
	at := newJSONLines(p.content)
	for _, raw := range book.Cells {
		var c notebookCell
		if json.Unmarshal(raw, &c) != nil {
			p.note(p.at(at.of(raw)), "a cell of the notebook could not be read")
			continue
		}
		line := at.of(raw)
		before := len(p.doc.Blocks)
		switch c.Type {
		case "markdown", "heading":
			first := at.text(raw, `"source"`, line)
			if err := p.readPage(p.markdown([]byte(c.Source), first)); err != nil {
				return err
			}
		case "code":
			for _, o := range c.Outputs {
				switch {
				case o.Data["text/html"] != "":
					p.outputHTML(string(o.Data["text/html"]), at.text(raw, `"text/html"`, line))
				case o.Data["text/markdown"] != "":
					if err := p.readPage(p.markdown([]byte(o.Data["text/markdown"]), at.text(raw, `"text/markdown"`, line))); err != nil {
						return err
					}
				case o.Data["text/latex"] != "" && o.Data["text/plain"] == "":
					p.note(p.at(line), "an output that is LaTeX alone was not read")
				case o.Data["text/plain"] != "":
					tablesOfText(p, string(o.Data["text/plain"]), at.text(raw, `"text/plain"`, line))
				case o.Text != "":
					tablesOfText(p, string(o.Text), at.text(raw, `"text"`, line))
				}
			}
		}
		p.within(before, line+bytes.Count(raw, []byte("\n")))
	}
	return nil
}

// within keeps the lines of the blocks from the first on to a cell's last line: a notebook
// that is written as one line of JSON has no others.
func (p *paper) within(first, last int) {
	clamp := func(at *document.Place) { at.Line = min(at.Line, last) }
	text := func(t *document.Text) {
		for i := range t.Lines {
			clamp(&t.Lines[i].Place)
		}
	}
	for i := first; i < len(p.doc.Blocks); i++ {
		b := &p.doc.Blocks[i]
		clamp(&b.Place)
		text(&b.Text)
		if t := b.Table; t != nil {
			clamp(&t.Place)
			clamp(&t.Captioned)
			text(&t.Caption)
			for r := range t.Rows {
				for c := range t.Rows[r] {
					clamp(&t.Rows[r][c].Place)
					text(&t.Rows[r][c].Text)
				}
			}
		}
	}
}

// outputHTML reads the tables of an output; its other text repeats the code's.
func (p *paper) outputHTML(s string, line int) {
	if !strings.Contains(s, "<table") {
		return
	}
	before := len(p.doc.Blocks)
	if p.readPage(withLines([]byte(s), line)) != nil {
		p.note(p.at(line), "an output could not be read")
	}
	kept := p.doc.Blocks[:before]
	for _, b := range p.doc.Blocks[before:] {
		if b.Kind == document.TableBlock {
			kept = append(kept, b)
		}
	}
	p.doc.Blocks = kept
}

// jsonLines finds the lines of cells in a notebook's file. Cells come in order, so that a
// search goes on where the last one ended.
type jsonLines struct {
	content []byte
	index   *lineIndex
	from    int
	at      int // of the cell found last
}

func newJSONLines(content []byte) *jsonLines {
	return &jsonLines{content: content, index: newLineIndex(content, 1)}
}

// of is the line that a cell begins at.
func (j *jsonLines) of(raw []byte) int {
	if i := bytes.Index(j.content[j.from:], raw); i >= 0 {
		j.at = j.from + i
		j.from = j.at + 1
	}
	return j.index.at(j.at)
}

// text is the line of the first text behind a key of a cell. Text is written a line per line
// where its list is, as Jupyter saves it.
func (j *jsonLines) text(raw []byte, key string, otherwise int) int {
	i := bytes.Index(raw, []byte(key))
	if i < 0 {
		return otherwise
	}
	rest := raw[i+len(key):]
	k := bytes.IndexByte(rest, '"')
	if k < 0 {
		return otherwise
	}
	return j.index.at(j.at + i + len(key) + k)
}
