package main

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"mcpstats/reports"
	"mcpstats/reports/figures"
)

// results are all cells, in the order of the page.
type results struct {
	sections []section
	cells    []cell
}

type file struct {
	path string // within the folder of the page
	text []byte
}

// files makes the page, its figures and the table of all cells.
func (r results) files() ([]file, error) {
	var out []file
	page := &bytes.Buffer{}
	r.head(page)
	for _, s := range r.sections {
		cells := r.of(s.id)
		if len(cells) == 0 {
			continue
		}
		fmt.Fprintf(page, "\n## %s\n\n%s\n\n%s\n\nn counts %s.\n\n", s.title, s.intro, s.reading, s.n)
		table(page, cells)
		if s.figures == nil {
			continue
		}
		figs, err := s.figures(cells)
		if err != nil {
			return nil, err
		}
		doc := &reports.Document{}
		for _, f := range figs {
			doc.Blocks = append(doc.Blocks, f)
		}
		assets, err := figures.Render(doc)
		if err != nil {
			return nil, err
		}
		for _, f := range figs {
			path := "calibration/" + f.ID + ".svg"
			out = append(out, file{path, assets[reports.FigurePath(f.ID, "svg")]})
			fmt.Fprintf(page, "\n![%s](%s)\n\n*%s*\n", f.Alt, path, f.Caption)
		}
	}
	all, err := r.csv()
	if err != nil {
		return nil, err
	}
	return append(out, file{"calibration.md", page.Bytes()}, file{"calibration/results.csv", all}), nil
}

func (r results) of(section string) []cell {
	var out []cell
	for _, c := range r.cells {
		if c.section == section {
			out = append(out, c)
		}
	}
	return out
}

// rows groups the cells by kind, nominal level, method and data, in order of appearance.
func rows(cells []cell) [][]cell {
	type key struct {
		kind            kind
		nominal         float64
		method, setting string
	}
	var order []key
	at := map[key][]cell{}
	for _, c := range cells {
		k := key{c.kind, c.nominal(), c.method, c.setting}
		if at[k] == nil {
			order = append(order, k)
		}
		at[k] = append(at[k], c)
	}
	slices.SortStableFunc(order, func(a, b key) int { return int(a.kind) - int(b.kind) })
	var out [][]cell
	for _, k := range order {
		out = append(out, at[k])
	}
	return out
}

// table writes one row a method and kind of data, one column an n.
func table(w *bytes.Buffer, cells []cell) {
	var ns []int
	for _, c := range cells {
		if !slices.Contains(ns, c.n) {
			ns = append(ns, c.n)
		}
	}
	slices.Sort(ns)
	w.WriteString("| Method | Data | Nominal |")
	for _, n := range ns {
		fmt.Fprintf(w, " n = %d |", n)
	}
	w.WriteString(" SE | Verdict |\n| :--- | :--- | ---: |" + strings.Repeat(" ---: |", len(ns)) + " ---: | :--- |\n")
	for _, row := range rows(cells) {
		fmt.Fprintf(w, "| %s | %s | %s |", row[0].method, row[0].setting, row[0].promise())
		for _, n := range ns {
			i := slices.IndexFunc(row, func(c cell) bool { return c.n == n })
			if i < 0 {
				w.WriteString(" |")
				continue
			}
			text := reports.FormatPercent(row[i].observed, 1)
			if v := row[i].verdict(); v == unsafe || v == slightlyUnsafe {
				text = "**" + text + "**"
			}
			fmt.Fprintf(w, " %s |", text)
		}
		fmt.Fprintf(w, " %s | %s |\n", standardError(row), judge(row))
	}
}

// promise prints the nominal level.
func (c cell) promise() string {
	if c.kind == power {
		return "none"
	}
	return reports.FormatPercent(c.nominal(), 0)
}

// standardError tells the largest of a row, in points.
func standardError(row []cell) string {
	largest, exact := 0.0, 0
	for _, c := range row {
		largest = math.Max(largest, c.se)
		if c.exact {
			exact = max(exact, c.n)
		}
	}
	switch text := reports.FormatNumber(100*largest, 2); {
	case largest == 0 && exact > 0:
		return "exact"
	case exact > 0:
		return fmt.Sprintf("exact to %d, then %s", exact, text)
	default:
		return text
	}
}

var resultColumns = []string{"section", "measure", "method", "data", "n", "nominal", "observed", "monte_carlo_se", "exact", "undefined", "verdict"}

// csv is every cell with its numbers to six digits.
func (r results) csv() ([]byte, error) {
	var out bytes.Buffer
	w := csv.NewWriter(&out)
	number := func(v float64) string { return strconv.FormatFloat(v, 'g', 6, 64) }
	lines := [][]string{resultColumns}
	for _, c := range r.cells {
		lines = append(lines, []string{c.section, measureNames[c.kind], c.method, c.setting, strconv.Itoa(c.n), number(c.nominal()),
			number(c.observed), number(c.se), strconv.FormatBool(c.exact), number(c.undefined), c.verdict().text(c.kind)})
	}
	if err := w.WriteAll(lines); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}
