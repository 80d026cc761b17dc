package formats

import (
	"cmp"
	"context"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"mcpstats/datasets"
)

// ToolBench is ToolBench and StableToolBench: what a method answered to each query, and what
// the judge of the pass rate voted on it. Four kinds of files say parts of it, and any part of
// them will do:
//
//   - answer/METHOD/GROUP/ID_SEARCH.json, one query each: the chain of thoughts and calls, or
//     the tree of a depth-first search, whose last candidate is the answer's path,
//   - model_predictions_converted/METHOD/GROUP.json: the same as one file, paths alone,
//   - pass_rate_results/METHOD/GROUP_METHOD.json and .csv: the judge's votes, the latter with
//     tabs between the fields and Python's spelling inside of them,
//   - preference_results: which of two methods a judge prefers, which is about neither alone.
//
// "win" with "trys", "tree" or "answer_generation" decides, or a record by id with a query and
// its tools or votes.
var ToolBench = Format{
	Name:    "toolbench",
	Title:   "ToolBench",
	Meaning: "Queries that need calls of real or simulated APIs, judged by votes of a model",
	Doc: "ToolBench and StableToolBench, queries that need calls of real or simulated APIs: answer/METHOD/GROUP/ID_SEARCH.json ({win, trys: [{chain}] or tree, answer_generation}), model_predictions_converted/METHOD/GROUP.json, pass_rate_results/METHOD/GROUP_METHOD.json or .csv (is_solved: {vote: AnswerStatus.Solved}); any part of it. " +
		"The run is METHOD, with SEARCH where one METHOD has several; the task is GROUP/ID, the group a stratum (split). The conversation is the path of the answer; of a search without one, all that it tried, whose number of calls is calls_in_search. A call failed where its observation_code is not 0, 3 (an answer) or 4 (the model gave up the path). " +
		"Each vote is a judge (vote 0, vote 1, ...), Solved 1, Unsolved 0, Unsure half; success is what most of the votes say, unknown where they are even, and the reward their mean, of which StableToolBench's solvable pass rate is the mean. Tokens are a total only (total_tokens as reported). " +
		"The denominator is the queries with an answer or a vote, as nothing says how many there should be. preference_results compare two methods and are left out",
	Cite:   "Qin et al. 2023, ToolLLM, arXiv:2307.16789; Guo et al. 2024, StableToolBench, arXiv:2403.07714; github.com/THUNLP-MT/StableToolBench, toolbench/tooleval",
	Sniff:  sniffToolBench,
	Joined: true,
	Read:   readToolBench,
}

// tbenchKind is what one file is.
type tbenchKind int

const (
	tbenchNone tbenchKind = iota
	tbenchAnswer
	tbenchConverted
	tbenchVotes
	tbenchVotesCSV
	tbenchPreference
)

func sniffToolBench(f File) Match {
	switch tbenchKindOf(f) {
	case tbenchNone:
		return No
	case tbenchPreference:
		return Companion
	}
	return Log
}

// tbenchKindOf tells the files apart by the keys of their first record.
func tbenchKindOf(f File) tbenchKind {
	s := f.shape()
	switch {
	case s.List:
		return tbenchNone
	case len(s.Keys) == 0:
		names, _, err := csvNames(f)
		switch {
		case err != nil:
		case slices.Contains(names, "is_solved") && slices.Contains(names, "query_id"):
			return tbenchVotesCSV
		case slices.Contains(names, "preference_label") && slices.Contains(names, "query_id"):
			return tbenchPreference
		}
		return tbenchNone
	case s.has("win") && (s.has("trys") || s.has("tree") || s.has("answer_generation")):
		return tbenchAnswer
	}
	inner := sniffJSON(sniffFirstValue(f.Head))
	switch {
	case inner.has("is_solved"), inner.has("query", "tool_names"):
		return tbenchVotes
	case inner.has("query", "available_tools") && (inner.has("answer") || inner.Cut || s.Cut):
		return tbenchConverted
	case inner.has("round_0"):
		return tbenchPreference
	}
	return tbenchNone
}

// tbenchQuery is what all files say of one method at one query.
type tbenchQuery struct {
	run, search, group, id string
	answer                 *File // with the chain
	converted              *tbenchPrediction
	tools                  []string
	query                  string
	votes                  map[string]float64
	path                   string // of the first file about it
}

// tbenchLog is what the files say together.
type tbenchLog struct {
	queries map[string]*tbenchQuery
	bad     []error
}

