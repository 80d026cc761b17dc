package trajectories

import (
	"fmt"
	"html/template"
	"io"
	"strings"

	"mcpstats/analysis/result"
	"mcpstats/reports"
)

// MostListed bounds the list: what a browser still filters while one types.
const MostListed = 20_000

// List writes the list of attempts: at most MostListed of all. It holds no text of the log but
// names.
func List(w io.Writer, attempts []result.ListedAttempt, all int) error {
	benchmarks, pages := map[string]bool{}, 0
	for i := range attempts {
		benchmarks[attempts[i].Benchmark] = true
		if attempts[i].Page != "" {
			pages++
		}
	}
	v := &listView{Style: style, Script: script, Says: listSays(len(attempts), all, pages)}
	for i := range attempts {
		a := &attempts[i]
		one := item{Page: a.Page, Name: fmt.Sprintf("Task %s, trial %d", visible(a.Task), a.Trial), Run: visible(a.Run), Outcome: a.Outcome, Cause: a.Cause, Primary: visible(a.Primary), Place: visible(a.Location), Tone: outcomeTones[a.Outcome]}
		if len(benchmarks) > 1 {
			one.Benchmark = visible(a.Benchmark)
		}
		for _, m := range a.Modes {
			one.Modes = append(one.Modes, visible(m))
		}
		for _, t := range a.Tools {
			one.Tools = append(one.Tools, visible(t))
		}
		if a.First != nil && a.Last != nil {
			one.Steps = fmt.Sprintf("First deviating step %d, last saving step %d.", *a.First, *a.Last)
		}
		v.Items = append(v.Items, one)
	}
	return templates.ExecuteTemplate(w, "list.html.tmpl", v)
}

var outcomeTones = map[string]string{result.OutcomeFailed: "bad", result.OutcomeSucceeded: "good", result.OutcomeUnknown: "careful"}

// listSays is what the list holds.
func listSays(listed, all, pages int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s attempts, with what their modes of failure are counted from.", reports.FormatCount(listed))
	if all > listed {
		fmt.Fprintf(&b, " These are the first of %s; tables/attempts.csv lists all.", reports.FormatCount(all))
	}
	switch {
	case pages == 0:
		b.WriteString(" None has a page of its own; mcpstats report --trajectories failed writes one for every failure, and mcpstats show prints one.")
	case pages < listed:
		fmt.Fprintf(&b, " %s have a page of their own; mcpstats show prints the others.", reports.FormatCount(pages))
	}
	return b.String()
}

type listView struct {
	Style  template.CSS
	Script template.JS
	Says   string
	Items  []item
}

type item struct {
	Page, Name, Run, Outcome, Cause, Primary, Benchmark, Place, Steps, Tone string
	Modes, Tools                                                            []string
}
