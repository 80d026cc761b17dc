package jsonout

import (
	"slices"

	"mcpstats/analysis/result"
)

// complete copies the results with empty lists in place of absent ones, where a
// reader expects a list.
func complete(res *result.Results) *result.Results {
	r := *res
	r.Provenance.Inputs = list(r.Provenance.Inputs)
	r.Ledger = list(r.Ledger)
	for i := range r.Ledger {
		r.Ledger[i].Policies = list(r.Ledger[i].Policies)
	}
	r.Metrics = list(r.Metrics)
	r.Summaries = list(r.Summaries)
	r.Comparisons = list(r.Comparisons)
	for i := range r.Comparisons {
		c := &r.Comparisons[i]
		c.Tests, c.Effects = list(c.Tests), list(c.Effects)
		for k := range c.Tests {
			completeTest(&c.Tests[k])
		}
	}
	r.Rankings = list(r.Rankings)
	for i := range r.Rankings {
		r.Rankings[i].Runs = list(r.Rankings[i].Runs)
		r.Rankings[i].Omnibus = completed(r.Rankings[i].Omnibus)
	}
	r.Agreement = list(r.Agreement)
	for i := range r.Agreement {
		r.Agreement[i].Flips = list(r.Agreement[i].Flips)
		r.Agreement[i].Bias = completed(r.Agreement[i].Bias)
	}
	r.Failures = list(r.Failures)
	for i := range r.Failures {
		r.Failures[i].Examples = list(r.Failures[i].Examples)
	}
	r.Breakdowns = list(r.Breakdowns)
	for i := range r.Breakdowns {
		b := &r.Breakdowns[i]
		b.Scopes, b.CoOccurrences, b.Transitions, b.Trends = list(b.Scopes), list(b.CoOccurrences), list(b.Transitions), list(b.Trends)
		for k := range b.Scopes {
			b.Scopes[k].Absent, b.Scopes[k].NotApplicable = list(b.Scopes[k].Absent), list(b.Scopes[k].NotApplicable)
		}
		for k := range b.Transitions {
			t := &b.Transitions[k]
			t.Changes = list(t.Changes)
			for m := range t.Changes {
				completeTest(&t.Changes[m].Test)
			}
		}
		for k := range b.Trends {
			completeTest(&b.Trends[k].Test)
		}
	}
	r.Reported = list(r.Reported)
	for i := range r.Reported {
		r.Reported[i].Examples = list(r.Reported[i].Examples)
	}
	r.Claims = list(r.Claims)
	r.Warnings = list(r.Warnings)
	return &r
}

func completeTest(t *result.Test) { t.DF, t.Notes = list(t.DF), list(t.Notes) }

func completed(t *result.Test) *result.Test {
	if t == nil {
		return nil
	}
	c := *t
	completeTest(&c)
	return &c
}

// list copies a list; an absent one becomes an empty one.
func list[T any](s []T) []T {
	if s == nil {
		return []T{}
	}
	return slices.Clone(s)
}
