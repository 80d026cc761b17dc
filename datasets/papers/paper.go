package papers

import (
	"context"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"strings"

	"mcpstats/datasets/document"
)

// paper is a document in the making. Readers add blocks to it in reading order.
type paper struct {
	doc     *document.Document
	name    string // as the user named it
	fsys    fs.FS  // may be nil
	base    string // the main file's name in fsys
	content []byte
	ctx     context.Context
	section string
	notes   map[string]bool
}

func newPaper(name string, fsys fs.FS) *paper {
	return &paper{
		doc: &document.Document{File: name}, name: name, fsys: fsys,
		base: path.Base(filepath.ToSlash(name)), notes: map[string]bool{},
	}
}

// note says once what was not read.
func (p *paper) note(at document.Place, format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	key := fmt.Sprint(at.File, at.Line, text)
	if p.notes[key] || len(p.notes) > 1000 {
		return
	}
	p.notes[key] = true
	p.doc.Notes = append(p.doc.Notes, document.Note{Place: at, Text: text})
}

// add appends a block of running text, if it says anything.
func (p *paper) add(kind document.Kind, r *rich) *document.Block {
	if r.empty() {
		return nil
	}
	at := r.start
	return p.addText(kind, r.text(), at)
}

func (p *paper) addText(kind document.Kind, t document.Text, at document.Place) *document.Block {
	p.doc.Blocks = append(p.doc.Blocks, document.Block{Kind: kind, Text: t, Section: p.section, Place: at})
	return &p.doc.Blocks[len(p.doc.Blocks)-1]
}

// heading appends a heading; what follows stands under it.
func (p *paper) heading(level int, number string, t document.Text, at document.Place) {
	if strings.TrimSpace(t.Plain) == "" {
		return
	}
	p.section = strings.TrimSpace(number + " " + t.Plain)
	p.doc.Blocks = append(p.doc.Blocks, document.Block{Kind: document.Heading, Level: level, Number: number, Text: t, Section: p.section, Place: at})
}

// table appends a table, if it has a cell. The grid says what was seen of its structure.
func (p *paper) table(g *grid) *document.Table {
	behind := g.textBehind(p.doc.Format)
	t := g.table()
	if t != nil {
		p.doc.Blocks = append(p.doc.Blocks, document.Block{Kind: document.TableBlock, Table: t, Section: p.section, Place: t.Place})
	}
	for _, c := range behind {
		p.addText(document.Paragraph, c.text, c.place)
	}
	return t
}

// finish counts the tables and joins captions and notes that stand as paragraphs.
func (p *paper) finish() {
	joinCaptions(p.doc)
	n := 0
	for i := range p.doc.Blocks {
		if t := p.doc.Blocks[i].Table; t != nil {
			n++
			t.ID = fmt.Sprintf("t%d", n)
		}
	}
	if p.doc.Title == "" {
		for _, b := range p.doc.Blocks {
			if b.Kind == document.Heading && b.Level <= 1 {
				p.doc.Title = b.Text.Plain
				break
			}
		}
	}
}

func (p *paper) at(line int) document.Place { return document.Place{File: p.name, Line: line} }
