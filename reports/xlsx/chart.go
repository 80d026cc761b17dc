package xlsx

import (
	"bytes"
	"fmt"
	"math"
)

// chart is a native chart of estimates with their intervals: horizontal bars, the
// first at the top. Its numbers stand on the sheet Charts, from which it reads
// them.
type chart struct {
	title, axis string
	format      string // of the axis
	bars        []chartRow

	benchmark string // as it is shown

	page *page // where the estimates stand
	grid *grid
	key  string // of their column
	row  int    // the header row of the chart's numbers
}

// chartRow is one bar: a row of the grid.
type chartRow struct {
	label        string
	at           int // the row of the grid
	value        float64
	format       string   // of the value
	below, above *float64 // from the value to the interval's ends; nil: there is none
	grey         bool     // no difference is shown
}

// markup writes the chart.
func (c *chart) markup() ([]byte, error) {
	n := len(c.bars)
	ref := func(column string) string {
		return fmt.Sprintf("%s!$%s$%d:$%[2]s$%[4]d", chartSheet, column, c.row+1, c.row+n)
	}
	values, below, above := series{Ref: ref(firstLetter)}, series{Ref: ref(belowLetter)}, series{Ref: ref(aboveLetter)}
	var names []string
	var grey, short []int // bars that show no difference; bars without their value, as the interval stands there
	for i, r := range c.bars {
		names = append(names, r.label)
		values.Values = append(values.Values, &r.value)
		below.Values, above.Values = append(below.Values, r.below), append(above.Values, r.above)
		if r.grey {
			grey = append(grey, i)
		}
	}
	low, high, step := c.ends()
	for i, r := range c.bars {
		if high != nil && (c.key != "mean" || r.value-at(r.below) < .15*(*high-*low)) {
			short = append(short, i)
		}
	}
	var out bytes.Buffer
	err := chartXML.ExecuteTemplate(&out, "bars", map[string]any{
		"Title": label{c.title, 1200, 1}, "Name": texts{fmt.Sprintf("%s!$%s$%d", chartSheet, firstLetter, c.row), []string{valueHead}}, "Labels": texts{ref(labelLetter), names}, "Shown": c.bars[0].format, "Short": short,
		"Values": values, "Below": below, "Above": above, "Grey": grey,
		"Across": valueAxis{ID: 222, Other: 111, Side: "b", Crosses: "max", Between: "between", Ticks: "nextTo", Title: label{c.axis, 1000, 0}, Format: c.format, Min: low, Max: high, Step: step},
	})
	return out.Bytes(), err
}

// ends are where the axis begins and ends, and the step of its numbers: programs that
// find them by themselves look at the bars and cut the intervals off, and crowd the
// numbers beside long names.
func (c *chart) ends() (low, high, step *float64) {
	from, to := 0.0, 0.0 // bars begin there
	for _, r := range c.bars {
		below, above := r.value, r.value
		if r.below != nil {
			below, above = below-*r.below, above+*r.above
		}
		from, to = min(from, below), max(to, above)
	}
	if from == to {
		return nil, nil, nil
	}
	unit := math.Pow(10, math.Floor(math.Log10(to-from)))
	if (to-from)/unit < 5 {
		unit /= 2
	}
	from, to = math.Floor(from/unit)*unit, math.Ceil(to/unit)*unit
	if c.format == "0%" {
		from, to = max(from, 0), min(to, 1)
	}
	const most = 6 // steps
	if (to-from)/unit > most+0.5 {
		unit *= 2
	}
	return &from, &to, &unit
}

// at is a number that may be absent.
func at(v *float64) float64 {
	if v == nil {
		return 0
	}
	return *v
}
