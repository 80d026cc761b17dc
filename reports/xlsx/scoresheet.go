package xlsx

import (
	"fmt"
	"slices"
	"unicode/utf8"

	"github.com/xuri/excelize/v2"

	"mcpstats/reports"
)

// scoreSheet is the plan of the sheet Scores: a line a task, a column a run with
// its score there, and to the right of them the attempts that the scores are made
// of. Benchmarks follow one another.
type scoreSheet struct {
	several  bool // the first column names the benchmark
	strata   []string
	runs     []string
	trials   int // columns of attempts a run has; 0: the scores are values
	blocks   []scoreBlock
	last     int // the last row
	leftOut  []string
	headings []string
}

// scoreBlock is one benchmark's rows.
type scoreBlock struct {
	card        *reports.Scorecard
	first, last int
	columns     []int // by the card's run
}

// scoreHeader is the header row of the sheet Scores.
const scoreHeader = 4

// planScores lays the sheet out; nil where there is nothing for it. What Excel
// has no room for is left out and named.
func planScores(cards []reports.Scorecard) *scoreSheet {
	s := &scoreSheet{several: len(cards) > 1}
	rows, trials := 0, 0
	for i := range cards {
		c := &cards[i]
		runs := s.runs
		for _, r := range c.Runs {
			if !slices.Contains(runs, r) {
				runs = append(runs, r)
			}
		}
		if scoreHeader+rows+len(c.Tasks) > excelize.TotalRows || 2+len(s.strata)+len(c.Strata)+len(runs) > excelize.MaxColumns {
			s.leftOut = append(s.leftOut, c.Benchmark)
			continue
		}
		s.runs = runs
		for _, stratum := range c.Strata {
			if !slices.Contains(s.strata, stratum.Name) {
				s.strata = append(s.strata, stratum.Name)
			}
		}
		trials = max(trials, c.Trials)
		s.blocks = append(s.blocks, scoreBlock{card: c, first: scoreHeader + 1 + rows, last: scoreHeader + rows + len(c.Tasks)})
		rows += len(c.Tasks)
	}
	if len(s.blocks) == 0 {
		return nil
	}
	s.last = scoreHeader + rows
	if s.runColumn(len(s.runs))+len(s.runs)*trials <= excelize.MaxColumns {
		s.trials = trials
	}
	for i := range s.blocks {
		for _, r := range s.blocks[i].card.Runs {
			s.blocks[i].columns = append(s.blocks[i].columns, s.runColumn(slices.Index(s.runs, r)))
		}
	}
	s.headings = s.header()
	return s
}

// taskColumn is the column of the tasks' names, from 1.
func (s *scoreSheet) taskColumn() int {
	if s.several {
		return 2
	}
	return 1
}

// runColumn is the column of a run's scores, attemptColumn that of its first
// attempt.
func (s *scoreSheet) runColumn(run int) int { return s.taskColumn() + len(s.strata) + 1 + run }

func (s *scoreSheet) attemptColumn(run int) int {
	return s.runColumn(len(s.runs)) + run*s.trials
}

func (s *scoreSheet) header() []string {
	var out []string
	if s.several {
		out = append(out, "Benchmark")
	}
	out = append(out, "Task")
	out = append(out, s.strata...)
	out = append(out, s.runs...)
	for _, r := range s.runs {
		for k := range s.trials {
			if s.trials == 1 {
				out = append(out, r+", log")
			} else {
				out = append(out, fmt.Sprintf("%s, attempt %d", r, k+1))
			}
		}
	}
	return distinct(out)
}

// block finds a benchmark's rows; nil where it has none.
func (s *scoreSheet) block(benchmark string) *scoreBlock {
	if s == nil {
		return nil
	}
	for i := range s.blocks {
		if s.blocks[i].card.Benchmark == benchmark {
			return &s.blocks[i]
		}
	}
	return nil
}

