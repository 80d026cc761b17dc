package result

import (
	"slices"
	"strings"
)

// Prices is what a table of prices did for one log: whose costs are computed from tokens, and why
// others are not known.
type Prices struct {
	Path     string      `json:"path"`               // of the table
	All      bool        `json:"all,omitempty"`      // computed also where the log states a cost
	Runs     []PricedRun `json:"runs,omitempty"`     // by benchmark and name
	Unpriced []Unpriced  `json:"unpriced,omitempty"` // the most frequent reason first
}

// PricedRun is what became of one run's costs, in attempts as read.
type PricedRun struct {
	Benchmark string   `json:"benchmark"`
	Run       string   `json:"run"`
	Computed  int      `json:"computed"`         // from tokens
	Logged    int      `json:"logged"`           // as the log states them
	From      []string `json:"from,omitempty"`   // the days since which the prices count, in order; "" for one that always did
	Cached    bool     `json:"cached,omitempty"` // cached tokens were told apart, at a price of their own
	ByRun     bool     `json:"by_run,omitempty"` // the run's name stands for the model, which the log does not name
}

// Unpriced is attempts whose cost is not known although there is a table of prices.
type Unpriced struct {
	Why      string `json:"why"` // no_model, no_price, before_first, no_date, no_tokens, zero_tokens, cached_above
	Model    string `json:"model,omitempty"`
	Attempts int    `json:"attempts"`
	Run      string `json:"run"` // of the first of them
	Task     string `json:"task"`
}

// CostMetric is the metric that prices give to attempts.
const CostMetric = "cost_usd"

// OfCosts reports whether a metric, a ratio or a formula is made of costs.
func OfCosts(metric string) bool {
	return strings.Contains(metric, CostMetric) || metric == "cost_per_success"
}

// Computed is where the costs of a benchmark come from that its log does not state.
type Computed struct {
	Paths    []string // the tables, in order
	From     []string // the days since which the prices count that were used, in order, without ""
	Undated  bool     // some of the prices have no day
	Computed int      // attempts whose cost is computed from tokens
	Logged   int      // and whose cost is the log's
	Cached   bool
	ByRun    bool
}

// ComputedCosts gathers over the inputs what is known of a benchmark's computed costs; of all of
// them where it is nil. ok is false where no cost is computed.
func ComputedCosts(inputs []Input, benchmark *string) (c Computed, ok bool) {
	for _, in := range inputs {
		if in.Prices == nil {
			continue
		}
		for _, r := range in.Prices.Runs {
			if benchmark != nil && r.Benchmark != *benchmark {
				continue
			}
			c.Computed, c.Logged = c.Computed+r.Computed, c.Logged+r.Logged
			if r.Computed == 0 {
				continue
			}
			c.Cached, c.ByRun = c.Cached || r.Cached, c.ByRun || r.ByRun
			c.Paths = append(c.Paths, in.Prices.Path)
			for _, day := range r.From {
				c.Undated = c.Undated || day == ""
				if day != "" {
					c.From = append(c.From, day)
				}
			}
		}
	}
	slices.Sort(c.Paths)
	slices.Sort(c.From)
	c.Paths, c.From = slices.Compact(c.Paths), slices.Compact(c.From)
	return c, c.Computed > 0
}

// MadeFrom states the logs that results were made from, and marks the metrics of computed costs.
func (r *Results) MadeFrom(inputs []Input) {
	r.Provenance.Inputs = inputs
	for i := range r.Metrics {
		m := &r.Metrics[i]
		if c, ok := ComputedCosts(inputs, &m.Benchmark); ok && OfCosts(m.Name) {
			m.Computed = strings.Join(c.Paths, ", ")
		}
	}
}
