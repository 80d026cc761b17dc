package papers

import (
	"bytes"

	"mcpstats/datasets/papers/pdf"
)

func isPDF(_ string, head []byte) bool {
	return bytes.HasPrefix(bytes.TrimLeft(head[:min(len(head), 1024)], "\x00 \t\r\n"), []byte("%PDF-"))
}

// readPDF reads a PDF, whose blocks come with their tables, captions and sections found.
func readPDF(p *paper) error {
	doc, err := pdf.Read(p.ctx, p.name, p.content)
	if err != nil {
		if p.ctx.Err() != nil {
			return p.ctx.Err()
		}
		return &Error{File: p.name, Is: err.Error(), Format: true}
	}
	*p.doc = *doc
	return nil
}
