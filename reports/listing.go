package reports

import "iter"

// Listing is a table that may be longer than a document, or memory, has room for: its rows
// are made anew whenever they are read. Its CSV is tables/<ID>.csv.
type Listing struct {
	ID      string
	Says    string // what a row is, for who meets the table by itself
	Prose   string // key of the column whose texts take several lines; empty: none
	Columns []Column
	Rows    iter.Seq[[]Cell] // len(row) == len(Columns); a row is valid until the next
}
