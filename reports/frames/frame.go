// Package frames lays results out as data frames: the leaderboard, the
// comparisons and the failures, one row each, joined and sorted, between the
// results and the tables of a document.
//
// A frame decides which rows a table has, in which order, and what stands beside what:
// package compose asks for one (Leaderboard, Comparisons, Failures), reads it row by row
// with Text, Count and Float, and makes the document's tables and figures of it, so that
// all of them have the same rows in the same order. What a frame leaves out, as notes and
// tests, compose looks up in the results by the column row, their index there. CSV files
// and sheets of the workbook are written from the document's tables, whose cells hold
// the unrounded numbers: no number passes through text on the way.
//
// The frames are small. Every column is made with its type stated, because a
// type guessed from text turns the run "007" into 7. Rows are chosen and sorted
// before the frame is made, because gota's filter drops text that spells NaN and
// its Arrange goes wrong from the third column on. Nothing is grouped, aggregated
// or written as CSV here, because gota's groups come in random order, its medians
// count missing numbers, and its CSV keeps six decimals.
package frames

import (
	"fmt"
	"math"

	"github.com/go-gota/gota/dataframe"
	"github.com/go-gota/gota/series"

	"mcpstats/analysis/result"
)

// Frame is a data frame read by row and column name.
type Frame struct {
	Data    dataframe.DataFrame
	columns map[string]series.Series
}

// columns collects a frame's columns as it is filled row by row.
type columns struct {
	order  []string
	text   map[string][]string
	counts map[string][]int
	floats map[string][]float64
}

func newColumns() *columns {
	return &columns{text: map[string][]string{}, counts: map[string][]int{}, floats: map[string][]float64{}}
}

func (c *columns) see(name string, first bool) {
	if first {
		c.order = append(c.order, name)
	}
}

func (c *columns) str(name, v string) {
	c.see(name, len(c.text[name]) == 0)
	c.text[name] = append(c.text[name], v)
}

func (c *columns) count(name string, v int) {
	c.see(name, len(c.counts[name]) == 0)
	c.counts[name] = append(c.counts[name], v)
}

// float adds a number, nil as missing.
func (c *columns) float(name string, v *float64) {
	c.see(name, len(c.floats[name]) == 0)
	f := math.NaN()
	if v != nil {
		f = *v
	}
	c.floats[name] = append(c.floats[name], f)
}

// interval adds the columns <name>_low and <name>_high.
func (c *columns) interval(name string, i *result.IntervalEstimate) {
	var low, high *float64
	if i != nil {
		l, h := float64(i.Low), float64(i.High)
		low, high = &l, &h
	}
	c.float(name+"_low", low)
	c.float(name+"_high", high)
}

// frame makes the frame.
func (c *columns) frame() (Frame, error) {
	if len(c.order) == 0 {
		return Frame{}, nil
	}
	var all []series.Series
	for _, name := range c.order {
		switch {
		case c.text[name] != nil:
			all = append(all, series.New(c.text[name], series.String, name))
		case c.counts[name] != nil:
			all = append(all, series.New(c.counts[name], series.Int, name))
		default:
			all = append(all, series.New(c.floats[name], series.Float, name))
		}
	}
	df := dataframe.New(all...)
	if df.Err != nil {
		return Frame{}, fmt.Errorf("frames: %w", df.Err)
	}
	f := Frame{Data: df, columns: map[string]series.Series{}}
	for _, name := range df.Names() {
		f.columns[name] = df.Col(name)
	}
	return f, nil
}

// Len is the number of rows.
func (f Frame) Len() int { return f.Data.Nrow() }

// Text returns the text of a row in a column.
func (f Frame) Text(row int, column string) string { return f.columns[column].Elem(row).String() }

// Count returns the whole number of a row in a column.
func (f Frame) Count(row int, column string) int {
	n, err := f.columns[column].Elem(row).Int()
	if err != nil {
		return 0
	}
	return n
}

// Float returns the number of a row in a column, nil where it is missing.
func (f Frame) Float(row int, column string) *float64 {
	e := f.columns[column].Elem(row)
	if e.IsNA() {
		return nil
	}
	v := e.Float()
	return &v
}
