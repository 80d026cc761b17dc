package compose

import (
	"mcpstats/analysis/result"
	"mcpstats/reports"
)

// Pages says which attempts have a page beside the report.
type Pages struct {
	// Counts lead to the list of attempts. They do where the results hold all of it, so that the
	// report is the same when it is rendered again without its logs.
	Counts bool
	Of     map[result.AttemptKey]string // the page of an attempt, as a link (reports.IsPage)
	Labels map[string]string            // of the plan: the list has them in place of the log's names
}

// named is what the list calls a name.
func (p *Pages) named(name string) string { return reports.NewNames(p.Labels).Named(name) }

// attempt links an attempt's page; empty: it has none.
func (p *Pages) attempt(benchmark, run string, task string, trial int) string {
	if p == nil {
		return ""
	}
	return p.Of[result.AttemptKey{Benchmark: benchmark, Run: run, Task: task, Trial: trial}]
}

// counted links the attempts that a count of failures counts: those that failed and show the
// mode; of a verdict, all that it speaks of.
func (p *Pages) counted(f *result.Failure) string {
	if p == nil || !p.Counts || f.Stratum != nil || f.Count == 0 {
		return ""
	}
	outcome := result.OutcomeFailed
	if f.Category == result.CategoryVerdict {
		outcome = ""
	}
	return reports.AttemptList("benchmark", p.named(f.Benchmark), "run", p.named(f.Run), "outcome", outcome, "mode", result.SourcedMode(f.Source, p.named(f.Annotator), p.named(f.Mode)))
}

// moved links the attempts behind a cell of a transition matrix. Only primary modes that rules
// detect are the list's.
func (p *Pages) moved(benchmark string, t *result.Transition, from, to string) string {
	if p == nil || !p.Counts || t.Source != result.SourceDetected {
		return ""
	}
	return reports.AttemptList("benchmark", p.named(benchmark), "a", p.named(t.A), "b", p.named(t.B), "from", p.named(from), "to", p.named(to))
}

// task links the attempts at a task, by a search for its name.
func (p *Pages) task(benchmark, task string) string {
	if p == nil || !p.Counts {
		return ""
	}
	return reports.AttemptList("benchmark", benchmark, "q", task)
}
