package formats

import (
	"bytes"
	"context"
	"regexp"
	"slices"
	"strings"

	"github.com/goccy/go-json"

	"mcpstats/datasets"
)

// SWEBench is what SWE-bench's harness writes (reporting.py, schema version 2, and the
// report.json of each instance from grading.py), and the results.json of the experiments
// repository. Lists of ids decide: total_instances with resolved_instances, or resolved with
// no_generation or no_logs, or one instance's patch flags.
//
// These are lists of what became of instances, not records of attempts. What no list names
// was not resolved, and how many those are is the total's to say, or the split's that the
// path names (swebench_promise.go); without either the rate is not known, and is not
// computed from the successes alone. An infrastructure failure is advice and stays in the
// denominator, as the harness has it.
var SWEBench = Format{
	Name:    "swe-bench",
	Title:   "SWE-bench",
	Meaning: "Repository issues to be resolved by a patch that tests judge",
	Doc: "SWE-bench, issues of repositories to be resolved by a patch that its tests judge: MODEL.RUN_ID.json (lists of instance ids: resolved_ids, unresolved_ids, ...), logs/run_evaluation/RUN_ID/MODEL/INSTANCE/report.json (one instance each, joined to it), " +
		"sb-cli's reports (SUBSET__SPLIT__RUN_ID.json, the same lists), SWE-bench Pro's eval_results.json ({id: true or false}), " +
		"or the experiments repository's results/results.json (resolved, no_generation, no_logs, ...) and per_instance_details.json ({id: {cost, api_calls, resolved}}). The run is MODEL.RUN_ID, of sb-cli RUN_ID, else the submission's folder; the task is the instance id; one trial. " +
		"Resolved is success; unresolved and an empty patch are failures; an instance whose evaluation ended in an error, or that was not submitted, has unknown outcome (the leaderboard counts it as a failure). " +
		"The denominator of a report is the instances that were submitted (submitted_ids, submitted_instances, else total_instances); where the report has both, the warning two_totals names the other. Of SWE-bench Pro it is the instances listed, of which the public set has 731. In results.json (benchmark swe-bench-SPLIT, by the folder) an instance that another submission of the folder names and this one does not resolve is a failure; " +
		"the denominator is total_instances where the file has it, else the size of the split that the path names (verified 500, lite 300, multimodal 517, test or full 2,294), else the totals of resolved_by_repo.json beside it; where nothing says it there is no rate until --tasks states the number. Infrastructure failures are advice: they keep their verdict and get exit harness_error",
	Cite:   "Jimenez et al. 2024, SWE-bench, arXiv:2310.06770; github.com/SWE-bench/SWE-bench, harness/reporting.py (schema_version 2) and grading.py; github.com/SWE-bench/experiments",
	Sniff:  sniffSWE,
	Joined: true,
	Read:   readSWE,
}

// sniffSWE tells the harness's report, the experiments' results and the report of one instance
// apart. Lists of ids may fill the head, so that the first key alone has to decide where it is
// cut.
func sniffSWE(f File) Match {
	switch sweKindOf(f) {
	case sweNone:
		return No
	case sweTotals:
		return Companion
	}
	return Log
}

// sweKind is what one file is.
type sweKind int

const (
	sweNone     sweKind = iota
	sweRunKind          // the report of a run: MODEL.RUN_ID.json, sb-cli's SUBSET__SPLIT__RUN_ID.json
	sweResults          // the experiments repository's results.json
	sweTotals           // resolved_by_repo.json, resolved_by_time.json
	sweDetails          // per_instance_details.json: {id: {cost, api_calls, resolved}}
	sweVerdicts         // SWE-bench Pro's eval_results.json: {id: true}
	sweOne              // the report of one instance: {id: {patch_exists, resolved, tests_status}}
)

