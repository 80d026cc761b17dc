package formats

import (
	"bytes"
	"context"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/goccy/go-json"

	"mcpstats/datasets"
)

// BFCL is the Berkeley Function Calling Leaderboard, versions 3 and 4, as `bfcl generate`
// and `bfcl evaluate` write it: result/MODEL/GROUP/BFCL_v4_CATEGORY_result.json, one line a
// test, and score/... with the same names. "id" and "result" decide for the former (with a
// count of tokens, or the name), the header {accuracy, correct_count, total_count} for the
// latter.
//
// A score file lists failures alone. Success is therefore the absence of a test from it,
// which says something only where the whole category was evaluated: with --partial-eval the
// harness leaves ids out without a word. So the header's total_count is held against the
// number of results, and where they differ a test that is not listed stays unknown.
var BFCL = Format{
	Name:    "bfcl",
	Title:   "Berkeley Function Calling Leaderboard",
	Meaning: "Function calls checked against possible answers, category by category",
	Doc: "Berkeley function calling leaderboard: result/MODEL/GROUP/BFCL_v4_CATEGORY_result.json, one line a test with the model's output, tokens and seconds, and score/MODEL/GROUP/BFCL_v4_CATEGORY_score.json, whose first line is a total and whose others are the failures only. " +
		"The run is MODEL, with the part of the path before result in which several copies of one model differ; the task is a test's id, its category and group are strata; one trial. Success is the plain share over all tests; bfcl_overall has the leaderboard's weights, by group and category, a group that was not run counting as 0. A test is a failure where the score file lists it and a success where it does not, as long as the total there counts the tests of the result file; " +
		"where it does not (--partial-eval, a result that grew later), or without a score file, success is unknown. Score files alone name no success and are refused. " +
		"Tokens and seconds of many turns and steps are summed. The conversation is the assistant's messages only. The possible answers stand beside failures alone and are left out: a metric over them would see failures only",
	Cite:   "Patil et al. 2025, BFCL; github.com/ShishirPatil/gorilla, berkeley-function-call-leaderboard, bfcl_eval/eval_checker/eval_runner.py (v3, v4)",
	Sniff:  sniffBFCL,
	Joined: true,
	Read:   readBFCL,
}

// sniffBFCL takes a score file for a companion: it lists failures, and cannot be read without
// the results. "id" and "result" are keys that other programs' lines have too, so that
// something of BFCL's own must stand beside them: its counts, its inference log, or its file
// name.
func sniffBFCL(f File) Match {
	s := f.shape()
	switch {
	case s.List:
	case s.has("accuracy", "correct_count", "total_count"):
		return Companion
	case s.has("id", "result") && (s.has("input_token_count") || s.has("inference_log") || bfclName.MatchString(filepath.Base(f.Path))):
		return Log
	}
	return No
}

// bfclName is how the leaderboard names its files; the version is not there in
// the oldest.
var bfclName = regexp.MustCompile(`^(?:BFCL_(v\d+)_)?(.+)_(result|score)\.json`)

// bfclFile is one file by its place: MODEL/[GROUP/]BFCL_v4_CATEGORY_result.json.
type bfclFile struct {
	File
	root, model, group, category, version string
	run                                   string
	weight                                float64 // of one test in the leaderboard's overall, times the number of the run's tests
}

// bfclPlace reads model, group and category off the path, since the lines of a result file
// state none of them. Of several folders named result or score the one nearest to the file
// counts. A file outside of such a tree has its model in the folder above it, or in the one
// above that where the first has a group's name.
func bfclPlace(f File) bfclFile {
	p := bfclFile{File: f, category: f.Stem()}
	if m := bfclName.FindStringSubmatch(filepath.Base(f.Path)); m != nil {
		p.version, p.category = m[1], m[2]
	}
	dirs := strings.Split(filepath.ToSlash(filepath.Dir(f.Path)), "/")
	for i := len(dirs) - 1; i >= 0; i-- {
		if dirs[i] != "result" && dirs[i] != "score" {
			continue
		}
		p.root = strings.Join(dirs[:i], "/")
		if i+1 < len(dirs) {
			p.model = dirs[i+1]
		}
		if i+2 < len(dirs) {
			p.group = strings.Join(dirs[i+2:], "/")
		}
		return p
	}
	p.model = dirs[len(dirs)-1]
	switch p.model {
	case "live", "non_live", "multi_turn", "agentic", "format_sensitivity":
		p.group, p.model = p.model, ""
		if len(dirs) > 1 {
			p.model = dirs[len(dirs)-2]
		}
	}
	if p.model == "." || p.model == "" {
		p.model = f.Stem()
	}
	return p
}

// bfclKey says which results a score file belongs to. The root is part of it because two trees
// may hold the same model under two conditions, such as two servers.
type bfclKey struct{ root, model, category string }

// readBFCL joins results with their scores. Scores alone are refused: every test that they
// list is a failure, so that a rate over them would be 0 whatever the model did.
func readBFCL(files []File, opt Options) (datasets.Source, error) {
	var results []bfclFile
	scores := map[bfclKey]bfclFile{}
	for _, f := range files {
		p := bfclPlace(f)
		if sniffBFCL(f) == Companion {
			scores[bfclKey{p.root, p.model, p.category}] = p
			continue
		}
		results = append(results, p)
	}
	if len(results) == 0 {
		return nil, noLog(files, "results, only scores, which list failures alone", "add the folder result")
	}
	bfclRuns(results)
	// The weights need a count of every file's tests, which only a consumer of attempts should pay
	// for: they are computed when the first pass begins, and kept.
	weighed := false
	return source(func(_ context.Context, yield yield) {
		if !weighed {
			bfclWeights(results)
			weighed = true
		}
		for _, r := range results {
			score, err := readBFCLScore(scores, bfclScoreKey(scores, &r), yield)
			if err != nil {
				yield(nil, err)
				return
			}
			if score == nil || !r.read(score, opt, yield) {
				return
			}
		}
	}), nil
}

