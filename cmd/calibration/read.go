package main

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"strconv"
)

// measureNames are the kinds as results.csv has them.
var measureNames = [...]string{typeOneError: "type_1_error", coverage: "coverage", power: "power"}

// readCells reads what results.csv holds of the cells: their numbers to six
// digits. Nominal level and verdict follow from the rest. The error names the line.
func readCells(text []byte) ([]cell, error) {
	lines, err := csv.NewReader(bytes.NewReader(text)).ReadAll()
	if err != nil {
		return nil, err
	}
	var cells []cell
	for i, l := range lines {
		if i == 0 {
			continue // the header; every line has as many fields
		}
		c, err := readCell(l)
		if err != nil {
			return nil, fmt.Errorf("results.csv, line %d: %w", i+1, err)
		}
		cells = append(cells, c)
	}
	return cells, nil
}

func readCell(l []string) (cell, error) {
	if len(l) != len(resultColumns) {
		return cell{}, fmt.Errorf("%d fields, want %d", len(l), len(resultColumns))
	}
	c := cell{section: l[0], method: l[2], setting: l[3]}
	switch l[1] {
	case measureNames[typeOneError]:
		c.kind = typeOneError
	case measureNames[coverage]:
		c.kind = coverage
	case measureNames[power]:
		c.kind = power
	default:
		return cell{}, fmt.Errorf("no measure is called %q", l[1])
	}
	nominal, err := strconv.ParseFloat(l[5], 64)
	if err != nil {
		return cell{}, err
	}
	if nominal != c.nominal() {
		c.promised = nominal
	}
	if c.n, err = strconv.Atoi(l[4]); err != nil {
		return cell{}, err
	}
	if c.exact, err = strconv.ParseBool(l[8]); err != nil {
		return cell{}, err
	}
	for _, f := range []struct {
		text string
		to   *float64
	}{{l[6], &c.observed}, {l[7], &c.se}, {l[9], &c.undefined}} {
		if *f.to, err = strconv.ParseFloat(f.text, 64); err != nil {
			return cell{}, err
		}
	}
	return c, nil
}
