// Package relations finds how the printed numbers of a document hang together, believes a
// relation where nearly all of its rows or columns bear it out, and judges the exceptions.
//
// # From a document to findings
//
// [Read] takes a document and makes a [Report]. Finders, one family a file, propose
// relations over the numbers of a table, of a sentence or of several places: that a column
// is the mean of others, that shares are counts over a number of tasks, that bold is the
// best, that the text repeats a cell. A proposed relation is a list of instances, one a row
// or a place. It is believed where so many instances hold that chance does not explain it
// (chance.go says how that is reckoned) and few fail; only then its failing instances are
// looked at. Each of those becomes a question of a claims file, and package claims, which
// computes with everything that a printed number can stand for, has the last word: a
// finding is what it calls inconsistent. What is not believed, but held often enough to be
// worth a look, is listed as a proposal and never judged.
//
// # What may go wrong
//
// A column that is almost the mean of others (a weighted mean with weights that differ
// little) fails in some rows by a digit. Near misses therefore need more rows that hold
// than misses far off do. A relation that a document states by its own words, such as a
// test statistic beside its p-value, needs no other instance. Everything else that is
// seen once is not believed.
package relations

import (
	"math"
	"slices"

	"mcpstats/analysis/result"
	"mcpstats/datasets/document"
)

// Report is what was understood of a document.
type Report struct {
	Document  *document.Document
	Numbers   []Number // every number that was read, in the order of the document
	Relations []Relation
	Proposals []Relation // not believed: held too seldom, or could hold by chance
}

// Number is a printed number with its verdict, which is that of the gravest question that
// was asked of it.
type Number struct {
	document.Number
	ID         string // its address: "t2[KG-Hybrid, R@5]", or words of the text
	Verdict    string // of package result
	Check      string // the family of the relation that decided, empty where none did
	Arithmetic string
	Fits       string
	Against    []int // indices of the numbers that it was held against
	relation   int   // that decided; -1: none
	weight     float64
}

// Relation is a family's rule over numbers of one place.
type Relation struct {
	Family string
	Rule   string // in words: "Avg. is the mean of the columns A to D"
	Held   int    // instances that hold
	Of     int    // instances that could be held against it
	Chance float64
	Stated bool // by the document's own words
	asked  []question
}

// question is one instance of a relation as a claims file asks it.
type question struct {
	own   int    // the number that is judged
	with  []int  // the numbers that it is held against
	check string // of a claims file, with the operands' ids in place
	unit  string
	holds bool
	quiet bool // a failure is not told
}

// Findings are the indices of the numbers that cannot be, the strongest first.
func (r *Report) Findings() []int {
	var out []int
	for i, n := range r.Numbers {
		if n.Verdict == result.Inconsistent || n.Verdict == result.Refuted {
			out = append(out, i)
		}
	}
	slices.SortStableFunc(out, func(a, b int) int { return compare(r.Numbers[b].weight, r.Numbers[a].weight) })
	return out
}

// weight is how strong the evidence for a relation is: the digits of its chance, and more
// where the document states it.
func (r Relation) weight() float64 {
	w := -math.Log10(math.Max(r.Chance, 1e-30))
	if r.Stated {
		w += 100
	}
	return w
}