// bfclScore is what a score file says.
type bfclScore struct {
	known    bool // there is a file, and its total counts the results
	total    number
	failures map[string]bfclFailure
}

type bfclFailure struct {
	ID    text            `json:"id"`
	Type  string          `json:"error_type"`
	Error json.RawMessage `json:"error"`
}

// readBFCLScore reads the failures; nil where the consumer wants no more.
func readBFCLScore(scores map[bfclKey]bfclFile, key bfclKey, yield yield) (*bfclScore, error) {
	out := &bfclScore{failures: map[string]bfclFailure{}}
	f, ok := scores[key]
	if !ok {
		return out, nil
	}
	out.known = true
	goOn := true
	err := eachLine(f.File, func(e element) bool {
		// The header. Where it cannot be read the failures below it still are failures; what is lost
		// is the right to take a test that is not listed for a success.
		if e.Row == 1 {
			var header struct {
				Total number `json:"total_count"`
			}
			if err := decode(f.File, e, &header); err != nil {
				out.known = false
				goOn = yield(nil, err)
				return goOn
			}
			out.total = header.Total
			return true
		}
		var v bfclFailure
		err := decode(f.File, e, &v)
		if err == nil && v.ID == "" {
			err = e.bad(f.File, "id", errMissing)
		}
		if err != nil {
			out.known = false // which test failed here is not known
			goOn = yield(nil, err)
			return goOn
		}
		out.failures[strings.Clone(string(v.ID))] = bfclFailure{Type: strings.Clone(v.Type), Error: bytes.Clone(v.Error)}
		return true
	})
	if err != nil {
		return nil, err
	}
	if !goOn {
		return nil, nil
	}
	return out, nil
}

// read yields one attempt a line, after counting the tests where there is a
// total to compare with.
func (r *bfclFile) read(score *bfclScore, opt Options, yield yield) bool {
	if score.known {
		// Distinct ids: a line that stands twice must not make up for a test that was left out.
		ids := map[string]bool{}
		err := eachLine(r.File, func(e element) bool {
			if id, err := eachNamed(e.Text, "id"); err == nil && len(id) > 0 {
				ids[string(id)] = true
			}
			return true
		})
		if err != nil {
			yield(nil, err)
			return false
		}
		score.known = score.total.Known && score.total.Value == float64(len(ids))
	}
	types := idTypes{}
	return lineRecords(r.File, func(e element) (*datasets.Trajectory, error) {
		t, err := r.trajectory(e, types, score)
		if err != nil {
			return nil, err
		}
		return project(t, opt.Columns), nil
	}, yield)
}

// trajectory makes an attempt of one line of results. Categories of several turns have lists
// of lists for counts and seconds, [turn][step], and plain numbers elsewhere; both are summed.
func (r *bfclFile) trajectory(e element, types idTypes, score *bfclScore) (*datasets.Trajectory, error) {
	var v struct {
		ID      id              `json:"id"`
		Result  json.RawMessage `json:"result"`
		Input   json.RawMessage `json:"input_token_count"`
		Output  json.RawMessage `json:"output_token_count"`
		Latency json.RawMessage `json:"latency"`
	}
	if err := decode(r.File, e, &v); err != nil {
		return nil, err
	}
	if err := types.accept(v.ID); err != nil {
		return nil, e.bad(r.File, "id", err)
	}
	t := &datasets.Trajectory{Benchmark: "bfcl", Run: r.run, Model: r.model, Task: v.ID.Name, DatasetVersion: r.version}
	stratum(t, "category", r.category)
	if r.weight > 0 {
		report(t, "bfcl_weight", number{datasets.Known(r.weight)})
	}
	attribute(t, "group", r.group)
	for _, n := range []struct {
		key  string
		raw  json.RawMessage
		take func(sum float64)
	}{
		{"input_token_count", v.Input, func(sum float64) { addTokens(&t.PromptTokens, number{datasets.Known(sum)}) }},
		{"output_token_count", v.Output, func(sum float64) { addTokens(&t.CompletionTokens, number{datasets.Known(sum)}) }},
		{"latency", v.Latency, func(sum float64) { t.LatencyMS = datasets.Known(sum * 1e3) }},
	} {
		sum, known, err := nestedSum(n.raw)
		if err != nil {
			return nil, e.bad(r.File, n.key, err)
		}
		if known {
			n.take(sum)
		}
	}
	t.Exit = datasets.ExitCompleted
	bfclOutput(t, v.Result)
	// An inference that broke off is stored as an answer, in the harness's words: only these tell
	// that the model never gave one.
	if message, ok := strings.CutPrefix(t.Response, "Error during inference:"); ok {
		t.Exit, t.Error = datasets.ExitError, strings.TrimSpace(message)
	}
	// A listed failure counts whatever the totals say; silence counts only where they agree.
	if failure, failed := score.failures[t.Task]; failed {
		t.Success = datasets.Known(false)
		failure.describe(t)
	} else if score.known {
		t.Success = datasets.Known(true)
	}
	return t, nil
}
