// Package papers reads papers from files: plain text, Markdown, LaTeX projects, HTML, Word,
// Jupyter and PDF, each into the one model of package document.
//
// A file is what its content says, whatever its name ends in: [Read] asks the list of readers
// in turn. Each fills a paper, to which it adds blocks in reading order; what all formats have
// in common is done there once: white space (rich.go), tables from rows of cells (grid.go),
// which rows and columns of a table are heads (heads.go), captions that stand as paragraphs
// beside their tables (captions.go). Markdown, notebooks and HTML share one reader of HTML
// (html.go), to which lines are handed down as comments (lines.go).
package papers

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"mcpstats/datasets/document"
)

// largest is the size of the largest file that is read as text: a paper is below a tenth of it.
const largest = 32 << 20

// Error is a file that is no paper, or cannot be read as one: what it is, and what was expected.
type Error struct {
	File   string
	Is     string // "a PNG image"
	Try    string // "give the text that the picture shows"; may be empty
	Format bool   // it is of a format that is read: what it lacks is not another one
}

// Error says it in one line.
func (e *Error) Error() string {
	s := fmt.Sprintf("%s: %s", e.File, e.Is)
	if !e.Format {
		s += "; expected a paper as PDF, LaTeX, HTML, Word (.docx), Markdown, Jupyter notebook or plain text"
	}
	if e.Try != "" {
		s += "; " + e.Try
	}
	return s
}

