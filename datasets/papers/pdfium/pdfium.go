// Package pdfium takes PDFs apart into characters and lines: which character stands where, in
// which font and size, and which rules and pictures are drawn. It is PDFium, the library of
// Chromium, compiled to WebAssembly and run without cgo; package pdf makes a paper of what it finds.
//
// The program is compiled at the first PDF that a process opens (some seconds) and the compiled form
// is kept in the user's cache folder, from where the next process loads it (about a tenth of a second). Nothing of it
// runs, and no memory is taken, before a PDF is opened. It sees no files and no network: a
// document is copied into its memory, which is bounded. Each document has an instance of its own.
package pdfium

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"time"
)

// Limits of one document, against files made to take all memory or time.
const (
	MaxBytes    = 512 << 20        // of a file
	MaxChars    = 200_000          // of one page: a page of a paper has some thousands
	MaxShapes   = 100_000          // drawn objects of one page
	pageTime    = 30 * time.Second // for one page
	openingTime = 60 * time.Second // for the list of pages
)

// File is one open PDF. It is not safe for concurrent use; different files are.
type File struct {
	in    *instance
	doc   uint64
	pages int
	fonts map[string]int
	Fonts []Font // of the pages read so far; Glyph.Font counts here
	Title string // as the file's properties have it; often empty or a template's
}

// Font is a typeface as the file names it.
type Font struct {
	Name               string // without the prefix of a subset
	Bold, Italic, Mono bool
}

// Box is a rectangle in points, from the upper left corner of the page as it is shown.
type Box struct{ X0, Y0, X1, Y1 float64 }

// Glyph is one character on a page. Its box is as wide as the character's advance and, for
// text that runs to the right, as high as the font; Angle counts quarter turns to the left.
type Glyph struct {
	Rune   rune
	X, Y   float64 // where its baseline begins
	Box    Box
	Size   float64 // of the font, in points
	Font   int
	Angle  int // 0: to the right, 1: upwards, 2: upside down, 3: downwards
	Colour uint32
	Hidden bool // drawn invisibly, as programs do that recognise text in pictures
}

// Rule is a straight horizontal or vertical line, or a box as thin as one.
type Rule struct {
	Box
	Horizontal bool
}

// Drawing is something on a page that is neither text nor a straight line.
type Drawing struct {
	Box
	Picture bool // of pixels
	Filled  bool // a plain filled rectangle: often the ground of a cell
}

// Page is what is on one page.
type Page struct {
	Number        int // from 1
	Width, Height float64
	Glyphs        []Glyph // as the file draws them
	Rules         []Rule
	Drawings      []Drawing
	Unmapped      int  // characters whose font does not say which they are
	Cut           bool // the page holds more than is read of one page
}

// Open reads the list of pages. Errors are one line each and do not name the file.
func Open(ctx context.Context, content []byte) (*File, error) {
	if len(content) > MaxBytes {
		return nil, fmt.Errorf("the PDF has %d MB; at most %d are read", len(content)>>20, MaxBytes>>20)
	}
	if !bytes.Contains(content[:min(len(content), 1024)], []byte("%PDF-")) {
		return nil, errors.New("no PDF: it does not begin with %PDF-")
	}
	in, err := newInstance(ctx)
	if err != nil {
		return nil, err
	}
	f := &File{in: in, fonts: map[string]int{}}
	if err := f.open(ctx, content); err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

func (f *File) open(outer context.Context, content []byte) error {
	ctx, cancel := context.WithTimeout(outer, openingTime)
	defer cancel()
	var err error
	at := f.in.ask(ctx, &err, "malloc", uint64(len(content)))
	if err == nil && (at == 0 || !f.in.memory.Write(uint32(at), content)) {
		return fmt.Errorf("the PDF of %d MB does not fit into the memory that a document may take", len(content)>>20)
	}
	f.doc = f.in.ask(ctx, &err, "FPDF_LoadMemDocument", at, uint64(len(content)), 0)
	if err == nil && f.doc == 0 {
		const password, security = 4, 5
		switch f.in.ask(ctx, &err, "FPDF_GetLastError") {
		case password, security:
			return errors.New("the PDF is encrypted and asks for a password: save a copy without one")
		}
		if err == nil {
			return errors.New("the PDF is damaged: it has no readable list of pages")
		}
	}
	f.pages = int(int32(f.in.ask(ctx, &err, "FPDF_GetPageCount", f.doc)))
	if err != nil {
		return timed(outer, err, fmt.Sprintf("the list of pages was not read within %s", openingTime))
	}
	if f.pages <= 0 {
		return errors.New("the PDF has no pages")
	}
	return nil
}

// timed tells a limit of our own from one of whoever asked.
func timed(outer context.Context, err error, said string) error {
	if errors.Is(err, context.DeadlineExceeded) && outer.Err() == nil {
		return errors.New(said)
	}
	return err
}

// Pages is how many pages the file has.
func (f *File) Pages() int { return f.pages }

// Close frees the instance.
func (f *File) Close() { f.in.close() }

// Page reads one page, counted from 1. After an error no other page of the file can be read when
// [File.Broken] says so.
func (f *File) Page(outer context.Context, number int) (*Page, error) {
	ctx, cancel := context.WithTimeout(outer, pageTime)
	defer cancel()
	p, err := f.page(ctx, number)
	if err != nil {
		return nil, timed(outer, err, fmt.Sprintf("it was not read within %s", pageTime))
	}
	return p, nil
}

// Broken tells whether the instance was stopped, by the document or by a limit of time.
func (f *File) Broken() bool { return f.in.module.IsClosed() || f.in.broken }
