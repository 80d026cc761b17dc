package formats

import (
	"time"

	"mcpstats/datasets"
)

// elapsed is the time between two instants in milliseconds, unknown where either
// is not there or cannot be read.
func elapsed(from, to string) datasets.Maybe[float64] {
	start, err1 := instant(from)
	end, err2 := instant(to)
	if err1 != nil || err2 != nil || end.Before(start) {
		return datasets.Maybe[float64]{}
	}
	return datasets.Known(float64(end.Sub(start)) / float64(time.Millisecond))
}

// instant reads a time as Python's isoformat writes it; without a zone it is UTC.
func instant(s string) (time.Time, error) {
	t, err := time.Parse(time.RFC3339Nano, s)
	if err != nil {
		t, err = time.Parse("2006-01-02T15:04:05.999999999", s)
	}
	return t, err
}
