package compose

import (
	"slices"
	"strconv"
	"strings"

	"mcpstats/analysis/result"
	"mcpstats/reports"
)

// The head: what was compared, what came out, how sure that is, what is missing, what to be
// careful about, in the same sentences in every output. plainSummary is the one function that
// makes them. Words are counted, and what matters less is left to the sections below.

// Words of the head: of the only benchmark, and of each of several; and of the small print under
// it (headNotes and the link to all warnings), which counts.
const (
	mostHeadWords     = 150
	mostHeadWordsEach = 75
	smallPrintWords   = 30
)

// muchMissing is the share of attempts without an outcome from which on the head speaks of it.
const muchMissing = 0.10

// plainSummaries tells the result of every benchmark in plain words. A benchmark may have as
// many words as it needs up to the limit; only where all together have too many, each has fewer.
func (c *composer) plainSummaries() []reports.PlainSummary {
	n := len(c.views)
	if n == 1 {
		return []reports.PlainSummary{c.plainSummary(c.views[0], mostHeadWords-smallPrintWords)}
	}
	out := make([]reports.PlainSummary, n)
	for most, all := mostHeadWordsEach, mostHeadWordsEach*n-smallPrintWords; most > 0; most -= 5 {
		said := 0
		for i, v := range c.views {
			out[i] = c.plainSummary(v, most)
			said += 1 + words(paragraph(out[i])) // and its name
		}
		if said <= all {
			break
		}
	}
	return out
}

// plainSummary is one benchmark's, of at most so many words where its result and its gaps
// leave room for more than themselves.
func (c *composer) plainSummary(v *view, most int) reports.PlainSummary {
	s := reports.PlainSummary{Benchmark: c.benchmarkTitle(v), Compared: c.whatWasCompared(v), Verdict: capitalised(c.result(v))}
	gaps, told := c.gaps(v)
	s.Gaps = gaps
	left := most - words(s.Compared) - words(s.Verdict) - words(s.Gaps)
	fits := func(part *[]reports.Span, sentence []reports.Span) bool {
		n := words(sentence)
		if n == 0 || n > left {
			return false
		}
		if len(*part) > 0 {
			*part = append(*part, text(" "))
		}
		*part, left = append(*part, sentence...), left-n
		return true
	}
	if v.primary != nil {
		for _, sentence := range c.shaky(v) {
			fits(&s.Certainty, sentence)
		}
		if sentence, codes := c.onPolicy(v); fits(&s.Certainty, sentence) {
			told = append(told, codes...)
		}
	}
	if w := c.gravest(v, told); w != nil {
		fits(&s.Careful, c.inBrief(w, left))
	}
	if v.primary != nil {
		fits(&s.Certainty, c.separatedPairs(v))
		fits(&s.Certainty, c.unseen(v))
	}
	for _, part := range []*[]reports.Span{&s.Compared, &s.Verdict, &s.Certainty, &s.Gaps, &s.Careful} {
		*part = glossed(*part)
	}
	return s
}

// words counts the words of a sentence.
func words(spans []reports.Span) int { return len(strings.Fields(plain(spans))) }

// paragraph joins the parts of a summary.
func paragraph(s reports.PlainSummary) []reports.Span {
	var out []reports.Span
	for _, part := range s.Parts() {
		if len(part) == 0 {
			continue
		}
		if len(out) > 0 {
			out = append(out, text(" "))
		}
		out = append(out, part...)
	}
	return out
}

// whatWasCompared counts runs, tasks and attempts, and names the measure.
func (c *composer) whatWasCompared(v *view) []reports.Span {
	runs, tasks, trials, beyond := 0, 0, 0, false
	for _, r := range v.ledger {
		runs++
		tasks, trials = max(tasks, r.Tasks), max(trials, r.Trials)
		beyond = beyond || r.Surplus > 0
	}
	out := plural(runs, "run") + " on " + plural(tasks, "task")
	if trials > 1 && !beyond { // what goes beyond the promised trials is not counted by task
		out += ", up to " + strconv.Itoa(trials) + " attempts each"
	}
	if v.primary != nil {
		out += ", by " + c.said(v.primary.Name)
	}
	if of := c.sliceOf(v); of != "" {
		return []reports.Span{text("%s. %s", out, capital(strings.TrimSpace(of)))}
	}
	return []reports.Span{text("%s.", out)}
}

// metricWords are what sentences call metrics whose names are no words in their order.
var metricWords = map[string]string{
	"plan_exact_match": "exact plan match", "cost_usd": "cost", "latency_ms": "time",
}

// said is a metric's name in a sentence: its label, the words for it, or its own with spaces between
// them. Captions have the name as the CSV has it.
func (c *composer) said(metric string) string {
	if words, ok := metricWords[metric]; ok && c.names.Labels[metric] == "" {
		return words
	}
	return strings.ReplaceAll(reports.Shorten(c.names.Whole(metric), reports.MaxNameRunes), "_", " ")
}

