package papers

import (
	"bytes"
	"context"

	"mcpstats/datasets/papers/pdf"
)

func isPDF(_ string, head []byte) bool {
	return bytes.HasPrefix(bytes.TrimLeft(head[:min(len(head), 1024)], "\x00 \t\r\n"), []byte("%PDF-"))
}

// readPDF reads a PDF, whose blocks come with their tables, captions and sections found.
func readPDF(p *paper) error {
	doc, err := pdf.Read(context.Background(), p.name, p.content)
	if err != nil {
		return &Error{File: p.name, Is: err.Error()}
	}
	*p.doc = *doc
	return nil
}
