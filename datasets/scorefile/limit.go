package scorefile

import (
	"fmt"
	"io"

	"mcpstats/datasets"
)

// mostRow is what one row of scores may take: four names and two numbers. What is
// longer has lost a quote or a line break.
const mostRow = 1 << 20

// rowLimit fails where more is read for one row than a row may take, give or take
// what a buffer in front of it reads ahead.
type rowLimit struct {
	r     io.Reader
	taken int // bytes since the row began
}

// Read fails before it reads on for a row that is too long already.
func (l *rowLimit) Read(p []byte) (int, error) {
	if l.taken > mostRow {
		return 0, fmt.Errorf("a row of more than %s; a quote or a line break is missing", datasets.Size(mostRow))
	}
	n, err := l.r.Read(p)
	l.taken += n
	return n, err
}
