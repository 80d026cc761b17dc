package calc

import "mcpstats/stats"

type hodgesLehmannResult struct {
	HodgesLehmann number   `json:"hodges_lehmann"`
	CILow         number   `json:"ci_low"`
	CIHigh        number   `json:"ci_high"`
	QSignRank     int      `json:"qsignrank"` // the ends are the q-th lowest and highest Walsh average
	AchievedConf  number   `json:"achieved_conf"`
	IntervalNotes []string `json:"interval_notes,omitempty"`
}

// hodgesLehmann is the median of the Walsh averages with its interval, whose level can be met
// only nearly (achieved_conf).
func hodgesLehmann(diff stats.Differences, level float64) (*hodgesLehmannResult, error) {
	h, err := stats.HodgesLehmannEstimate(diff.D, level)
	if err != nil {
		return nil, err
	}
	return &hodgesLehmannResult{
		HodgesLehmann: number(h.Estimate), CILow: number(h.Interval.Low), CIHigh: number(h.Interval.High),
		QSignRank: h.Order, AchievedConf: number(h.Achieved), IntervalNotes: h.Notes,
	}, nil
}
