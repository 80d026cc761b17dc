package prices

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"mcpstats/datasets"
)

// Table is a file of prices.
type Table struct {
	Path string
	rows []Row
}

// Row is what the models of one pattern cost from a day on, until a later row of the same pattern.
type Row struct {
	Number  int                       // below the header, from 1
	Pattern string                    // as written
	From    datasets.Maybe[time.Time] // the day, in UTC; unknown: from the beginning

	// USD a million tokens. Cached is of prompt tokens that a cache served; where it is unknown
	// they cost what others do.
	Prompt, Completion float64
	Cached             datasets.Maybe[float64]
}

// million is how many tokens a price is of.
const million = 1e6

// Cost is what an attempt's tokens cost, in USD. prompt counts those that a cache served too, cached
// of them; 0 where the log does not tell them apart.
func (r *Row) Cost(prompt, completion, cached int64) float64 {
	served := r.Prompt
	if r.Cached.Known {
		served = r.Cached.Value
	}
	return (float64(prompt-cached)*r.Prompt + float64(cached)*served + float64(completion)*r.Completion) / million
}

// Model is the rows of the pattern that fits a model best, the earliest first.
type Model struct {
	rows []*Row
}

// For finds the rows of a model; nil where no pattern fits it.
//
// Names are compared without regard to capital letters, and * in a pattern stands for any letters.
// Of several patterns that fit, the one with most letters besides * wins, and of equally many the one
// without a *. A pattern without a provider fits the model of any: gpt-4o fits openai/gpt-4o. One with
// a provider fits a name without one where no other pattern fits. The error is an *AmbiguousError:
// two patterns fit equally well.
func (t *Table) For(model string) (*Model, error) {
	name := plain(model)
	best, err := t.best(model, func(pattern string) bool {
		return fits(pattern, name) || !strings.Contains(pattern, "/") && fits(pattern, base(name))
	}, func(pattern string) string { return pattern })
	if best == nil && err == nil && !strings.Contains(name, "/") {
		best, err = t.best(model, func(pattern string) bool { return fits(base(pattern), name) }, base)
	}
	return best, err
}

// best is the rows of the most specific pattern that fits. compared is the part of a pattern that
// is held against the name.
func (t *Table) best(model string, fit func(string) bool, compared func(string) string) (*Model, error) {
	var best *Model
	var most specificity
	var tie *Row
	for i := range t.rows {
		r := &t.rows[i]
		pattern := plain(r.Pattern)
		if !fit(pattern) {
			continue
		}
		s := specific(compared(pattern))
		switch order := s.compare(most); {
		case best == nil || order > 0:
			best, most, tie = &Model{rows: []*Row{r}}, s, nil
		case order == 0 && pattern == plain(best.rows[0].Pattern):
			best.rows = append(best.rows, r)
		case order == 0:
			tie = r
		}
	}
	if tie != nil {
		return nil, &AmbiguousError{Path: t.Path, Model: model, One: *best.rows[0], Other: *tie}
	}
	if best != nil {
		slices.SortStableFunc(best.rows, func(a, b *Row) int { return a.From.Value.Compare(b.From.Value) })
	}
	return best, nil
}

// At is the row that counts for an attempt of that instant: the latest one from a day that is not
// after it. An attempt without a date is no matter where there is one row alone.
func (m *Model) At(date datasets.Maybe[time.Time]) (*Row, Gap) {
	if !date.Known {
		if len(m.rows) > 1 {
			return nil, NoDate
		}
		return m.rows[0], None
	}
	var at *Row
	for _, r := range m.rows {
		if !r.From.Known || !r.From.Value.After(date.Value) {
			at = r
		}
	}
	if at == nil {
		return nil, BeforeFirst
	}
	return at, None
}

// Gap is why an attempt has no computed cost.
type Gap string

// The gaps, as results name them.
const (
	None        Gap = ""
	NoModel     Gap = "no_model"     // neither a model nor a price for the run's name
	NoPrice     Gap = "no_price"     // no pattern fits the model
	BeforeFirst Gap = "before_first" // made before the first day of the model's prices
	NoDate      Gap = "no_date"      // the prices changed, and the log does not say when the attempt was made
	NoTokens    Gap = "no_tokens"    // prompt or completion tokens are not known
	ZeroTokens  Gap = "zero_tokens"  // one of them is 0 or less, as harnesses write that do not count
	CachedAbove Gap = "cached_above" // more cached tokens than prompt tokens
)

// specificity orders the patterns that fit a name.
type specificity struct {
	letters int
	exact   int // 1: the pattern has no *
}

func specific(pattern string) specificity {
	stars := strings.Count(pattern, "*")
	s := specificity{letters: len(pattern) - stars}
	if stars == 0 {
		s.exact = 1
	}
	return s
}

func (s specificity) compare(o specificity) int {
	return cmp.Or(cmp.Compare(s.letters, o.letters), cmp.Compare(s.exact, o.exact))
}

// plain is a name as it is compared.
func plain(name string) string { return strings.ToLower(strings.TrimSpace(name)) }

// base is a name without its provider: what stands behind the last slash.
func base(name string) string { return name[strings.LastIndexByte(name, '/')+1:] }

// fits reports whether a pattern is a name, its stars standing for any letters.
func fits(pattern, name string) bool {
	parts := strings.Split(pattern, "*")
	if len(parts) == 1 {
		return pattern == name
	}
	first, last := parts[0], parts[len(parts)-1]
	if len(name) < len(first)+len(last) || !strings.HasPrefix(name, first) || !strings.HasSuffix(name, last) {
		return false
	}
	name = name[len(first) : len(name)-len(last)]
	for _, part := range parts[1 : len(parts)-1] { // each as early as it can stand
		i := strings.Index(name, part)
		if i < 0 {
			return false
		}
		name = name[i+len(part):]
	}
	return true
}
