package compose

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"mcpstats/analysis/result"
	"mcpstats/reports"
)

// toneOf is the tone of a verdict.
var toneOf = map[string]reports.Tone{
	result.Refuted: reports.Bad, result.Inconsistent: reports.Bad,
	result.Depends: reports.Careful, result.ByTruncation: reports.Careful,
	result.Confirmed: reports.Good, result.Consistent: reports.Good,
	result.Unverifiable: reports.Faint,
}

// gravityOf is a verdict's place in result.Verdicts.
func gravityOf(verdict string) int {
	i := slices.IndexFunc(result.Verdicts, func(v result.Verdict) bool { return v.Name == verdict })
	if i < 0 {
		return len(result.Verdicts)
	}
	return i
}

// claimSection shows what became of published numbers, the strongest findings first, and
// lists all of them. It stands only where claims were checked.
func (c *composer) claimSection() {
	papers := papersOf(c.res.Claims)
	if len(papers) == 0 {
		return
	}
	c.heading(1, "claims-section", "Claims")
	for _, p := range papers {
		if len(papers) > 1 {
			c.heading(2, c.names.Id("claims", p.name), "%s", p.title())
		}
		c.claimsOf(p, len(papers) == 1, everyClaim)
	}
}

// listing says which claims a paper's list holds beside its findings.
type listing int

const (
	noClaims    listing = iota
	otherClaims         // those that are no findings
	everyClaim
)

// isFinding tells the claims that fail, or hold only on a condition.
func isFinding(claim result.Claim) bool {
	return gravityOf(claim.Verdict) <= gravityOf(result.ByTruncation)
}

// paperClaims is one paper's claims, the gravest verdict first, else in the order
// of the file.
type paperClaims struct {
	name   string
	claims []result.Claim
}

func papersOf(claims []result.Claim) []paperClaims {
	var out []paperClaims
	for _, claim := range claims {
		i := slices.IndexFunc(out, func(p paperClaims) bool { return p.name == claim.Paper })
		if i < 0 {
			i = len(out)
			out = append(out, paperClaims{name: claim.Paper})
		}
		out[i].claims = append(out[i].claims, claim)
	}
	for i := range out {
		slices.SortStableFunc(out[i].claims, func(a, b result.Claim) int {
			return cmp.Compare(gravityOf(a.Verdict), gravityOf(b.Verdict))
		})
	}
	slices.SortStableFunc(out, func(a, b paperClaims) int {
		// The paper with the most refuted numbers first, so that what needs an answer is
		// read first.
		return cmp.Or(-cmp.Compare(a.count("refuted"), b.count("refuted")), -cmp.Compare(a.count("inconsistent"), b.count("inconsistent")))
	})
	return out
}

// count is how many of the claims have the verdict.
func (p paperClaims) count(verdict string) int {
	n := 0
	for _, claim := range p.claims {
		if claim.Verdict == verdict {
			n++
		}
	}
	return n
}

func (p paperClaims) title() string {
	if t := p.claims[0].Title; t != "" {
		return reports.Shorten(reports.Visible(t), 2*reports.MaxNameRunes)
	}
	return reports.Shorten(reports.Visible(p.name), reports.MaxNameRunes)
}

// claimTableID is the table's ID, without the paper's name where there is one paper alone.
func (c *composer) claimTableID(p paperClaims, single bool, parts ...string) string {
	if single && len(parts) == 0 {
		return "claims"
	}
	words := []string{"claims"}
	if !single {
		words = append(words, p.name)
	}
	return c.names.Id(append(words, parts...)...)
}

