package formats

import (
	"bytes"
	"context"
	"path/filepath"
	"slices"
	"strings"

	"mcpstats/datasets"
	"mcpstats/datasets/mapping"
)

// PinePaper is per-query rankings on PinePaper-ToolBench. Its repository publishes totals
// alone, so that the files are people's own: an id, a ranking, and a tier or an id of the
// benchmark's form (TSB-T...) decide, keys in any spelling. data/benchmark-cases.json of the
// benchmark completes them with what was expected.
var PinePaper = Format{
	Name:    "pinepaper",
	Title:   "PinePaper-ToolBench",
	Meaning: "Which tools a retriever ranks first for a request",
	Doc: "PinePaper-ToolBench, which tools a retriever ranks first for a request: per-query rankings as JSON, JSON Lines or CSV: id, expectedTools, ranked (tools, or {tool, score}, best first) and what else a case has (prompt, tier, difficulty, category, source, latencyMs, recall_at_5, ...), keys in any spelling; " +
		"data/benchmark-cases.json completes them. The run is method (or name, system, run, also of the object around the list), else the file's name; the task is the id; tier, difficulty, category and source are strata. " +
		"There is no verdict: the ranking is the outcome. Every expected tool is a need of its own; alternative sets (acceptableToolSets) are not read, as the benchmark's own recall does not use them. " +
		"Cases of the benchmark that a run has no ranking for are promised and missing. The published results/*-results.json hold totals only",
	Cite:   "PinePaper-ToolBench 2026; github.com/pinepaper/pinepaper-tool-selection-research, benchmark.ts and data/benchmark-cases.json",
	Sniff:  sniffPine,
	Joined: true,
	Loose:  true,
	Read:   readPine,
}

var (
	// The keys in the spellings that people use, as plainKey has them; the first that has a value
	// counts.
	pineRanking  = []string{"ranked", "rankedtools", "ranking", "rankings", "retrievedtools", "topk", "selectedtools"}
	pineExpected = []string{"expectedtools", "expected", "groundtruthtools", "goldtools"}
	pineMethod   = []string{"method", "run", "system", "shortname", "name", "retriever"}
	pineID       = []string{"id", "caseid", "testcaseid", "queryid", "task", "taskid"}
	pineLists    = []string{"results", "queries", "cases", "testCases", "perQuery"}
)

// sniffPine takes rankings only with a sign of this benchmark, a tier or an id of its form:
// rankings under a task's id are what any retriever logs. A list of cases and the published
// totals are companions.
func sniffPine(f File) Match {
	keys := keysOf(f)
	switch {
	case hasAny(keys, "testcases") && hasAny(keys, "tierdistribution", "totalcases"):
		return Companion
	case len(keys) > 0 && (keys[0] == "tracka" || keys[0] == "trackb" || keys[0] == "extended") && bytes.Contains(f.Head, []byte(`"byTier"`)):
		return Companion
	case hasAny(keys, "run", "task") && hasAny(keys, "steps"):
		return No // canonical trajectories
	case hasAny(keys, pineRanking...) && hasAny(keys, pineID...) && (hasAny(keys, "tier") || bytes.Contains(f.Head, []byte("TSB-T"))):
		return Log
	case hasAny(keys, "results", "queries", "perquery") && bytes.Contains(f.Head, []byte("TSB-T")) && bytes.Contains(f.Head, []byte("ank")):
		return Log
	}
	return No
}

// pineLog is the cases of the benchmark and the runs over them.
type pineLog struct {
	cases map[string]*datasets.Trajectory
	order []string
	files []File
	runs  []string // as the last reading met them
}

// readPine reads the cases first, then the rankings of all files. Which runs there are, and so
// which promises, is known behind a pass.
func readPine(files []File, opt Options) (datasets.Source, error) {
	log := &pineLog{cases: map[string]*datasets.Trajectory{}}
	for _, f := range files {
		if sniffPine(f) != Companion {
			log.files = append(log.files, f)
			continue
		}
		if err := log.readCases(f); err != nil {
			return nil, err
		}
	}
	if len(log.files) == 0 {
		return nil, noLog(files, "per-query rankings, only cases or totals", "save id, expectedTools and the ranked tools of every query")
	}
	return promising{source(func(_ context.Context, yield yield) {
		log.runs = nil
		for _, f := range log.files {
			goOn, types := true, idTypes{}
			err := eachKeyed(f, pineLists, func(k keyed, err error) bool {
				var t *datasets.Trajectory
				if err == nil {
					t, err = log.attempt(f, k, types)
				}
				if err == nil {
					if !slices.Contains(log.runs, t.Run) {
						log.runs = append(log.runs, strings.Clone(t.Run))
					}
					t = project(t, opt.Columns)
				}
				goOn = yield(t, err)
				return goOn
			})
			if err != nil {
				yield(nil, err)
				return
			}
			if !goOn {
				return
			}
		}
	}), log.promises}, nil
}

