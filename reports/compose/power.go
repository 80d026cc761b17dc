package compose

import (
	"fmt"
	"strings"

	"mcpstats/analysis/result"
	"mcpstats/reports"
)

// Power makes the answer to a question of power: a paragraph a study, the
// studies and the tasks that they need as tables, and the power curves.
//
// Errors: a version of the results that this program does not know.
func Power(res *result.PowerResults) (*reports.Document, error) {
	if err := ofThisVersion(res.Version); err != nil {
		return nil, err
	}
	doc := &reports.Document{}
	if len(res.Trials) > 0 {
		doc.Blocks = trialStudies(res.Trials)
		return doc, nil
	}
	for i := range res.Studies {
		doc.Blocks = append(doc.Blocks, reports.Prose{Spans: powerProse(&res.Studies[i])})
	}
	doc.Blocks = append(doc.Blocks, powerTable(res.Studies))
	if t := neededTable(res.Studies); len(t.Rows) > 0 {
		doc.Blocks = append(doc.Blocks, t)
	}
	if f := powerFigure(res.Studies); len(f.Chart.(reports.Lines).Series) > 0 {
		doc.Blocks = append(doc.Blocks, f)
	}
	return doc, nil
}

// powerTest names the test of a study within a sentence.
func powerTest(s *result.PowerStudy) string {
	name := methodTitle(s.Test)
	if s.Test == "two_proportions" {
		name = "arcsine test of two proportions"
	}
	return "the " + name + " at " + strings.TrimPrefix(reports.FormatStatistic(s.Alpha), "0")
}

// powerScale is how a study's differences print.
func powerScale(s *result.PowerStudy) reports.Scale {
	var values []float64
	for _, v := range []*float64{s.Difference, s.Detectable, s.SD} {
		if v != nil {
			values = append(values, *v)
		}
	}
	return reports.NewScale(s.Unit, nil, values)
}

func formatPower(p float64) string {
	switch {
	case p < 0.9995:
		return reports.FormatPercent(p, 1)
	case p < 1:
		return ">99.9%"
	default:
		return "100%"
	}
}

// wantedPower prints a level that somebody chose, with the digits it has.
func wantedPower(p float64) string { return reports.FormatLevel(p) }

// powerProse answers in a sentence or two.
func powerProse(s *result.PowerStudy) []reports.Span {
	var spans []reports.Span
	if s.Metric != "" {
		spans = append(spans, strong(fmt.Sprintf("%s: %s against %s on %s. ", reports.Shorten(reports.Visible(s.Benchmark), reports.MaxNameRunes),
			reports.Shorten(reports.Visible(s.A), reports.MaxNameRunes), reports.Shorten(reports.Visible(s.B), reports.MaxNameRunes), reports.Visible(s.Metric))))
	}
	if s.Difference == nil {
		return append(spans, text("%s.", capital(strings.Join(s.Notes, "; "))))
	}
	sc := powerScale(s)
	scatter := ""
	switch {
	case s.Discordance != nil:
		scatter = fmt.Sprintf(", where %s of the tasks are discordant", reports.FormatPercent(*s.Discordance, 1))
	case s.SD != nil && sc.Share:
		scatter = fmt.Sprintf(", where the differences by task have a standard deviation of %s", sc.Amount(*s.SD))
	case s.SD != nil:
		scatter = fmt.Sprintf(", where the differences by task have a standard deviation of %s", sc.Bare(*s.SD))
	case s.P1 != nil && s.P2 != nil:
		scatter = fmt.Sprintf(", between %s and %s", reports.FormatPercent(*s.P1, 1), reports.FormatPercent(*s.P2, 1))
	case s.P1 != nil:
		scatter = fmt.Sprintf(", from %s", reports.FormatPercent(*s.P1, 1))
	}
	if s.Source == result.DifferenceDetectable {
		return append(spans, text("With %s, %s shows a difference of ", powerTasks(s), powerTest(s)), strong(sc.Amount(*s.Difference)),
			text(" or more with a power of %s%s.", wantedPower(s.Power), scatter))
	}
	for _, needed := range s.Needed {
		if needed.Power != s.Power {
			continue
		}
		which := "a difference of "
		if s.Source == result.DifferenceObserved {
			which = "the observed difference of "
		}
		count := "more tasks than any benchmark has"
		if needed.N != nil {
			count = plural(*needed.N, "task")
			if s.Test == "two_proportions" {
				count += " for each run"
			}
		}
		spans = append(spans, text("To see %s%s with a power of %s, %s needs ", which, sc.Amount(*s.Difference), wantedPower(s.Power), powerTest(s)),
			strong(count), text("%s.", scatter))
	}
	if s.PowerAtN != nil {
		spans = append(spans, text(" With %s its power is ", powerTasks(s)), strong(formatPower(*s.PowerAtN)))
		if s.Detectable != nil {
			spans = append(spans, text(", and the smallest difference that they show with a power of %s is ", wantedPower(s.Power)), strong(sc.Amount(*s.Detectable)))
		}
		spans = append(spans, text("."))
	}
	return spans
}