// claimsOf writes one paper's summary, findings, re-read verdicts and list of
// claims.
func (c *composer) claimsOf(p paperClaims, single bool, list listing) {
	c.firstLevel(reports.Prose{Spans: []reports.Span{{Text: p.summary()}}})
	if t := c.findingTable(p, single); len(t.Rows) > 0 {
		if len(t.Rows) > mostShortRows {
			s := extract(t, t.Caption, []string{"where", "printed", "verdict", "arithmetic", "id"}, firstRows(t))
			more(&s, len(t.Rows), "finding")
			c.inShort(s)
			c.add(t)
		} else {
			c.firstLevel(t)
		}
	}
	if t := c.readingTable(p, single); len(t.Rows) > 0 {
		c.add(t)
	}
	if t := c.rereadTable(p, single); len(t.Rows) > 0 {
		c.add(t)
	}
	if list == noClaims {
		return
	}
	if t := c.claimTable(p, single, list == everyClaim); len(t.Rows) > 0 {
		t.Long = len(t.Rows) > 20
		c.add(t)
	}
}

// summary counts the verdicts in a sentence.
func (p paperClaims) summary() string {
	var parts []string
	for _, v := range result.Verdicts {
		if n := p.count(v.Name); n > 0 {
			parts = append(parts, fmt.Sprintf("%s %s", reports.FormatCount(n), v.Title))
		}
	}
	return fmt.Sprintf("Of %s: %s.", plural(len(p.claims), "printed number"), reports.Enumerate(parts, len(parts)))
}

func verdictCell(claim result.Claim) reports.Cell {
	cell := reports.NameCell(claim.Verdict)
	if i := gravityOf(claim.Verdict); i < len(result.Verdicts) {
		cell = reports.Cell{Text: strings.ReplaceAll(claim.Verdict, "_", " "), Full: claim.Verdict, Tone: toneOf[claim.Verdict]}
		cell.Strong = cell.Tone == reports.Bad && !claim.Known
	}
	if claim.Known {
		cell.Text += " (known)"
		cell.Tone = reports.Faint
	}
	return cell
}

// findingTable says of every number that fails or hangs on something unstated
// what is printed, what follows, and what would explain it.
func (c *composer) findingTable(p paperClaims, single bool) reports.Table {
	t := reports.Table{ID: c.claimTableID(p, single, "findings"), Caption: "Numbers that do not follow, or follow only under a condition. A number is called inconsistent only where no rounding in use explains what is printed; that does not say which of two numbers is wrong.", Columns: []reports.Column{
		{Name: "Place", Key: "where", Kind: reports.Text}, {Name: "Printed", Key: "printed", Kind: reports.Text}, {Name: "Verdict", Key: "verdict", Kind: reports.Text}, {Name: "What follows", Key: "arithmetic", Kind: reports.Text}, {Name: "What would explain it", Key: "fits", Kind: reports.Text}, {Name: "Claim", Key: "id", Kind: reports.Text},
	}}
	for _, claim := range p.claims {
		if !isFinding(claim) {
			continue
		}
		t.Rows = append(t.Rows, []reports.Cell{placeCell(claim), reports.NameCell(claim.Printed), verdictCell(claim), wholeCell(claim.Arithmetic), wholeCell(claim.Fits), reports.NameCell(claim.ID)})
	}
	return t
}

func placeCell(claim result.Claim) reports.Cell {
	if claim.Where == "" {
		return reports.NameCell(claim.ID)
	}
	return reports.TextCell(claim.Where)
}

// maxArithmeticRunes is how much of a line of arithmetic a page shows.
const maxArithmeticRunes = 400

// wholeCell is a text cell that is long by nature.
func wholeCell(s string) reports.Cell { return reports.CutCell(s, maxArithmeticRunes) }

