package xlsx

import (
	"archive/zip"
	"bytes"
	"encoding/xml"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	"mcpstats/reports"
)

// drawn is what the tests read of a chart.
type drawn struct {
	Series []struct {
		Plus   reference `xml:"errBars>plus>numRef"`
		Minus  reference `xml:"errBars>minus>numRef"`
		Labels reference `xml:"cat>strRef"`
		Values reference `xml:"val>numRef"`
	} `xml:"chart>plotArea>barChart>ser"`
	Title []string `xml:"chart>title>tx>rich>p>r>t"`
}

type reference struct {
	Cells  string   `xml:"f"`
	Values []string `xml:"numCache>pt>v"`
	Texts  []string `xml:"strCache>pt>v"`
}

// unpacked reads one file of a workbook.
func unpacked(t *testing.T, book []byte, name string) []byte {
	t.Helper()
	z, err := zip.NewReader(bytes.NewReader(book), int64(len(book)))
	if err != nil {
		t.Fatal(err)
	}
	f, err := z.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	content, err := io.ReadAll(f)
	if err != nil {
		t.Fatal(err)
	}
	return content
}

// TestChart: a chart's error bars go from the cells of its bars to the interval's
// ends, and what it holds beside the references is what stands there.
func TestChart(t *testing.T) {
	doc, scores := small(t, "one")
	var b bytes.Buffer
	if err := Render(&b, doc, scores); err != nil {
		t.Fatal(err)
	}
	f := open(t, b.Bytes())
	var c drawn
	if err := xml.Unmarshal(unpacked(t, b.Bytes(), "xl/charts/chart1.xml"), &c); err != nil {
		t.Fatal(err)
	}
	if len(c.Series) != 1 || len(c.Title) != 1 || c.Title[0] != "Mean success with its interval" {
		t.Fatalf("the chart is %+v", c)
	}
	s := c.Series[0]
	for _, r := range []reference{s.Plus, s.Minus, s.Values} {
		cells := cellsOf(t, f, r.Cells)
		if len(cells) != 2 || len(r.Values) != 2 {
			t.Fatalf("%s holds %v, want two cells", r.Cells, cells)
		}
		for i, v := range r.Values {
			want, err := strconv.ParseFloat(v, 64)
			if err != nil || !nearly(cells[i], want) {
				t.Errorf("%s holds %s, and the chart %s", r.Cells, cells[i], v)
			}
		}
	}
	if got := cellsOf(t, f, s.Labels.Cells); strings.Join(got, " ") != strings.Join(s.Labels.Texts, " ") || strings.Join(got, " ") != "a =b" {
		t.Errorf("the labels are %v, and those of the chart %v, want a and =b", got, s.Labels.Texts)
	}
	for i, run := range []string{"a", "=b"} {
		at := func(header string) float64 {
			v, err := f.GetCellValue("Leaderboard", cellOf(t, f, "Leaderboard", header, run), excelize.Options{RawCellValue: true})
			if err != nil {
				t.Fatal(err)
			}
			n, err := strconv.ParseFloat(v, 64)
			if err != nil {
				t.Fatal(err)
			}
			return n
		}
		mean, low, high := at("success"), at("95% interval (%), low"), at("95% interval (%), high")
		for _, end := range []struct {
			got  string
			want float64
		}{{s.Minus.Values[i], mean - low}, {s.Plus.Values[i], high - mean}} {
			if got, err := strconv.ParseFloat(end.got, 64); err != nil || math.Abs(got-end.want) > 1e-12 {
				t.Errorf("an error bar of %s is %s long, want %v", run, end.got, end.want)
			}
		}
	}
}

// cellsOf reads a column of cells: "Charts!$B$6:$B$7".
func cellsOf(t *testing.T, f *excelize.File, ref string) []string {
	t.Helper()
	var column string
	var from, to int
	fields := strings.FieldsFunc(ref, func(r rune) bool { return r == '!' || r == '$' || r == ':' })
	if len(fields) != 5 || fields[1] != fields[3] {
		t.Fatalf("%q is no column of cells", ref)
	}
	column = fields[1]
	if _, err := fmt.Sscan(fields[2], &from); err != nil {
		t.Fatal(err)
	}
	if _, err := fmt.Sscan(fields[4], &to); err != nil {
		t.Fatal(err)
	}
	var out []string
	for row := from; row <= to; row++ {
		v, err := f.GetCellValue(fields[0], fmt.Sprintf("%s%d", column, row), excelize.Options{RawCellValue: true})
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, v)
	}
	return out
}

