package metrics

import (
	"mcpstats/analysis/result"
	"mcpstats/analysis/table"
	"mcpstats/datasets"
)

// costs are what an attempt took. A log that does not say is left out: 0 tokens
// of a log that means "not counted" must be mapped to unknown when it is read.
func costs() []table.Metric {
	latency := cost("latency_ms", "Wall-clock time of the attempt as the log states it; undefined where it does not.", "ms", datasets.ColLatency,
		func(t *datasets.Trajectory) (float64, bool) { return finite(t.LatencyMS) })
	latency.Main = true
	usd := cost("cost_usd", "Price of the attempt as the log states it, else computed from its tokens where a table of prices is given (prices.csv beside the logs, or --prices); undefined where neither says it.", "USD", datasets.ColCost,
		func(t *datasets.Trajectory) (float64, bool) { return finite(t.CostUSD) })
	usd.Main = true
	total := cost("total_tokens", "prompt_tokens + completion_tokens; undefined where the log does not state both.", "tokens", datasets.ColTokens,
		func(t *datasets.Trajectory) (float64, bool) {
			return float64(t.PromptTokens.Value + t.CompletionTokens.Value), t.PromptTokens.Known && t.CompletionTokens.Known
		})
	total.Main = true
	return []table.Metric{
		latency, usd, total,
		cost("prompt_tokens", "Tokens sent to the model, cached ones included as the log counts them; undefined where it does not say.", "tokens", datasets.ColTokens,
			func(t *datasets.Trajectory) (float64, bool) {
				return float64(t.PromptTokens.Value), t.PromptTokens.Known
			}),
		cost("completion_tokens", "Tokens that the model wrote; undefined where the log does not say.", "tokens", datasets.ColTokens,
			func(t *datasets.Trajectory) (float64, bool) {
				return float64(t.CompletionTokens.Value), t.CompletionTokens.Known
			}),
		asLogged("latency_as_logged", "Time of the attempt in the unit of the log, which neither its column's name nor a mapping states; undefined where the unit is known. Never compared unless asked for: two logs may count in two units."),
		asLogged("cost_as_logged", "Price of the attempt in the unit of the log, which neither its column's name nor a mapping states; undefined where the currency is known. Never compared unless asked for: two logs may count in two units."),
	}
}

// asLogged is an amount whose unit nobody states.
func asLogged(name, doc string) table.Metric {
	m := cost(name, doc, "as logged", datasets.ColReported, func(t *datasets.Trajectory) (float64, bool) {
		v, ok := t.Reported[name]
		return v, ok
	})
	m.Cite = "the log's own number"
	return m
}

func cost(name, doc, unit string, column datasets.Column, score func(*datasets.Trajectory) (float64, bool)) table.Metric {
	return table.Metric{
		Name:    name,
		Doc:     doc,
		Cite:    "ComplexMCP, cost per success; LiveMCPBench, arXiv:2508.01780, Table 2 and cost analysis",
		Unit:    unit,
		Scale:   result.Interval,
		Better:  result.Lower,
		Missing: result.Drop,
		Needs:   datasets.Of(column),
		Score:   score,
	}
}