// claimTable lists the claims: all, or those that are no findings.
func (c *composer) claimTable(p paperClaims, single, all bool) reports.Table {
	t := reports.Table{ID: c.claimTableID(p, single), Caption: "Every printed number and what became of it.", Columns: []reports.Column{
		{Name: "Verdict", Key: "verdict", Kind: reports.Text}, {Name: "Place", Key: "where", Kind: reports.Text}, {Name: "Printed", Key: "printed", Kind: reports.Text}, {Name: "Computed", Key: "computed", Kind: reports.Text}, {Name: "Arithmetic", Key: "arithmetic", Kind: reports.Text}, {Name: "What would explain it", Key: "fits", Kind: reports.Text}, {Name: "Claim", Key: "id", Kind: reports.Text}, {Name: "Paper", Key: "paper", Kind: reports.Text},
	}}
	if !all {
		t.Caption = "The other numbers."
	}
	for _, claim := range p.claims {
		if all || !isFinding(claim) {
			t.Rows = append(t.Rows, []reports.Cell{verdictCell(claim), placeCell(claim), reports.NameCell(claim.Printed), reports.TextCell(claim.Computed), wholeCell(claim.Arithmetic), wholeCell(claim.Fits), reports.NameCell(claim.ID), reports.NameCell(claim.Paper)})
		}
	}
	setAside(&t, "paper", func(reports.Cell) bool { return true })
	setAside(&t, "fits", func(reports.Cell) bool { return true })
	return t
}

// readingTable shows the numbers that were recomputed and whose verdict another
// reading of the logs would turn.
func (c *composer) readingTable(p paperClaims, single bool) reports.Table {
	t := reports.Table{ID: c.claimTableID(p, single, "readings"), Caption: "Numbers recomputed from the logs on which readings of the judge's verdicts, policies for what has no score, or definitions disagree; the verdict is that of each way to compute the number.", Columns: []reports.Column{
		{Name: "Place", Key: "where", Kind: reports.Text}, {Name: "Printed", Key: "printed", Kind: reports.Text}, {Name: "Metric", Key: "metric", Kind: reports.Text}, {Name: "Judge", Key: "judge", Kind: reports.Text}, {Name: "Reading", Key: "reading", Kind: reports.Text}, {Name: "Without a score", Key: "policy", Kind: reports.Text}, {Name: "Computed", Key: "computed", Kind: reports.Text}, {Name: "Verdict", Key: "verdict", Kind: reports.Text}, {Name: "Run", Key: "run", Kind: reports.Text},
	}}
	for _, claim := range p.claims {
		for _, check := range claim.Checks {
			if !slices.ContainsFunc(check.Readings, func(r result.ClaimReading) bool { return r.Verdict != check.Readings[0].Verdict }) {
				continue
			}
			for _, r := range check.Readings {
				verdict := verdictCell(result.Claim{Verdict: r.Verdict})
				t.Rows = append(t.Rows, []reports.Cell{placeCell(claim), reports.NameCell(claim.Printed), c.names.NameCell(r.Metric), c.names.NameCell(r.Judge), reports.NameCell(readingTitle(r.Reading)), reports.NameCell(r.Policy), reports.NameCell(r.Computed), verdict, c.names.NameCell(r.Run)})
			}
		}
	}
	for _, key := range []string{"judge", "reading", "policy"} {
		setAside(&t, key, func(cell reports.Cell) bool { return cell.Text == "" })
	}
	return t
}

// rereadTable lists the tasks on which a judge's stored verdict is not what its
// own text ends with, for the judges behind the numbers that hang on it.
func (c *composer) rereadTable(p paperClaims, single bool) reports.Table {
	t := reports.Table{ID: c.claimTableID(p, single, "tasks"), Caption: "Tasks on which the stored verdict contradicts the judge's own words, for the judges whose numbers depend on it.", Columns: []reports.Column{
		{Name: "Judge", Key: "judge", Kind: reports.Text}, {Name: "Task", Key: "task", Kind: reports.Text}, {Name: "Run", Key: "run", Kind: reports.Text},
	}}
	seen := map[string]bool{}
	for _, claim := range p.claims {
		for _, check := range claim.Checks {
			for _, r := range check.Readings {
				key := strings.Join([]string{r.Benchmark, r.Run, r.Judge}, "\x00")
				if r.Verdict == check.Readings[0].Verdict || seen[key] || len(r.Tasks) == 0 {
					continue
				}
				seen[key] = true
				for _, task := range r.Tasks {
					t.Rows = append(t.Rows, []reports.Cell{c.names.NameCell(r.Judge), reports.NameCell(task), c.names.NameCell(r.Run)})
				}
			}
		}
	}
	return t
}