// promises are the cases of the benchmark, which every run beside their list answers for.
func (l *pineLog) promises() []datasets.Promise {
	if len(l.order) == 0 {
		return nil
	}
	var out []datasets.Promise
	for _, run := range l.runs {
		out = append(out, datasets.Promise{Benchmark: pineBenchmark, Run: run, Tasks: l.order, Source: "the benchmark's list of cases"})
	}
	return out
}

// pineBenchmark is what reports call it.
const pineBenchmark = "pinepaper-toolbench"

// readCases reads data/benchmark-cases.json; totals have no cases.
func (l *pineLog) readCases(f File) error {
	if !hasAny(keysOf(f), "testcases") {
		return nil
	}
	var first error
	err := eachKeyed(f, []string{"testCases"}, func(k keyed, err error) bool {
		t := new(datasets.Trajectory)
		if err == nil {
			_, err = pineCase(t, k)
		}
		if id := k.text(pineID...); err == nil && id != "" {
			if l.cases[id] == nil {
				l.order = append(l.order, id)
			}
			l.cases[id] = t
		}
		if first == nil {
			first = err
		}
		return first == nil
	})
	if err == nil && first != nil {
		return &datasets.FileError{File: f.Path, Err: first}
	}
	return err
}

// pineCase takes what a case says, in a list of cases or beside a ranking.
func pineCase(t *datasets.Trajectory, k keyed) (column string, err error) {
	k.merge(k.raw("metadata"))
	if doc := k.document(pineExpected...); doc != "" {
		if t.Expected, err = mapping.Needs(doc); err != nil {
			return "expectedTools", err
		}
	}
	for _, name := range []string{"tier", "difficulty", "category", "source"} {
		stratum(t, name, k.text(name))
	}
	if t.Strata["category"] == "" {
		stratum(t, "category", k.text("domain"))
	}
	return "", nil
}

// complete adds what the list of cases says and the record does not.
func (l *pineLog) complete(t *datasets.Trajectory) {
	c := l.cases[t.Task]
	if c == nil {
		return
	}
	if t.Expected == nil {
		t.Expected = c.Expected
	}
	for name, v := range c.Strata {
		if t.Strata[name] == "" {
			stratum(t, name, v)
		}
	}
}

// attempt makes an attempt of a record. The record's own expectation goes before that of the
// list of cases: it is the one that the ranking was scored by.
func (l *pineLog) attempt(f File, k keyed, types idTypes) (*datasets.Trajectory, error) {
	t := &datasets.Trajectory{Benchmark: pineBenchmark, Run: k.text(pineMethod...), Place: k.place(f)}
	name := idOf(k.raw(pineID...))
	if err := types.accept(name); err != nil {
		return nil, k.bad(f, "id", err)
	}
	t.Task = name.Name
	if t.Run == "" {
		t.Run = f.Stem()
		if t.Run == "results" {
			t.Run = filepath.Base(filepath.Dir(f.Path))
		}
	}
	if column, err := pineCase(t, k); err != nil {
		return nil, k.bad(f, column, err)
	}
	l.complete(t)
	if doc := k.document(pineRanking...); doc != "" {
		var err error
		if t.Ranked, err = mapping.Ranking(doc); err != nil {
			return nil, k.bad(f, "ranked", err)
		}
		if err := pineScores(t, k); err != nil {
			return nil, k.bad(f, "scores", err)
		}
	}
	if column, err := k.latency(t); err != nil {
		return nil, k.bad(f, column, err)
	}
	if err := k.trial(t); err != nil {
		return nil, k.bad(f, "trial", err)
	}
	for key, v := range k.at {
		for _, metric := range []string{"recallat", "ndcgat", "hitat", "precisionat"} {
			var n number
			if at, ok := strings.CutPrefix(key, metric); ok && n.UnmarshalJSON(v) == nil {
				report(t, metric[:len(metric)-len("at")]+"_at_"+at, n)
			}
		}
	}
	if n, err := k.number("mrr"); err == nil {
		report(t, "mrr", n)
	}
	return t, nil
}

// pineScores takes scores that stand in a list beside the tools.
func pineScores(t *datasets.Trajectory, k keyed) error {
	doc := k.document("scores", "rankedscores")
	if doc == "" {
		return nil
	}
	var scores []number
	if err := unmarshal([]byte(doc), &scores); err != nil {
		return err
	}
	if len(scores) != len(t.Ranked) {
		return errScores
	}
	for i, s := range scores {
		t.Ranked[i].Score = s.Value
	}
	return nil
}
