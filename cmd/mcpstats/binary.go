package main

import (
	"bytes"
	"fmt"
	"unicode/utf8"

	"mcpstats/analysis/result"
)

// binaries are files that people give for a text, by how they begin. try is a command
// that makes a text of the file, which stands for %s.
var binaries = []struct{ begins, what, try string }{
	{"%PDF-", "a PDF", "pdftotext -layout %s paper.txt"},
	{"{\\rtf", "an RTF document", "pandoc %s -o paper.md"},
	{"%!PS", "PostScript", "ps2ascii %s paper.txt"},
	{"\x04%!PS", "PostScript", "ps2ascii %s paper.txt"},
	{"\xd0\xcf\x11\xe0", "an old Office document", "soffice --convert-to txt %s"},
	{"\x1f\x8b", "compressed by gzip", "gunzip -k %s"},
	{"\x28\xb5\x2f\xfd", "compressed by zstd", "zstd -dk %s"},
	{"BZh", "compressed by bzip2", "bunzip2 -k %s"},
	{"\xfd7zXZ\x00", "compressed by xz", "unxz -k %s"},
	{"7z\xbc\xaf\x27\x1c", "a 7z archive", "7z x %s"},
	{"\x89PNG", "a PNG image", ""},
	{"\xff\xd8\xff", "a JPEG image", ""},
	{"GIF8", "a GIF image", ""},
	{"II*\x00", "a TIFF image", ""},
	{"MM\x00*", "a TIFF image", ""},
	{"RIFF", "an image or a recording", ""},
	{"PAR1", "Parquet", ""},
	{"ARROW1", "Arrow", ""},
	{"SQLite format 3\x00", "an SQLite database", ""},
	{"\x7fELF", "a program", ""},
	{"\xff\xfe", "UTF-16", "iconv -f UTF-16 -t UTF-8 %s > paper.txt"},
	{"\xfe\xff", "UTF-16", "iconv -f UTF-16 -t UTF-8 %s > paper.txt"},
}

// packages are zip files, by a member that they hold.
var packages = []struct{ member, what, try string }{
	{"word/", "a Word document", "pandoc %s -o paper.md"},
	{"xl/", "an Excel workbook", ""},
	{"ppt/", "a PowerPoint presentation", "soffice --convert-to pdf %s"},
	{"application/vnd.oasis.opendocument.text", "an OpenDocument text", "pandoc %s -o paper.md"},
	{"application/epub", "an EPUB book", "pandoc %s -o paper.md"},
	{"", "a zip archive", "unzip %s"},
}

// expectText refuses what is not a text: read as one, compressed bytes hold numbers
// that nobody wrote.
func expectText(path string, content []byte) error {
	if len(content) == 0 {
		return nil
	}
	for _, b := range binaries {
		if bytes.HasPrefix(content, []byte(b.begins)) {
			return notText(path, b.what, b.try)
		}
	}
	if bytes.HasPrefix(content, []byte("PK\x03\x04")) {
		for _, p := range packages {
			if bytes.Contains(content, []byte(p.member)) {
				return notText(path, p.what, p.try)
			}
		}
	}
	if i := bytes.IndexByte(content, 0); i >= 0 {
		return notText(path, fmt.Sprintf("binary (byte %d is 0)", i+1), "")
	}
	if odd := oddBytes(content); odd > len(content)/20 {
		return notText(path, fmt.Sprintf("binary (%d of its %d bytes are control characters or not UTF-8)", odd, len(content)), "")
	}
	return nil
}

// oddBytes counts control characters other than white space, and bytes that are not
// UTF-8; a text in Latin-1 has a few in a hundred.
func oddBytes(content []byte) int {
	n := 0
	for len(content) > 0 {
		r, size := utf8.DecodeRune(content)
		if r == utf8.RuneError && size == 1 || r < ' ' && r != '\n' && r != '\r' && r != '\t' && r != '\f' || r == 0x7f {
			n++
		}
		content = content[size:]
	}
	return n
}

func notText(path, what, try string) error {
	if try == "" {
		return fmt.Errorf("is %s, not text; give a text: Markdown, LaTeX, YAML or plain, in UTF-8", what)
	}
	return fmt.Errorf("is %s, not text; make a text of it first: "+try, what, result.ShellWord(path))
}
