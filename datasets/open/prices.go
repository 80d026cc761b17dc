package open

import (
	"bytes"
	"encoding/csv"
	"errors"
	"path/filepath"
	"strings"

	"mcpstats/datasets"
	"mcpstats/datasets/formats"
	"mcpstats/datasets/prices"
)

// pricesName is the file that says, beside logs or above them, what models cost.
const pricesName = "prices.csv"

// isPrices tells a table of prices by its header: counts of tokens, which have the same names, are
// of tasks. With a mapping, which says what columns of any name mean, only the usual name will do.
func (o *opener) isPrices(f formats.File) bool {
	if o.opt.Map != nil && !strings.EqualFold(filepath.Base(f.Path), pricesName) {
		return false
	}
	line, _, _ := bytes.Cut(bytes.TrimPrefix(f.Head, []byte("\xef\xbb\xbf")), []byte("\n"))
	for _, comma := range ",;\t" {
		r := csv.NewReader(bytes.NewReader(line))
		r.Comma, r.TrimLeadingSpace = comma, true
		if names, err := r.Read(); err == nil && prices.IsHeader(names) {
			return true
		}
	}
	return false
}

// keepPrices reads the table for the logs that lie with it. One that is called otherwise may be
// anybody's, and is used where it is named. A row that cannot be read ends everything, as costs
// would be missing.
func (o *opener) keepPrices(f found, file formats.File) error {
	if !strings.EqualFold(filepath.Base(f.Path), pricesName) && !f.Named {
		if same(f.Path, o.opt.Prices) {
			return nil
		}
		return o.refuse(f, &datasets.FileError{File: f.Path, Err: &kindError{withoutArticle(priceTables.name), errors.New("is a table of prices, which is used where it is called prices.csv or named by --prices")}})
	}
	text, err := o.document(file)
	if err != nil {
		return &datasets.FileError{File: f.Path, Err: err, Hint: prices.Hint}
	}
	table, err := prices.Read(f.Path, text)
	if err != nil {
		return err
	}
	o.keep(priceTables, f.Path, o.pricedBy(table))
	return nil
}

// keepNamedPrices reads the table that the user names for all logs (Options.Prices).
func (o *opener) keepNamedPrices() error {
	if o.opt.Prices == "" {
		return nil
	}
	text, err := o.named(o.opt.Prices)
	if err != nil {
		return &datasets.FileError{File: o.opt.Prices, Err: bareCause(err), Hint: prices.Hint}
	}
	table, err := prices.Read(o.opt.Prices, text)
	if err != nil {
		return err
	}
	o.forAll(priceTables, o.opt.Prices, o.pricedBy(table))
	return nil
}

// pricedBy gives a log its prices.
func (o *opener) pricedBy(table *prices.Table) func(*Input) {
	return func(in *Input) { in.prices, in.reprice = table, o.opt.Reprice }
}

// withPrices adds to the cost what it may be computed from.
func withPrices(columns datasets.Columns) datasets.Columns {
	if columns.Has(datasets.ColCost) {
		columns |= datasets.Of(datasets.ColModel, datasets.ColDate, datasets.ColTokens)
	}
	return columns
}

// same reports whether two paths lead to one file.
func same(path, other string) bool {
	a, errA := filepath.Abs(path)
	b, errB := filepath.Abs(other)
	return other != "" && errA == nil && errB == nil && a == b
}

// Prices starts to compute the costs of the log's attempts by the table that lies beside it or that
// the user names; nil: there is none. What is read is as it is logged, so that what writes logs
// writes no cost that nobody logged; each reading for results has a tally of its own.
func (in *Input) Prices() *prices.Tally {
	if in.prices == nil {
		return nil
	}
	return prices.NewTally(in.prices, in.reprice)
}
