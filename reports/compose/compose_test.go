package compose

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"mcpstats/analysis/result"
	"mcpstats/reports"
	"mcpstats/reports/internal/sample"
)

func contains(s, part string) bool { return strings.Contains(s, part) }

// samples are results of every shape that a report may meet.
func samples() map[string]*result.Results {
	both := sample.Two(true)
	sample.Add(both, "second", sample.Run{Name: "alpha", Mean: 0.5, Low: 0.4, Hig: 0.6})
	return map[string]*result.Results{
		"empty": sample.Empty(), "two": sample.Two(true), "tied": sample.Two(false), "six": sample.Many(6, 3), "twenty": sample.Many(20, 6),
		"judged": sample.Judged(), "full": sample.Full(), "hostile": sample.Hostile(), "benchmarks": both,
	}
}

func composed(t *testing.T, res *result.Results) *reports.Document {
	t.Helper()
	doc, err := report(res)
	if err != nil {
		t.Fatal(err)
	}
	return doc
}

// documents are the report and the failure breakdown of every sample.
func documents(t *testing.T) map[string]*reports.Document {
	t.Helper()
	out := map[string]*reports.Document{}
	for name, res := range samples() {
		out[name] = composed(t, res)
		for part, make := range map[string]func(*result.Results) (*reports.Document, error){
			"failures": Failures, "comparisons": Comparisons, "agreement": Agreement, "summaries": Summaries,
		} {
			doc, err := make(res)
			if err != nil {
				t.Fatalf("%s of %s: %v", part, name, err)
			}
			out[name+" "+part] = doc
		}
	}
	return out
}

func tables(doc *reports.Document) []reports.Table {
	var out []reports.Table
	for _, b := range doc.Blocks {
		if t, ok := b.(reports.Table); ok {
			out = append(out, t)
		}
	}
	return out
}

func tableWith(t *testing.T, doc *reports.Document, prefix string) reports.Table {
	t.Helper()
	for _, table := range tables(doc) {
		if strings.HasPrefix(table.ID, prefix) {
			return table
		}
	}
	t.Fatalf("no table %s", prefix)
	return reports.Table{}
}

// Tables are rectangular, their keys and all IDs unique, their captions there,
// and every link leads somewhere.
func TestDocumentsAreWellFormed(t *testing.T) {
	for name, doc := range documents(t) {
		ids := map[string]bool{}
		var links []string
		id := func(s string) {
			if s == "" || ids[s] || strings.Trim(s, "abcdefghijklmnopqrstuvwxyz0123456789-") != "" {
				t.Errorf("%s: identifier %q is empty, taken or unfit for a file name", name, s)
			}
			ids[s] = true
		}
		spans := func(list []reports.Span) {
			for _, s := range list {
				if s.Link != "" {
					links = append(links, s.Link)
				}
			}
		}
		for i, b := range doc.Blocks {
			switch b := b.(type) {
			case reports.Heading:
				id(b.ID)
				if i+1 == len(doc.Blocks) {
					t.Errorf("%s: section %q has no content", name, b.Text)
				} else if next, ok := doc.Blocks[i+1].(reports.Heading); ok && next.Level <= b.Level {
					t.Errorf("%s: section %q has no content", name, b.Text)
				}
			case reports.Prose:
				spans(b.Spans)
			case reports.Footnote:
				spans(b.Spans)
			case reports.List:
				for _, item := range b.Items {
					spans(item.Spans)
				}
			case reports.Figure:
				id(b.ID)
				if b.Caption == "" || b.Alt == "" {
					t.Errorf("%s: figure %s has no caption or no alternative text", name, b.ID)
				}
			case reports.Table:
				id(b.ID)
				checkTable(t, name, b)
			}
		}
		for _, l := range links {
			if !ids[l] {
				t.Errorf("%s: a link leads to %q, which is not there", name, l)
			}
		}
	}
}

func checkTable(t *testing.T, name string, table reports.Table) {
	t.Helper()
	if table.Caption == "" {
		t.Errorf("%s: table %s has no caption", name, table.ID)
	}
	keys := map[string]bool{}
	for _, c := range table.Columns {
		if keys[c.Key] || c.Key == "" && c.Name != "" {
			t.Errorf("%s: table %s has the key %q twice or empty", name, table.ID, c.Key)
		}
		keys[c.Key] = true
	}
	for i, row := range table.Rows {
		if len(row) != len(table.Columns) {
			t.Errorf("%s: row %d of %s has %d cells for %d columns", name, i, table.ID, len(row), len(table.Columns))
			continue
		}
		for k, cell := range row {
			if kind := table.Columns[k].Kind; kind != reports.Text && kind != reports.Mixed && cell.HasValue && cell.Kind != kind {
				t.Errorf("%s: table %s, column %s: a cell of kind %d in a column of kind %d", name, table.ID, table.Columns[k].Key, cell.Kind, kind)
			}
			if math.IsNaN(cell.Value) {
				t.Errorf("%s: NaN in %s", name, table.ID)
			}
			if len([]rune(cell.Text)) > reports.MaxTextRunes+10 || reports.Visible(cell.Text) != cell.Text {
				t.Errorf("%s: table %s shows %.60q", name, table.ID, cell.Text)
			}
		}
	}
}

