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

// oracleFiles are the files of expected values, made outside the project, that calc answers.
var oracleFiles = []string{
	"paired_t", "wilcoxon", "mcnemar", "sign_permutation", "cochran_friedman", "p_adjust",
	"power", "nist_univariate", "tails", "rank_sets", "variance_components", "ppi", "gate", "bayes_paired", "aggregate", "glmm", "items",
}

type oracleCase struct {
	Name     string
	Stat     string
	Inputs   json.RawMessage
	Options  json.RawMessage
	Expected map[string]any
	Alt      map[string]any
	Rtol     *float64
	Atol     float64 // beside Rtol, where a value can be 0
	// RtolNemenyi is for the keys that begin with nemenyi.
	RtolNemenyi *float64 `json:"rtol_nemenyi"`
	// The values of the doubles given, where expected is of decimals that no double holds.
	ExactFromDoubles map[string]any `json:"exact_from_doubles"`
}

// oracleDir finds the shared folder next to the repository, or skips.
func oracleDir(t *testing.T) string {
	t.Helper()
	dir := os.Getenv("MCPSTATS_ORACLES")
	if dir == "" {
		dir = filepath.Join("..", "..", "..", "shared", "oracles")
	}
	if _, err := os.Stat(dir); err != nil {
		t.Skipf("no oracle files: %v (set MCPSTATS_ORACLES to their folder)", err)
	}
	return dir
}

func TestOracles(t *testing.T) {
	dir := oracleDir(t)
	for _, file := range oracleFiles {
		data, err := os.ReadFile(filepath.Join(dir, file+".json"))
		if err != nil {
			t.Error(err)
			continue
		}
		t.Run(file, func(t *testing.T) { testOracleFile(t, data) })
	}
}

