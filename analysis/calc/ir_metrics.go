package calc

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"mcpstats/stats"
)

var irMetricsHandlers = []handler{
	define(Statistic{
		Name: "ir_metrics", What: "ranking metrics",
		Takes: "inputs relevance {id: grade} and ranking [id] or scored_items [[id, score]], or queries [{ranking, relevance}] to average over; " +
			"options k (list), dedup (first, none_pos)",
	}, irMetrics),
}

type rankingInputs struct {
	Ranking   []string          `json:"ranking"`
	Scored    []scoredItem      `json:"scored_items"`
	Relevance map[string]number `json:"relevance"`
	Queries   []rankingInputs   `json:"queries"`
}

type scoredItem struct {
	id    string
	score float64
}

// UnmarshalJSON refuses pairs with null, which Go would read as "" or 0.
func (s *scoredItem) UnmarshalJSON(data []byte) error {
	var pair []json.RawMessage
	if err := json.Unmarshal(data, &pair); err != nil {
		return err
	}
	if len(pair) != 2 || string(pair[0]) == "null" || string(pair[1]) == "null" {
		return fmt.Errorf("%s is not a pair of an id and a score", data)
	}
	return errors.Join(json.Unmarshal(pair[0], &s.id), json.Unmarshal(pair[1], &s.score))
}

type rankingOptions struct {
	K         []int  `json:"k"`
	Dedup     string `json:"dedup"`
	Aggregate string `json:"aggregate"` // informative: the mean over queries with a relevant item is the only one
}

// irMetrics takes a ranking, scored items to be ranked, or queries to average over. Repeats of
// an item are dropped, or with none_pos keep the places that they take from others.
func irMetrics(in rankingInputs, opt rankingOptions) (any, error) {
	if opt.K == nil {
		opt.K = []int{1, 3, 5, 10}
	}
	if i := slices.IndexFunc(opt.K, func(k int) bool { return k < 1 }); i >= 0 {
		return nil, fmt.Errorf("options.k: %d; cut at 1 or later", opt.K[i])
	}
	repeats := stats.DropRepeats
	switch opt.Dedup {
	case "", "first":
	case "none_pos":
		repeats = stats.KeepPlaces
	default:
		return nil, fmt.Errorf(`options.dedup: %q is not one of "first", "none_pos"`, opt.Dedup)
	}
	switch {
	case in.Queries != nil:
		return meanOverQueries(in.Queries, opt.K, repeats)
	case in.Scored != nil:
		return scoredRankings(in, opt.K, repeats)
	}
	return rankingMetrics(in.Ranking, in.Relevance, opt.K, repeats)
}

// rankingMetrics computes the metrics at each cut, and those of the whole ranking.
func rankingMetrics(items []string, relevance map[string]number, ks []int, repeats stats.Repeats) (fields, error) {
	grades := make(map[string]float64, len(relevance))
	for id, grade := range relevance {
		grades[id] = float64(grade)
	}
	r, err := stats.JudgeRanking(items, grades, repeats)
	if err != nil {
		return nil, err
	}
	var f fields
	for _, k := range ks {
		at := fmt.Sprintf("@%d", k)
		f.add("recall"+at, number(r.Recall(k)))
		f.add("precision"+at, number(r.Precision(k)))
		f.add("hit"+at, number(r.Hit(k)))
		f.add("ndcg"+at, number(r.NDCG(k, stats.LinearGain)))
		f.add("ndcg_exp"+at, number(r.NDCG(k, stats.ExponentialGain)))
	}
	f.add("rr", number(r.ReciprocalRank()))
	f.add("ap", number(r.AveragePrecision()))
	return f, nil
}

// meanOverQueries leaves out the queries without a relevant item.
func meanOverQueries(queries []rankingInputs, ks []int, repeats stats.Repeats) (any, error) {
	var sum fields
	defined := 0
	for i, q := range queries {
		f, err := rankingMetrics(q.Ranking, q.Relevance, ks, repeats)
		var undefined *stats.UndefinedError
		if errors.As(err, &undefined) {
			continue
		}
		if err != nil {
			return nil, fmt.Errorf("inputs.queries[%d]: %w", i, err)
		}
		defined++
		if sum == nil {
			sum = f
			continue
		}
		for j := range sum {
			sum[j].value = sum[j].value.(number) + f[j].value.(number)
		}
	}
	if defined == 0 {
		return nil, &stats.UndefinedError{Stat: "ranking metrics", Reason: "no query has a relevant item"}
	}
	for j := range sum {
		sum[j].value = sum[j].value.(number) / number(defined)
	}
	return append(sum, field{"queries", defined}, field{"left_out", len(queries) - defined}), nil
}

// scoredRankings orders by score, ties once as trec_eval breaks them, by
// descending id, and once in the order given.
func scoredRankings(in rankingInputs, ks []int, repeats stats.Repeats) (any, error) {
	var f fields
	byScore := func(a, b scoredItem) int { return cmp.Compare(b.score, a.score) }
	for _, order := range []struct {
		key     string
		compare func(a, b scoredItem) int
	}{
		{"trec_eval", func(a, b scoredItem) int { return cmp.Or(byScore(a, b), cmp.Compare(b.id, a.id)) }},
		{"stable", byScore},
	} {
		items := slices.Clone(in.Scored)
		slices.SortStableFunc(items, order.compare)
		ids := make([]string, len(items))
		for i, item := range items {
			ids[i] = item.id
		}
		metrics, err := rankingMetrics(ids, in.Relevance, ks, repeats)
		if err != nil {
			return nil, err
		}
		f.add(order.key+"_order", ids)
		f.add(order.key+"_metrics", metrics)
	}
	return f, nil
}
