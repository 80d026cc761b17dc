package main

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"mcpstats/datasets"
	"mcpstats/datasets/examples"
	"mcpstats/datasets/open"
)

// questions are asked of an imported file by DuckDB, in SQL over the columns of the schema, and
// of the log that it was imported from by our own reader: how many attempts have a value, and
// what the values come to. Nested columns are unfolded, so that lists, structs and maps must be
// what other programs take them for.
var questions = []struct {
	sql string // %s is the file
	of  func(t *datasets.Trajectory) float64
}{
	{"count(*) from %s", func(*datasets.Trajectory) float64 { return 1 }},
	{"coalesce(sum(length(run) + length(task)), 0) from %s", func(t *datasets.Trajectory) float64 { return runes(t.Run) + runes(t.Task) }},
	{"coalesce(sum(trial), 0) from %s", func(t *datasets.Trajectory) float64 { return float64(t.Trial) }},
	{"count(*) from %s where success", func(t *datasets.Trajectory) float64 { return one(t.Success == datasets.Known(true)) }},
	{"count(*) from %s where success is null", func(t *datasets.Trajectory) float64 { return one(!t.Success.Known) }},
	{"count(reward) + coalesce(sum(reward), 0) from %s", func(t *datasets.Trajectory) float64 { return one(t.Reward.Known) + t.Reward.Value }},
	{"coalesce(sum(latency_ms), 0) from %s", func(t *datasets.Trajectory) float64 { return t.LatencyMS.Value }},
	{"coalesce(sum(prompt_tokens + completion_tokens), 0) from %s", func(t *datasets.Trajectory) float64 {
		return one(t.CompletionTokens.Known) * one(t.PromptTokens.Known) * float64(t.PromptTokens.Value+t.CompletionTokens.Value)
	}},
	{"count(*) from %s where exit = 'timeout'", func(t *datasets.Trajectory) float64 { return one(t.Exit == datasets.ExitTimeout) }},
	{"coalesce(sum(cardinality(strata)), 0) from %s", func(t *datasets.Trajectory) float64 { return float64(len(t.Strata)) }},
	{"coalesce(sum(length(array_to_string(map_values(strata), ''))), 0) from %s", func(t *datasets.Trajectory) (n float64) {
		for _, v := range t.Strata {
			n += runes(v)
		}
		return n
	}},
	{"count(*) from %s where expected is null", func(t *datasets.Trajectory) float64 { return one(t.Expected == nil) }},
	{"count(*) from %s where len(expected) = 0", func(t *datasets.Trajectory) float64 { return one(t.Expected != nil && len(t.Expected) == 0) }},
	{"coalesce(sum(len(e.any_of)), 0) + coalesce(sum(len(e.after)), 0) from (select unnest(expected) as e from %s)", func(t *datasets.Trajectory) (n float64) {
		for _, e := range t.Expected {
			n += float64(len(e.AnyOf) + len(e.After))
		}
		return n
	}},
	{"count(*) + coalesce(sum(r.score), 0) from (select unnest(ranked) as r from %s)", func(t *datasets.Trajectory) (n float64) {
		for _, r := range t.Ranked {
			n += 1 + r.Score
		}
		return n
	}},
	{"coalesce(sum(len(predicted)), 0) from %s", func(t *datasets.Trajectory) float64 { return float64(len(t.Predicted)) }},
	{"count(*) from (select unnest(steps) as s from %s) where s.role = 'assistant'", func(t *datasets.Trajectory) (n float64) {
		for _, s := range t.Steps {
			n += one(s.Role == "assistant")
		}
		return n
	}},
	{"count(*) + coalesce(sum(length(c.tool)), 0) from (select unnest(s.calls) as c from (select unnest(steps) as s from %s))", func(t *datasets.Trajectory) (n float64) {
		for _, s := range t.Steps {
			for _, c := range s.Calls {
				n += 1 + runes(c.Tool)
			}
		}
		return n
	}},
	{"count(*) from (select unnest(s.calls) as c from (select unnest(steps) as s from %s)) where c.is_error", func(t *datasets.Trajectory) (n float64) {
		for _, s := range t.Steps {
			for _, c := range s.Calls {
				n += one(c.IsError == datasets.Known(true))
			}
		}
		return n
	}},
	{"count(j.verdict) + coalesce(sum(j.verdict), 0) from (select unnest(judgments) as j from %s)", func(t *datasets.Trajectory) (n float64) {
		for _, j := range t.Judgments {
			n += one(j.Verdict.Known) + j.Verdict.Value
		}
		return n
	}},
	{"count(*) from (select unnest(judgments) as j from %s) where j.reference", func(t *datasets.Trajectory) (n float64) {
		for _, j := range t.Judgments {
			n += one(j.Reference)
		}
		return n
	}},
	{"coalesce(sum(list_sum(map_values(reported))), 0) from %s", func(t *datasets.Trajectory) (n float64) {
		for _, v := range t.Reported {
			n += v
		}
		return n
	}},
}

func one(yes bool) float64 {
	if yes {
		return 1
	}
	return 0
}

func runes(s string) float64 { return float64(len([]rune(s))) }

// What import writes is what DuckDB reads: the same rows, sums and nested values as our own
// reading of the log before.
func TestDuckDBReadsWhatImportWrites(t *testing.T) {
	if os.Getenv("MCPSTATS_DUCKDB") == "" {
		t.Skip("MCPSTATS_DUCKDB does not name the package @duckdb/node-api: imported Parquet was not read by DuckDB")
	}
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("node is not there: imported Parquet was not read by DuckDB")
	}
	for _, e := range examples.All {
		t.Run(e.Name, func(t *testing.T) {
			log := filepath.Join("..", "..", "datasets", "examples", e.File)
			file := filepath.Join(t.TempDir(), "imported.parquet")
			mustRun(t, "import", log, "-o", file, "--quiet")
			want := make([]float64, len(questions))
			inputs, _, err := open.Paths(t.Context(), []string{log}, open.Options{})
			if err != nil {
				t.Fatal(err)
			}
			for x, err := range inputs[0].Trajectories(t.Context()) {
				if err != nil {
					t.Fatal(err)
				}
				for i, q := range questions {
					want[i] += q.of(x)
				}
			}
			var queries []string
			for _, q := range questions {
				queries = append(queries, "select "+fmt.Sprintf(q.sql, "read_parquet('"+file+"')"))
			}
			queries = append(queries, "select value::varchar from parquet_kv_metadata('"+file+"') where key::varchar = 'mcpstats.schema'")
			stdin, err := json.Marshal(queries)
			if err != nil {
				t.Fatal(err)
			}
			c := exec.Command(node, filepath.Join("testdata", "duckdb", "query.cjs"))
			c.Stdin = strings.NewReader(string(stdin))
			out, err := c.Output()
			if err != nil {
				t.Fatalf("%v\n%s", err, c.Stderr)
			}
			var answers [][]string
			if err := json.Unmarshal(out, &answers); err != nil {
				t.Fatalf("%v: %s", err, out)
			}
			for i, q := range questions {
				got, err := strconv.ParseFloat(answers[i][0], 64)
				if err != nil || math.Abs(got-want[i]) > 1e-9*math.Abs(want[i]) { // the order of a sum is DuckDB's
					t.Errorf("%s: DuckDB says %s, the log %v", q.sql, answers[i][0], want[i])
				}
			}
			if got := answers[len(questions)][0]; got != "trajectory/1" {
				t.Errorf("the schema's version is %q", got)
			}
		})
	}
}
