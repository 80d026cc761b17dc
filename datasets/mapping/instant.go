package mapping

import (
	"fmt"
	"math"
	"time"
)

// layouts are the spellings of an instant in logs, RFC 3339 first. Those without
// a zone are read as UTC: only differences are taken.
var layouts = []string{time.RFC3339Nano, "2006-01-02T15:04:05.999999999", "2006-01-02 15:04:05.999999999Z07:00", "2006-01-02 15:04:05.999999999", "2006-01-02 15:04:05.999999999 -0700 MST"}

// instant reads a cell as nanoseconds since 1970 UTC: a timestamp, a text in one
// of the layouts, or a Unix time in seconds, milliseconds, microseconds or
// nanoseconds, distinguished by size (each covers the years 1973 to 5138). A smaller
// number is of a clock that started some time, whose unit is unknown.
func instant(c Cell) (ns int64, known bool, err error) {
	switch c.Kind {
	case Null:
		return 0, false, nil
	case Time:
		return c.Int, true, nil
	case Text:
		if isAbsent(c.Text) {
			return 0, false, nil
		}
		for _, layout := range layouts {
			if at, err := time.Parse(layout, c.Text); err == nil {
				return nanoseconds(at)
			}
		}
	}
	v, known, err := float(c)
	if err != nil || !known {
		return 0, false, fmt.Errorf("expected a timestamp, found %s", c.excerpt())
	}
	if math.Abs(v) < leastUnix {
		return 0, false, fmt.Errorf("expected a timestamp, found %s, which is not a Unix time; map the duration and its unit: latency_ms: {column: NAME, unit: s}", c.excerpt())
	}
	unit := 1e9
	for size := math.Abs(v); size >= 1e11 && unit > 1; size /= 1e3 {
		unit /= 1e3
	}
	if math.Abs(v*unit) >= 1<<63 {
		return 0, false, fmt.Errorf("expected a timestamp, found %s, which is too large for one in nanoseconds", c.excerpt())
	}
	return int64(v * unit), true, nil
}

// Instant reads an instant that a log states, as Trajectory.Date has it: what instant reads, or a day,
// which begins at midnight UTC. ok is false for any other text: a clock that started some time, or
// words.
func Instant(logged string) (at time.Time, ok bool) {
	if logged == "" {
		return time.Time{}, false
	}
	for _, layout := range []string{time.DateOnly, "2006/01/02", "20060102"} {
		if day, err := time.Parse(layout, logged); err == nil {
			return day, true
		}
	}
	ns, ok, err := instant(TextCell(logged))
	if err != nil || !ok {
		return time.Time{}, false
	}
	return time.Unix(0, ns).UTC(), true
}

// nanoseconds is an instant since 1970 UTC. The year 1 is how Go programs write a time
// that nobody has set. Further years beyond the reach of 64 bits wrap around to any
// other, and are refused.
func nanoseconds(at time.Time) (ns int64, known bool, err error) {
	if at.IsZero() {
		return 0, false, nil
	}
	if year := at.UTC().Year(); year < 1678 || year > 2261 {
		return 0, false, fmt.Errorf("the timestamp %s lies beyond the years 1678 to 2261", at.Format(time.RFC3339))
	}
	return at.UnixNano(), true, nil
}

// leastUnix is the smallest number that is taken for a Unix time in seconds.
const leastUnix = 1e8

// ElapsedMS is the time from one cell to another in milliseconds; known is false where
// either is not there.
func ElapsedMS(from, to Cell) (ms float64, known bool, err error) {
	start, ok1, err := instant(from)
	if err != nil {
		return 0, false, err
	}
	end, ok2, err := instant(to)
	if err != nil || !ok1 || !ok2 {
		return 0, false, err
	}
	if end < start {
		return 0, false, fmt.Errorf("the attempt ends (%s) before it starts (%s)", to, from)
	}
	return float64(end-start) / 1e6, true, nil
}