func TestComposeIsDeterministic(t *testing.T) {
	first, second := documents(t), documents(t)
	if diff := cmp.Diff(first, second); diff != "" {
		t.Error(diff)
	}
}

func TestComposeLeavesResultsAlone(t *testing.T) {
	res, same := sample.Full(), sample.Full()
	composed(t, res)
	if diff := cmp.Diff(same, res); diff != "" {
		t.Error(diff)
	}
}

func TestComposeRefusesOtherVersions(t *testing.T) {
	res := sample.Two(true)
	res.Version = 7
	if _, err := report(res); err == nil || !contains(err.Error(), "version 7, expected version 1") {
		t.Errorf("got %v", err)
	}
}

// The same number prints the same in every table, whatever its intervals are.
func TestSameNumberPrintsTheSame(t *testing.T) {
	check := func(t interface {
		Errorf(string, ...any)
	}, doc *reports.Document) {
		type number struct {
			kind  reports.Kind
			value float64
		}
		seen := map[number]string{}
		for _, table := range tables(doc) {
			for _, row := range table.Rows {
				for k, cell := range row {
					kind := table.Columns[k].Kind
					if kind == reports.Mixed {
						kind = cell.Kind
					}
					if !cell.HasValue || kind != reports.Percent && kind != reports.Points && kind != reports.PValue && kind != reports.Integer {
						continue
					}
					n := number{kind, cell.Value}
					if text, ok := seen[n]; ok && text != cell.Text {
						t.Errorf("%v prints as %q and, in %s, as %q", cell.Value, text, table.ID, cell.Text)
					}
					seen[n] = cell.Text
				}
			}
		}
	}
	check(t, composed(t, sample.Full()))
	rapid.Check(t, func(rt *rapid.T) {
		res := sample.Full()
		for i := range res.Summaries {
			s := &res.Summaries[i]
			if s.Mean != nil && s.Interval != nil {
				half := rapid.Float64Range(1e-6, 0.5).Draw(rt, "half")
				s.Interval = sample.Interval(*s.Mean-half, *s.Mean+half, "bca")
			}
		}
		doc, err := report(res)
		if err != nil {
			rt.Fatal(err)
		}
		check(rt, doc)
	})
}

// Bold marks the first run only where the comparisons separate it from all.
func TestBoldOnlyWhereSeparated(t *testing.T) {
	bold := func(res *result.Results) []string {
		var out []string
		for _, row := range tableWith(t, composed(t, res), "leaderboard-").Rows {
			for _, cell := range row {
				if cell.Strong {
					out = append(out, cell.Text)
				}
			}
		}
		return out
	}
	if got := bold(sample.Many(6, 1)); !slices.Equal(got, []string{"run-01", "90.0%"}) {
		t.Errorf("all apart: %v is bold", got)
	}
	if got := bold(sample.Many(6, 2)); len(got) > 0 {
		t.Errorf("tied: %v is bold", got)
	}
	res := sample.Many(6, 1)
	res.Comparisons = res.Comparisons[1:]
	if got := bold(res); len(got) > 0 {
		t.Errorf("one pair not compared: %v is bold", got)
	}
}

// The head tells the gravest warning, which the results list first, and leads to the others.
func TestHeadTellsTheGravestWarning(t *testing.T) {
	res := sample.Full()
	doc := composed(t, res)
	first := slices.IndexFunc(res.Warnings, func(w result.Warning) bool { return w.Decisive })
	if got, want := plain(doc.PlainSummaries[0].Careful), strings.TrimSuffix(capital(res.Warnings[first].Message), ".")+"."; got != want {
		t.Errorf("the warning told is %q, want %q", got, want)
	}
	note, ok := doc.Blocks[1].(reports.Footnote)
	if want := "All " + reports.FormatCount(len(res.Warnings)) + " warnings."; !ok || !strings.HasSuffix(plain(note.Spans), want) {
		t.Errorf("got %#v, want it to end with %q", doc.Blocks[1], want)
	}
}

// The head is followed by the leaderboard, so that a first screen holds both.
func TestLeaderboardComesFirst(t *testing.T) {
	doc := composed(t, sample.Full())
	for i, b := range doc.Blocks {
		if h, ok := b.(reports.Heading); ok && h.Level == 2 {
			if h.Text != "Leaderboard" || i > 6 {
				t.Errorf("the first section is %q, at block %d", h.Text, i)
			}
			return
		}
	}
	t.Error("no section")
}

