package shards

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"mcpstats/analysis/failures"
	"mcpstats/analysis/metrics"
	"mcpstats/analysis/scale/partial"
	"mcpstats/analysis/table"
	"mcpstats/datasets/open"
)

// logged is a shard of a log: three attempts and a line that is none.
const logged = `{"run":"r","task":"1","success":true,"colour":"red"}
{"run":"r","task":"2","success":false,"colour":"blue"}
{"run":
{"run":"r","task":"3","success":true}
`

func scored(t *testing.T, job *Job, path string) (*partial.File, []byte) {
	t.Helper()
	inputs, skipped, err := open.Paths(context.Background(), []string{path}, open.Options{MaxRecordErrors: 0.5, Columns: Columns(job.Catalog, job.Taxonomy, job.Promoted)})
	if err != nil {
		t.Fatal(err)
	}
	var buf bytes.Buffer
	if err := job.Score(context.Background(), inputs, skipped, &buf); err != nil {
		t.Fatal(err)
	}
	out := filepath.Join(t.TempDir(), "x.partial")
	if err := os.WriteFile(out, buf.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	f, err := partial.Open(out)
	if err != nil {
		t.Fatal(err)
	}
	return f, buf.Bytes()
}

func TestScoreKeepsWhatOneMachineSees(t *testing.T) {
	path := filepath.Join(t.TempDir(), "log.jsonl")
	if err := os.WriteFile(path, []byte(logged), 0o644); err != nil {
		t.Fatal(err)
	}
	seen := 0
	job := &Job{Catalog: metrics.All(), Taxonomy: failures.Taxonomy(), Promoted: []string{"colour"}, Settings: partial.Settings{Tool: "test", Depth: partial.Attempts},
		Rename: func(name string) string { return strings.ReplaceAll(name, path, "gs://bucket/log.jsonl") }, Seen: func() { seen++ }}
	f, first := scored(t, job, path)
	if _, again := scored(t, job, path); !bytes.Equal(first, again) {
		t.Error("the same shard gives other bytes the second time")
	}
	in := f.Inputs[0]
	if in.Path != "gs://bucket/log.jsonl" || in.Trajectories != 3 || in.RecordErrors != 1 || len(in.Errors) != 1 || !strings.HasPrefix(in.Errors[0], "gs://bucket/log.jsonl") || len(in.SHA256) != 64 {
		t.Errorf("%+v", in)
	}
	if seen != 8 || f.Records != 3 || len(f.Settings.Metrics) == 0 || len(f.Settings.Modes) == 0 {
		t.Errorf("%d records seen, %d kept, settings %+v", seen, f.Records, f.Settings)
	}
	var tasks, colours []string
	var values []float64
	if err := f.EachRecord(func(_, _ int, r table.Record) {
		tasks, colours = append(tasks, r.Attempt.Task), append(colours, r.Attempt.Strata["colour"])
		for _, v := range r.Values {
			if v.Metric == "success" {
				values = append(values, v.Value)
			}
		}
	}); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]any{[]string{"1", "2", "3"}, []string{"red", "blue", ""}, []float64{1, 0, 1}}, []any{tasks, colours, values}); diff != "" {
		t.Error(diff)
	}
}

func TestScoreStopsWhenInterrupted(t *testing.T) {
	path := filepath.Join(t.TempDir(), "log.jsonl")
	if err := os.WriteFile(path, []byte(`{"run":"r","task":"1","success":true}`), 0o644); err != nil {
		t.Fatal(err)
	}
	inputs, _, err := open.Paths(context.Background(), []string{path}, open.Options{})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	job := &Job{Catalog: metrics.All(), Settings: partial.Settings{Depth: partial.Attempts}}
	if err := job.Score(ctx, inputs, nil, &bytes.Buffer{}); err == nil {
		t.Error("an interrupted worker completes its partial")
	}
}