func powerTasks(s *result.PowerStudy) string {
	if s.Test == "two_proportions" {
		return plural(s.N, "task") + " for each run"
	}
	return plural(s.N, "task")
}

// simulatedCells are the simulated power with n tasks and its standard error.
func simulatedCells(s *result.PowerStudy, n int) []reports.Cell {
	for _, r := range s.Simulated {
		if r.N == n {
			return []reports.Cell{
				{Text: formatPower(r.Power), Value: r.Power, HasValue: true, Decimals: 1, Kind: reports.Percent},
				{Text: reports.FormatPercent(r.SE, 2), Value: r.SE, HasValue: true, Decimals: 2, Kind: reports.Percent},
			}
		}
	}
	return []reports.Cell{reports.MissingCell(reports.Percent), reports.MissingCell(reports.Percent)}
}

func powerCell(p *float64) reports.Cell {
	if p == nil {
		return reports.MissingCell(reports.Percent)
	}
	return reports.Cell{Text: formatPower(*p), Value: *p, HasValue: true, Decimals: 1, Kind: reports.Percent}
}

func shareCell(v *float64) reports.Cell { return reports.NewScale("share", nil, nil).Value(v) }

// powerTable is one row a study.
func powerTable(studies []result.PowerStudy) reports.Table {
	t := reports.Table{ID: "power", Caption: "What is planned for.", Columns: []reports.Column{
		{Name: "Benchmark", Key: "benchmark", Kind: reports.Text}, {Name: "Metric", Key: "metric", Kind: reports.Text}, {Name: "A", Key: "a", Kind: reports.Text}, {Name: "B", Key: "b", Kind: reports.Text},
		{Name: "Test", Key: "test", Kind: reports.Text}, {Name: "Alpha", Key: "alpha", Kind: reports.Number}, {Name: "Tasks", Key: "tasks", Kind: reports.Integer},
		{Name: "Difference", Key: "difference", Kind: reports.Mixed}, {Name: "Difference is", Key: "source", Kind: reports.Text}, {Name: "Unit", Key: "unit", Kind: reports.Text},
		{Name: "Success, one run", Key: "p1", Kind: reports.Percent}, {Name: "Success, other run", Key: "p2", Kind: reports.Percent}, {Name: "Discordant", Key: "discordance", Kind: reports.Percent}, {Name: "SD", Key: "sd", Kind: reports.Mixed},
		{Name: "Power", Key: "power_at_n", Kind: reports.Percent}, {Name: "Simulated", Key: "simulated_power", Kind: reports.Percent}, {Name: "Monte-Carlo SE", Key: "simulated_se", Kind: reports.Percent},
		{Name: "Power wanted", Key: "power_wanted", Kind: reports.Percent}, {Name: "Smallest difference", Key: "detectable", Kind: reports.Mixed},
	}}
	empty := func(c reports.Cell) bool { return c.Text == "" || c.Text == reports.MissingText }
	for i := range studies {
		s := &studies[i]
		sc := powerScale(s)
		// Planned differences have no sign.
		unsigned := func(v *float64) reports.Cell {
			c := sc.Difference(v)
			c.Text = strings.TrimPrefix(c.Text, "+")
			return c
		}
		unit := reports.Cell{Text: sc.DifferenceUnit(), Full: s.Unit}
		tasks := reports.MissingCell(reports.Integer)
		if s.N > 0 {
			tasks = reports.CountCell(s.N)
			t.Caption = "Power with the tasks at hand, and the smallest difference that they show."
		}
		row := []reports.Cell{reports.NameCell(s.Benchmark), reports.NameCell(s.Metric), reports.NameCell(s.A), reports.NameCell(s.B),
			{Text: methodTitle(s.Test), Full: s.Test}, reports.NumberCell(&s.Alpha, reports.StatisticDecimals(s.Alpha)), tasks,
			unsigned(s.Difference), {Text: s.Source}, unit, shareCell(s.P1), shareCell(s.P2), shareCell(s.Discordance), unsigned(s.SD), powerCell(s.PowerAtN)}
		row = append(row, simulatedCells(s, s.N)...)
		row = append(row, reports.Cell{Text: wantedPower(s.Power), Value: s.Power, HasValue: true, Kind: reports.Percent}, unsigned(s.Detectable))
		t.Rows = append(t.Rows, row)
	}
	for _, c := range t.Columns {
		setAside(&t, c.Key, empty)
	}
	t.Notes = powerNotes(studies)
	return t
}

// powerNotes are the studies' remarks, each once.
func powerNotes(studies []result.PowerStudy) []string {
	var notes []string
	seen := map[string]bool{}
	for _, s := range studies {
		if len(s.Simulated) > 0 {
			s.Notes = append(s.Notes[:len(s.Notes):len(s.Notes)], fmt.Sprintf("simulated: the share of %s drawn studies in which the test rejects", reports.FormatCount(s.Simulated[0].Runs)))
		}
		for _, n := range s.Notes {
			if n = capital(reports.Visible(n)) + "."; !seen[n] {
				seen[n] = true
				notes = append(notes, n)
			}
		}
	}
	return notes
}

