package xlsx

import (
	"slices"
	"unicode/utf8"

	"github.com/xuri/excelize/v2"

	"mcpstats/reports"
)

// writeScores streams the sheet.
func (b *book) writeScores() error {
	s := b.scores
	if s == nil {
		return nil
	}
	for _, name := range s.leftOut {
		b.left = append(b.left, "The scores of "+benchmarkName(name)+" do not fit on a sheet of Excel; scores.parquet has them, and its means are values.")
	}
	widths := widths{}
	for i, name := range s.headings {
		column := i + 1
		switch {
		case column == s.taskColumn():
			widths.of = append(widths.of, 40)
		case column < s.runColumn(0):
			widths.of = append(widths.of, 18)
		default: // names of runs take several lines
			widths.of = append(widths.of, min(max(11, float64(utf8.RuneCountInString(name))/2+4), 26))
		}
	}
	fixed, err := excelize.ColumnNumberToName(s.taskColumn())
	if err != nil {
		return err
	}
	out := b.open(scoreSheetName, layout{
		widths: widths, panes: frozen(longHeader, s.taskColumn()), beside: pagesBeside(widths.total()), header: longHeader, fixed: fixed,
	})
	out.printed(len(s.headings), s.last)
	out.long(s.says(), s.headings, widths)
	looks, err := b.scoreLooks()
	if err != nil {
		return err
	}
	for i := range s.blocks {
		s.writeBlock(out, &s.blocks[i], looks)
	}
	out.table(longHeader, s.headings, s.last-longHeader, "scores")
	return out.end()
}

// says tells what the sheet holds.
func (s *scoreSheet) says() string {
	says := "The headline metric, a line a task: a run's score is the mean of its attempts, which stand at the right in blue as the log has them; an empty one has no outcome. " +
		"Change an attempt, and the score, the leaderboard, the comparisons and the charts follow; intervals, p-values and verdicts do not."
	if s.values {
		says = "The headline metric, a line a task: the mean of a run's attempts, as values: there is no room for the attempts. Change one, and the leaderboard and the comparisons follow."
	}
	for _, block := range s.blocks {
		what := block.card.Metric
		if s.several {
			what = benchmarkName(block.card.Benchmark) + ": " + what
		}
		says += " " + what + "; what has no outcome " + policyWords(block.card) + "."
	}
	return says
}

// policyWords say what a card's policy makes of an attempt without an outcome.
func policyWords(card *reports.Scorecard) string {
	switch card.Policy {
	case "drop":
		return "is left out"
	case "best":
		return "counts as 1"
	}
	if card.Applies != nil {
		return "counts as 0 where the metric applies"
	}
	return "counts as 0"
}

// scoreLooks are the styles of a score and of an attempt, by whether they are
// shares.
type scoreLooks struct{ score, share, value, attempt int }

func (b *book) scoreLooks() (l scoreLooks, err error) {
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
	card := block.card
	line := make([]any, len(s.headings))
	var strata [][]string
	for _, name := range s.strata {
		var of []string
		for _, st := range card.Strata {
			if st.Name == name {
				of = st.Of
			}
		}
		strata = append(strata, of)
	}
	look := looks.score
	if card.Share {
		look = looks.share
	}
	var columns []int // of the card's runs, among the sheet's
	for _, r := range card.Runs {
		columns = append(columns, slices.Index(s.runs, r))
	}
	for t, task := range card.Tasks {
		clear(line)
		row := block.first + t
		if s.several {
			line[0] = text(benchmarkName(card.Benchmark))
		}
		line[s.taskColumn()-1] = text(task)
		for i, of := range strata {
			if of != nil && of[t] != "" {
				line[s.taskColumn()+i] = text(of[t])
			}
		}
		for r, at := range columns {
			if v, ok := card.Task(t, r); ok {
				cell := excelize.Cell{StyleID: look, Value: v}
				if !s.values {
					cell.Formula = s.formula(card, t, at, row)
				} else {
					cell.StyleID = looks.value
				}
				line[s.runColumn(at)-1] = cell
			}
			for k := range min(card.Trials, s.trials[at]) {
				if v, ok := card.Attempt(t, r, k); ok {
					line[s.attemptColumn(at)-1+k] = excelize.Cell{StyleID: looks.attempt, Value: v}
				}
			}
		}
		out.line(row, line)
	}
}

// text is a string that a cell can hold.
func text(s string) string { return clip(s, excelize.TotalCellChars/2) }
