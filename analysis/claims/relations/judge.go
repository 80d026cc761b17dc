package relations

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"mcpstats/analysis/claims"
	"mcpstats/analysis/result"
)

// text writes a string as YAML reads it back.
func text(s string) string { return fmt.Sprintf("%q", s) }

// printed is the number with the mark that makes it approximate.
func (n *Number) printed() string {
	p := n.Printed
	if n.Approx && !strings.ContainsAny(p, "~≈∼") {
		p = "~" + p
	}
	return p
}

// judge asks the questions of all relations that are believed.
func (p *paper) judge() {
	for i := range p.report.Relations {
		p.decide(i)
	}
}

// decide asks the questions of one relation, and gives the numbers their verdicts.
func (p *paper) decide(at int) {
	rel := &p.report.Relations[at]
	file, own := p.file(rel.asked)
	if file == nil {
		return
	}
	answers := claims.Verify(file, claims.Logs{})
	if rel.Stated && unlikely(answers, own) {
		return
	}
	for i, q := range rel.asked {
		p.answer(at, q, answers[own[i]])
	}
}

// file is the claims file of some questions, and where in it each question's claim stands.
func (p *paper) file(asked []question) (*claims.File, []int) {
	var b strings.Builder
	b.WriteString("claims:\n")
	written := map[string]bool{}
	own := make([]int, len(asked))
	line := 0
	add := func(id, printed, unit, check string) {
		fmt.Fprintf(&b, "  - {id: %s, printed: %s, unit: %s", text(id), text(printed), unit)
		if check != "" {
			fmt.Fprintf(&b, ", check: %s", check)
		}
		b.WriteString("}\n")
		line++
	}
	for i, q := range asked {
		n := &p.report.Numbers[q.own]
		id := n.ID
		if written[id] {
			id = fmt.Sprintf("%s ?%d", id, i)
		}
		written[id] = true
		own[i] = line
		add(id, n.printed(), q.unit, q.check)
	}
	for _, q := range asked {
		for _, w := range q.with {
			n := &p.report.Numbers[w]
			if !written[n.ID] {
				written[n.ID] = true
				add(n.ID, n.printed(), q.unit, "")
			}
		}
	}
	if line == 0 {
		return nil, nil
	}
	f, err := claims.Parse("relations", []byte(b.String()))
	if err != nil {
		p.refused = append(p.refused, err)
		return nil, nil
	}
	return f, own
}

// gravity orders verdicts, the gravest first.
var gravity = []string{result.Refuted, result.Inconsistent, result.Depends, result.Confirmed, result.ByTruncation, result.Consistent, result.Unverifiable}

// answer gives a number the verdict of a question where it is graver than what it has. A
// failure that is not to be told leaves the number as it is.
func (p *paper) answer(at int, q question, a result.Claim) {
	rel := &p.report.Relations[at]
	n := &p.report.Numbers[q.own]
	verdict := a.Verdict
	if verdict == result.Inconsistent && (q.holds || q.quiet) {
		return
	}
	if verdict == result.Unverifiable || verdict == result.Inconsistent && n.Role == "p" && p.adjusted() && larger(n, a) {
		return
	}
	if slices.Index(gravity, verdict) < slices.Index(gravity, n.Verdict) || n.Check == "" {
		n.Verdict, n.Check, n.Arithmetic, n.Fits = verdict, rel.Family, a.Arithmetic, a.Fits
		n.Against, n.relation = q.with, at
		n.weight = rel.weight()
	}
	if verdict == result.Inconsistent {
		return
	}
	// What it was computed from has been looked at, too.
	for _, w := range q.with {
		o := &p.report.Numbers[w]
		if o.Check == "" {
			o.Verdict, o.Check, o.Arithmetic, o.relation = result.Consistent, rel.Family, "enters "+n.ID+": "+a.Arithmetic, at
			o.Against = []int{q.own}
		}
	}
}

// larger tells whether a printed p is larger than what was computed, as a correction for many
// tests makes it.
func larger(n *Number, a result.Claim) bool {
	printed, err := strconv.ParseFloat(n.Plain, 64)
	computed, err2 := strconv.ParseFloat(a.Computed, 64)
	return err == nil && err2 == nil && printed > computed
}
