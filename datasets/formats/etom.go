package formats

import (
	"context"
	"fmt"
	"regexp"
	"strconv"

	"mcpstats/datasets"
)

// ETOM is the result JSON of the MSC-Bench (ETOM) evaluator, eval/eval.py, joined with the
// benchmark's queries where they lie beside. {statistics, config, evaluations} decides.
//
// Query ids start again at 1 at every level, so that a task is "L2-17", and the level of a
// file of queries stands in its name alone. The evaluator lists the members of level 2's
// equal function sets one by one, as if each were expected; the queries have the sets. It
// also logs an answer without tools at level 2 as an exception of its own (emptyAtLevel2),
// which is the agent's empty plan and not an error of the harness.
var ETOM = Format{
	Name:    "etom",
	Title:   "MSC-Bench (ETOM)",
	Meaning: "Which tools an orchestrator picks for a request, at five levels of difficulty",
	Doc: "eval_results_level<L>_<run>.json or any name: {statistics, config, evaluations}, one file a run and level, with the benchmark's level_<L>.json beside. " +
		"The run is config.orchestrator, the task L<level>-<query_id>, as query_id restarts at every level. The expected plan comes from the queries: " +
		"at level 2 the groups of one query are one equal function set, so one need (the evaluator takes each for a need of its own); " +
		"without the queries it comes from the evaluation, which states it for levels 1, 2 and 5 only. The evaluator's numbers are reported as evaluator_*",
	Cite:   "MSC-Bench, arXiv:2510.19423; github.com/snooow1029/ETOM, eval/eval.py",
	Sniff:  sniffETOM,
	Joined: true,
	Read:   readETOM,
}

// sniffETOM claims the benchmark's queries and its equal function sets as companions. The sets
// are claimed so that nothing else takes them for a log; they are not read, as the queries
// repeat them.
func sniffETOM(f File) Match {
	s := f.shape()
	switch {
	case !s.List && s.has("statistics", "config") && (s.has("evaluations") || s.Cut):
		return Log
	case s.List && s.has("query_id", "query", "ground_truth_tools"):
		return Companion
	case s.List && s.has("set_id", "size", "tools"):
		return Companion
	}
	return No
}

// etomConfig is the part of a result file that names the run.
type etomConfig struct {
	Level        number `json:"level"`
	Orchestrator text   `json:"orchestrator"`
	Model        text   `json:"llm_model"`
}

// etomRun is one run at one level.
type etomRun struct {
	file   File
	config etomConfig
}

// readETOM reads the configs of all results at once. One that cannot be read ends the whole
// log and not its file alone: nothing else says which run and level the evaluations are of.
func readETOM(files []File, opt Options) (datasets.Source, error) {
	var runs []etomRun
	var queries []File
	for _, f := range files {
		switch s := f.shape(); {
		case !s.List:
			config, err := etomReadConfig(f)
			if err != nil {
				return nil, &datasets.FileError{File: f.Path, Err: err}
			}
			runs = append(runs, etomRun{f, config})
		case s.has("query_id"):
			queries = append(queries, f)
		}
	}
	if len(runs) == 0 {
		return nil, noLog(files, "results of a run", "add the files with the keys statistics, config, evaluations")
	}
	return source(func(_ context.Context, yield yield) {
		for _, r := range runs {
			if !r.read(queries, opt, yield) {
				return
			}
		}
	}), nil
}

// read yields the evaluations of one file, each joined with its query.
func (run etomRun) read(queries []File, opt Options, yield yield) bool {
	f := run.file
	level := strconv.Itoa(int(run.config.Level.Value))
	asked, err := etomQueries(f, queries, level)
	if err != nil {
		yield(nil, err)
		return false
	}
	types := idTypes{}
	return records(f, "evaluations", func(e element) (*datasets.Trajectory, error) {
		var r etomRecord
		if err := decode(f, e, &r); err != nil {
			return nil, err
		}
		if err := types.accept(r.QueryID); err != nil {
			return nil, e.bad(f, "query_id", err)
		}
		t, err := r.trajectory(level, asked)
		if err != nil {
			return nil, e.bad(f, "", err)
		}
		t.Run, t.Model = string(run.config.Orchestrator), string(run.config.Model)
		return project(t, opt.Columns), nil
	}, yield)
}

// etomReadConfig reads run and level from the member config and never from the file's name,
// which users change.
func etomReadConfig(f File) (etomConfig, error) {
	var config etomConfig
	r, err := f.Open()
	if err != nil {
		return config, err
	}
	defer r.Close()
	found, err := members(f.scanner(r), "config")
	if err != nil {
		return config, err
	}
	if found["config"] == nil {
		return config, errConfig
	}
	if err := unmarshal(found["config"], &config); err != nil {
		return config, fmt.Errorf("config: %w", err)
	}
	if config.Orchestrator == "" || !config.Level.Known {
		return config, errConfig
	}
	return config, nil
}

// levelInName finds the level in a query file's name: its content does not state it.
var levelInName = regexp.MustCompile(`(?i)level[_-]?(\d+)`)

// etomQuery is one query of the benchmark.
type etomQuery struct {
	QueryID text        `json:"query_id"`
	Query   string      `json:"query"`
	Tools   []etomGroup `json:"ground_truth_tools"`
}

// etomQueries reads the queries of a level from the file nearest to the results;
// nil where there is none.
func etomQueries(results File, files []File, level string) (map[string]etomQuery, error) {
	// Several copies of the benchmark may lie below one folder. The plan of another version would
	// be wrong without a sign of it, so that the copy nearest to the results counts.
	best, most := -1, -1
	for i, f := range files {
		m := levelInName.FindStringSubmatch(f.Stem())
		if n := commonFolders(results.Path, f.Path); m != nil && m[1] == level && n > most {
			best, most = i, n
		}
	}
	if best < 0 {
		return nil, nil
	}
	queries := map[string]etomQuery{}
	var err error
	stop := each(files[best], "", func(e element) bool {
		var q etomQuery
		if err = decode(files[best], e, &q); err != nil {
			return false
		}
		queries[string(q.QueryID)] = q
		return true
	})
	if err != nil {
		return nil, &datasets.FileError{File: files[best].Path, Err: err, Hint: "without this file the expected plans are not known"}
	}
	return queries, stop
}
