package prices

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"mcpstats/datasets"
	"mcpstats/internal/spelling"
)

// Hint says what a table of prices looks like.
const Hint = "a table of prices is CSV with the columns model, prompt and completion (USD a million tokens), and optionally from (a day, as 2025-01-31) and cached"

// column is what a column of the table holds.
type column struct {
	of     string  // model, from, prompt, completion, cached; "" for a column that says nothing of prices
	factor float64 // to USD a million tokens
}

// IsHeader reports whether columns of these names are those of a table of prices: a model, what its
// prompt tokens cost and what its completion tokens do, and no task.
func IsHeader(names []string) bool {
	found := map[string]bool{}
	for _, name := range names {
		if c, err := columnOf(name); err == nil {
			found[c.of] = true
		}
		if plain := spelling.Normal(name); plain == "task" || plain == "run" || strings.HasPrefix(plain, "task_") {
			return false // counts of tokens have the same names
		}
	}
	return found["model"] && found["prompt"] && found["completion"]
}

// words of a column's name that say of what, how and for how much, and that tell no two columns apart.
var (
	units  = map[string]float64{"million": 1, "1m": 1, "m": 1, "mtok": 1, "mtokens": 1, "1000000": 1, "thousand": 1e3, "1k": 1e3, "k": 1e3, "1000": 1e3, "ktok": 1e3}
	filler = []string{"usd", "dollar", "dollars", "per", "price", "cost", "rate", "a", "token", "tokens", "tok"}
	held   = map[string]string{
		"model": "model", "model name": "model", "model id": "model", "model pattern": "model", "pattern": "model",
		"from": "from", "from date": "from", "date": "from", "since": "from", "effective": "from", "effective from": "from", "effective date": "from", "valid from": "from", "start date": "from",
		"prompt": "prompt", "input": "prompt", "in": "prompt",
		"completion": "completion", "output": "completion", "out": "completion",
		"cached": "cached", "cache": "cached", "cached input": "cached", "cached prompt": "cached", "input cached": "cached", "prompt cached": "cached",
		"cache read": "cached", "cache read input": "cached", "input cache read": "cached", "cache hit": "cached",
	}
	money = []string{"price", "cost", "usd", "eur", "gbp", "cny", "currency", "cache", "cached", "prompt", "completion", "input", "output", "reasoning"}
)

// columnOf reads what a column's name says: prompt, prompt_usd_per_million and input_cost_per_token hold
// the same. The error is a name that speaks of prices and is none that a table has.
func columnOf(name string) (column, error) {
	c := columnOfWords(name)
	if c.of == "" {
		c = columnOfWords(spelling.Snake(name)) // words told apart by capital letters
	}
	if c.of == "" && slices.ContainsFunc(wordsOf(name), func(w string) bool { return slices.Contains(money, w) }) {
		return c, fmt.Errorf("column %q is none of model, from, prompt, completion and cached", name)
	}
	return c, nil
}

func wordsOf(name string) []string {
	return strings.FieldsFunc(strings.ToLower(name), func(r rune) bool { return strings.ContainsRune("_ /()[]$,.-", r) })
}

// columnOfWords takes off the words of units; what is left says what the column holds.
func columnOfWords(name string) column {
	words := wordsOf(name)
	c := column{factor: 1}
	if n := len(words); n > 1 && words[n-2] == "per" && words[n-1] == "token" {
		c.factor = million
	}
	var rest []string
	for _, w := range words {
		if f, ok := units[w]; ok {
			c.factor = f
		} else if !slices.Contains(filler, w) {
			rest = append(rest, w)
		}
	}
	c.of = held[strings.Join(rest, " ")]
	return c
}

// Read reads a table. The error is a *datasets.FileError that names the row, from 1 below the header,
// and the column.
func Read(path string, text []byte) (*Table, error) {
	t := &Table{Path: path}
	if err := t.read(bytes.TrimPrefix(text, []byte("\ufeff"))); err != nil {
		return nil, &datasets.FileError{File: path, Err: err, Hint: Hint}
	}
	return t, nil
}

