package calc

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
)

// TestClusteredOracles runs the published corrections for judges and failure shares by task.
func TestClusteredOracles(t *testing.T) {
	data, err := os.ReadFile(filepath.Join(oracleDir(t), "corrections.json"))
	if err != nil {
		t.Skip(err)
	}
	var file struct{ Cases []oracleCase }
	if err := json.Unmarshal(data, &file); err != nil {
		t.Fatal(err)
	}
	ran := 0
	for _, c := range file.Cases {
		if c.Stat != "clustered_judge" && c.Stat != "failure_share" {
			continue
		}
		ran++
		got, err := computeDecoded(c)
		if err != nil {
			t.Errorf("%s: %v", c.Name, err)
			continue
		}
		for _, problem := range c.compare(got) {
			t.Errorf("%s: %s", c.Name, problem)
		}
	}
	if ran == 0 {
		t.Error("no case of clustered_judge or failure_share")
	}
}

// TestClusteredEdges: what does not exist leaves the rest standing, with a reason.
func TestClusteredEdges(t *testing.T) {
	for _, c := range []struct {
		name, stat, inputs, options string
		want                        map[string]any
	}{
		{"perfect agreement", "clustered_judge", `{"x": [0,1,1,0], "y": [0,1,1,0], "cluster": ["a","a","b","b"]}`, `{"test": "agreement"}`,
			map[string]any{"agreement": 1.0, "se_cr1": 0.0, "ci_t": []any{1.0, 1.0}}},
		{"one cluster", "clustered_judge", `{"x": [0,1], "y": [0,0], "cluster": [7,7]}`, `{"test": "agreement"}`,
			map[string]any{"agreement": 0.5, "G": 1.0, "degenerate": true}},
		{"constant bias", "clustered_judge", `{"x": [0,0,0,0,0,0], "y": [1,1,1,1,1,1], "cluster": [1,2,3,4,5,6]}`, `{"test": "bias"}`,
			map[string]any{"mean": 1.0, "t": "NaN", "degenerate": true, "positive": 6.0, "negative": 0.0, "p_sign": 0.03125}},
		{"one category", "clustered_judge", `{"x": [1,1], "y": [1,1], "cluster": [1,2]}`, `{"test": "kappa"}`,
			map[string]any{"kappa": "NaN", "undefined": true}},
		{"drawn by seed", "clustered_judge", `{"x": [1,1,0,0], "y": [1,1,0,0], "cluster": [1,2,3,4]}`, `{"test": "kappa", "replicates": 50, "seed": 1}`,
			map[string]any{"kappa": 1.0, "ci_percentile": []any{1.0, 1.0}, "se_jackknife": 0.0}},
		{"share of one cluster", "failure_share", `{"failed": [1,0], "cluster": [1,1]}`, ``, map[string]any{"share": 0.5, "k": 1.0, "degenerate": true}},
	} {
		got, err := computeDecoded(oracleCase{Stat: c.stat, Inputs: json.RawMessage(c.inputs), Options: json.RawMessage(c.options)})
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		for key, want := range c.want {
			if problem := differ(want, got[key], 1e-12, 0); problem != "" {
				t.Errorf("%s: %s: %s", c.name, key, problem)
			}
		}
	}
	for _, bad := range []string{`{"x": [0], "y": [0, 1], "cluster": [1, 2]}`, `{"x": [], "y": [], "cluster": []}`, `{"x": [0.5], "y": [1], "cluster": [1]}`} {
		if r, _, err := compute("clustered_judge", json.RawMessage(bad), json.RawMessage(`{"test": "bias"}`)); err == nil {
			t.Errorf("%s is no error: %v", bad, r)
		}
	}
}
