package open

import (
	"io"

	"mcpstats/datasets"
)

// expanding ends the reading of a compressed file that expands beyond its limit:
// a few kilobytes can be made to expand to terabytes.
type expanding struct {
	r                  io.Reader
	taken, most, store int64
}

// Read drops what crosses the limit: half a record would be taken for damage.
func (e *expanding) Read(p []byte) (int, error) {
	n, err := e.r.Read(p)
	if e.taken += int64(n); e.taken > e.most {
		return 0, &datasets.ExpansionError{Stored: e.store, Most: e.most}
	}
	return n, err
}
