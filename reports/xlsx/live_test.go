package xlsx

import (
	"bytes"
	"math"
	"strconv"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	"mcpstats/analysis/evaluate"
	"mcpstats/analysis/result"
	"mcpstats/analysis/table"
	"mcpstats/reports"
	"mcpstats/reports/compose"
	"mcpstats/reports/internal/standard"
)

func nearly(got string, want float64) bool {
	v, err := strconv.ParseFloat(got, 64)
	return err == nil && math.Abs(v-want) <= agreement*math.Abs(want)
}

// small is a benchmark of 4 tasks with 2 attempts each, on paper:
//
//	task  stratum  a          b
//	t1    easy     1 1 -> 1   1 0 -> .5
//	t2    easy     1 0 -> .5  0 0 -> 0
//	t3    hard     - 1 -> .5  1 1 -> 1
//	t4    hard     0 0 -> 0   - - -> 0
//
// What has no outcome counts as 0: a has a mean of 2/4 = .5, b of 1.5/4 = .375;
// a wins t1 and t2, b wins t3, t4 is a tie.
//
// What has an outcome has a cost; what has none, none, and is left out:
//
//	t1  2 3 -> 2.5    1 2 -> 1.5
//	t2  4 5 -> 4.5    2 3 -> 2.5
//	t3  - 7 -> 7      3 4 -> 3.5
//	t4  8 9 -> 8.5    - -
//
// a costs 22.5/4, b 7.5/3; over the three tasks that both have, a costs 14/3, and b
// is cheaper at each.
func small(t *testing.T, benchmarks ...string) (*reports.Document, Scores) {
	t.Helper()
	b := table.NewBuilder()
	for _, name := range benchmarks {
		for run, tasks := range map[string][4]string{"a": {"11", "10", "-1", "00"}, "=b": {"10", "00", "11", "--"}} {
			for i, outcomes := range tasks {
				for k, c := range outcomes {
					task := "t" + string(rune('1'+i))
					r := table.Record{Attempt: table.Attempt{Benchmark: name, Run: run, Task: task, Trial: k, PlanLength: -1,
						Strata: map[string]string{"level": []string{"easy", "hard"}[i/2]}}}
					if c != '-' {
						cost := float64(i + 1 + k)
						if run == "a" {
							cost = float64(2*(i+1) + k)
						}
						r.Values = []table.Value{{Metric: "success", Value: float64(c - '0')}, {Metric: "cost", Value: cost}}
					}
					b.Add(table.Origin{Record: i*2 + k}, r)
				}
			}
		}
	}
	built, err := b.Build("error")
	if err != nil {
		t.Fatal(err)
	}
	res, err := evaluate.Evaluate(built, result.Plan{Resamples: 200}, table.Catalog{{
		Name: "success", Doc: "Solved.", Cite: "here", Unit: "share", Better: result.Higher, Scale: result.Binary, Missing: result.Fail, Main: true,
	}, {
		Name: "cost", Doc: "Paid.", Cite: "here", Unit: "USD", Scale: result.Interval, Better: result.Lower, Missing: result.Drop, Main: true,
	}})
	if err != nil {
		t.Fatal(err)
	}
	doc := standard.Report(t, res)
	scores, err := built.ByBenchmark(res.Provenance.Plan)
	if err != nil {
		t.Fatal(err)
	}
	cards, further, err := compose.Scorecards(res, scores)
	if err != nil {
		t.Fatal(err)
	}
	return doc, Scores{Headline: cards, Further: further}
}

// cellOf finds the cell in a column, by its header, and in the first row that
// holds all the given texts.
func cellOf(t *testing.T, f *excelize.File, sheet, header string, row ...string) string {
	t.Helper()
	rows, err := f.GetRows(sheet)
	if err != nil {
		t.Fatal(err)
	}
	col := 0
	for r, cells := range rows {
		for c, text := range cells {
			if text == header {
				col = c + 1
			}
		}
		holds := col > 0
		for _, want := range row {
			holds = holds && strings.Contains("\x00"+strings.Join(cells, "\x00")+"\x00", "\x00"+want+"\x00")
		}
		if holds {
			name, err := excelize.CoordinatesToCellName(col, r+1)
			if err != nil {
				t.Fatal(err)
			}
			return name
		}
	}
	t.Fatalf("sheet %s has no column %q or no row of %q", sheet, header, row)
	return ""
}

// expectation is a cell of the small benchmark, by hand.
type expectation struct {
	sheet, header string
	row           []string
	want          float64
}

