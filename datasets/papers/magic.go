package papers

import (
	"bytes"
	"net/http"
	"strings"
	"unicode/utf8"
)

// magic says what a file that is no paper is, by its first bytes; empty where it may be text.
func magic(b []byte) string {
	for _, m := range []struct{ prefix, is string }{
		{"\x89PNG", "a PNG image"}, {"\xff\xd8\xff", "a JPEG image"}, {"GIF8", "a GIF image"}, {"II*\x00", "a TIFF image"}, {"MM\x00*", "a TIFF image"},
		{"\x1f\x8b", "a gzip archive"}, {"BZh", "a bzip2 archive"}, {"\xfd7zXZ", "an xz archive"}, {"7z\xbc\xaf", "a 7z archive"}, {"Rar!", "a RAR archive"},
		{"(\xb5\x2f\xfd", "a zstd archive"}, {"PAR1", "a Parquet file"}, {"ARROW1", "an Arrow file"}, {"\xd0\xcf\x11\xe0", "an old Office file (.doc, .xls)"},
		{"{\\rtf", "a rich-text file (.rtf)"}, {"%!PS", "a PostScript file"}, {"\x7fELF", "a program"}, {"MZ", "a program"}, {"SQLite format 3", "an SQLite database"},
		{"\xf7\x02", "a DVI file"}, {"AT&TFORM", "a DjVu file"},
	} {
		if bytes.HasPrefix(b, []byte(m.prefix)) {
			return m.is
		}
	}
	if bytes.HasPrefix(b, []byte("PK\x03\x04")) {
		for _, m := range []struct{ holds, is string }{
			{"xl/", "an Excel workbook"}, {"ppt/", "a PowerPoint file"}, {"mimetypeapplication/vnd.oasis.opendocument.text", "an OpenDocument text (.odt)"},
			{"mimetypeapplication/vnd.oasis", "an OpenDocument file"}, {"mimetypeapplication/epub", "an EPUB book"},
		} {
			if bytes.Contains(b[:min(len(b), 1<<16)], []byte(m.holds)) {
				return m.is
			}
		}
		return "a zip archive"
	}
	if binary(b) {
		kind := http.DetectContentType(b[:min(len(b), 512)])
		switch {
		case strings.HasPrefix(kind, "image/"), strings.HasPrefix(kind, "audio/"), strings.HasPrefix(kind, "video/"), strings.HasPrefix(kind, "font/"):
			k, _, _ := strings.Cut(kind, "/")
			return "a file of kind " + k + " (" + kind + ")"
		}
	}
	return ""
}

// binary tells bytes from text: zeros, or many bytes that no text has.
func binary(b []byte) bool {
	b = b[:min(len(b), 8192)]
	if order, _ := utf16Order(b); order != 0 {
		return false
	}
	odd := 0
	for _, c := range b {
		if c == 0 {
			return true
		}
		if c < 0x20 && c != '\n' && c != '\r' && c != '\t' && c != '\f' && c != 0x1b {
			odd++
		}
	}
	bad := 0
	for i := 0; i < len(b); {
		c, n := utf8.DecodeRune(b[i:])
		if c == utf8.RuneError && n == 1 && len(b)-i > 3 {
			bad++
		}
		i += n
	}
	return odd*20 > len(b) || bad*3 > len(b)
}