// unseen says how large a difference may be and not be noticed.
func (c *composer) unseen(v *view) []reports.Span {
	var worst *float64
	for p := range c.headline(v) {
		if p.Detectable != nil && p.Detectable.Difference != nil && (worst == nil || *p.Detectable.Difference > *worst) {
			worst = p.Detectable.Difference
		}
	}
	if worst == nil {
		return nil
	}
	return []reports.Span{text("With this many tasks, a true difference below %s may easily go unseen.", v.scale(v.primary.Name).Amount(*worst))}
}

// headline goes through a benchmark's overall comparisons by its headline metric.
func (c *composer) headline(v *view) func(func(*result.Comparison) bool) {
	return func(yield func(*result.Comparison) bool) {
		for i := range c.res.Comparisons {
			p := &c.res.Comparisons[i]
			if p.Benchmark == v.name && p.Stratum == nil && p.Metric == v.primary.Name && !yield(p) {
				return
			}
		}
	}
}

// separatedPairs says for how many pairs of runs a difference is shown; of a single pair the
// verdict has said it.
func (c *composer) separatedPairs(v *view) []reports.Span {
	pairs, separated := 0, 0
	for p := range c.headline(v) {
		switch c.outcome(p) {
		case notTested:
		case aBetter, bBetter, aHigher, bHigher:
			separated++
			pairs++
		default:
			pairs++
		}
	}
	const beyond = " by more than chance explains"
	of := plural(pairs, "pair") + " of runs"
	at := func(s string) reports.Span { return link(s, c.id(v, "comparisons")) }
	switch {
	case pairs < 2:
		return nil
	case separated == pairs && pairs == 2:
		return []reports.Span{at("Both pairs of runs"), text(" differ%s%s.", beyond, c.afterCorrection())}
	case separated == pairs:
		return []reports.Span{at("All " + of), text(" differ%s%s.", beyond, c.afterCorrection())}
	case separated == 0:
		return []reports.Span{text("The differences of all "), at(of), text(" may be chance%s; that does not make them equal.", c.afterCorrection())}
	}
	return []reports.Span{at(reports.FormatCount(separated) + " of " + of), text(" differ%s%s. For the others no difference is shown; that does not make them equal.", beyond, c.afterCorrection())}
}

// onPolicy says that a conclusion depends on what attempts without an outcome count as, and
// which warnings that tells.
func (c *composer) onPolicy(v *view) (sentence []reports.Span, told []string) {
	var what []string
	for _, one := range []struct{ code, words string }{
		{"policy_decides_order", "the order of the runs"}, {"policy_decides_significance", "some of the differences"},
	} {
		if slices.ContainsFunc(c.res.Warnings, func(w result.Warning) bool { return w.Code == one.code && c.concerns(w, v) }) {
			what, told = append(what, one.words), append(told, one.code)
		}
	}
	if len(told) == 0 {
		return nil, nil
	}
	return []reports.Span{link("What missing outcomes count as", c.id(v, "policies")), text(" decides %s.", strings.Join(what, " and "))}, told
}

// concerns tells whether a warning is about a benchmark: the only one, or the one that it names.
func (c *composer) concerns(w result.Warning, v *view) bool {
	return len(c.views) == 1 || about(w, v.name)
}

// gaps says how many attempts are missing or without an outcome, where that is more than a
// tenth of what all runs or one run promised, and which warnings that tells.
func (c *composer) gaps(v *view) (sentence []reports.Span, told []string) {
	missing, none, expected := 0, 0, 0
	var worst *result.LedgerRow
	share := func(r *result.LedgerRow) float64 {
		return float64(r.Missing+r.NullOutcome) / float64(max(1, r.Expected))
	}
	for i := range v.ledger {
		r := &v.ledger[i]
		missing, none, expected = missing+r.Missing, none+r.NullOutcome, expected+r.Expected
		if worst == nil || share(r) > share(worst) {
			worst = r
		}
	}
	if worst == nil || share(worst) <= muchMissing {
		return nil, nil
	}
	told = []string{"many_without_outcome", "missing_attempts", "null_outcome"}
	n, of, whose := missing+none, expected, ""
	// Where one run is the trouble, that is what to know.
	if bad := worst.Missing + worst.NullOutcome; len(v.ledger) > 1 && (float64(n) <= muchMissing*float64(of) || 2*bad > n) {
		n, of, whose = bad, worst.Expected, " by "+c.names.Show(worst.Run)
		none = worst.NullOutcome
	}
	what := "have no outcome"
	switch {
	case none == 0:
		what = "are not in the log"
	}
	return []reports.Span{link(reports.FormatCount(n)+" of "+plural(of, "attempt"), c.id(v, "denominators")),
		text("%s (%s) %s and %s.", whose, reports.FormatPercent(float64(n)/float64(of), 0), what, countAs(c.res.Provenance.Plan.Missing))}, told
}

// countAs says what a policy does with attempts, within a sentence.
func countAs(policy string) string {
	switch policy {
	case "fail", "worst":
		return "count as failed"
	case "best":
		return "count as solved"
	}
	return "are left out"
}