// formula is what makes a run's score at a task of its attempts, in a row of the
// sheet; empty where the run has no score there.
func (s *scoreSheet) formula(card *reports.Scorecard, task, run, row int) string {
	from, err := excelize.CoordinatesToCellName(s.attemptColumn(run), row)
	if err != nil {
		return ""
	}
	to, err := excelize.CoordinatesToCellName(s.attemptColumn(run)+card.Trials-1, row)
	if err != nil {
		return ""
	}
	cells := from
	if to != from {
		cells += ":" + to
	}
	switch {
	case !card.Filled(task):
		return fmt.Sprintf(`IF(COUNT(%s)=0,"",AVERAGE(%[1]s))`, cells)
	case card.Policy == "best":
		return fmt.Sprintf("(SUM(%s)+%d-COUNT(%[1]s))/%[2]d", cells, card.Trials)
	case card.Trials == 1:
		return fmt.Sprintf("SUM(%s)", cells)
	}
	return fmt.Sprintf("SUM(%s)/%d", cells, card.Trials)
}

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
	if err := b.paper(scoreSheetName, widths.total(), scoreHeader, fixed); err != nil {
		return err
	}
	if err := b.printed(scoreSheetName, len(s.headings), s.last); err != nil {
		return err
	}
	if err := b.file.SetCellHyperLink(scoreSheetName, "A2", target{summarySheet, 1}.location(), "Location"); err != nil {
		return err
	}
	w, err := b.file.NewStreamWriter(scoreSheetName)
	if err != nil {
		return err
	}
	if err := b.scoreHead(w, widths, s); err != nil {
		return err
	}
	looks, err := b.scoreLooks()
	if err != nil {
		return err
	}
	for i := range s.blocks {
		if err := s.writeBlock(w, &s.blocks[i], looks); err != nil {
			return err
		}
	}
	if err := b.streamTable(w, scoreHeader, len(s.headings), s.last-scoreHeader, "scores"); err != nil {
		return err
	}
	return w.Flush()
}

// scoreHead writes what stands above the tasks.
func (b *book) scoreHead(w *excelize.StreamWriter, widths widths, s *scoreSheet) error {
	at, err := excelize.CoordinatesToCellName(s.taskColumn()+1, scoreHeader+1)
	if err != nil {
		return err
	}
	if err := w.SetPanes(&excelize.Panes{Freeze: true, XSplit: s.taskColumn(), YSplit: scoreHeader, TopLeftCell: at, ActivePane: "bottomRight"}); err != nil {
		return err
	}
	for col, width := range widths.of {
		if err := w.SetColWidth(col+1, col+1, width); err != nil {
			return err
		}
	}
	says := "The headline metric, a line a task: a run's score is the mean of its attempts, which stand at the right in blue as the log has them; an empty one has no outcome. " +
		"Change an attempt, and the score, the leaderboard, the comparisons and the charts follow; intervals, p-values and verdicts do not."
	if s.trials == 0 {
		says = "The headline metric, a line a task: the mean of a run's attempts, as values: there is no room for the attempts. Change one, and the leaderboard and the comparisons follow."
	}
	for _, block := range s.blocks {
		what := block.card.Metric
		if s.several {
			what = benchmarkName(block.card.Benchmark) + ": " + what
		}
		says += " " + what + "; what has no outcome " + policyWords(block.card) + "."
	}
	return b.streamHead(w, scoreSheetName, says, s.headings, widths)
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
func (s *scoreSheet) writeBlock(w *excelize.StreamWriter, block *scoreBlock, looks scoreLooks) error {
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
				if s.trials > 0 {
					cell.Formula = s.formula(card, t, at, row)
				} else {
					cell.StyleID = looks.value
				}
				line[s.runColumn(at)-1] = cell
			}
			for k := range min(card.Trials, s.trials) {
				if v, ok := card.Attempt(t, r, k); ok {
					line[s.attemptColumn(at)-1+k] = excelize.Cell{StyleID: looks.attempt, Value: v}
				}
			}
		}
		if err := w.SetRow(fmt.Sprintf("A%d", row), line); err != nil {
			return err
		}
	}
	return nil
}

// text is a string that a cell can hold.
func text(s string) string { return clip(s, excelize.TotalCellChars/2) }
