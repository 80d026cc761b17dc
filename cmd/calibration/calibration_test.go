package main

import (
	"bytes"
	"io"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"mcpstats/stats"
)

// TestExactTestsKeepTheirLevel: enumerated, no rejection rate of an exact test is
// above its level.
func TestExactTestsKeepTheirLevel(t *testing.T) {
	cells, err := mcnemarCells(0, 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range cells {
		if (c.method == "McNemar exact" || c.method == "sign test") && c.observed > alpha+1e-12 {
			t.Errorf("%s, %s, n = %d rejects %v", c.method, c.setting, c.n, c.observed)
		}
		// The mid-p test gives up that guarantee, but not by more than half a point.
		if c.method == "McNemar mid-p" && c.observed > alpha+0.005 {
			t.Errorf("%s, %s, n = %d rejects %v", c.method, c.setting, c.n, c.observed)
		}
	}
}

// TestEnumerationByHand: six tasks, half of them discordant. Only 6 to 0 is
// significant (2/64): the probability that all six are discordant times that.
func TestEnumerationByHand(t *testing.T) {
	if got, want := rejectedSplits(6, mcnemarTests[0].p), 2.0/64; math.Abs(got-want) > 1e-15 {
		t.Errorf("rejected splits of 6: %v, want %v", got, want)
	}
	// Wald's interval of 1 task is [0, 0] or [1, 1]: it never holds a rate between.
	wald := rateIntervals[5]
	covered, err := wald.coverage(1)
	if err != nil || wald.name != "Wald" {
		t.Fatal(wald.name, err)
	}
	for g, c := range covered {
		if c != 0 {
			t.Fatalf("rate %d: coverage %v, want 0", g+1, c)
		}
	}
	// A population's table probabilities sum to 1.
	sum := 0.0
	for a := range 6 {
		for b := range 6 - a {
			for c := range 6 - a - b {
				sum += pairedPopulations[1].probability(stats.PairedTable{Both: a, FirstOnly: b, SecondOnly: c, Neither: 5 - a - b - c})
			}
		}
	}
	if math.Abs(sum-1) > 1e-12 {
		t.Errorf("probabilities of all tables of 5 tasks sum to %v", sum)
	}
}

// TestClopperPearsonNeverUnderCovers is what the interval is built for.
func TestClopperPearsonNeverUnderCovers(t *testing.T) {
	for _, n := range []int{1, 10, 95} {
		covered, err := rateIntervals[1].coverage(n)
		if err != nil {
			t.Fatal(err)
		}
		for g, c := range covered {
			if c < level-1e-9 {
				t.Errorf("n = %d, rate %d/%d: coverage %v", n, g+1, rateGrid, c)
			}
		}
	}
}

// TestSimulatedLevels: exact methods lie within 3 Monte-Carlo standard errors of
// their level, conservative ones not above it.
func TestSimulatedLevels(t *testing.T) {
	const seed, runs = 1, 4000
	normal, graded := differencePopulations[0], differencePopulations[1]
	var cells []cell
	for _, e := range []experiment{
		pairedExperiment(normal, 10, runs), pairedExperiment(normal, 30, runs), pairedExperiment(graded, 30, runs),
		standardizedExperiment(30, runs), centreExperiment(normal, 30, runs), familyExperiment(30, 1000), clusterTestExperiment(95, 1000),
	} {
		cells = append(cells, e.simulate(seed)...)
	}
	exact := map[string]bool{ // the level is met, not only kept
		"paired t, normal": true, "permutation, normal": true, "Cohen's d_z, noncentral t, normal, d_z .5": true, "Hodges-Lehmann, normal": true,
	}
	conservative := []string{"Wilcoxon", "sign test", "permutation", "equivalence", "correction"}
	checked := 0
	for _, c := range cells {
		off := c.observed - c.nominal()
		if c.kind == coverage {
			off = -off
		}
		if c.n > 10 && exact[c.method+", "+c.setting] || c.method == "paired t" && c.setting == "normal" {
			checked++
			if math.Abs(off) > 3*c.se {
				t.Errorf("%s, %s, n = %d: %v, standard error %v", c.method, c.setting, c.n, c.observed, c.se)
			}
		}
		for _, name := range conservative {
			if strings.HasPrefix(c.method, name) {
				checked++
				if off > 3*c.se {
					t.Errorf("%s, %s, n = %d: %v, standard error %v", c.method, c.setting, c.n, c.observed, c.se)
				}
			}
		}
		if c.method == "no correction" && c.observed < 0.1 {
			t.Errorf("ten uncorrected comparisons reject in %v of the families", c.observed)
		}
		if c.method == "paired t, clusters ignored" && c.observed < 0.1 {
			t.Errorf("ignoring clusters rejects %v: the simulated clusters do nothing", c.observed)
		}
	}
	if checked < 20 {
		t.Errorf("%d cells checked: the names above match no method", checked)
	}
}

// TestSimulationDoesNotDependOnProcessors: the same cells, bit by bit.
func TestSimulationDoesNotDependOnProcessors(t *testing.T) {
	e := meanExperiment(valuePopulations[2], 20, 100)
	first := e.simulate(7)
	before := runtime.GOMAXPROCS(1)
	second := e.simulate(7)
	runtime.GOMAXPROCS(before)
	for i := range first {
		if first[i] != second[i] {
			t.Errorf("%+v, on one processor %+v", first[i], second[i])
		}
	}
}

func TestVerdicts(t *testing.T) {
	for _, tt := range []struct {
		c    cell
		want string
	}{
		{cell{kind: typeOneError, observed: 0.054, se: 0.002}, "holds"},
		{cell{kind: typeOneError, observed: 0.058, se: 0.002}, "rejects slightly too often"},
		{cell{kind: typeOneError, observed: 0.07, se: 0.002}, "rejects too often"},
		{cell{kind: typeOneError, observed: 0.03, exact: true}, "cautious"},
		{cell{kind: coverage, observed: 0.945, exact: true}, "under-covers slightly"},
		{cell{kind: coverage, observed: 0.9, se: 0.01}, "under-covers"},
		{cell{kind: coverage, observed: 0.93, se: 0.01}, "holds"},
		{cell{kind: coverage, observed: 0.97, exact: true}, "over-covers"},
	} {
		if got := tt.c.verdict().text(tt.c.kind); got != tt.want {
			t.Errorf("%+v: %s, want %s", tt.c, got, tt.want)
		}
	}
}

// TestPage writes the page of a few quick sections and finds its figures.
func TestPage(t *testing.T) {
	docs := t.TempDir()
	if err := run([]section{sections[0], sections[slices.IndexFunc(sections, func(s section) bool { return s.id == "rate" })]}, 1, 0.01, docs, io.Discard); err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile(filepath.Join(docs, "calibration.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"| McNemar exact | 20% of tasks discordant | 5% |", "**Wald** covers", "](calibration/rate-95.svg)"} {
		if !bytes.Contains(page, []byte(want)) {
			t.Errorf("the page does not say %q", want)
		}
	}
	for _, name := range []string{"mcnemar.svg", "rate-30.svg", "rate-worst.svg", "results.csv"} {
		if _, err := os.Stat(filepath.Join(docs, "calibration", name)); err != nil {
			t.Error(err)
		}
	}
}

// TestDocs holds the page and the figures in docs to what results.csv says there.
// go run ./cmd/calibration -draw writes them again.
func TestDocs(t *testing.T) {
	docs := filepath.Join("..", "..", "docs")
	text, err := os.ReadFile(filepath.Join(docs, "calibration", "results.csv"))
	if err != nil {
		t.Fatal(err)
	}
	cells, err := readCells(text)
	if err != nil {
		t.Fatal(err)
	}
	files, err := results{sections: sections, cells: cells}.files()
	if err != nil {
		t.Fatal(err)
	}
	figures := 0
	for _, f := range files {
		have, err := os.ReadFile(filepath.Join(docs, filepath.FromSlash(f.path)))
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(have, f.text) {
			t.Errorf("docs/%s is not what results.csv says; write it again with -draw", f.path)
		}
		if strings.HasSuffix(f.path, ".svg") {
			figures++
		}
	}
	if have, err := filepath.Glob(filepath.Join(docs, "calibration", "*.svg")); err != nil || len(have) != figures {
		t.Errorf("docs/calibration has %d figures, want %d (%v)", len(have), figures, err)
	}
}

// TestRunOnly measures one section again and keeps the other as it stands.
func TestRunOnly(t *testing.T) {
	docs := t.TempDir()
	both := []section{sections[0], sections[slices.IndexFunc(sections, func(s section) bool { return s.id == "equivalence" })]}
	if err := run(both, 1, 0.005, docs, io.Discard); err != nil {
		t.Fatal(err)
	}
	read := func() []byte {
		text, err := os.ReadFile(filepath.Join(docs, "calibration", "results.csv"))
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
	whole := read()
	if err := runOnly(both, []string{"equivalence"}, 2, 0.005, docs, io.Discard); err != nil {
		t.Fatal(err)
	}
	if bytes.Equal(read(), whole) {
		t.Error("another seed measured the same")
	}
	if err := runOnly(both, []string{"equivalence"}, 1, 0.005, docs, io.Discard); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(read(), whole) {
		t.Error("one section alone is not what it is among all")
	}
	if err := runOnly(both, []string{"means"}, 1, 0.005, docs, io.Discard); err == nil || !strings.Contains(err.Error(), `no section is called "means"; there are mcnemar, equivalence`) {
		t.Error(err)
	}
}

func TestReadCellsRefuses(t *testing.T) {
	head := strings.Join(resultColumns, ",") + "\n"
	for line, want := range map[string]string{
		"m,strength,t,d,10,.05,.05,0,true,0,holds\n":    `line 2: no measure is called "strength"`,
		"m,coverage,t,d,ten,.95,.95,0,true,0,holds\n":   `line 2: strconv.Atoi: parsing "ten"`,
		"m,coverage,t,d,10,.95,much,0,true,0,holds\n":   `line 2: strconv.ParseFloat: parsing "much"`,
		"m,coverage,t,d,10,.95,.95,0,perhaps,0,holds\n": `line 2: strconv.ParseBool: parsing "perhaps"`,
		"m,coverage,t,d,10\n":                           "wrong number of fields",
	} {
		if _, err := readCells([]byte(head + line)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", line, err, want)
		}
	}
}
