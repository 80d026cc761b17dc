package formats

import (
	"strings"
	"testing"

	"mcpstats/datasets"
)

// headerNotes are the notes on means of a source that was read to its end, twice: a second pass
// must not count the first.
func headerNotes(t *testing.T, format Format, files ...File) []string {
	t.Helper()
	src, err := format.Read(files, Options{})
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		for _, err := range src.Trajectories(t.Context()) {
			if err != nil {
				t.Fatal(err)
			}
		}
	}
	var out []string
	for _, n := range src.(datasets.Noter).Notes() {
		if n.Code != datasets.NoteHeader || !n.Decisive {
			t.Errorf("%+v", n)
		}
		out = append(out, n.Message)
	}
	return out
}

// lm-eval's totals are held against the samples of their time, by metric and filter; what is no
// mean of the documents is not.
func TestLMEvalTotals(t *testing.T) {
	samples := `{"doc_id":0,"doc_hash":"a","target":"x","resps":[["x"]],"filter":"none","metrics":["acc","ppl"],"acc":1.0,"ppl":3.0}
{"doc_id":1,"doc_hash":"b","target":"x","resps":[["y"]],"filter":"none","metrics":["acc","ppl"],"acc":0.0,"ppl":4.0}
{"doc_id":2,"doc_hash":"c","target":"x","resps":[["y"]],"filter":"none","metrics":["acc","ppl"],"acc":0.0,"ppl":5.0}
`
	file := inMemory("d/samples_sums_2026-01-01T00-00-00.1.jsonl", samples)
	for results, want := range map[string]string{
		`{"acc,none":0.3333333333333333,"ppl,none":9}`:   "",
		`{"acc,none":0.3333333333333333,"acc_norm,x":1}`: "",
		`{"acc,none":0.5}`:    "results_2026-01-01T00-00-00.1.json states sums acc,none 0.5 over 3 samples, the 3 samples here give 0.33333",
		`{"acc,none":"none"}`: "",
	} {
		totals := inMemory("d/results_2026-01-01T00-00-00.1.json", `{"results":{"sums":`+results+`},"configs":{},"versions":{"sums":1},"n-samples":{"sums":{"original":9,"effective":3}},"model_name":"m"}`)
		other := inMemory("d/results_2026-02-02T00-00-00.1.json", `{"results":{"sums":{"acc,none":0.9}},"configs":{},"versions":{"sums":1},"model_name":"m"}`)
		got := headerNotes(t, LMEval, file, totals, other)
		if want == "" && got != nil || want != "" && (len(got) != 1 || !strings.HasPrefix(got[0], want)) {
			t.Errorf("%s: %q, want %q", results, got, want)
		}
	}
	fewer := inMemory("d/results_2026-01-01T00-00-00.1.json", `{"results":{"sums":{"acc,none":0.3333333333333333}},"configs":{},"n-samples":{"sums":{"effective":30}}}`)
	if got := headerNotes(t, LMEval, file, fewer); len(got) != 1 || !strings.Contains(got[0], "over 30 samples, the 3 samples here give 0.33333") {
		t.Errorf("another number of samples: %q", got)
	}
}

// Every Eval Ever's totals are held against the instances that name their result, at the decimals
// that they are stated with.
func TestEEETotals(t *testing.T) {
	instance := func(id, result, score string) string {
		return `{"schema_version":"0.3.0","evaluation_id":"e","model_id":"m","evaluation_name":"b","evaluation_result_id":"` + result + `","sample_id":"` + id + `","evaluation":{"score":` + score + "}}\n"
	}
	samples := inMemory("x_samples.jsonl", instance("1", "r", "1")+instance("2", "r", "0")+instance("3", "r", "0")+instance("1", "other", "0.5"))
	for result, want := range map[string]string{
		`{"evaluation_result_id":"r","metric_config":{"metric_id":"accuracy"},"score_details":{"score":0.33}}`:                                         "",
		`{"evaluation_result_id":"r","metric_config":{"metric_id":"accuracy"},"score_details":{"score":0.34}}`:                                         "x.json states accuracy 0.34, the 3 samples here give 0.33333",
		`{"evaluation_result_id":"r","metric_config":{"metric_id":"bench.accuracy"},"score_details":{"score":0.333,"uncertainty":{"num_samples":40}}}`: "x.json states bench.accuracy 0.333 over 40 samples, the 3 samples here give 0.33333",
		`{"evaluation_result_id":"r","metric_config":{"metric_id":"elo"},"score_details":{"score":1200}}`:                                              "",
		`{"evaluation_result_id":"r","metric_config":{"metric_id":"accuracy","metric_unit":"percent"},"score_details":{"score":33.3}}`:                 "",
		`{"evaluation_result_id":"nobody's","metric_config":{"metric_id":"accuracy"},"score_details":{"score":0.9}}`:                                   "",
	} {
		totals := inMemory("x.json", `{"schema_version":"0.3.0","evaluation_id":"e","evaluation_results":[`+result+`]}`)
		got := headerNotes(t, EveryEvalEver, samples, totals)
		if want == "" && got != nil || want != "" && (len(got) != 1 || !strings.HasPrefix(got[0], want)) {
			t.Errorf("%s: %q, want %q", result, got, want)
		}
	}
}
