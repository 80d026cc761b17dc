package relations

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"mcpstats/datasets/document"
	"mcpstats/internal/testlength"
)

// maker makes documents whose numbers are right: computed from unrounded values, and printed
// by one rule of rounding, or each number by any.
type maker struct {
	*rand.Rand
	rule     int // 0 nearest, 1 cut off, 2 to even at ties, 3 any
	decimals int
}

func (m maker) print(v float64, decimals int) string {
	scale := math.Pow(10, float64(decimals))
	rule := m.rule
	if rule == 3 {
		rule = m.IntN(3)
	}
	switch rule {
	case 1:
		v = math.Trunc(v*scale+math.Copysign(1e-9, v)) / scale
	case 2:
		v = math.RoundToEven(v*scale) / scale
	default:
		v = math.Round(v*scale) / scale
	}
	return strconv.FormatFloat(v, 'f', decimals, 64)
}

// numbers are so many scores about a level, of one row or column.
func (m maker) scores(n int, spread float64) []float64 {
	level := 20 + 60*m.Float64()
	out := make([]float64, n)
	for i := range out {
		out[i] = math.Min(100, math.Max(0, level+spread*m.NormFloat64()))
	}
	return out
}

// kinds are columns that may be put behind those of scores: each what papers print there.
var kinds = []struct {
	head string
	of   func(m maker, x []float64, i int) float64
}{
	{"Avg.", func(_ maker, x []float64, _ int) float64 { return mean(x) }},
	{"Avg.", func(m maker, x []float64, _ int) float64 { return weightedMean(x, 1, 1.2) }},  // almost the mean
	{"Avg.", func(m maker, x []float64, _ int) float64 { return weightedMean(x, 1, 1.02) }}, // nearly the mean
	{"Overall", func(m maker, x []float64, _ int) float64 { return weightedMean(x, 100, 300) }},
	{"Avg.", func(m maker, x []float64, _ int) float64 { return geometric(x) }},
	{"Avg.", func(m maker, x []float64, _ int) float64 {
		return mean(append([]float64{mean(x) + m.NormFloat64()}, x...))
	}}, // over one more
	{"Δ", func(_ maker, x []float64, _ int) float64 { return x[1] - x[0] }},
	{"Gain (%)", func(_ maker, x []float64, _ int) float64 { return 100 * (x[1] - x[0]) / (x[0] + 1e-9) }},
	{"Speedup", func(_ maker, x []float64, _ int) float64 { return x[0] / (x[1] + 1e-9) }},
	{"F1", func(_ maker, x []float64, _ int) float64 { return 2 * x[0] * x[1] / (x[0] + x[1] + 1e-9) }},
	{"Macro-F1", func(m maker, x []float64, _ int) float64 { return 2*x[0]*x[1]/(x[0]+x[1]+1e-9) - .3*m.Float64() }},
	{"Median", func(_ maker, x []float64, _ int) float64 { return x[len(x)/2] }},
	{"Other", func(m maker, _ []float64, _ int) float64 { return 100 * m.Float64() }},
	{"Best", func(_ maker, x []float64, _ int) float64 {
		b := x[0]
		for _, v := range x {
			b = math.Max(b, v)
		}
		return b
	}},
	{"Total", func(_ maker, x []float64, _ int) float64 { return mean(x) * float64(len(x)) }},
}

func mean(x []float64) float64 {
	s := 0.0
	for _, v := range x {
		s += v
	}
	return s / float64(len(x))
}

func weightedMean(x []float64, low, high float64) float64 {
	s, t := 0.0, 0.0
	for i, v := range x {
		w := low + (high-low)*float64(i)/float64(len(x))
		s, t = s+w*v, t+w
	}
	return s / t
}

func geometric(x []float64) float64 {
	s := 0.0
	for _, v := range x {
		s += math.Log(v + 1e-9)
	}
	return math.Exp(s / float64(len(x)))
}

// table makes a right table with a caption and, on some, bold print.
func (m maker) table() (*document.Document, [][]string) {
	rows, cols := 3+m.IntN(12), 2+m.IntN(6)
	spread := []float64{.05, 1, 8, 20}[m.IntN(4)]
	heads := []string{"Model"}
	for c := range cols {
		heads = append(heads, fmt.Sprintf("%c", 'A'+c))
	}
	extra := []int{m.IntN(len(kinds)), m.IntN(len(kinds))}[:1+m.IntN(2)]
	n := 40 + m.IntN(400)
	counted := m.IntN(3) == 0
	for _, k := range extra {
		heads = append(heads, kinds[k].head)
	}
	grid := [][]string{heads}
	for r := range rows {
		x := m.scores(cols, spread)
		if counted {
			for i := range x {
				x[i] = 100 * math.Round(x[i]*float64(n)/100) / float64(n)
			}
		}
		row := []string{fmt.Sprintf("System %c%d", 'A'+r, r)}
		for _, v := range x {
			row = append(row, m.print(v, m.decimals))
		}
		for _, k := range extra {
			row = append(row, m.print(kinds[k].of(m, x, r), m.decimals))
		}
		grid = append(grid, row)
	}
	m.embolden(grid)
	return m.document(grid, n), grid
}

// embolden marks the best of each column, or all of the last row, as papers do.
func (m maker) embolden(grid [][]string) {
	style := m.IntN(4)
	if style == 0 {
		return
	}
	human := style == 2 && len(grid) > 4 // the first row is shown for comparison, and never bold
	for c := 1; c < len(grid[0]); c++ {
		best := 1
		if human {
			best = 2
		}
		for r := best; r < len(grid); r++ {
			a, _ := strconv.ParseFloat(grid[r][c], 64)
			b, _ := strconv.ParseFloat(grid[best][c], 64)
			if a > b {
				best = r
			}
		}
		if style == 3 {
			best = len(grid) - 1
		}
		grid[best][c] = "*" + grid[best][c] + "*"
	}
}

func (m maker) document(grid [][]string, n int) *document.Document {
	lines := make([]string, len(grid))
	for i, row := range grid {
		lines[i] = strings.Join(row, "\t")
	}
	return tabled("Accuracy of the systems.", strings.Join(lines, "\n"), fmt.Sprintf("We evaluate on %d tasks and 1,000 questions of %d kinds.", n, len(grid)))
}

// TestRightDocuments: of documents whose numbers are right, however they were rounded, and
// whatever almost holds in them, nothing is said.
func TestRightDocuments(t *testing.T) {
	wrong := 0
	documents := 200
	if testlength.Long() {
		documents = 4000
	}
	for seed := range uint64(documents) {
		m := maker{rand.New(rand.NewPCG(seed, 7)), int(seed % 4), 1 + int(seed/4%3)}
		doc, grid := m.table()
		r := Read(doc)
		if found := told(r); found != "" {
			wrong++
			if wrong < 6 {
				t.Errorf("seed %d: %s", seed, found)
				for _, row := range grid {
					t.Log(strings.Join(row, "\t"))
				}
				for _, rel := range r.Relations {
					t.Logf("%s %d/%d %g", rel.Rule, rel.Held, rel.Of, rel.Chance)
				}
			}
		}
	}
	if wrong > 0 {
		t.Errorf("%d of %d documents", wrong, documents)
	}
}