func TestManyPairsAreAMatrix(t *testing.T) {
	doc := composed(t, sample.Many(20, 6))
	var forest reports.Forest
	var matrix reports.Matrix
	for _, b := range doc.Blocks {
		f, ok := b.(reports.Figure)
		if !ok {
			continue
		}
		switch chart := f.Chart.(type) {
		case reports.Forest:
			forest = chart
		case reports.Matrix:
			if strings.HasPrefix(f.ID, "differences-matrix") {
				matrix = chart
			}
		}
	}
	if len(forest.Rows) != 19 { // the first run against the other 19
		t.Errorf("the forest has %d rows", len(forest.Rows))
	}
	if len(matrix.Rows) != 20 || matrix.Values[0][1] != -matrix.Values[1][0] || matrix.Low != -matrix.High {
		t.Errorf("the matrix is not antisymmetric: %v %v", matrix.Values[0][1], matrix.Values[1][0])
	}
}

func TestBracketsNameTheirMembers(t *testing.T) {
	res := sample.Many(4, 1)
	for i, letters := range []string{"a", "b", "ab", "c"} {
		res.Rankings[0].Runs[i].TieGroup = letters
	}
	want := []reports.Bracket{{First: 0, Last: 2, Members: []int{0, 2}, Label: "a"}, {First: 1, Last: 2, Label: "b"}}
	for _, b := range composed(t, res).Blocks {
		if f, ok := b.(reports.Figure); ok {
			if diff := cmp.Diff(want, f.Chart.(reports.Forest).Brackets); diff != "" {
				t.Error(diff)
			}
			return
		}
	}
}

// A policy's cell is marked where the run would take another place.
func TestPolicyMarksMovedRuns(t *testing.T) {
	res := sample.Two(true)
	for i, means := range [][2]float64{{0.6, 0.6}, {0.5, 0.7}} {
		res.Ledger[i].Policies = []result.PolicyScore{
			{Metric: "success", Policy: "fail", Mean: sample.F(means[0])}, {Metric: "success", Policy: "best", Mean: sample.F(means[1])}}
	}
	rows := tableWith(t, composed(t, res), "policies").Rows
	for _, row := range rows {
		if row[1].Tone != reports.Plain || row[2].Tone != reports.Careful {
			t.Errorf("got tones %v and %v", row[1].Tone, row[2].Tone)
		}
	}
}

func TestFailureBreakdownShowsEveryExample(t *testing.T) {
	doc, err := Failures(sample.Full())
	if err != nil {
		t.Fatal(err)
	}
	if n := len(tableWith(t, doc, "failure-examples").Rows); n != 30 { // 6 runs, 4 examples of one mode and 1 of another each
		t.Errorf("%d examples, want 30", n)
	}
	if n := len(tableWith(t, composed(t, sample.Full()), "failure-examples").Rows); n != 24 { // 3 and 1 each
		t.Errorf("%d examples in the report, want 24", n)
	}
}

// With many runs the other metrics stand in columns, a few a table.
func TestManyRunsAreRows(t *testing.T) {
	res := sample.Many(8, 1)
	for _, name := range []string{"m1", "m2", "m3", "m4", "m5", "m6", "m7"} {
		res.Metrics = append(res.Metrics, result.MetricInfo{Benchmark: "bench", Name: name, Unit: "calls", Scale: "interval", Better: "lower"})
		for i := range 7 { // the last run has no value
			run := res.Rankings[0].Runs[i].Run
			res.Summaries = append(res.Summaries, result.Summary{Benchmark: "bench", Run: run, Metric: name, NTasks: 100, Mean: sample.F(float64(i) + 0.25)})
		}
	}
	var widths []int
	for _, table := range tables(composed(t, res)) {
		if !strings.HasPrefix(table.ID, "means-bench-behaviour") {
			continue
		}
		widths = append(widths, len(table.Columns))
		if len(table.Rows) != 8 || table.Rows[7][1].Text != reports.MissingText || table.Rows[0][1].Value != 0.25 {
			t.Errorf("%s: %d rows, from %v to %v", table.ID, len(table.Rows), table.Rows[0][1], table.Rows[7][1])
		}
	}
	if !slices.Equal(widths, []int{7, 2}) { // the run and six metrics, the run and the last
		t.Errorf("the tables have %v columns", widths)
	}
}

// A run beats those it is significantly better than: of six runs, 3 points apart
// each, pairs at least three places apart are separated in the sample.
func TestLeaderboardSaysWhoIsBeaten(t *testing.T) {
	table := tableWith(t, composed(t, sample.Many(6, 3)), "leaderboard-")
	var got [][]int
	for _, row := range table.Rows {
		for k, cell := range row {
			if table.Columns[k].Key == "mean" {
				got = append(got, cell.Beats)
			}
		}
	}
	if diff := cmp.Diff([][]int{{3, 4, 5}, {4, 5}, {5}, nil, nil, nil}, got); diff != "" {
		t.Error(diff)
	}
	if want := "exact McNemar test; Holm correction; adjusted p at most .05"; table.Beaten != want {
		t.Errorf("got %q, expected %q", table.Beaten, want)
	}
	if tied := tableWith(t, composed(t, sample.Two(false)), "leaderboard-"); tied.Beaten != "" {
		t.Errorf("nobody is beaten, got %q", tied.Beaten)
	}
}