// Open reads the paper at a path of this machine. Of a LaTeX project the folder of the file,
// and nothing outside of it, is open to \input. Where ctx ends first its error is returned.
func Open(ctx context.Context, name string) (*document.Document, error) {
	info, err := os.Stat(name)
	if err != nil {
		return nil, err
	}
	if info.IsDir() {
		return nil, &Error{File: name, Is: "a folder", Try: "name the paper's main file in it"}
	}
	if !info.Mode().IsRegular() {
		return nil, &Error{File: name, Is: "no regular file"}
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	content, err := limited(f, info.Size(), name)
	if err != nil {
		return nil, err
	}
	root, err := os.OpenRoot(filepath.Dir(name))
	if err != nil {
		return nil, err
	}
	defer func() { _ = root.Close() }() // read from, and no more
	return Read(ctx, name, content, root.FS())
}

// limited reads a file that may be a paper, and looks at the beginning of a larger one to say what it is.
func limited(r io.Reader, size int64, name string) ([]byte, error) {
	if size <= largest {
		return io.ReadAll(io.LimitReader(r, largest+1))
	}
	head := make([]byte, 4096)
	n, err := io.ReadFull(r, head)
	if err != nil && !errors.Is(err, io.ErrUnexpectedEOF) {
		return nil, err
	}
	head = head[:n]
	if bytes.HasPrefix(head, []byte("%PDF-")) || bytes.HasPrefix(head, []byte("PK\x03\x04")) {
		if size > 16*largest {
			return nil, &Error{File: name, Is: fmt.Sprintf("%d MB large, more than the %d MB that are read", size>>20, 16*largest>>20)}
		}
		return io.ReadAll(io.MultiReader(bytes.NewReader(head), io.LimitReader(r, 16*largest)))
	}
	if is := magic(head); is != "" {
		return nil, &Error{File: name, Is: is}
	}
	return nil, &Error{File: name, Is: fmt.Sprintf("%d MB of text, more than the %d MB that are read", size>>20, largest>>20), Try: "give the paper alone"}
}

// reader is one kind of file: how its content is told from others, and how it is read.
type reader struct {
	format string
	is     func(name string, head []byte) bool
	read   func(p *paper) error
}

// readers in the order in which they are asked; the last takes every text.
var readers = []reader{
	{"pdf", isPDF, readPDF},
	{"docx", isDocx, readDocx},
	{"jupyter", isJupyter, readJupyter},
	{"html", isHTML, readHTML},
	{"latex", isLatex, readLatex},
	{"markdown", isMarkdown, readMarkdown},
	{"text", isText, readText},
}

// Read reads a paper from its content. name is what messages and places say; its base is the
// main file's name in fsys, which holds what a LaTeX project names (nil: nothing else is read).
// Only PDFs take so long that ctx counts.
func Read(ctx context.Context, name string, content []byte, fsys fs.FS) (*document.Document, error) {
	if len(bytes.TrimSpace(content)) == 0 {
		return nil, &Error{File: name, Is: "an empty file"}
	}
	for _, r := range readers {
		if r.is(name, content) {
			return readAs(ctx, r, name, content, fsys)
		}
	}
	is := magic(content)
	if is == "" {
		is = "a file of bytes that are no text"
	}
	return nil, &Error{File: name, Is: is}
}

// readAs reads content whose format the caller knows.
func readAs(ctx context.Context, r reader, name string, content []byte, fsys fs.FS) (*document.Document, error) {
	p := newPaper(name, fsys)
	p.doc.Format = r.format
	p.ctx, p.content = ctx, content
	if r.format != "pdf" && r.format != "docx" {
		if len(content) > largest {
			return nil, &Error{File: name, Is: fmt.Sprintf("%d MB of text, more than the %d MB that are read", len(content)>>20, largest>>20), Try: "give the paper alone"}
		}
		var bad int
		p.content, bad = decode(content)
		if bad > 0 {
			p.note(document.Place{File: name}, "%d bytes are no UTF-8 text and were read as \ufffd", bad)
		}
	}
	if err := r.read(p); err != nil {
		return nil, err
	}
	p.finish()
	return p.doc, nil
}

// decode makes UTF-8 of UTF-16 and of what is nearly UTF-8, and counts the bytes that are neither.
func decode(b []byte) ([]byte, int) {
	if order, rest := utf16Order(b); order != 0 {
		u := make([]uint16, len(rest)/2)
		for i := range u {
			if order == 'l' {
				u[i] = uint16(rest[2*i]) | uint16(rest[2*i+1])<<8
			} else {
				u[i] = uint16(rest[2*i+1]) | uint16(rest[2*i])<<8
			}
		}
		b = []byte(string(utf16.Decode(u)))
	}
	b = bytes.TrimPrefix(b, []byte("\xef\xbb\xbf"))
	if bytes.Contains(b, []byte("\r")) {
		b = bytes.ReplaceAll(bytes.ReplaceAll(b, []byte("\r\n"), []byte("\n")), []byte("\r"), []byte("\n"))
	}
	if utf8.Valid(b) {
		return b, 0
	}
	bad := 0
	var out strings.Builder
	out.Grow(len(b))
	for len(b) > 0 {
		c, n := utf8.DecodeRune(b)
		if c == utf8.RuneError && n == 1 {
			bad++
		}
		out.WriteRune(c)
		b = b[n:]
	}
	return []byte(out.String()), bad
}

// utf16Order tells UTF-16 by its mark, or by every other byte of the beginning being zero.
func utf16Order(b []byte) (byte, []byte) {
	switch {
	case bytes.HasPrefix(b, []byte("\xff\xfe")):
		return 'l', b[2:]
	case bytes.HasPrefix(b, []byte("\xfe\xff")):
		return 'b', b[2:]
	}
	even, odd, n := 0, 0, min(len(b), 512)
	for i := range n {
		if b[i] == 0 {
			if i%2 == 0 {
				even++
			} else {
				odd++
			}
		}
	}
	switch {
	case n >= 8 && odd*5 > n*2 && even == 0:
		return 'l', b
	case n >= 8 && even*5 > n*2 && odd == 0:
		return 'b', b
	}
	return 0, b
}

// ending is a name's ending in small letters, with its point.
func ending(name string) string { return strings.ToLower(path.Ext(filepath.ToSlash(name))) }