// sweKindOf tells the files apart by their first keys.
func sweKindOf(f File) sweKind {
	s := f.shape()
	if s.List || len(s.Keys) == 0 {
		return sweNone
	}
	has := func(text string) bool { return bytes.Contains(f.Head, []byte(text)) }
	switch {
	case s.has("total_instances", "resolved_instances"), s.has("resolved_ids") && (s.has("submitted_ids") || s.has("completed_ids")),
		s.Cut && (s.has("completed_ids") || s.has("submitted_ids") || s.has("resolved_ids")):
		return sweRunKind
	case isByRepo(f):
		return sweTotals
	case s.has("resolved") && (s.has("no_generation") || s.has("no_logs") || s.has("total_instances") || f.Stem() == "results" && len(s.Keys) == 1), s.Cut && s.Keys[0] == "no_generation":
		return sweResults
	case len(s.Keys) == 1 && (has(`"patch_is_None"`) || has(`"patch_successfully_applied"`)):
		return sweOne
	case !sweInstanceID.MatchString(s.Keys[0]):
		return sweNone
	}
	switch inner := sniffFirstValue(f.Head); {
	case len(inner) > 0 && (inner[0] == 't' || inner[0] == 'f'):
		return sweVerdicts
	case len(inner) > 0 && inner[0] == '{':
		if k := sniffJSON(inner); k.has("resolved") && (k.has("cost") || k.has("api_calls")) {
			return sweDetails
		}
	}
	return sweNone
}

// sniffFirstValue is the text from the first value of an object on.
func sniffFirstValue(head []byte) []byte {
	i := bytes.IndexByte(head, '{')
	colon := bytes.IndexByte(head[i+1:], ':')
	if i < 0 || colon < 0 {
		return nil
	}
	return bytes.TrimSpace(head[i+1+colon+1:])
}

// sweReport is a run's report: ids by what became of them.
// A rate over the completed ones would leave out the empty patches and the evaluations that
// broke off, which the leaderboard counts as failures.
type sweReport struct {
	Total      number            `json:"total_instances"`
	Sent       number            `json:"submitted_instances"`
	Resolved   []string          `json:"resolved_ids"`
	Unresolved []string          `json:"unresolved_ids"`
	Empty      []string          `json:"empty_patch_ids"`
	Failed     []string          `json:"error_ids"`
	Broken     []string          `json:"failed_ids"`  // sb-cli
	Pending    []string          `json:"pending_ids"` // sb-cli: not evaluated yet
	Incomplete []string          `json:"incomplete_ids"`
	Completed  []string          `json:"completed_ids"`
	Submitted  []string          `json:"submitted_ids"`
	Infra      []string          `json:"infra_failure_ids"`
	Ambiguous  []string          `json:"ambiguous_failure_ids"`
	Reasons    map[string]string `json:"failure_reasons"`
}

// sweInstance is the report of one instance.
type sweInstance struct {
	None     bool   `json:"patch_is_None"`
	Exists   *bool  `json:"patch_exists"`
	Applied  *bool  `json:"patch_successfully_applied"`
	Resolved *bool  `json:"resolved"`
	Infra    *bool  `json:"infra_failure"`
	Cost     number `json:"cost"`      // of per_instance_details.json
	Calls    number `json:"api_calls"` // of per_instance_details.json
	path     string
	Tests    map[string]struct {
		Success []string `json:"success"`
		Failure []string `json:"failure"`
	} `json:"tests_status"`
}

// readSWE reads all files at once: they are lists of ids, and a verdict may stand in any of
// them.
func readSWE(files []File, opt Options) (datasets.Source, error) {
	log, err := sweFiles(files)
	if err != nil {
		return nil, err
	}
	return sweSource{promising{source(func(_ context.Context, yield yield) {
		for _, bad := range log.bad {
			if !yield(nil, bad) {
				return
			}
		}
		for _, run := range log.runs {
			if !log.readRun(run, opt, yield) {
				return
			}
		}
	}), log.promises}, log}, nil
}

// sweSource says which of two denominators counts where a report has both.
type sweSource struct {
	promising
	log *sweLog
}

// Notes are the denominators that were not taken.
func (s sweSource) Notes() []datasets.Note { return s.log.notes() }

// readRun yields a run's instances by id.
func (l *sweLog) readRun(run *sweRun, opt Options, yield yield) bool {
	ids := run.ids()
	if run.split != nil {
		ids = run.split.ids()
	}
	for _, id := range ids {
		if !yield(project(run.attempt(id), opt.Columns), nil) {
			return false
		}
	}
	return true
}

