package relations

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"mcpstats/internal/testlength"
)

// sayer makes a document whose texts and tables say the same in the ways that the kinds of
// relations between them read: parts is the document, and marked in them, between braces, a
// number that may be changed.
type sayer struct {
	name string
	of   func(m maker) []string
}

var fields = []string{"Ares", "Borealis", "Ceres", "Demeter", "Eos"}

// harvest is a table of shares, and what it holds.
func (m maker) harvest(mark int) (table string, cells [][]float64) {
	var b strings.Builder
	b.WriteString("Table 1: Yield of 340 plots.\nVariety\tSpring\tSummer\tAutumn")
	for r, f := range fields {
		row := make([]float64, 3)
		b.WriteString("\n" + f)
		for c := range row {
			row[c] = .3 + .6*m.Float64()
			text := m.print(row[c], 3)
			if mark == 3*r+c {
				text = "{" + text + "}"
			}
			b.WriteString("\t" + text)
		}
		cells = append(cells, row)
	}
	return b.String(), cells
}

var seasons = []string{"Spring", "Summer", "Autumn"}

var sayers = []sayer{
	{"differences", func(m maker) []string {
		table, x := m.harvest(-1)
		out := []string{table}
		which := m.IntN(8)
		for i := range 8 {
			a, b, c := i%5, (i+1+i/5)%5, m.IntN(3)
			d := m.print(100*(x[a][c]-x[b][c]), 1)
			sign := "+"
			if d[0] == '-' {
				sign, d = "-", d[1:]
			}
			if i == which {
				d = "{" + d + "}"
			}
			out = append(out, fmt.Sprintf("%s is compared with %s (%s: %s%s points).", fields[a], fields[b], seasons[c], sign, d))
		}
		return out
	}},
	{"both", func(m maker) []string {
		c := m.IntN(3)
		table, x := m.harvest(3 + c)
		rows := strings.Split(table, "\n")
		say := strings.Trim(strings.Split(rows[3], "\t")[c+1], "{}")
		cells := strings.Split(rows[2], "\t")
		cells[c+1] = say
		rows[2] = strings.Join(cells, "\t") // Ares prints what Borealis does
		out := []string{strings.Join(rows, "\n")}
		for i := range 4 {
			out = append(out, fmt.Sprintf("%s has a %s yield of %s, as Table 1 shows.", fields[i+1], seasons[(c+1)%3], m.print(x[i+1][(c+1)%3], 3)))
		}
		return append(out, fmt.Sprintf("In %s Ares and Borealis both reach %s, as Table 1 shows.", seasons[c], say))
	}},
	{"settings", func(m maker) []string {
		one, two := "Table 1: Ablation, 340 plots.\nPlan\tYield\tSugar", "Table 2: Sweep, 340 plots.\ndepth\tYield\tSugar"
		mark := m.IntN(10)
		for i := range 5 {
			y, s := 20+15*float64(i)+m.Float64(), .9-.1*float64(i)-.01*m.Float64()
			a, b := m.print(y, 1), m.print(s, 3)
			one += fmt.Sprintf("\n%s (depth = %d.0)\t%s\t%s", fields[i], i+1, a, b)
			switch mark {
			case 2 * i:
				a = "{" + a + "}"
			case 2*i + 1:
				b = "{" + b + "}"
			}
			two += fmt.Sprintf("\n%d.0\t%s\t%s", i+1, a, b)
		}
		return []string{one, two}
	}},
	{"reductions", func(m maker) []string {
		a := float64(2100 + m.IntN(7000))
		b := math.Round(a * (.1 + .7*m.Float64()))
		p := m.print(100*(1-b/a), 0)
		if m.IntN(2) == 0 {
			return []string{fmt.Sprintf("Mulching cut the water from %.0f to %.0f litres, a {%s}%% reduction.", a, b, p)}
		}
		return []string{fmt.Sprintf("A field takes %.0f litres. Mulching reduces this to %.0f litres, a {%s}%% reduction.", a, b, p)}
	}},
	{"ranges", func(m maker) []string {
		a, b := 2+m.IntN(5), 3+m.IntN(5)
		c, d := a+1+m.IntN(6), b+1+m.IntN(6)
		return []string{fmt.Sprintf("A crew has %d-{%d} sailors (%d-%d officers plus %d-%d deckhands).", a+b, c+d, a, c, b, d)}
	}},
	{"samples", func(m maker) []string {
		n := 150 + m.IntN(700)
		k := 1 + m.IntN(n-1)
		return []string{fmt.Sprintf("We examined %d letters of one clerk. Only {%s}%% were unsigned.", n, m.print(100*float64(k)/float64(n), 2))}
	}},
	{"all of them", func(m maker) []string {
		table, _ := m.harvest(-1)
		return []string{"We grow 5 varieties.", "The 5 varieties differ.", "We weighed all {5} varieties of the main trial.", table}
	}},
	{"everywhere", func(m maker) []string {
		table, x := m.harvest(-1)
		best := "\nFreya"
		for c := range 3 {
			top := 0.0
			for _, row := range x {
				top = math.Max(top, row[c])
			}
			text := m.print(math.Min(.999, top+.02), 3)
			if c == 1 {
				text = "{" + text + "}"
			}
			best += "\t" + text
		}
		return []string{"Table 1 shows that Freya has the highest yield in all seasons.", table + best}
	}},
}

// unmarked takes the braces off, and says what stood between them.
func unmarked(parts []string, change func(string) string) (out []string, number string) {
	for _, s := range parts {
		if from := strings.Index(s, "{"); from >= 0 {
			to := strings.Index(s, "}")
			number = change(s[from+1 : to])
			s = s[:from] + number + s[to+1:]
		}
		out = append(out, s)
	}
	return out, number
}

// TestOneDigitOfSayings changes one digit of a number that text and tables say of each other,
// and counts how often there is a finding. Where nothing is changed there is none.
func TestOneDigitOfSayings(t *testing.T) {
	documents := 25
	if testlength.Long() {
		documents = 400
	}
	tried, found := 0, 0
	for _, s := range sayers {
		hits := 0
		for seed := range uint64(documents) {
			m := maker{rand.New(rand.NewPCG(seed, 23)), int(seed % 4), 3}
			parts := s.of(m)
			right, _ := unmarked(parts, func(n string) string { return n })
			if got := told(Read(written(right...))); got != "" {
				t.Errorf("%s, seed %d: a finding before anything was changed: %s\n%s", s.name, seed, got, strings.Join(right, "\n"))
				break
			}
			wrong, _ := unmarked(parts, func(n string) string { return mutated(m.Rand, n) })
			if told(Read(written(wrong...))) != "" {
				hits++
			}
		}
		t.Logf("%s: %d of %d", s.name, hits, documents)
		tried, found = tried+documents, found+hits
	}
	t.Logf("%d of %d changed digits found", found, tried)
	if found*10 < tried*6 {
		t.Errorf("%d of %d changed digits found; expected 60%%", found, tried)
	}
}