// neededTable is one row a study and power.
func neededTable(studies []result.PowerStudy) reports.Table {
	t := reports.Table{ID: "tasks-needed", Caption: "Tasks needed to see the difference planned for.", Columns: []reports.Column{
		{Name: "Benchmark", Key: "benchmark", Kind: reports.Text}, {Name: "Metric", Key: "metric", Kind: reports.Text}, {Name: "A", Key: "a", Kind: reports.Text}, {Name: "B", Key: "b", Kind: reports.Text},
		{Name: "Power wanted", Key: "power_wanted", Kind: reports.Percent}, {Name: "Tasks needed", Key: "tasks_needed", Kind: reports.Integer}, {Name: "Simulated", Key: "simulated_power", Kind: reports.Percent}, {Name: "Monte-Carlo SE", Key: "simulated_se", Kind: reports.Percent},
	}}
	for i := range studies {
		s := &studies[i]
		for _, needed := range s.Needed {
			row := []reports.Cell{reports.NameCell(s.Benchmark), reports.NameCell(s.Metric), reports.NameCell(s.A), reports.NameCell(s.B),
				{Text: wantedPower(needed.Power), Value: needed.Power, HasValue: true, Kind: reports.Percent, Strong: needed.Power == s.Power}}
			if needed.N == nil {
				row = append(row, reports.MissingCell(reports.Integer), reports.MissingCell(reports.Percent), reports.MissingCell(reports.Percent))
			} else {
				row = append(append(row, reports.CountCell(*needed.N)), simulatedCells(s, *needed.N)...)
			}
			t.Rows = append(t.Rows, row)
		}
	}
	empty := func(c reports.Cell) bool { return c.Text == "" || c.Text == reports.MissingText }
	for _, c := range t.Columns {
		setAside(&t, c.Key, empty)
	}
	return t
}

// powerFigure draws power against the number of tasks, a line a study.
func powerFigure(studies []result.PowerStudy) reports.Figure {
	lines := reports.Lines{
		XAxis: reports.Axis{Label: "Tasks"},
		Axis:  reports.Axis{Label: "Power", Percent: true, Max: 1, Fixed: true},
	}
	same := func(of func(*result.PowerStudy) string) bool {
		for i := range studies {
			if of(&studies[i]) != of(&studies[0]) {
				return false
			}
		}
		return true
	}
	if len(studies) > 0 && same(powerTest) {
		lines.Axis.Label = "Power of " + powerTest(&studies[0])
	}
	var items []string
	for i := range studies {
		s := &studies[i]
		if s.Difference == nil {
			continue
		}
		l := reports.Line{Name: "a difference of " + powerScale(s).Amount(*s.Difference), Series: len(lines.Series)}
		if len(studies) > 1 {
			l.Name = reports.Visible(s.Metric) + ", " + l.Name
			if !same(func(s *result.PowerStudy) string { return s.Benchmark }) {
				l.Name = reports.Shorten(reports.Visible(s.Benchmark), reports.MaxNameRunes) + ", " + l.Name
			}
		}
		for _, p := range s.Curve {
			l.Points = append(l.Points, reports.LinePoint{X: float64(p.N), Y: p.Power, Note: plural(p.N, "task") + ": " + formatPower(p.Power)})
		}
		lines.Series = append(lines.Series, l)
		for _, needed := range s.Needed {
			if needed.Power == s.Power && needed.N != nil {
				items = append(items, fmt.Sprintf("%s reaches %s with %s", l.Name, wantedPower(s.Power), plural(*needed.N, "task")))
				if len(studies) == 1 && s.Source != result.DifferenceDetectable {
					lines.References = append(lines.References, reports.Reference{Kind: reports.Down, At: float64(*needed.N), Label: plural(*needed.N, "task") + " needed"})
				}
			}
		}
	}
	if len(studies) > 0 {
		if same(func(s *result.PowerStudy) string { return wantedPower(s.Power) }) {
			lines.References = append(lines.References, reports.Reference{Kind: reports.Across, At: studies[0].Power, Label: wantedPower(studies[0].Power) + " wanted"})
		}
		if n := studies[0].N; n > 0 && same(func(s *result.PowerStudy) string { return reports.FormatCount(s.N) }) {
			lines.References = append(lines.References, reports.Reference{Kind: reports.Down, At: float64(n), Label: plural(n, "task") + " at hand"})
		}
	}
	return reports.Figure{
		ID: "power-curve", Kind: reports.FigurePower.Name, Caption: "Power against the number of tasks. " + capital(reports.Enumerate(items, 4)) + ".",
		Alt: capital(reports.Enumerate(items, 8)) + ".", Chart: lines,
	}
}
