package reports

import (
	"strconv"
	"strings"

	"mcpstats/analysis/result"
	"mcpstats/internal/spelling"
)

// Names gives every name one display form, different names different ones, and
// every section an ID that can stand in a link and in a file name.
type Names struct {
	// Labels are what names are called, by the name that the log has; a name without one is
	// called what the log calls it.
	Labels map[string]string
	shown  map[string]string
	taken  map[string]bool
	brief  map[string]string // of a name that shares its beginning or end with the others of its kind, what is its own
	Ids    map[string]bool
	Made   map[string][]string // of an ID, the words that it was made of
}

// fixedIDs belong to the sections that are no benchmark's.
var fixedIDs = []string{"methods", "references", "repeat", "inputs", "warnings", "warning-list", "claims", "claims-section", "glossary"}

// NewNames makes an empty set of names, some of which have labels; nil: none has. The IDs of the sections that belong to no benchmark are taken.
func NewNames(labels map[string]string) *Names {
	n := &Names{Labels: labels, shown: map[string]string{}, taken: map[string]bool{}, Ids: map[string]bool{}, Made: map[string][]string{}}
	for _, id := range fixedIDs {
		n.Ids[id] = true
	}
	return n
}

// Show returns the display form of a name; the same for the same name.
func (n *Names) Show(raw string) string {
	if s, ok := n.shown[raw]; ok {
		return s
	}
	whole := n.Whole(raw)
	s := Shorten(whole, MaxNameRunes)
	if n.Labels[raw] != "" && s == whole {
		n.shown[raw] = s // who gave the labels knows them apart; one of a run and one of a judge may agree
		return s
	}
	if s == "" {
		s = "(no name)"
	}
	first := s
	for i := 2; n.taken[s]; i++ {
		s = first + " (" + strconv.Itoa(i) + ")"
	}
	n.shown[raw], n.taken[s] = s, true
	return s
}

// Whole is a name as it is called, with what is invisible made visible: its label, else what the
// log calls it.
func (n *Names) Whole(raw string) string {
	return Visible(n.Named(raw))
}

// Cell is a text cell with the display form of a name, Brief where it has one. Full is the whole
// name, and Logged what the log calls it, where it is called something else.
func (n *Names) Cell(raw string) Cell { return n.cell(raw, n.Brief(raw)) }

// NameCell is Cell for names that need not be told apart by their display form: several that agree
// in what is shown stay as they are.
func (n *Names) NameCell(raw string) Cell {
	if _, ok := n.brief[raw]; ok {
		return n.Cell(raw)
	}
	return n.cell(raw, Shorten(n.Whole(raw), MaxNameRunes))
}

// Named is what a name is called, letter by letter: its label, else the name itself. Names that the
// program makes of others ("judge_success[JUDGE]", "failed by JUDGE") have their labels within.
func (n *Names) Named(raw string) string {
	if label := n.Labels[raw]; label != "" {
		return label
	}
	if len(n.Labels) > 0 && (strings.HasSuffix(raw, "]") || strings.HasPrefix(raw, "failed by ")) {
		return result.Renamed(raw, n.Labels)
	}
	return raw
}

func (n *Names) cell(raw, shown string) Cell {
	c := Cell{Text: shown}
	named := n.Named(raw)
	if named != raw {
		c.Logged = raw
	}
	if named != shown {
		c.Full = named
	}
	return c
}

// Id makes a unique identifier of lower-case letters, digits and hyphens.
func (n *Names) Id(words ...string) string {
	var parts []string
	for _, w := range words {
		if s := spelling.Slug(w, MostOfID); s != "" {
			parts = append(parts, s)
		}
	}
	first := strings.Join(parts, "-")
	if first == "" {
		first = "part"
	}
	id := first
	for i := 2; n.Ids[id]; i++ {
		id = first + "-" + strconv.Itoa(i)
	}
	n.Ids[id], n.Made[id] = true, words
	return id
}

// MostOfID bounds the letters that a name gives to an id.
const MostOfID = 40