// sweProID is how SWE-bench Pro names an instance: the repository and commits.
var sweProID = regexp.MustCompile(`^instance_(.+__.+?)-[0-9a-f]{7,40}(?:-v[0-9a-z]*)?$`)

// attempt is what a run's reports say of one instance.
func (r *sweRun) attempt(id string) *datasets.Trajectory {
	t := &datasets.Trajectory{Benchmark: r.benchmark(), Run: r.Name, Model: r.Model, Task: id, Place: datasets.Place{File: r.path}}
	if m := sweProID.FindStringSubmatch(id); m != nil {
		attribute(t, "repo", m[1])
	} else if repo, _, ok := strings.Cut(id, "-"); ok && strings.Contains(repo, "__") {
		attribute(t, "repo", id[:strings.LastIndexByte(id, '-')])
	}
	in := func(list []string) bool { return slices.Contains(list, id) }
	label := func(mode string) {
		t.FailureLabels = append(t.FailureLabels, datasets.FailureLabel{Mode: mode, Source: "swe-bench harness"})
	}
	verdict := func(v bool) { t.Success, t.Exit = datasets.Known(v), datasets.ExitCompleted }
	// An id may stand in several lists. Resolved goes before everything, then come a failure with
	// its reason and one without, an evaluation that broke off, and the instance's own report.
	// Lists such as submitted_ids prove nothing about the outcome.
	one, reported := r.instances[id]
	switch {
	case r.at.resolved[id]:
		verdict(true)
	case in(r.report.Empty):
		verdict(false)
		label("empty_patch")
	case r.at.unresolved[id]:
		verdict(false)
	case in(r.report.Failed), in(r.report.Broken):
		t.Exit, t.Error = datasets.ExitError, "the evaluation ended in an error and has no report"
		label("error")
	case reported && one.Resolved != nil:
		verdict(*one.Resolved)
	// A report that lists no failures has been through all the same: sb-cli's names what was
	// completed and what was resolved.
	case r.report.Unresolved == nil && in(r.report.Completed):
		verdict(false)
	// Results of the experiments repository name successes and some kinds of failure; an instance
	// that was run and never resolved stands in no list (SWE-bench issue 650). That it belongs to
	// the split is known from the other submissions.
	case r.split != nil:
		t.Success = datasets.Known(false)
		for _, list := range r.other {
			if in(list.ids) {
				label(list.name)
			}
		}
	default:
		t.Error = "the instance was not submitted, or its evaluation did not complete"
		attribute(t, "record", "missing")
	}
	if reason := r.report.Reasons[id]; reason != "" {
		label(reason)
	}
	// Advice and no verdict: the instance stays in the harness's denominator, and in ours.
	if in(r.report.Infra) || reported && one.Infra != nil && *one.Infra {
		t.Exit = datasets.ExitHarnessError
	}
	if in(r.report.Ambiguous) {
		attribute(t, "ambiguous_failure", "true")
	}
	if reported {
		t.Place.File = one.path
		one.describe(t)
	}
	return t
}

// describe keeps what an instance's own report says beside its verdict.
func (i *sweInstance) describe(t *datasets.Trajectory) {
	if i.None || i.Exists != nil && !*i.Exists {
		attribute(t, "patch", "none")
	} else if i.Applied != nil && !*i.Applied {
		attribute(t, "patch", "does not apply")
	}
	codingUsage(t, i.Calls, i.Cost, number{}, number{})
	for _, group := range []string{"FAIL_TO_PASS", "PASS_TO_PASS"} {
		tests, ok := i.Tests[group]
		if !ok {
			continue
		}
		name := strings.ToLower(group)
		report(t, name+"_passed", number{datasets.Known(float64(len(tests.Success)))})
		report(t, name+"_failed", number{datasets.Known(float64(len(tests.Failure)))})
	}
}

// decodeSWE reads a whole report; its size is bounded by its benchmark's.
func decodeSWE(f File, v any) error {
	e, err := whole(f)
	if err != nil {
		return err
	}
	if err := unmarshal(e.Text, v); err != nil {
		if wrong, ok := err.(*json.UnmarshalTypeError); ok {
			return e.bad(f, wrong.Field, err)
		}
		return e.bad(f, "", err)
	}
	return nil
}
