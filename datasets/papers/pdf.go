package papers

import "bytes"

func isPDF(_ string, head []byte) bool {
	return bytes.HasPrefix(bytes.TrimLeft(head[:min(len(head), 1024)], "\x00 \t\r\n"), []byte("%PDF-"))
}

// readPDF reads the text of a PDF.
func readPDF(p *paper) error {
	return &Error{File: p.name, Is: "a PDF, which this program does not read"}
}
