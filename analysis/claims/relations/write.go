package relations

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"mcpstats/analysis/claims"
)

// Written is a claims file made of a report: what was understood, one line a number, for a
// person to correct.
type Written struct {
	YAML    []byte
	Kept    int      // claims of the earlier file that stand
	Dropped []string // ids of the earlier file that the document has no longer
	file    *claims.File
}

// Write makes a claims file of the report. Where there is an earlier one, its claims stand:
// a number of the same address keeps the unit, the checks and the note that the earlier file
// gives it, so that what a person added or took out stays, with the number as it is printed
// now. Judge gives the numbers the verdicts of the file.
func (r *Report) Write(name string, earlier []byte) (*Written, error) {
	w := &Written{}
	old := map[string]string{}
	if len(bytes.TrimSpace(earlier)) > 0 {
		var err error
		if old, err = claimTexts(name, earlier); err != nil {
			return nil, err
		}
	}
	var b strings.Builder
	fmt.Fprintf(&b, "# The numbers of %s, one line each, with what is asked of them. Add a check or take one out,\n# and run the same command again: lines are kept by their id, and the numbers follow the paper.\n", r.Document.File)
	fmt.Fprintf(&b, "paper: {title: %s, source: %s}\nclaims:\n", text(r.Document.Title), text(r.Document.File))
	for i := range r.Numbers {
		n := &r.Numbers[i]
		if kept, ok := old[n.ID]; ok {
			b.WriteString(printedAs(kept, n.printed()))
			w.Kept++
			delete(old, n.ID)
			continue
		}
		b.WriteString(r.line(i))
	}
	for id := range old {
		w.Dropped = append(w.Dropped, id)
	}
	slices.Sort(w.Dropped)
	w.YAML = []byte(b.String())
	var err error
	w.file, err = claims.Parse(name, w.YAML)
	return w, err
}

// line writes one number with the questions of the relations that are believed.
func (r *Report) line(i int) string {
	n := &r.Numbers[i]
	unit := unitOf(n.Unit)
	var checks []string
	for _, rel := range r.Relations {
		for _, q := range rel.asked {
			if q.own != i || q.quiet && !q.holds || slices.Contains(checks, q.check) {
				continue
			}
			if len(checks) == 0 || q.unit == unit {
				checks, unit = append(checks, q.check), q.unit
			}
		}
	}
	s := fmt.Sprintf("  - {id: %s, where: %s, printed: %s, unit: %s", text(n.ID), text(r.where(n)), text(n.printed()), unit)
	switch len(checks) {
	case 0:
	case 1:
		s += ", check: " + checks[0]
	default:
		s += ", check: [" + strings.Join(checks, ", ") + "]"
	}
	return s + "}\n"
}

// unitOf is the unit of a claims file for a unit as it is printed.
func unitOf(unit string) string {
	switch unit {
	case "%":
		return string(claims.Percent)
	case "pp", "points":
		return string(claims.Points)
	case "s":
		return string(claims.Seconds)
	case "x":
		return string(claims.Ratio)
	}
	return string(claims.None)
}

// claimTexts are the lines of each claim of a file, by its id.
func claimTexts(name string, content []byte) (map[string]string, error) {
	f, err := claims.Parse(name, content)
	if err != nil {
		return nil, err
	}
	lines := strings.SplitAfter(string(content), "\n")
	out := map[string]string{}
	for i, c := range f.Claims {
		end := len(lines)
		if i+1 < len(f.Claims) {
			end = f.Claims[i+1].Line - 1
		}
		block := strings.Join(lines[c.Line-1:end], "")
		out[c.ID] = strings.TrimRight(block, "\n") + "\n"
	}
	return out, nil
}

var printedKey = regexp.MustCompile(`^printed:\s*(?:"(?:[^"\\]|\\.)*"|'[^']*'|[^,}\n]+)`)

// printedAs puts the number as it is printed now into a claim's lines. What stands in quotes,
// such as a head that speaks of what is printed, is no key.
func printedAs(block, printed string) string {
	for at, quote := 0, byte(0); at < len(block); at++ {
		switch c := block[at]; {
		case quote == '"' && c == '\\':
			at++
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '"' || c == '\'':
			quote = c
		default:
			if m := printedKey.FindStringIndex(block[at:]); m != nil && (at == 0 || strings.IndexByte(" {,\n", block[at-1]) >= 0) {
				return block[:at] + "printed: " + text(printed) + block[at+m[1]:]
			}
		}
	}
	return block
}

// Judge gives the numbers the verdicts of a claims file that was made of the report, and of
// the logs where there are any.
func (r *Report) Judge(w *Written, logs claims.Logs) {
	answers := claims.Verify(w.file, logs)
	at := map[string]int{}
	for i := range r.Numbers {
		at[r.Numbers[i].ID] = i
	}
	for k, a := range answers {
		i, ok := at[a.ID]
		if !ok || len(w.file.Claims[k].Questions) == 0 {
			continue
		}
		n := &r.Numbers[i]
		n.Verdict, n.Check, n.Arithmetic, n.Fits = a.Verdict, a.Check, a.Arithmetic, a.Fits
	}
	for i := range r.Numbers {
		n := &r.Numbers[i]
		if n.relation >= 0 && (n.Verdict == "inconsistent" || n.Verdict == "depends") && !asks(w.file, n.ID) {
			n.Verdict, n.Check, n.Arithmetic, n.Fits, n.relation, n.Against = "unverifiable", "", "", "", -1, nil // the person took it out
		}
	}
}

// asks tells whether the file asks anything of a number.
func asks(f *claims.File, id string) bool {
	return slices.ContainsFunc(f.Claims, func(c claims.Claim) bool { return c.ID == id && len(c.Questions) > 0 })
}
