package compose

import (
	"fmt"
	"slices"
	"testing"

	"mcpstats/reports"
	"mcpstats/reports/internal/sample"
)

// Colours are counted within a benchmark, runs of several benchmarks keep theirs,
// and where that cannot be, none is given twice.
func TestSeries(t *testing.T) {
	views := []*view{{runs: []string{"a", "b"}}, {runs: []string{"c", "a"}}, {runs: []string{"b", "c", "d"}}}
	assignSeries(views)
	// a and b are 0 and 1; a stays 0 and c takes 1; b and c both have 1, and b comes
	// first: c takes 0 and d 2.
	want := []map[string]int{{"a": 0, "b": 1}, {"a": 0, "c": 1}, {"b": 1, "c": 0, "d": 2}}
	for i, v := range views {
		for run, s := range want[i] {
			if v.colour(run) != s {
				t.Errorf("benchmark %d: run %s has series %d, want %d", i, run, v.colour(run), s)
			}
		}
	}
	var many view
	for i := range 30 {
		many.runs = append(many.runs, fmt.Sprint(i))
	}
	assignSeries([]*view{&many})
	if many.colour("27") != 27 || many.colour("28") != -1 || many.colour("none") != -1 {
		t.Errorf("run 28 has series %d, run 29 %d, an unknown one %d", many.colour("27"), many.colour("28"), many.colour("none"))
	}
}

// With more than 26 tie groups every letter still is one group.
func TestManyTieGroups(t *testing.T) {
	if got := tieLetters("yza2b2a13"); !slices.Equal(got, []string{"y", "z", "a2", "b2", "a13"}) {
		t.Errorf("got %q", got)
	}
	if got := tieLetters(""); got != nil {
		t.Errorf("got %q", got)
	}
	res := sample.Many(4, 1)
	for i, letters := range []string{"z", "za2", "a2a3", "a3"} {
		res.Rankings[0].Runs[i].TieGroup = letters
	}
	for _, b := range composed(t, res).Blocks {
		f, ok := b.(reports.Figure)
		if !ok {
			continue
		}
		var got []string
		for _, b := range f.Chart.(reports.Forest).Brackets {
			got = append(got, fmt.Sprintf("%s %d-%d", b.Label, b.First, b.Last))
		}
		if want := []string{"z 0-1", "a2 1-2", "a3 2-3"}; !slices.Equal(got, want) {
			t.Errorf("brackets %q, want %q", got, want)
		}
		return
	}
}
