package formats

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"mcpstats/datasets"
)

// statedMean is a mean that a log's totals state, beside what the records that it should be of
// come to: lm-eval's results file, Every Eval Ever's aggregate. (Inspect's header is inspectMean.)
type statedMean struct {
	where, name string  // the file, and the metric as the file calls it
	value       float64 // as stated
	digits      int     // decimals that it is stated with
	of          int     // records that it is said to be over; 0: not said

	sum float64
	n   int
}

// newStatedMean reads a number as a file has it; ok is false for what is no number.
func newStatedMean(where, name string, raw []byte) (m *statedMean, ok bool) {
	v, err := strconv.ParseFloat(string(raw), 64)
	if err != nil || math.IsNaN(v) || math.IsInf(v, 0) {
		return nil, false
	}
	digits := 15
	if _, decimals, found := strings.Cut(string(raw), "."); found && !strings.ContainsAny(decimals, "eE") {
		digits = len(decimals)
	}
	return &statedMean{where: where, name: name, value: v, digits: digits}, true
}

func (m *statedMean) add(v float64) { m.sum, m.n = m.sum+v, m.n+1 }

// reset begins another pass over the records.
func (m *statedMean) reset() { m.sum, m.n = 0, 0 }

// note tells both numbers with what they are over, where the records do not come to what is
// stated at its own precision, or are not as many; ok is false where all agrees, or no record
// was there to compare.
func (m *statedMean) note() (datasets.Note, bool) {
	if m.n == 0 {
		return datasets.Note{}, false
	}
	mean := m.sum / float64(m.n)
	half := max(0.5*math.Pow(10, -float64(min(m.digits, 15))), 1e-9)
	equal := math.Abs(mean-m.value) <= half*(1+1e-9)
	if m.digits < 2 { // 0 and 1, and 0.5, are exact more often than rounded
		equal = math.Abs(mean-m.value) <= 1e-9
	}
	if equal && (m.of == 0 || m.of == m.n) {
		return datasets.Note{}, false
	}
	over := ""
	if m.of > 0 {
		over = fmt.Sprintf(" over %d samples", m.of)
	}
	give := "samples here give"
	if m.n == 1 {
		give = "sample here gives"
	}
	why := "they were scored or reduced in another way, or others are meant"
	if m.of > 0 && m.of != m.n {
		why = "the total is over other samples than these"
	}
	return datasets.Note{Code: datasets.NoteHeader, Decisive: true, Message: fmt.Sprintf(
		"%s states %s %s%s, the %d %s %s: %s; every number here is from the samples",
		m.where, m.name, shortNumber(m.value), over, m.n, give, shortNumber(mean), why)}, true
}

// totalled is a source whose log states totals.
type totalled struct {
	datasets.Source
	means []*statedMean
}

// Notes are those of the totals that the records of the latest pass do not come to.
func (t totalled) Notes() (out []datasets.Note) {
	for _, m := range t.means {
		if n, ok := m.note(); ok {
			out = append(out, n)
		}
	}
	return out
}
