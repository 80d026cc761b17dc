package failures

import (
	"context"
	"crypto/sha256"
	"encoding/csv"
	"encoding/hex"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"mcpstats/datasets"
	"mcpstats/datasets/open"
)

// The sample that was read by hand is the 40 trajectories whose task ids have the
// smallest SHA-256. A detector that finds something else in it than what was
// judged must be judged again, and docs/failure-modes.md with it.
func TestLiveMCPBenchSample(t *testing.T) {
	const read = 40
	root := os.Getenv("MCPSTATS_SHARED_DATA")
	if root == "" {
		root = filepath.Join("..", "..", "..", "shared", "data")
	}
	root = filepath.Join(root, "livemcpbench")
	if _, err := os.Stat(root); err != nil {
		t.Skipf("no shared data at %s (MCPSTATS_SHARED_DATA names the folder)", root)
	}
	inputs, _, err := open.Paths(context.Background(), []string{root}, open.Options{Columns: Taxonomy().Needs()})
	if err != nil || len(inputs) != 1 {
		t.Fatal(len(inputs), err)
	}
	type attempt struct {
		hash string
		rows []string
	}
	var all []attempt
	for tr, err := range inputs[0].Trajectories(context.Background()) {
		if err != nil {
			t.Fatal(err)
		}
		sum := sha256.Sum256([]byte(tr.Task))
		a := attempt{hash: hex.EncodeToString(sum[:])}
		for _, d := range Detectors() {
			hits, _ := d.Detect(tr)
			if len(hits) > 0 {
				a.rows = append(a.rows, strings.Clone(tr.Task)+" "+d.Name+" "+strconv.Itoa(hits[0].Step.Value))
			}
		}
		all = append(all, a)
	}
	slices.SortFunc(all, func(a, b attempt) int { return strings.Compare(a.hash, b.hash) })
	var got []string
	for _, a := range all[:read] {
		got = append(got, a.rows...)
	}
	f, err := os.Open("testdata/livemcpbench_sample.csv")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	judged, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	var want []string
	for _, row := range judged[1:] {
		want = append(want, row[0]+" "+row[1]+" "+row[2])
	}
	slices.Sort(got)
	slices.Sort(want)
	if d := cmp.Diff(want, got); d != "" {
		t.Error("(-judged +found):\n", d)
	}
}

// What the detectors ask of a reader is all that they look at: with every column
// they find the same as with those they need.
func TestNeedsAreEnough(t *testing.T) {
	for _, d := range Detectors() {
		for _, c := range cases[d.Name] {
			hits, applicable := d.Detect(c.t)
			only := project(*c.t, datasets.Facts|d.Needs)
			again, still := d.Detect(&only)
			if applicable != still || len(hits) != len(again) {
				t.Errorf("%s: %s: %d hits (%v) with all columns, %d (%v) with those it needs", d.Name, c.name, len(hits), applicable, len(again), still)
			}
		}
	}
}

// project empties the columns that were not asked for.
func project(t datasets.Trajectory, want datasets.Columns) datasets.Trajectory {
	if !want.Has(datasets.ColExpected) {
		t.Expected = nil
	}
	if !want.Has(datasets.ColPredicted) {
		t.Predicted = nil
	}
	if !want.Has(datasets.ColRanked) {
		t.Ranked = nil
	}
	if !want.Has(datasets.ColAvailable) {
		t.Available = nil
	}
	if !want.Has(datasets.ColResponse) {
		t.Response = ""
	}
	if !want.Has(datasets.ColClaims) {
		t.Claims = nil
	}
	if !want.Has(datasets.ColJudgments) {
		t.Judgments = nil
	}
	if !want.Has(datasets.ColStates) {
		t.StateBefore, t.StateAfter, t.StateGoal = "", "", ""
	}
	if !want.Has(datasets.ColAnswers) {
		t.ExpectedAnswer, t.PredictedAnswer = "", ""
	}
	if !want.Conversation() {
		t.Steps = nil
	}
	t.Steps = slices.Clone(t.Steps)
	for i := range t.Steps {
		if !want.Has(datasets.ColStepTexts) {
			t.Steps[i].Content = ""
		}
		if want.Has(datasets.ColCallTexts) {
			continue
		}
		t.Steps[i].Calls = slices.Clone(t.Steps[i].Calls)
		for j := range t.Steps[i].Calls {
			c := &t.Steps[i].Calls[j]
			c.Arguments, c.Result, c.Error = "", "", ""
		}
	}
	return t
}
