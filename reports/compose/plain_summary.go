package compose

import (
	"strconv"

	"mcpstats/reports"
)

// plainSummaries tells the result of every benchmark in plain words. They rest on the
// findings and outcomes that the head rests on, so that neither says more than the other.
func (c *composer) plainSummaries() []reports.PlainSummary {
	var out []reports.PlainSummary
	for _, v := range c.views {
		found := c.finding(v)
		b := reports.PlainSummary{Benchmark: c.benchmarkTitle(v), Compared: c.whatWasCompared(v), Gaps: c.gaps(v)}
		if len(found) > 2 {
			b.Verdict = capitalised(found[2:])
		}
		if v.primary != nil {
			b.Certainty = c.howSure(v)
		}
		out = append(out, b)
	}
	return out
}

// whatWasCompared counts runs, tasks and attempts, and names the measure.
func (c *composer) whatWasCompared(v *view) string {
	runs, tasks, attempts := 0, 0, 0
	for _, r := range v.ledger {
		runs++
		tasks, attempts = max(tasks, r.Tasks), attempts+r.Present
	}
	out := plural(runs, "run") + " on " + plural(tasks, "task")
	if tasks > 0 && runs > 0 {
		if each := (attempts + runs*tasks - 1) / (runs * tasks); each > 1 {
			out += ", up to " + strconv.Itoa(each) + " attempts each"
		}
	}
	if v.primary != nil {
		out += "; measured by " + reports.Visible(v.primary.Name)
	}
	return out + "."
}

// howSure says what the interval of the first run, and the smallest difference
// that could be seen, mean.
func (c *composer) howSure(v *view) []string {
	var out []string
	sc := v.scale(v.primary.Name)
	if len(v.runs) > 0 {
		if s := v.summary(v.runs[0], v.primary.Name); s != nil && s.Interval != nil {
			out = append(out, "On other tasks of this kind "+c.names.Show(s.Run)+" could just as well have reached anything from "+
				sc.Text(float64(s.Interval.Low))+" to "+sc.Text(float64(s.Interval.High))+" ("+reports.FormatLevel(s.Interval.Level)+" interval).")
		}
	}
	var worst *float64
	pairs, separated := 0, 0
	for i := range c.res.Comparisons {
		p := &c.res.Comparisons[i]
		if p.Benchmark != v.name || p.Stratum != nil || p.Metric != v.primary.Name {
			continue
		}
		if p.Detectable != nil && p.Detectable.Difference != nil && (worst == nil || *p.Detectable.Difference > *worst) {
			worst = p.Detectable.Difference
		}
		switch c.outcome(p) {
		case notTested:
		case aBetter, bBetter, aHigher, bHigher:
			separated++
			pairs++
		default:
			pairs++
		}
	}
	if pairs > 0 {
		out = append(out, c.separatedPairs(separated, pairs))
	}
	if worst != nil {
		out = append(out, "With this many tasks, a true difference below "+sc.Amount(*worst)+" may easily go unseen.")
	}
	return out
}

// separatedPairs says for how many pairs of runs a difference is shown.
func (c *composer) separatedPairs(separated, pairs int) string {
	const beyond = " by more than chance explains"
	switch {
	case separated == pairs && pairs == 1:
		return "The two runs differ" + beyond + "."
	case separated == pairs:
		return "All " + plural(pairs, "pair") + " of runs differ" + beyond + c.afterCorrection() + "."
	case pairs == 1:
		return "The difference between the two runs may be chance; that does not make them equal."
	case separated == 0:
		return "The differences of all " + plural(pairs, "pair") + " of runs may be chance" + c.afterCorrection() + "; that does not make them equal."
	}
	return reports.FormatCount(separated) + " of " + plural(pairs, "pair") + " of runs differ" + beyond + c.afterCorrection() + ". For the others no difference is shown; that does not make them equal."
}

// gaps says how many attempts are missing or without an outcome.
func (c *composer) gaps(v *view) []string {
	missing, none, expected := 0, 0, 0
	for _, r := range v.ledger {
		missing, none, expected = missing+r.Missing, none+r.NullOutcome, expected+r.Expected
	}
	var out []string
	if missing > 0 {
		out = append(out, plural(missing, "attempt")+" of "+reports.FormatCount(expected)+" expected ones are not in the log.")
	}
	if none > 0 {
		out = append(out, plural(none, "attempt")+" of "+reports.FormatCount(expected)+" have no outcome.")
	}
	if len(out) > 0 {
		out = append(out, "What has no outcome "+countsAs(c.res.Provenance.Plan.Missing)+"; sheet Ledger has what another rule would give.")
	}
	return out
}

// countsAs says what a policy does, within a sentence.
func countsAs(policy string) string {
	switch policy {
	case "fail", "worst":
		return "counts as failed"
	case "best":
		return "counts as solved"
	}
	return "is left out"
}
