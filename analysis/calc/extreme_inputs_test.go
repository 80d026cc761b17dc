package calc

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
)

// TestErrorsNameTheArgument: what is outside a domain is an error that says where,
// never a number, whatever a default or Go's own decoding would make of it.
func TestErrorsNameTheArgument(t *testing.T) {
	for _, c := range []struct{ stat, inputs, options, name string }{
		{"paired_t", `{"d": [1, 2, 4]}`, `{"conf_level": 0}`, "options.conf_level"},
		{"wilcoxon", `{"d": [1, 2, 4]}`, `{"conf_level": 0}`, "options.conf_level"},
		{"tost", `{"d": [1, 2, 4]}`, `{"margin": 1, "alpha": 0}`, "options.alpha"},
		{"power", `{"d_z": 0.5, "power": 0}`, `{"test": "paired_t_sample_size"}`, "inputs.power"},
		{"power", `{"n": 20}`, `{"test": "paired_t_power"}`, "d_z"},
		{"power", `{"p1": 0.5, "n_per_group": 20}`, `{"test": "two_proportion"}`, "p2"},
		{"power", `{"p10": 0.2, "p01": 0.1, "N": 1000000000}`, `{"test": "mcnemar_power"}`, "n:"},
		{"bootstrap", `{"d": [1, 2, 4]}`, `{"replicates": 0}`, "options.replicates"},
		{"bootstrap", `{"d": [1, 2, 4]}`, `{"replicates": 1000000000000000}`, "replicates"},
		{"mcnemar", `{"table": [[1, 2]]}`, `{}`, "inputs.table"},
		{"mcnemar", `{"table": [[1, 2, 3], [3, 4, 5]]}`, `{}`, "inputs.table"},
		{"mcnemar", `{"table": [[1, null], [3, 4]]}`, `{}`, "inputs.table"},
		{"mcnemar", `{"b": 9000000000000000000, "c": 9000000000000000000}`, `{}`, "b, c"},
		{"proportions", `{"table": [[1], [2]]}`, `{}`, "inputs.table"},
		{"pass_k", `{"tasks_n_c": [[4]], "k": 1}`, `{}`, "inputs.tasks_n_c"},
		{"agreement", `{"table": [[1, null], [3, 4]]}`, `{"test": "cohen_kappa"}`, "inputs.table"},
		{"agreement", `{"x": ["NaN", 1], "y": [1, 1]}`, `{"test": "cohen_kappa"}`, "inputs.x"},
		{"ir_metrics", `{"scored_items": [["a"]], "relevance": {"a": 1}}`, `{}`, "inputs.scored_items"},
		{"ir_metrics", `{"ranking": ["a"], "relevance": {"a": null}}`, `{}`, "relevance"},
		{"p_adjust", `{"p": [0.1, "x"]}`, `{}`, "inputs.p"},
		{"effect_sizes", `{"b": [1, 2], "c": 3}`, `{}`, "inputs.b"},
	} {
		result, _, err := compute(c.stat, json.RawMessage(c.inputs), json.RawMessage(c.options))
		if err == nil || !strings.Contains(err.Error(), c.name) {
			t.Errorf("%s %s %s: result %v, error %v, want an error that names %s", c.stat, c.inputs, c.options, result, err, c.name)
		}
	}
}

// FuzzRun: whatever the bytes, Run does not panic, and what it writes is JSON with a
// result for every case.
func FuzzRun(f *testing.F) {
	for _, seed := range []struct{ stat, inputs, options string }{
		{"paired_t", `{"a": [0.3, 0.4, null], "b": [0.2, 0.3, "NaN"]}`, `{"alternative": "less", "conf_level": 0.9}`},
		{"wilcoxon", `{"d": [1e-300, -2e-300, 0, 1e200]}`, `{"zero_method": "zsplit", "method": "exact", "conf_level": 0.5}`},
		{"mcnemar", `{"table": [[1, 2], [3, 4]]}`, `{}`},
		{"sign_permutation", `{"d": [1, -2, 3.5]}`, `{"test": "permutation", "resamples": 9}`},
		{"tost", `{"d": [1, 2, 4]}`, `{"margin": 1}`},
		{"cochran_friedman", `{"blocks_by_treatment": [[0, 1, 1], [1, 0, 0]]}`, `{"test": "friedman"}`},
		{"p_adjust", `{"p": [0.01, "NaN", 1]}`, `{}`},
		{"proportions", `{"k": 0, "n": 10}`, `{"conf_level": 0.99}`},
		{"effect_sizes", `{"a": [1, 2, 3], "b": [2, 2, 9]}`, `{}`},
		{"bootstrap", `{"d": [1, 2, 4], "cluster": ["x", "y", "y"]}`, `{"replicates": 20}`},
		{"clustered_se", `{"y": [1, 2, 4], "cluster": [true, 1, 2]}`, `{}`},
		{"correlation", `{"x": [1, 2, 3], "y": [3, 1, 2]}`, `{}`},
		{"agreement", `{"ratings_by_rater": [[1, 2], ["NaN", 2]]}`, `{"test": "krippendorff_alpha"}`},
		{"pass_k", `{"tasks_n_c": [[4, 2], [60, 1]], "k": 3}`, `{}`},
		{"ir_metrics", `{"ranking": ["a", "a"], "relevance": {"a": 2000, "b": 0.5}}`, `{"k": [1], "dedup": "none_pos"}`},
		{"power", `{"d_z": 0.5, "n": 20}`, `{"test": "paired_t_power"}`},
		{"nist_univariate", `{"y": [1, "Infinity"]}`, `{}`},
		{"tails", `{"p": 0.999999, "df": 2}`, `{"dist": "chi2", "fn": "isf"}`},
	} {
		f.Add(fmt.Appendf(nil, `{"cases": [{"stat": %q, "inputs": %s, "options": %s}]}`, seed.stat, seed.inputs, seed.options))
	}
	f.Add([]byte(`{"cases": [{"stat": "sign_permutation", "inputs": {"": 0}}]}`))
	f.Add([]byte(`{"stat": "ir_metrics", "cases": [{"name": "q", "inputs": {"ranking": ["a"], "relevance": {"a": 1}}}, {"inputs": {"cases": ["q"]}}]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		var out bytes.Buffer
		if err := Run(bytes.NewReader(data), &out); err != nil {
			if err.Error() == "" {
				t.Error("an error without words")
			}
			return
		}
		var got struct {
			Cases []struct{ Result map[string]json.RawMessage }
		}
		if err := json.Unmarshal(out.Bytes(), &got); err != nil {
			t.Fatalf("%v in %s", err, out.Bytes())
		}
		for i, c := range got.Cases {
			if len(c.Result) == 0 {
				t.Errorf("case %d has no result: %s", i, out.Bytes())
			}
		}
	})
}