var onPaper = []expectation{
	{"Leaderboard", "success", []string{"a"}, .5}, {"Leaderboard", "success", []string{"=b"}, .375},
	{"Leaderboard", "Tasks", []string{"a"}, 4}, {"Leaderboard", "Attempts", []string{"=b"}, 8},
	{"Leaderboard", "Imputed", []string{"a"}, 1}, {"Leaderboard", "Imputed", []string{"=b"}, 2},
	{"Leaderboard", "Sum of scores", []string{"a"}, 4}, {"Leaderboard", "Sum of scores", []string{"=b"}, 3},
	// A is a, which ranks before =b.
	{"Comparisons", "Wins", nil, 2}, {"Comparisons", "Ties", nil, 1}, {"Comparisons", "Losses", nil, 1}, {"Comparisons", "A - B (points)", nil, 12.5},
	{"Strata", "success", []string{"easy", "a"}, .75}, {"Strata", "success", []string{"hard", "a"}, .25},
	{"Strata", "success", []string{"easy", "=b"}, .25}, {"Strata", "success", []string{"hard", "=b"}, .5},
	{"Comparisons", "Tasks", []string{"cost", "=b", "a"}, 3}, {"Comparisons", "Mean of A", []string{"cost", "=b", "a"}, 14. / 3},
	{"Comparisons", "Mean of B", []string{"cost", "=b", "a"}, 2.5}, {"Comparisons", "Wins", []string{"cost", "=b", "a"}, 0},
	{"Comparisons", "Losses", []string{"cost", "=b", "a"}, 3}, {"Comparisons", "A - B ($)", []string{"cost", "=b", "a"}, 14./3 - 2.5},
	{"Summaries", "Mean", []string{"cost", "overall", "a"}, 5.625}, {"Summaries", "Mean", []string{"cost", "overall", "=b"}, 2.5},
	{"Summaries", "Attempts", []string{"cost", "overall", "a"}, 7}, {"Summaries", "Tasks", []string{"cost", "overall", "=b"}, 3},
	{"Summaries", "Mean", []string{"cost", "level", "hard", "a"}, 7.75}, {"Summaries", "Mean", []string{"success", "level", "easy", "a"}, .75},
}

// find is the cell of an expectation; the only comparison stands below its header.
func (e expectation) find(t *testing.T, f *excelize.File) string {
	t.Helper()
	if e.row != nil {
		return cellOf(t, f, e.sheet, e.header, e.row...)
	}
	col, row, err := excelize.CellNameToCoordinates(cellOf(t, f, e.sheet, e.header, "A", "B"))
	if err != nil {
		t.Fatal(err)
	}
	at, err := excelize.CoordinatesToCellName(col, row+1)
	if err != nil {
		t.Fatal(err)
	}
	return at
}

// hold checks that cells hold what was computed by hand.
func hold(t *testing.T, f *excelize.File, all []expectation) {
	t.Helper()
	for _, e := range all {
		at := e.find(t, f)
		if v, err := f.GetCellValue(e.sheet, at, excelize.Options{RawCellValue: true}); err != nil || !nearly(v, e.want) {
			t.Errorf("%s!%s (%s of %v) holds %s, want %v", e.sheet, at, e.header, e.row, v, e.want)
		}
	}
}

func TestFormulas(t *testing.T) {
	doc, scores := small(t, "one")
	var b bytes.Buffer
	if err := Render(&b, doc, scores); err != nil {
		t.Fatal(err)
	}
	f := open(t, b.Bytes())
	hold(t, f, onPaper)
	for _, e := range onPaper {
		if formula, err := f.GetCellFormula(e.sheet, e.find(t, f)); err != nil || formula == "" {
			t.Errorf("%s of %v on %s is no formula, %v", e.header, e.row, e.sheet, err)
		}
	}
}

// TestWithoutScores: where there are no scores, nothing is a formula.
func TestWithoutScores(t *testing.T) {
	doc, _ := small(t, "one")
	f := open(t, render(t, doc, nil))
	at := cellOf(t, f, "Leaderboard", "success", "a")
	if formula, err := f.GetCellFormula("Leaderboard", at); err != nil || formula != "" {
		t.Errorf("%s is the formula %q, %v", at, formula, err)
	}
}

// TestDisagreement: where the sheet does not give the number of the results, the
// cell holds the number and no formula.
func TestDisagreement(t *testing.T) {
	doc, scores := small(t, "one")
	for _, block := range doc.Blocks {
		if table, ok := block.(reports.Table); ok && table.Origin.Part == "leaderboard" {
			for k, c := range table.Columns {
				if c.Key == "mean" {
					table.Rows[0][k].Value += 1e-9
				}
			}
		}
	}
	var b bytes.Buffer
	if err := Render(&b, doc, scores); err != nil {
		t.Fatal(err)
	}
	f := open(t, b.Bytes())
	at := cellOf(t, f, "Leaderboard", "success", "a")
	if formula, err := f.GetCellFormula("Leaderboard", at); err != nil || formula != "" {
		t.Errorf("a mean that the sheet does not give is the formula %q, %v", formula, err)
	}
	if v, err := f.GetCellValue("Leaderboard", at, excelize.Options{RawCellValue: true}); err != nil || !nearly(v, .5+1e-9) {
		t.Errorf("it holds %s, want the results' own, %v", v, err)
	}
}

// TestPolicies: what has no outcome counts as the policy says.
func TestPolicies(t *testing.T) {
	_, scores := small(t, "one")
	card := scores.Headline[0]
	for policy, want := range map[string]float64{
		"fail": .5,           // (1 + .5 + .5 + 0) / 4
		"drop": 2.5 / 4,      // t3 counts by its one attempt: (1 + .5 + 1 + 0) / 4
		"best": (2 + .5) / 4, // t3's other attempt counts as 1: the same here
	} {
		card.Policy = policy
		sheet := planScores(scoreSheetName, false, []reports.Scorecard{card})
		sum := 0.0
		for task := range card.Tasks {
			v, ok := card.Task(task, 0)
			if !ok {
				t.Fatalf("%s: a has no score at task %d", policy, task)
			}
			sum += v
			if f := sheet.formula(&card, task, 0, 0, 9); f == "" {
				t.Errorf("%s: no formula", policy)
			}
		}
		if got := sum / 4; math.Abs(got-want) > 1e-15 {
			t.Errorf("%s: a has a mean of %v, want %v", policy, got, want)
		}
	}
}