// TestAxis: no interval is cut off, and a share's axis stays within 0 and 1.
func TestAxis(t *testing.T) {
	v := func(x float64) *float64 { return &x }
	for _, tt := range []struct {
		bars      []chartRow
		format    string
		low, high float64
		step      float64
	}{
		{[]chartRow{{value: .58, below: v(.1), above: v(.09)}, {value: .1, below: v(.05), above: v(.07)}}, "0%", 0, .7, .2},
		{[]chartRow{{value: .98, below: v(.05), above: v(.01)}}, "0%", 0, 1, .2},
		{[]chartRow{{value: -3, below: v(10), above: v(10)}, {value: 8.2, below: v(6), above: v(6)}}, signedFormat, -15, 15, 5},
		{[]chartRow{{value: 1234}}, "General", 0, 1500, 500},
	} {
		c := &chart{bars: tt.bars, format: tt.format}
		low, high, step := c.ends()
		if low == nil || high == nil || math.Abs(*low-tt.low) > 1e-9 || math.Abs(*high-tt.high) > 1e-9 || math.Abs(*step-tt.step) > 1e-9 {
			t.Errorf("the axis of %+v goes from %v to %v by %v, want %v to %v by %v", tt.bars, *low, *high, *step, tt.low, tt.high, tt.step)
		}
	}
}

// TestCrowdedCharts: beside the bars of one run's pairs stands the other run alone,
// and of many points only those on the frontier are named.
func TestCrowdedCharts(t *testing.T) {
	pairs := reports.Table{ID: "pairs", Origin: reports.Origin{Part: "comparisons"}, Columns: []reports.Column{
		{Name: "A", Key: "a"}, {Name: "B", Key: "b"}, {Name: "A - B", Key: "difference", Kind: reports.Points}}}
	points := reports.Table{ID: "points", Origin: reports.Origin{Part: "frontier"}, Columns: []reports.Column{
		{Name: "Run", Key: "run"}, {Name: "USD", Key: costKey, Kind: reports.Number}, {Name: "success", Key: qualityKey, Kind: reports.Percent}, {Name: "On", Key: "on_frontier"}}}
	for i := range mostPairs + 1 {
		other := fmt.Sprintf("run%02d", i+1)
		row := []reports.Cell{{Text: "run00"}, {Text: other}, {Value: .1, HasValue: true}}
		if i == 3 {
			row[0], row[1] = row[1], row[0]
		}
		pairs.Rows = append(pairs.Rows, row)
		if i < mostNamed+1 {
			points.Rows = append(points.Rows, []reports.Cell{{Text: other}, {Value: float64(i), HasValue: true}, {Value: .5, HasValue: true}, {Text: map[bool]string{true: "yes", false: "no"}[i == 1]}})
		}
	}
	book := render(t, &reports.Document{Title: "Crowded", Blocks: []reports.Block{
		reports.Heading{Level: 1, ID: "bench", Text: "bench", Origin: reports.Origin{Part: "benchmark", Benchmark: "bench", Within: true}},
		reports.Heading{Level: 2, ID: "differences", Text: "Differences"}, pairs, points}}, nil)
	var c drawn
	if err := xml.Unmarshal(unpacked(t, book, "xl/charts/chart1.xml"), &c); err != nil {
		t.Fatal(err)
	}
	if got := c.Series[0].Labels.Texts; len(got) != mostPairs || got[0] != "- run01" || got[3] != "run04 -" {
		t.Errorf("the bars are labelled %q, want the other run of %d pairs", got, mostPairs)
	}
	if named := strings.Count(string(unpacked(t, book, "xl/charts/chart2.xml")), `<c:showSerName val="1"/>`); named != 1 {
		t.Errorf("%d of %d points are named, want the one on the frontier", named, len(points.Rows))
	}
}
