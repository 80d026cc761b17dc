package papers

import (
	"archive/zip"
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"mcpstats/datasets/document"
)

func isDocx(_ string, head []byte) bool {
	return bytes.HasPrefix(head, []byte("PK\x03\x04")) && bytes.Contains(head, []byte("word/"))
}

// The largest part of a Word file that is unpacked: a few kilobytes of a bomb would fill the memory.
const largestPart = 64 << 20

// readDocx reads a Word file: a zip archive of XML, of which the document and its footnotes hold text.
func readDocx(p *paper) error {
	z, err := zip.NewReader(bytes.NewReader(p.content), int64(len(p.content)))
	if err != nil {
		return &Error{File: p.name, Is: "a Word file that is broken (" + err.Error() + ")", Try: "open it in Word and save it again", Format: true}
	}
	part := func(name string) ([]byte, error) {
		for _, f := range z.File {
			if f.Name != name {
				continue
			}
			r, err := f.Open()
			if err != nil {
				return nil, err
			}
			defer r.Close()
			b, err := io.ReadAll(io.LimitReader(r, largestPart+1))
			if len(b) > largestPart {
				return nil, fmt.Errorf("%s is larger than %d MB when unpacked", name, largestPart>>20)
			}
			return b, err
		}
		return nil, nil
	}
	body, err := part("word/document.xml")
	if err != nil || body == nil {
		if err == nil {
			err = errors.New("word/document.xml is not in it")
		}
		return &Error{File: p.name, Is: "a Word file that cannot be read: " + err.Error(), Format: true}
	}
	styles, _ := part("word/styles.xml")
	w := &docx{p: p, levels: styleLevels(styles), out: &rich{}}
	if err := w.read(body); err != nil {
		p.note(p.at(0), "the document's XML is broken: what stands behind %q was not read", tail(w.last))
	}
	w.paragraph()
	for _, n := range []string{"word/footnotes.xml", "word/endnotes.xml"} {
		if notes, err := part(n); err == nil && notes != nil {
			f := &docx{p: p, levels: w.levels, out: &rich{}, kind: document.Footnote}
			if err := f.read(notes); err != nil {
				p.note(p.at(0), "%s is broken and was not read to its end", n)
			}
		}
	}
	return nil
}

func tail(s string) string {
	r := []rune(s)
	return string(r[max(0, len(r)-40):])
}

// styleLevels finds which paragraph styles are headings, titles and captions.
func styleLevels(b []byte) map[string]int {
	out := map[string]int{}
	var styles struct {
		Style []struct {
			ID   string `xml:"styleId,attr"`
			Name struct {
				Val string `xml:"val,attr"`
			} `xml:"name"`
			PPr struct {
				Outline *struct {
					Val string `xml:"val,attr"`
				} `xml:"outlineLvl"`
			} `xml:"pPr"`
		} `xml:"style"`
	}
	if xml.Unmarshal(b, &styles) != nil {
		return out
	}
	for _, s := range styles.Style {
		name := strings.ToLower(s.Name.Val)
		switch {
		case strings.HasPrefix(name, "heading "):
			out[s.ID] = atoi(name[8:], 1)
		case name == "title":
			out[s.ID] = -1
		case s.PPr.Outline != nil:
			if n, err := strconv.Atoi(s.PPr.Outline.Val); err == nil && n < 9 {
				out[s.ID] = n + 1
			}
		}
	}
	return out
}

// docx reads the XML of a Word document from beginning to end.
type docx struct {
	p      *paper
	levels map[string]int
	out    *rich
	kind   document.Kind
	style  string
	level  int
	list   bool
	looks  []document.Look
	tables []*docxTable // open ones, the innermost last
	last   string
	hide   int
	inText bool // within w:t or m:t
	inRun  bool
}

type docxTable struct {
	g       *grid
	row     gridRow
	cell    gridCell
	merge   string // "restart", "continue" or ""
	merges  [][]string
	rowMark []string
	out     *rich
	header  bool
}

func (w *docx) place() document.Place { return document.Place{File: w.p.name} }

func (w *docx) read(b []byte) error {
	d := xml.NewDecoder(bytes.NewReader(b))
	d.Strict = false
	depth := 0
	for {
		t, err := d.Token()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		switch e := t.(type) {
		case xml.StartElement:
			if depth++; depth > 2000 {
				return errors.New("nested too deep")
			}
			if w.hide > 0 || e.Name.Local == "Fallback" || e.Name.Local == "del" || e.Name.Local == "instrText" || e.Name.Local == "delText" {
				w.hide++
				continue
			}
			w.start(e)
		case xml.EndElement:
			depth--
			if w.hide > 0 {
				w.hide--
				continue
			}
			w.end(e.Name.Local)
		case xml.CharData:
			if w.hide == 0 && w.inText {
				w.out.write(string(e), w.place())
				w.last = string(e)
			}
		}
	}
}

func value(e xml.StartElement, name string) string {
	for _, a := range e.Attr {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

func off(e xml.StartElement) bool {
	v := value(e, "val")
	return v == "0" || v == "false" || v == "none" || v == "off"
}
