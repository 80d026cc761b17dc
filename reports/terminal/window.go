package terminal

import (
	"strings"

	"mcpstats/reports"
)

// Window is what is printed on. The zero value is a pipe or a file: nothing is
// wrapped, nothing is coloured.
type Window struct {
	Width  int  // in columns; 0: lines may be as long as they are
	All    bool // no column is left out for want of width
	Colour bool // the SGR sequences of ECMA-48 may be used
}

// sgr are the tones as a terminal shows them. None is told by colour alone: the
// text says it too.
var sgr = map[reports.Tone]string{
	reports.Good:    "32",
	reports.Bad:     "31",
	reports.Careful: "33",
	reports.Faint:   "2",
}

// paint colours clean text by its tone, or leaves it as it is.
func (w Window) paint(s string, strong bool, tone reports.Tone) string {
	var codes []string
	if strong {
		codes = append(codes, "1")
	}
	if code := sgr[tone]; code != "" {
		codes = append(codes, code)
	}
	if !w.Colour || len(codes) == 0 || s == "" {
		return s
	}
	return "\x1b[" + strings.Join(codes, ";") + "m" + s + "\x1b[0m"
}
