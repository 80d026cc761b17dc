package metrics

import (
	"fmt"
	"math"

	"mcpstats/analysis/result"
	"mcpstats/analysis/table"
	"mcpstats/datasets"
)

const (
	toolBench = "PinePaper-ToolBench, section on metrics"
	trecEval  = "trec_eval, github.com/usnistgov/trec_eval"
	jarvelin  = "Järvelin and Kekäläinen 2002, doi:10.1145/582415.582418; trec_eval ndcg_cut"
	unranked  = "undefined where nothing is expected or the log has no ranking"
	allRanks  = math.MaxInt
)

// cutOff is a ranking metric with a parameter k: what it makes of the expected
// tools' ranks among the first k.
type cutOff struct {
	name, doc, cite string // doc with %d for k
	scale           result.Scale
	score           func(r relevance, k int) float64
}

// cutOffs are the families over k, by importance.
func cutOffs() []cutOff {
	return []cutOff{{
		name: "recall", cite: toolBench,
		doc:   "Share of the expected tools, every member of an equal function set counting as one, that are among the first %d ranked.",
		score: func(r relevance, _ int) float64 { return float64(len(r.ranks)) / float64(r.relevant) },
	}, {
		name: "ndcg", cite: jarvelin,
		doc:   "Discounted gain of the expected tools among the first %d ranked (gain 1, discount 1/log2(rank+1)) over that of the ideal ranking.",
		score: normalizedGain,
	}, {
		name: "hit", cite: toolBench, scale: result.Binary,
		doc:   "1 where all expected tools are among the first %d ranked; trec_eval's success, one of them, is any_hit.",
		score: func(r relevance, _ int) float64 { return indicator(len(r.ranks) == r.relevant) },
	}, {
		name: "any_hit", cite: toolBench + "; trec_eval success", scale: result.Binary,
		doc:   "1 where at least one expected tool is among the first %d ranked.",
		score: func(r relevance, _ int) float64 { return indicator(len(r.ranks) > 0) },
	}, {
		name: "precision", cite: trecEval + ", P",
		doc:   "Expected tools among the first %[1]d ranked, divided by %[1]d even where fewer are ranked.",
		score: func(r relevance, k int) float64 { return float64(len(r.ranks)) / float64(k) },
	}, {
		name: "need_recall", cite: mscBench,
		doc: "Share of the needs of which at least one tool is among the first %d ranked.",
	}}
}

// rankings lists the families at the usual k, 5 being the headline; Lookup makes
// any other k.
func rankings() []table.Metric {
	var out []table.Metric
	for i, k := range []int{5, 1, 3, 10} {
		for _, c := range cutOffs() {
			out = append(out, c.at(k))
		}
		if i == 0 {
			out = append(out, reciprocalRank(), averagePrecision())
		}
	}
	return out
}

// at is the metric for one k.
func (c cutOff) at(k int) table.Metric {
	m := rankingMetric(fmt.Sprintf("%s_at_%d", c.name, k), fmt.Sprintf(c.doc, k), c.cite, k,
		func(r relevance) float64 { return c.score(r, k) })
	m.Scale = c.scale
	m.Main = m.Name == "recall_at_5"
	if c.score == nil {
		m.Score = func(t *datasets.Trajectory) (float64, bool) { return needRecall(t, k) }
	}
	return m
}

func reciprocalRank() table.Metric {
	m := rankingMetric("mrr", "1 / rank of the first expected tool, 0 where none is ranked; its mean is the mean reciprocal rank.",
		trecEval+", recip_rank", allRanks, func(r relevance) float64 {
			if len(r.ranks) == 0 {
				return 0
			}
			return 1 / float64(r.ranks[0])
		})
	m.Main = true
	return m
}

func averagePrecision() table.Metric {
	return rankingMetric("average_precision", "Mean over the expected tools of the precision at each one's rank, 0 for those not ranked.",
		trecEval+", map", allRanks, func(r relevance) float64 {
			sum := 0.0
			for i, rank := range r.ranks {
				sum += float64(i+1) / float64(rank)
			}
			return sum / float64(r.relevant)
		})
}

func rankingMetric(name, doc, cite string, k int, score func(relevance) float64) table.Metric {
	return table.Metric{
		Name:    name,
		Doc:     doc + " A repeated tool counts once, at its first place; " + unranked + ".",
		Cite:    cite,
		Unit:    "share",
		Scale:   result.Interval,
		Better:  result.Higher,
		Missing: result.FailWhereScored,
		Needs:   datasets.Of(datasets.ColExpected, datasets.ColRanked),
		Score: func(t *datasets.Trajectory) (float64, bool) {
			r, ok := rankRelevant(t, k)
			if !ok {
				return 0, false
			}
			return score(r), true
		},
	}
}

func normalizedGain(r relevance, k int) float64 {
	gain, ideal := 0.0, 0.0
	for _, rank := range r.ranks {
		gain += 1 / math.Log2(float64(rank+1))
	}
	// The ideal ranking is cut at k as well: with more expected tools than k, no ranking
	// could reach 1 otherwise.
	for rank := 1; rank <= min(k, r.relevant); rank++ {
		ideal += 1 / math.Log2(float64(rank+1))
	}
	return gain / ideal
}

// needRecall looks at needs instead of tools: one member of an equal function set is as
// good as all of them. Over tools, a set of five alternatives of which one is ranked would
// have recall 1/5.
func needRecall(t *datasets.Trajectory, k int) (float64, bool) {
	if t.Ranked == nil {
		return 0, false
	}
	needs, met := 0, 0
	for _, n := range t.Expected {
		if len(n.AnyOf) == 0 {
			continue
		}
		needs++
		if anyRanked(t.Ranked, n.AnyOf, k) {
			met++
		}
	}
	return float64(met) / float64(max(needs, 1)), needs > 0
}
