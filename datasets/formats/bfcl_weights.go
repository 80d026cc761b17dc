package formats

import (
	"slices"
	"strings"
)

// bfclRuns names the runs: what is compared may be the folder above result, such as
// versions of a server for one model.
func bfclRuns(results []bfclFile) {
	roots := map[string][]string{} // by model
	for _, r := range results {
		if !slices.Contains(roots[r.model], r.root) {
			roots[r.model] = append(roots[r.model], r.root)
		}
	}
	for i := range results {
		r := &results[i]
		list := roots[r.model]
		r.run = strings.TrimSpace(r.model + " " + distinctParts(list)[slices.Index(list, r.root)])
	}
}

// bfclScoreKey finds the scores of a file of results: those below the same folder,
// else the only ones of its model and category.
func bfclScoreKey(scores map[bfclKey]bfclFile, r *bfclFile) bfclKey {
	key := bfclKey{r.root, r.model, r.category}
	if _, ok := scores[key]; ok {
		return key
	}
	var others []bfclKey
	for k := range scores {
		if k.model == r.model && k.category == r.category {
			others = append(others, k)
		}
	}
	if len(others) == 1 {
		return others[0]
	}
	return key
}

// bfclShares are the parts of the leaderboard's overall accuracy, version 4
// (bfcl_eval/eval_checker/eval_runner_helper.py, generate_leaderboard_csv): 10% non-live,
// 10% live, 10% irrelevance, 30% multi-turn, 40% agentic. A group is the plain mean of
// its categories, and simple and the two agentic ones are means of theirs; live alone
// is weighted by the number of tests. What was not run counts as 0.
var bfclShares = map[string]float64{
	"simple_python": .1 / 4 / 3, "simple_java": .1 / 4 / 3, "simple_javascript": .1 / 4 / 3, "multiple": .1 / 4, "parallel": .1 / 4, "parallel_multiple": .1 / 4,
	"irrelevance": .1 / 2, "live_irrelevance": .1 / 2,
	"multi_turn_base": .3 / 4, "multi_turn_miss_func": .3 / 4, "multi_turn_miss_param": .3 / 4, "multi_turn_long_context": .3 / 4,
	"web_search_base": .4 / 2 / 2, "web_search_no_snippet": .4 / 2 / 2, "memory_kv": .4 / 2 / 3, "memory_vector": .4 / 2 / 3, "memory_rec_sum": .4 / 2 / 3,
}

// bfclLiveShare is the share of the live group in the overall accuracy. Its tests share it
// equally, so that a category weighs as much as it has tests; in all other groups categories
// weigh the same.
const bfclLiveShare = .1

var bfclLive = set([]string{"live_simple", "live_multiple", "live_parallel", "live_parallel_multiple"})

// bfclWeights gives every file the weight of one of its tests in its run's overall,
// times the number of the run's tests: the mean over all tests of success by weight is
// the leaderboard's figure. Versions before 4 weigh otherwise and have none.
func bfclWeights(results []bfclFile) {
	tests, live, all := make([]int, len(results)), map[string]int{}, map[string]int{}
	for i := range results {
		r := &results[i]
		seen := map[string]bool{}
		_ = eachLine(r.File, func(e element) bool { // what cannot be read is an error when it is
			if id, err := eachNamed(e.Text, "id"); err == nil && len(id) > 0 {
				seen[string(id)] = true
			}
			return true
		})
		tests[i] = len(seen)
		all[r.run] += len(seen)
		if bfclLive[r.category] {
			live[r.run] += len(seen)
		}
	}
	for i := range results {
		r := &results[i]
		switch share, ok := bfclShares[r.category]; {
		case r.version != "v4" || tests[i] == 0:
		case bfclLive[r.category]:
			r.weight = bfclLiveShare / float64(live[r.run]) * float64(all[r.run])
		case ok:
			r.weight = share / float64(tests[i]) * float64(all[r.run])
		}
	}
}