func (t *Table) read(text []byte) error {
	r := csv.NewReader(bytes.NewReader(text))
	r.FieldsPerRecord, r.TrimLeadingSpace = -1, true
	first, _, _ := bytes.Cut(text, []byte("\n"))
	for _, d := range []rune{';', '\t'} {
		if bytes.Count(first, []byte(string(d))) > bytes.Count(first, []byte(string(r.Comma))) {
			r.Comma = d
		}
	}
	names, err := r.Read()
	if err != nil {
		return errors.New("is empty, or not CSV")
	}
	columns, err := columnsOf(names)
	if err != nil {
		return err
	}
	for n := 1; ; n++ {
		cells, err := r.Read()
		if err == io.EOF {
			break
		}
		if err != nil {
			return fmt.Errorf("row %d: %w", n, err)
		}
		row := Row{Number: n}
		if len(cells) > len(names) {
			return fmt.Errorf("row %d: found %d fields where the header names %d columns", n, len(cells), len(names))
		}
		if err := row.fill(columns, names, cells); err != nil {
			return fmt.Errorf("row %d, %w", n, err)
		}
		if err := t.add(row); err != nil {
			return err
		}
	}
	if len(t.rows) == 0 {
		return errors.New("no prices below the header")
	}
	return nil
}

// columnsOf reads the header.
func columnsOf(names []string) ([]column, error) {
	columns := make([]column, len(names))
	at := map[string]string{}
	for i, name := range names {
		c, err := columnOf(name)
		if err != nil {
			return nil, err
		}
		if other, ok := at[c.of]; ok && c.of != "" {
			return nil, fmt.Errorf("columns %q and %q both hold %s", other, name, c.of)
		}
		at[c.of], columns[i] = name, c
	}
	for _, of := range []string{"model", "prompt", "completion"} {
		if _, ok := at[of]; !ok {
			return nil, fmt.Errorf("no column %q; the header has %s", of, strings.Join(names, ", "))
		}
	}
	return columns, nil
}

// fill reads the cells of a row; those that are not there are empty.
func (r *Row) fill(columns []column, names, cells []string) error {
	for i, c := range columns {
		cell := ""
		if i < len(cells) {
			cell = strings.TrimSpace(cells[i])
		}
		var err error
		switch c.of {
		case "model":
			if r.Pattern = cell; cell == "" {
				err = errors.New("found nothing; expected the name of a model, or a pattern such as gpt-4o*")
			}
		case "from":
			r.From, err = day(cell)
		case "prompt":
			r.Prompt, err = price(cell, c.factor)
		case "completion":
			r.Completion, err = price(cell, c.factor)
		case "cached":
			if cell != "" {
				r.Cached.Known = true
				r.Cached.Value, err = price(cell, c.factor)
			}
		}
		if err != nil {
			return fmt.Errorf("column %q: %w", names[i], err)
		}
	}
	return nil
}

// add takes a row unless another states other prices for the same pattern and day.
func (t *Table) add(row Row) error {
	for i := range t.rows {
		r := &t.rows[i]
		if plain(r.Pattern) != plain(row.Pattern) || r.From != row.From {
			continue
		}
		if r.Prompt == row.Prompt && r.Completion == row.Completion && r.Cached == row.Cached {
			return nil
		}
		return fmt.Errorf("row %d, column \"model\": found %q, which row %d has with other prices; expected a day in the column \"from\" for each change of a price", row.Number, row.Pattern, r.Number)
	}
	t.rows = append(t.rows, row)
	return nil
}

// price reads USD, and makes of them USD a million tokens.
func price(cell string, factor float64) (float64, error) {
	v, err := strconv.ParseFloat(strings.TrimSpace(strings.TrimPrefix(cell, "$")), 64)
	if err != nil || !(v >= 0) || math.IsInf(v*factor, 0) {
		return 0, fmt.Errorf("found %s; expected USD a million tokens, such as 2.50", found(cell))
	}
	return v * factor, nil
}

// days are the spellings of a day.
var days = []string{time.DateOnly, "2006-01", "2006/01/02", "20060102", time.RFC3339}

// day reads the first day of a price; nothing stands for the beginning of time.
func day(cell string) (datasets.Maybe[time.Time], error) {
	if cell == "" {
		return datasets.Maybe[time.Time]{}, nil
	}
	for _, layout := range days {
		if at, err := time.Parse(layout, cell); err == nil {
			return datasets.Known(at.UTC()), nil
		}
	}
	return datasets.Maybe[time.Time]{}, fmt.Errorf("found %s; expected a day, such as 2025-01-31", found(cell))
}

// found is a cell in a message.
func found(cell string) string {
	if cell == "" {
		return "nothing"
	}
	return strconv.Quote(clip(cell))
}

// clip shortens a text for a message.
func clip(s string) string {
	if r := []rune(s); len(r) > 40 {
		return string(r[:40]) + "..."
	}
	return s
}
