package relations

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// bestOf is what bold marks in the lines of a table: the best of each column, or of each
// row, over the whole line or over each stretch between two rules.
type bestOf struct {
	view  // its fields are what is compared: of a column's best, an item is a row
	split bool
	lines []boldLine
	multi int // lines with several bold numbers that differ: bold means something else
}

// boldLine is one line with one bold number.
type boldLine struct {
	field    int
	cells    []*quantity
	items    []int
	bold     int // index into cells
	up, down bool
	sense    int // 1: larger is better, -1: smaller is, 0: the head does not say
}

var (
	lowerWords  = []string{"latency", "error", "errors", "loss", "perplexity", "ppl", "cost", "time", "wer", "cer", "mae", "rmse", "mse", "fid", "params", "parameters", "tokens", "flops", "hallucination", "eer", "brier", "ece", "distance", "memory", "fpr", "steps", "seconds", "ms"}
	higherWords = []string{"accuracy", "acc", "f1", "recall", "precision", "score", "success", "bleu", "rouge", "auc", "map", "mrr", "ndcg", "em", "pass", "win", "throughput"}
)

// senseOf reads from a head whether larger or smaller numbers are better.
func senseOf(head string) int {
	switch {
	case strings.ContainsAny(head, "↑⬆"):
		return 1
	case strings.ContainsAny(head, "↓⬇"):
		return -1
	}
	w := words(head)
	switch {
	case names(w, lowerWords):
		return -1
	case names(w, higherWords):
		return 1
	}
	return 0
}

// bold finds a table's bold numbers that are not the best of their line, where bold marks
// the best of nearly all others. Where all bold numbers stand in one row, bold may mean
// "ours", and nothing is said.
func bold(g *grid) (believed []*ruled, proposals []*ruled) {
	var options []*bestOf
	for _, flip := range []bool{true, false} { // of a column's best, the line is a column
		for _, split := range []bool{false, true} {
			b := &bestOf{view: view{g, !flip}, split: split}
			b.read()
			options = append(options, b)
		}
	}
	var chosen *bestOf
	var most float64 = 1
	for _, b := range options {
		s := b.support()
		if c := s.chance(); c < most && s.held > s.failed {
			chosen, most = b, c
		}
	}
	if chosen == nil {
		return nil, nil
	}
	r := chosen.rule()
	if r == nil {
		return nil, nil
	}
	s := chosen.support()
	if s.held >= 4 && s.chance() < believedChance && float64(s.failed) <= .2*float64(s.all()) && chosen.multi*4 <= len(chosen.lines) && chosen.spread() {
		return []*ruled{r}, nil
	}
	return nil, []*ruled{r}
}

// read collects the lines: of each column, or row, the cells that are compared.
func (b *bestOf) read() {
	// The view's items are what is compared within a line, so that a line is a field.
	from, to := b.fields()
	start, end := b.view.items()
	for f := from; f < to; f++ {
		var cells []*quantity
		var items []int
		group := -1
		flush := func() {
			b.line(f, cells, items)
			cells, items = nil, nil
		}
		for i := start; i < end; i++ {
			if b.split && !b.view.flip && b.groups[i] != group {
				flush()
				group = b.groups[i]
			}
			if q := b.at(i, f); q != nil {
				cells, items = append(cells, q), append(items, i)
			}
		}
		flush()
	}
}

func (b *bestOf) line(field int, cells []*quantity, items []int) {
	const least = 3
	if len(cells) < least {
		return
	}
	at, several := -1, false
	low, high := math.Inf(1), math.Inf(-1)
	for i, q := range cells {
		low, high = math.Min(low, q.value), math.Max(high, q.value)
		if !q.Bold {
			continue
		}
		several = several || at >= 0 && cells[at].value != q.value
		if at < 0 {
			at = i
		}
	}
	switch {
	case at < 0 || low == high:
		return
	case several:
		b.multi++
		return
	}
	b.lines = append(b.lines, boldLine{
		field: field, cells: cells, items: items, bold: at, sense: senseOf(b.view.field(field)),
		up: cells[at].value == high, down: cells[at].value == low,
	})
}

// support counts the lines whose bold number is the best in a sense that holds for the
// table. Under the null model bold is put anywhere: it is the largest or the smallest of m
// with probability 2/m.
func (b *bestOf) support() support {
	s := support{tried: 4}
	p := 0.0
	for _, l := range b.lines {
		if l.holds() {
			s.held++
		} else {
			s.failed++
		}
		p += math.Min(1, 2/float64(len(l.cells)))
	}
	if len(b.lines) > 0 {
		s.p = p / float64(len(b.lines))
	}
	return s
}

func (l boldLine) holds() bool {
	switch l.sense {
	case 1:
		return l.up
	case -1:
		return l.down
	}
	return l.up || l.down
}

// spread tells whether bold stands in more than one row.
func (b *bestOf) spread() bool {
	var at []int
	for _, l := range b.lines {
		at = append(at, l.items[l.bold])
	}
	slices.Sort(at)
	return len(slices.Compact(at)) > 1
}

// usual is the sense that all lines agree in that hold and whose heads do not say.
func (b *bestOf) usual() int {
	up, down := 0, 0
	for _, l := range b.lines {
		if l.up {
			up++
		}
		if l.down {
			down++
		}
	}
	switch {
	case down == 0 && up > 0:
		return 1
	case up == 0 && down > 0:
		return -1
	}
	return 0
}

// rule is the relation with its questions.
func (b *bestOf) rule() *ruled {
	s := b.support()
	kind := "column"
	if b.view.flip {
		kind = "row"
	}
	r := &ruled{family: "best", rule: fmt.Sprintf("%s: bold is the best of each %s", b.name(), kind), support: s}
	for _, l := range b.lines {
		sense := l.sense
		switch {
		case l.holds() && l.up:
			sense = 1
		case l.holds():
			sense = -1
		case sense == 0:
			sense = b.usual()
		}
		if sense == 0 || !l.holds() && !b.contends(l, sense) {
			continue
		}
		check := "maximum"
		if sense < 0 {
			check = "minimum"
		}
		r.ask(l.cells[l.bold], l.cells, l.holds(), func(ids []string) string { return "{" + check + ": {of: " + quoted(ids) + "}}" })
	}
	return r
}

// contends tells whether every number that beats a line's bold one stands in a row that
// takes part: one that is bold elsewhere, and is passed over nowhere else. Rows that are
// never bold may be shown for comparison alone, such as people or an upper bound.
func (b *bestOf) contends(l boldLine, sense int) bool {
	mark := l.cells[l.bold].value
	found := false
	for i, q := range l.cells {
		if float64(sense)*(q.value-mark) <= 0 {
			continue
		}
		bold, passed := false, 0
		for _, other := range b.lines {
			at := slices.Index(other.items, l.items[i])
			if at < 0 {
				continue
			}
			bold = bold || other.bold == at
			s := other.sense
			if s == 0 {
				s = sense
			}
			if float64(s)*(other.cells[at].value-other.cells[other.bold].value) > 0 {
				passed++
			}
		}
		if !bold || passed > 1 {
			return false
		}
		found = true
	}
	return found
}