// TestOracleRows runs the rows kept with the repository.
func TestOracleRows(t *testing.T) {
	files, err := filepath.Glob(filepath.Join("testdata", "oracles", "*.json"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no rows under testdata/oracles: %v", err)
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		t.Run(strings.TrimSuffix(filepath.Base(file), ".json"), func(t *testing.T) { testOracleFile(t, data) })
	}
}

func testOracleFile(t *testing.T, data []byte) {
	var file struct{ Cases []oracleCase }
	if err := json.Unmarshal(data, &file); err != nil {
		t.Fatal(err)
	}
	if len(file.Cases) == 0 {
		t.Fatal("no cases")
	}
	for _, c := range file.Cases {
		t.Run(c.Name, func(t *testing.T) {
			got, err := computeDecoded(c)
			if err != nil {
				t.Fatal(err)
			}
			for _, problem := range c.compare(got) {
				t.Error(problem)
			}
		})
	}
}

func computeDecoded(c oracleCase) (map[string]any, error) {
	result, _, err := compute(c.Stat, c.Inputs, c.Options)
	if err != nil {
		return nil, err
	}
	data, err := json.Marshal(result)
	if err != nil {
		return nil, err
	}
	var got map[string]any
	return got, json.Unmarshal(data, &got)
}

func (c oracleCase) compare(got map[string]any) (problems []string) {
	for _, flag := range []string{"degenerate", "undefined"} {
		if c.Expected[flag] == true {
			if got[flag] != true || got["reason"] == "" {
				return []string{fmt.Sprintf("got %v, want %s with a reason", got, flag)}
			}
			return nil
		}
	}
	for key, want := range c.Expected {
		tolerance := 1e-12
		if c.Rtol != nil {
			tolerance = *c.Rtol
		}
		if c.RtolNemenyi != nil && strings.HasPrefix(key, "nemenyi") {
			tolerance = *c.RtolNemenyi
		}
		value, ok := got[key]
		if !ok {
			problems = append(problems, fmt.Sprintf("%s: missing from the result", key))
			continue
		}
		problem := differ(want, value, tolerance, c.Atol)
		for _, other := range []map[string]any{c.Alt, c.ExactFromDoubles} {
			if alt, ok := other[key]; ok && problem != "" && differ(alt, value, tolerance, c.Atol) == "" {
				problem = ""
			}
		}
		if problem != "" {
			problems = append(problems, key+": "+problem)
		}
	}
	return problems
}

// differ returns "" where got agrees with want.
func differ(want, got any, rtol, atol float64) string {
	switch want := want.(type) {
	case float64:
		g, ok := got.(float64)
		if !ok {
			return fmt.Sprintf("got %v, want %v", got, want)
		}
		limit := rtol * math.Abs(want)
		switch {
		case want == 0:
			limit = 1e-14
		case math.Abs(want) < 1e-307:
			limit = 1e-6 * math.Abs(want)
		}
		if d := math.Abs(g - want); !(d <= max(limit, atol)) {
			return fmt.Sprintf("got %v, want %v, relative error %.2g above %g", g, want, d/math.Abs(want), rtol)
		}
		return ""
	case []any:
		g, ok := got.([]any)
		if !ok || len(g) != len(want) {
			return fmt.Sprintf("got %v, want %v", got, want)
		}
		for i := range want {
			if problem := differ(want[i], g[i], rtol, atol); problem != "" {
				return fmt.Sprintf("[%d]: %s", i, problem)
			}
		}
		return ""
	case map[string]any:
		g, ok := got.(map[string]any)
		if !ok {
			return fmt.Sprintf("got %v, want %v", got, want)
		}
		for key := range want {
			if problem := differ(want[key], g[key], rtol, atol); problem != "" {
				return key + ": " + problem
			}
		}
		return ""
	default:
		if want != got {
			return fmt.Sprintf("got %v, want %v", got, want)
		}
		return ""
	}
}

func TestRunIsTotal(t *testing.T) {
	const in = `{"cases": [
		{"name": "good", "stat": "mcnemar", "inputs": {"b": 1, "c": 7}},
		{"name": "unknown", "stat": "nothing", "inputs": {}},
		{"name": "bad", "stat": "mcnemar", "inputs": {"b": -1, "c": 7}},
		{"name": "misspelt", "stat": "paired_t", "inputs": {"a": [1, 2, 4], "b": [0, 0, null]}, "options": {"alternatve": "less"}},
		{"name": "constant", "stat": "paired_t", "inputs": {"a": [0.3, 0.4, 1.1], "b": [0.2, 0.3, 1.0]}}]}`
	var out bytes.Buffer
	if err := Run(strings.NewReader(in), &out); err != nil {
		t.Fatal(err)
	}
	var got struct {
		Cases []struct {
			Name    string
			Ignored []string
			Result  map[string]any
		}
	}
	if err := json.Unmarshal(out.Bytes(), &got); err != nil {
		t.Fatal(err)
	}
	if p := got.Cases[0].Result["exact_p"]; p != 0.0703125 { // Fagerland 2013: .0703; 2*(1+8)/256
		t.Errorf("exact p %v", p)
	}
	for i, want := range map[int]string{1: "nothing", 2: "b, c"} {
		if msg, _ := got.Cases[i].Result["error"].(string); !strings.Contains(msg, want) {
			t.Errorf("%s: error %q does not name %q", got.Cases[i].Name, msg, want)
		}
	}
	if c := got.Cases[3]; c.Result["n_dropped"] != 1.0 || len(c.Ignored) != 1 || c.Ignored[0] != "options.alternatve" {
		t.Errorf("misspelt: %+v", c)
	}
	if c := got.Cases[4]; c.Result["degenerate"] != true {
		t.Errorf("constant differences up to rounding: %v", c.Result)
	}
	for _, bad := range []string{`{`, `{}`, `[]`} {
		if err := Run(strings.NewReader(bad), &out); err == nil {
			t.Errorf("Run(%s) has no error", bad)
		}
	}
}
