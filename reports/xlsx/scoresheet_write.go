package xlsx

import (
	"fmt"
	"math"
	"strings"
	"unicode/utf8"

	"github.com/xuri/excelize/v2"

	"mcpstats/reports"
)

// writeScores writes a sheet of scores.
func (b *book) writeScores(s *scoreSheet) error {
	if s == nil {
		return nil
	}
	if !s.further { // of further metrics nobody expects all
		for _, name := range s.leftOut {
			b.left = append(b.left, "The scores of "+benchmarkName(name)+" do not fit on a sheet of Excel; scores.parquet has them, and its means are values.")
		}
	}
	widths := widths{}
	for i, name := range s.headings {
		column := i + 1
		switch {
		case column == s.taskColumn():
			widths.of = append(widths.of, 40)
		case column < s.scoreColumn(0):
			widths.of = append(widths.of, 18)
		default: // names of runs take several lines
			widths.of = append(widths.of, min(max(11, float64(utf8.RuneCountInString(name))/2+4), 26))
		}
	}
	fixed, err := excelize.ColumnNumberToName(s.taskColumn())
	if err != nil {
		return err
	}
	out := b.open(s.name, layout{
		widths: widths, panes: frozen(longHeader, s.taskColumn()), beside: pagesBeside(widths.total()), header: longHeader, fixed: fixed,
	})
	wide, _ := widths.span(proseWidth)
	out.unprinted(max(len(s.headings), wide))
	out.long(s.says(), s.headings, widths)
	looks, err := b.scoreStyles()
	if err != nil {
		return err
	}
	for i := range s.blocks {
		s.writeBlock(out, &s.blocks[i], looks)
	}
	out.table(longHeader, s.headings, s.last-longHeader, strings.ToLower(s.name))
	return out.end()
}

// says tells what the sheet holds.
func (s *scoreSheet) says() string {
	says := "The headline metric, one line per task: a run's score is the mean of its attempts, which are at the right in blue as the log has them; an empty one has no outcome. " +
		"Change an attempt, and the score, the leaderboard, the comparisons and the charts follow; intervals, p-values and verdicts do not."
	switch {
	case s.further:
		says = "Further metrics, the compared ones first, one line per task and one column per metric and run. Numbers in blue are as the log has them; where runs have several attempts, these are at the right, and the score is their mean. " +
			"Change a blue number, and the comparisons and the summaries follow; intervals, p-values and verdicts do not."
	case s.values:
		says = "The headline metric, one line per task: the mean of a run's attempts, as values, since there is no room for the attempts. Change one, and the leaderboard and the comparisons follow."
	}
	var policies []string
	of := map[string][]string{}
	for _, block := range s.blocks {
		for _, card := range block.cards {
			what := card.Metric
			if s.several {
				what = benchmarkName(card.Benchmark) + ": " + what
			}
			words := policyWords(card)
			if of[words] == nil {
				policies = append(policies, words)
			}
			of[words] = append(of[words], what)
		}
	}
	for _, words := range policies {
		says += " What has no outcome " + words + ": " + strings.Join(of[words], ", ") + "."
	}
	return says
}

// policyWords say what a card's policy makes of an attempt without an outcome.
func policyWords(card *reports.Scorecard) string {
	switch card.Policy {
	case "drop":
		return "is left out"
	}
	says := fmt.Sprintf("counts as %d", card.Worth())
	if card.Applies != nil && card.Worth() == 0 {
		says += " where the metric applies"
	}
	return says
}

// scoreLooks are the styles of a score and of an attempt, by whether they are
// shares.
type scoreLooks struct{ score, share, value, attempt int }

func (b *book) scoreStyles() (l scoreLooks, err error) {
	for _, s := range []struct {
		id   *int
		look style
	}{
		{&l.score, style{right: true, live: true}}, {&l.share, style{right: true, live: true, format: "0.0%"}},
		{&l.value, style{right: true, given: true}}, {&l.attempt, style{right: true, given: true}},
	} {
		if *s.id, err = b.id(s.look); err != nil {
			return l, err
		}
	}
	return l, nil
}

// writeBlock writes one benchmark's tasks.
func (s *scoreSheet) writeBlock(out *sheet, block *scoreBlock, looks scoreLooks) {
	first := block.cards[0]
	line := make([]any, len(s.headings))
	var strata [][]string
	for _, name := range s.strata {
		var of []string
		for _, st := range first.Strata {
			if st.Name == name {
				of = st.Of
			}
		}
		strata = append(strata, of)
	}
	columns := make([][]int, len(block.cards)) // by card and its run
	for i, card := range block.cards {
		for r := range card.Runs {
			columns[i] = append(columns[i], s.of(card, r))
		}
	}
	attempts := make([]int, len(s.columns))
	for n := range attempts {
		attempts[n] = s.attemptColumn(n)
	}
	for t, task := range first.Tasks {
		clear(line)
		row := block.first + t
		if s.several {
			line[0] = text(benchmarkName(first.Benchmark))
		}
		line[s.taskColumn()-1] = text(task)
		for i, of := range strata {
			if of != nil && of[t] != "" {
				line[s.taskColumn()+i] = text(of[t])
			}
		}
		for i, card := range block.cards {
			look := looks.score
			if card.Share {
				look = looks.share
			}
			for r, at := range columns[i] {
				if at < 0 {
					continue
				}
				if v, ok := card.Task(t, r); ok {
					cell := excelize.Cell{StyleID: look, Value: stored(v), Formula: s.formula(card, t, r, at, row)}
					if cell.Formula == "" {
						cell.StyleID = looks.value
					}
					line[s.scoreColumn(at)-1] = cell
				}
				for k := range min(card.Trials, s.columns[at].trials) {
					if v, ok := card.Attempt(t, r, k); ok {
						line[attempts[at]-1+k] = excelize.Cell{StyleID: looks.attempt, Value: stored(v)}
					}
				}
			}
		}
		out.line(row, line)
	}
}

// stored is a score as a cell holds it: an infinite one is text.
func stored(v float64) any {
	if math.IsInf(v, 0) {
		return strings.ToLower(strings.TrimPrefix(fmt.Sprint(v), "+"))
	}
	return v
}

// text is a string that a cell can hold.
func text(s string) string { return clip(s, excelize.TotalCellChars/2) }