// at is a query of a method, made if nothing was known of it.
func (l *tbenchLog) at(f File, run, search, group, id string) *tbenchQuery {
	key := strings.Join([]string{run, search, group, id}, "\x00")
	q := l.queries[key]
	if q == nil {
		q = &tbenchQuery{run: run, search: search, group: group, id: id, path: f.Path}
		l.queries[key] = q
	}
	return q
}

// readToolBench looks at all files: the chains are read again, one at a time, when their
// attempts are asked for.
func readToolBench(files []File, opt Options) (datasets.Source, error) {
	log := &tbenchLog{queries: map[string]*tbenchQuery{}}
	logs := 0
	// Answers come first: votes are about what they hold.
	kinds := map[tbenchKind][]File{}
	for _, f := range files {
		k := tbenchKindOf(f)
		if k == tbenchNone {
			k = tbenchAnswer // by --format
		}
		kinds[k] = append(kinds[k], f)
		if k != tbenchPreference {
			logs++
		}
	}
	if logs == 0 {
		return nil, noLog(files, "answers, only preferences", "give the folder of answers or of pass_rate_results")
	}
	for _, f := range kinds[tbenchAnswer] {
		run, group, id, search := tbenchAnswerName(f.Path)
		log.at(f, run, search, group, id).answer = &f
	}
	for _, f := range kinds[tbenchConverted] {
		log.convertedFile(f)
	}
	for _, f := range kinds[tbenchVotes] {
		log.votesFile(f)
	}
	for _, f := range kinds[tbenchVotesCSV] {
		log.votesTable(f)
	}
	list := log.sorted()
	return source(func(_ context.Context, yield yield) {
		for _, err := range log.bad {
			if !yield(nil, err) {
				return
			}
		}
		for _, q := range list {
			t, err := q.attempt()
			if err == nil {
				t = project(t, opt.Columns)
			}
			if !yield(t, err) {
				return
			}
		}
	}), nil
}

// sorted joins what names no search to the one that has it, and lists the queries by run and
// task. A method that searched in several ways is several runs.
func (l *tbenchLog) sorted() []*tbenchQuery {
	searches := map[string][]string{}
	for _, q := range l.queries {
		if q.search != "" && !slices.Contains(searches[q.run], q.search) {
			searches[q.run] = append(searches[q.run], q.search)
		}
	}
	var list []*tbenchQuery
	for _, q := range l.queries {
		if len(searches[q.run]) > 1 && q.search != "" {
			q.run += " " + q.search
		}
		list = append(list, q)
	}
	slices.SortFunc(list, func(a, b *tbenchQuery) int {
		return cmp.Or(strings.Compare(a.run, b.run), strings.Compare(a.group, b.group), strings.Compare(a.id, b.id), strings.Compare(a.search, b.search))
	})
	return list
}

// search is the one way in which a method answered a query, "" where that is not one.
func (l *tbenchLog) search(run, group, id string) string {
	found := ""
	for _, q := range l.queries {
		if q.run == run && q.group == group && q.id == id && q.answer != nil {
			if found != "" && found != q.search {
				return ""
			}
			found = q.search
		}
	}
	return found
}

// tbenchGroup is how the benchmark names its groups of queries, at the beginning of a name.
var tbenchGroup = regexp.MustCompile(`^(G[123]_(?:instruction|category|tool))(?:_(.+))?$`)

// tbenchAnswerName reads METHOD/GROUP/ID_SEARCH.json.
func tbenchAnswerName(path string) (run, group, id, search string) {
	dir := filepath.Dir(path)
	group, run = folderName(dir), folderName(filepath.Dir(dir))
	id, search, _ = strings.Cut(strings.TrimSuffix(filepath.Base(path), filepath.Ext(path)), "_")
	if tbenchGroup.FindString(group) == "" && (run == "" || run == "answer" || run == "data") {
		group, run = "", group // answers of a method without a group
	}
	return cmp.Or(run, "toolbench"), group, id, search
}

// tbenchFileName reads METHOD/GROUP.json and METHOD/GROUP_METHOD.json; of a file that lies
// elsewhere, its name.
func tbenchFileName(f File) (run, group string) {
	run, group = folderName(filepath.Dir(f.Path)), f.Stem()
	if rest, ok := strings.CutSuffix(group, "_"+run); ok {
		return run, rest
	}
	if m := tbenchGroup.FindStringSubmatch(group); m != nil {
		if m[2] != "" {
			run = m[2]
		}
		group = m[1]
	}
	return cmp.Or(run, "toolbench"), group
}
