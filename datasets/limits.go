package datasets

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Limits bound what one file may take, whatever sizes it declares. The zero value
// is the defaults.
type Limits struct {
	Record   Size // bytes of one record held in memory; 0: DefaultRecord
	Expanded Size // bytes that a compressed file may expand to; 0: by its size, see MostExpanded
}

// DefaultRecord is what one record may take. No benchmark logs attempts of this
// size: a file that seems to has lost a quote or a bracket, or was made to fill
// the memory.
const DefaultRecord Size = 256 << 20

// A compressed file may expand to 200 times its size, and to a gigabyte at least.
// Logs of agents, which repeat the conversation, stay below 60 to 1.
const (
	DefaultRatio    = 200
	DefaultExpanded = Size(1 << 30)
)

// MostRecord is the limit on one record, in bytes.
func (l Limits) MostRecord() int {
	if l.Record > 0 {
		return int(min(l.Record, math.MaxInt))
	}
	return int(DefaultRecord)
}

// MostExpanded is what a file of so many bytes may expand to, in bytes.
func (l Limits) MostExpanded(stored int64) int64 {
	switch {
	case l.Expanded > 0:
		return int64(l.Expanded)
	case stored > math.MaxInt64/DefaultRatio:
		return math.MaxInt64
	}
	return max(int64(DefaultExpanded), DefaultRatio*stored)
}

// TooLargeError is a record beyond Limits.Record.
type TooLargeError struct{ Most int }

// Error names the flag that allows larger records.
func (e *TooLargeError) Error() string {
	return fmt.Sprintf("a record of more than %s; --max-record-bytes allows more", Size(e.Most))
}

// ExpansionError is a compressed file beyond Limits.Expanded.
type ExpansionError struct{ Stored, Most int64 }

// Error names the flag that allows a larger expansion.
func (e *ExpansionError) Error() string {
	return fmt.Sprintf("expands from %s to more than %s; --max-decompressed allows more, if you trust the file", Size(e.Stored), Size(e.Most))
}

// Size is a number of bytes, written with a unit: 64KB, 1.5GB, 1000.
type Size int64

var units = []struct {
	name  string
	bytes float64
}{{"TB", 1 << 40}, {"GB", 1 << 30}, {"MB", 1 << 20}, {"KB", 1 << 10}, {"B", 1}}

// String is the size in the largest unit that it fills, to one digit; 0 is bare.
func (s Size) String() string {
	for _, u := range units {
		if v := float64(s) / u.bytes; v >= 1 {
			return strings.TrimSuffix(strconv.FormatFloat(v, 'f', 1, 64), ".0") + " " + u.name
		}
	}
	return strconv.FormatInt(int64(s), 10)
}

// Set reads a size; a number without a unit is bytes. KB is 1024 bytes, as KiB is.
func (s *Size) Set(text string) error {
	number, unit := strings.ToUpper(strings.ReplaceAll(text, " ", "")), 1.0
	number = strings.Replace(number, "IB", "B", 1)
	for _, u := range units {
		if short, ok := strings.CutSuffix(number, u.name); ok {
			number, unit = short, u.bytes
			break
		}
		if short, ok := strings.CutSuffix(number, u.name[:1]); ok && u.name != "B" {
			number, unit = short, u.bytes
			break
		}
	}
	v, err := strconv.ParseFloat(number, 64)
	if err != nil || !(v*unit >= 1 && v*unit < math.MaxInt64) {
		return fmt.Errorf("expected a size above 0, such as 256MB or 4GB, found %q", text)
	}
	*s = Size(v * unit)
	return nil
}

// Type names the flag's argument in the help.
func (s *Size) Type() string { return "size" }
