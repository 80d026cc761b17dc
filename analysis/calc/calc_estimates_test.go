package calc

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// estimateFiles are the oracle files whose cases may refer to each other or hold
// Monte-Carlo limits, so that they are run as whole documents.
var estimateFiles = []string{
	"proportions", "correlation", "agreement", "effect_sizes", "bootstrap", "clustered_se", "pass_k", "ir_metrics",
}

func TestEstimateOracles(t *testing.T) {
	dir := oracleDir(t)
	for _, file := range estimateFiles {
		data, err := os.ReadFile(filepath.Join(dir, file+".json"))
		if err != nil {
			t.Error(err)
			continue
		}
		t.Run(file, func(t *testing.T) { testDocument(t, data) })
	}
}

// TestEstimateRows runs the rows kept with the repository.
func TestEstimateRows(t *testing.T) {
	files, err := filepath.Glob(filepath.Join("testdata", "estimates", "*.json"))
	if err != nil || len(files) != len(estimateFiles) {
		t.Fatalf("%d files under testdata/estimates, want %d: %v", len(files), len(estimateFiles), err)
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		t.Run(filepath.Base(file), func(t *testing.T) { testDocument(t, data) })
	}
}

func testDocument(t *testing.T, data []byte) {
	var want struct{ Cases []oracleCase }
	var got struct {
		Cases []struct {
			Ignored []string
			Result  map[string]any
		}
	}
	if err := json.Unmarshal(data, &want); err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := Run(bytes.NewReader(data), &out); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(out.Bytes(), &got); err != nil {
		t.Fatal(err)
	}
	if len(want.Cases) == 0 || len(got.Cases) != len(want.Cases) {
		t.Fatalf("%d cases answered by %d", len(want.Cases), len(got.Cases))
	}
	for i, c := range want.Cases {
		t.Run(c.Name, func(t *testing.T) {
			result := got.Cases[i].Result
			problems := compareEstimate(c, result)
			for _, problem := range problems {
				t.Error(problem)
			}
		})
	}
}

// compareEstimate is oracleCase.compare, except that keys of a bootstrap's limit
// are compared within four Monte-Carlo standard errors, and that a result which
// says "degenerate" is compared all the same.
func compareEstimate(c oracleCase, got map[string]any) (problems []string) {
	expected := map[string]any{}
	for key, value := range c.Expected {
		switch key {
		case "mc_se_B10000", "limit_se", "z0_limit", "alpha_bca_limit":
		case "limit":
			problems = append(problems, compareLimits(c, got)...)
		case "degenerate", "undefined":
			if got[key] != true || got["reason"] == nil {
				problems = append(problems, fmt.Sprintf("got %v, want %s with a reason", got, key))
			}
		default:
			expected[key] = value
		}
	}
	c.Expected = expected
	return append(problems, c.compare(got)...)
}

func compareLimits(c oracleCase, got map[string]any) (problems []string) {
	ends := func(m any, method string) (low, high float64) {
		pair, ok := m.(map[string]any)[method].([]any)
		if !ok {
			return math.NaN(), math.NaN()
		}
		return pair[0].(float64), pair[1].(float64)
	}
	for method := range c.Expected["limit"].(map[string]any) {
		wantLow, wantHigh := ends(c.Expected["limit"], method)
		seLow, seHigh := ends(c.Expected["mc_se_B10000"], method)
		poolLow, poolHigh := ends(c.Expected["limit_se"], method)
		gotLow, gotHigh := ends(got["limit"], method)
		for _, end := range [][4]float64{{gotLow, wantLow, seLow, poolLow}, {gotHigh, wantHigh, seHigh, poolHigh}} {
			if se := math.Hypot(end[2], end[3]); !(math.Abs(end[0]-end[1]) <= 4*se+1e-14) {
				problems = append(problems, fmt.Sprintf("%s: got %v, want %v within 4 * %v", method, end[0], end[1], se))
			}
		}
	}
	return problems
}

// What does not exist is said under the same keys; what is wrong is an error that
// names its argument.
func TestEstimatesSayWhatIsMissing(t *testing.T) {
	for _, c := range []struct{ stat, inputs, options, key, flag string }{
		{"agreement", `{"counts": [[3, 0], [3, 0]]}`, `{"test": "fleiss_kappa"}`, "kappa", "undefined"},
		{"agreement", `{"ratings_by_rater": [[1, 1], [1, null]]}`, `{"test": "krippendorff_alpha"}`, "alpha_nominal", "undefined"},
		{"agreement", `{"x": ["yes", "yes"], "y": ["yes", "yes"]}`, `{"test": "cohen_kappa"}`, "kappa", "undefined"},
		{"agreement", `{"passed": 3, "judged": 9, "calibration": {"tp": 1, "fn": 1, "tn": 1, "fp": 1}}`, `{"test": "rogan_gladen"}`, "corrected", "undefined"},
		{"effect_sizes", `{"b": 0, "c": 0}`, `{}`, "or", "undefined"},
		{"effect_sizes", `{"a": [0.3, 0.4, 1.1], "b": [0.2, 0.3, 1.0]}`, `{}`, "d_z", "undefined"},
		{"bootstrap", `{"d": [0.1, 0.1, 0.1]}`, `{}`, "bca", "degenerate"},
		{"correlation", `{"x": [1, 1], "y": [1, 2]}`, `{}`, "tau_b", "undefined"},
		{"proportions", `{"k": 3, "n": 2}`, `{}`, "", "k"},
		{"proportions", `{"k": 3}`, `{}`, "", "inputs"},
		{"ir_metrics", `{"ranking": ["a"], "relevance": {"a": -1}}`, `{}`, "", "relevance"},
		{"agreement", `{}`, `{"test": "kappa"}`, "", "options.test"},
		{"clustered_se", `{"y": [1, 2], "cluster": ["a"]}`, `{}`, "", "cluster"},
	} {
		got, err := computeDecoded(oracleCase{Stat: c.stat, Inputs: json.RawMessage(c.inputs), Options: json.RawMessage(c.options)})
		switch {
		case c.key == "" && (err == nil || !strings.Contains(err.Error(), c.flag)):
			t.Errorf("%s %s: error %v does not name %q", c.stat, c.inputs, err, c.flag)
		case c.key != "" && (err != nil || got[c.key] != "NaN" || got[c.flag] == nil):
			t.Errorf("%s %s: %v, %v; want %s NaN and %s", c.stat, c.inputs, got, err, c.key, c.flag)
		}
	}
}
