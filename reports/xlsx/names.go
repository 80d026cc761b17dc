package xlsx

import (
	"fmt"
	"strings"
	"unicode/utf16"
)

// location is a target as Excel's links have it.
func (t target) location() string {
	return fmt.Sprintf("%s!A%d", quoted(t.sheet), t.row)
}

// quoted is a sheet's name as formulas have it.
func quoted(sheet string) string { return "'" + strings.ReplaceAll(sheet, "'", "''") + "'" }

// sheetNames gives out names that Excel takes: at most 31 UTF-16 units, none of
// []:*?/\, no apostrophe at either end, different whatever the case.
type sheetNames struct{ taken map[string]bool }

// newSheetNames keeps the given names for those who ask for them by themselves.
func newSheetNames(kept ...string) *sheetNames {
	// Excel keeps this name to itself.
	n := &sheetNames{taken: map[string]bool{"history": true}}
	for _, k := range kept {
		n.taken[strings.ToLower(k)] = true
	}
	return n
}

const longestSheetName = 31

func (n *sheetNames) take(title string) string {
	name := strings.Map(func(r rune) rune {
		switch {
		case strings.ContainsRune(`[]:*?/\`, r):
			return ' '
		case r < 0x20 || r == 0x7f || r == 0xfffe || r == 0xffff || r == 0xfffd:
			return -1
		}
		return r
	}, title)
	name = strings.Join(strings.Fields(name), " ")
	for i := 1; ; i++ {
		suffix := ""
		if i > 1 {
			suffix = fmt.Sprintf(" (%d)", i)
		}
		s := strings.Trim(cut(name, longestSheetName-len(suffix))+suffix, "' ")
		if s == "" {
			s = fmt.Sprintf("Sheet %d", i)
		}
		if key := strings.ToLower(s); !n.taken[key] {
			n.taken[key] = true
			return s
		}
	}
}

// cut shortens a name to n UTF-16 units, dropping from its middle: parts and
// sections both stay recognisable.
func cut(s string, n int) string {
	if len(utf16.Encode([]rune(s))) <= n {
		return s
	}
	runes := []rune(s)
	for keep := min(len(runes), n) - 1; keep > 0; keep-- {
		tail := keep * 2 / 3
		short := string(runes[:keep-tail]) + "…" + string(runes[len(runes)-tail:])
		if len(utf16.Encode([]rune(short))) <= n {
			return short
		}
	}
	return "…"
}

// clip is text of at most n runes.
func clip(s string, n int) string {
	s = strings.ToValidUTF8(s, "\ufffd")
	if r := []rune(s); len(r) > n {
		return string(r[:n-1]) + "…"
	}
	return s
}
