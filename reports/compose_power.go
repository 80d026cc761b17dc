package reports

import (
	"fmt"
	"strings"

	"mcpstats/analysis/result"
)

// ComposePower makes the answer to a question of power: a paragraph a study, the
// studies and the tasks that they need as tables, and the power curves.
//
// Errors: a version of the results that this program does not know.
func ComposePower(res *result.PowerResults) (*Document, error) {
	if res.Version != result.Version {
		return nil, fmt.Errorf("results are version %d, expected version %d: make them again with this program", res.Version, result.Version)
	}
	doc := &Document{}
	for i := range res.Studies {
		doc.Blocks = append(doc.Blocks, Prose{Spans: powerProse(&res.Studies[i])})
	}
	doc.Blocks = append(doc.Blocks, powerTable(res.Studies))
	if t := neededTable(res.Studies); len(t.Rows) > 0 {
		doc.Blocks = append(doc.Blocks, t)
	}
	if f := powerFigure(res.Studies); len(f.Chart.(Lines).Series) > 0 {
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
	return "the " + name + " at " + strings.TrimPrefix(FormatStatistic(s.Alpha), "0")
}

// powerScale is how a study's differences print.
func powerScale(s *result.PowerStudy) scale {
	var values []float64
	for _, v := range []*float64{s.Difference, s.Detectable, s.SD} {
		if v != nil {
			values = append(values, *v)
		}
	}
	return newScale(s.Unit, nil, values)
}

func formatPower(p float64) string {
	switch {
	case p < 0.9995:
		return FormatPercent(p, 1)
	case p < 1:
		return ">99.9%"
	default:
		return "100%"
	}
}

// wantedPower prints a level that somebody chose, with the digits it has.
func wantedPower(p float64) string { return formatLevel(p) }

// powerProse answers in a sentence or two.
func powerProse(s *result.PowerStudy) []Span {
	var spans []Span
	if s.Metric != "" {
		spans = append(spans, strong(fmt.Sprintf("%s: %s against %s on %s. ", Shorten(Visible(s.Benchmark), maxNameRunes),
			Shorten(Visible(s.A), maxNameRunes), Shorten(Visible(s.B), maxNameRunes), Visible(s.Metric))))
	}
	if s.Difference == nil {
		return append(spans, text("%s.", capital(strings.Join(s.Notes, "; "))))
	}
	sc := powerScale(s)
	scatter := ""
	switch {
	case s.Discordance != nil:
		scatter = fmt.Sprintf(", where %s of the tasks are discordant", FormatPercent(*s.Discordance, 1))
	case s.SD != nil && sc.share:
		scatter = fmt.Sprintf(", where the differences by task have a standard deviation of %s", sc.amount(*s.SD))
	case s.SD != nil:
		scatter = fmt.Sprintf(", where the differences by task have a standard deviation of %s", sc.bare(*s.SD))
	case s.P1 != nil && s.P2 != nil:
		scatter = fmt.Sprintf(", between %s and %s", FormatPercent(*s.P1, 1), FormatPercent(*s.P2, 1))
	case s.P1 != nil:
		scatter = fmt.Sprintf(", from %s", FormatPercent(*s.P1, 1))
	}
	if s.Source == result.DifferenceDetectable {
		return append(spans, text("With %s, %s shows a difference of ", powerTasks(s), powerTest(s)), strong(sc.amount(*s.Difference)),
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
		spans = append(spans, text("To see %s%s with a power of %s, %s needs ", which, sc.amount(*s.Difference), wantedPower(s.Power), powerTest(s)),
			strong(count), text("%s.", scatter))
	}
	if s.PowerAtN != nil {
		spans = append(spans, text(" With %s its power is ", powerTasks(s)), strong(formatPower(*s.PowerAtN)))
		if s.Detectable != nil {
			spans = append(spans, text(", and the smallest difference that they show with a power of %s is ", wantedPower(s.Power)), strong(sc.amount(*s.Detectable)))
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
func simulatedCells(s *result.PowerStudy, n int) []Cell {
	for _, r := range s.Simulated {
		if r.N == n {
			return []Cell{
				{Text: formatPower(r.Power), Value: r.Power, HasValue: true, Decimals: 1, Kind: Percent},
				{Text: FormatPercent(r.SE, 2), Value: r.SE, HasValue: true, Decimals: 2, Kind: Percent},
			}
		}
	}
	return []Cell{missingCell(Percent), missingCell(Percent)}
}

func powerCell(p *float64) Cell {
	if p == nil {
		return missingCell(Percent)
	}
	return Cell{Text: formatPower(*p), Value: *p, HasValue: true, Decimals: 1, Kind: Percent}
}

func shareCell(v *float64) Cell { return newScale("share", nil, nil).value(v) }

// powerTable is one row a study.
func powerTable(studies []result.PowerStudy) Table {
	t := Table{ID: "power", Caption: "What is planned for.", Columns: []Column{
		{"Benchmark", "benchmark", Text}, {"Metric", "metric", Text}, {"A", "a", Text}, {"B", "b", Text},
		{"Test", "test", Text}, {"Alpha", "alpha", Number}, {"Tasks", "tasks", Integer},
		{"Difference", "difference", Mixed}, {"Difference is", "source", Text}, {"Unit", "unit", Text},
		{"Success, one run", "p1", Percent}, {"Success, other run", "p2", Percent}, {"Discordant", "discordance", Percent}, {"SD", "sd", Mixed},
		{"Power", "power_at_n", Percent}, {"Simulated", "simulated_power", Percent}, {"Monte-Carlo SE", "simulated_se", Percent},
		{"Power wanted", "power_wanted", Percent}, {"Smallest difference", "detectable", Mixed},
	}}
	empty := func(c Cell) bool { return c.Text == "" || c.Text == missingText }
	for i := range studies {
		s := &studies[i]
		sc := powerScale(s)
		// Planned differences have no sign.
		unsigned := func(v *float64) Cell {
			c := sc.difference(v)
			c.Text = strings.TrimPrefix(c.Text, "+")
			return c
		}
		unit := Cell{Text: sc.differenceUnit(), Full: s.Unit}
		tasks := missingCell(Integer)
		if s.N > 0 {
			tasks = CountCell(s.N)
			t.Caption = "Power with the tasks at hand, and the smallest difference that they show."
		}
		row := []Cell{nameCell(s.Benchmark), nameCell(s.Metric), nameCell(s.A), nameCell(s.B),
			{Text: methodTitle(s.Test), Full: s.Test}, numberCell(&s.Alpha, statisticDecimals(s.Alpha)), tasks,
			unsigned(s.Difference), {Text: s.Source}, unit, shareCell(s.P1), shareCell(s.P2), shareCell(s.Discordance), unsigned(s.SD), powerCell(s.PowerAtN)}
		row = append(row, simulatedCells(s, s.N)...)
		row = append(row, Cell{Text: wantedPower(s.Power), Value: s.Power, HasValue: true, Kind: Percent}, unsigned(s.Detectable))
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
			s.Notes = append(s.Notes[:len(s.Notes):len(s.Notes)], fmt.Sprintf("simulated: the share of %s drawn studies in which the test rejects", FormatCount(s.Simulated[0].Runs)))
		}
		for _, n := range s.Notes {
			if n = capital(Visible(n)) + "."; !seen[n] {
				seen[n] = true
				notes = append(notes, n)
			}
		}
	}
	return notes
}

// neededTable is one row a study and power.
func neededTable(studies []result.PowerStudy) Table {
	t := Table{ID: "tasks-needed", Caption: "Tasks needed to see the difference planned for.", Columns: []Column{
		{"Benchmark", "benchmark", Text}, {"Metric", "metric", Text}, {"A", "a", Text}, {"B", "b", Text},
		{"Power wanted", "power_wanted", Percent}, {"Tasks needed", "tasks_needed", Integer}, {"Simulated", "simulated_power", Percent}, {"Monte-Carlo SE", "simulated_se", Percent},
	}}
	for i := range studies {
		s := &studies[i]
		for _, needed := range s.Needed {
			row := []Cell{nameCell(s.Benchmark), nameCell(s.Metric), nameCell(s.A), nameCell(s.B),
				{Text: wantedPower(needed.Power), Value: needed.Power, HasValue: true, Kind: Percent, Strong: needed.Power == s.Power}}
			if needed.N == nil {
				row = append(row, missingCell(Integer), missingCell(Percent), missingCell(Percent))
			} else {
				row = append(append(row, CountCell(*needed.N)), simulatedCells(s, *needed.N)...)
			}
			t.Rows = append(t.Rows, row)
		}
	}
	empty := func(c Cell) bool { return c.Text == "" || c.Text == missingText }
	for _, c := range t.Columns {
		setAside(&t, c.Key, empty)
	}
	return t
}

// powerFigure draws power against the number of tasks, a line a study.
func powerFigure(studies []result.PowerStudy) Figure {
	lines := Lines{
		XAxis: Axis{Label: "Tasks"},
		Axis:  Axis{Label: "Power", Percent: true, Max: 1, Fixed: true},
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
	var told []string
	for i := range studies {
		s := &studies[i]
		if s.Difference == nil {
			continue
		}
		l := Line{Name: "a difference of " + powerScale(s).amount(*s.Difference), Series: len(lines.Series)}
		if len(studies) > 1 {
			l.Name = Visible(s.Metric) + ", " + l.Name
			if !same(func(s *result.PowerStudy) string { return s.Benchmark }) {
				l.Name = Shorten(Visible(s.Benchmark), maxNameRunes) + ", " + l.Name
			}
		}
		for _, p := range s.Curve {
			l.Points = append(l.Points, LinePoint{X: float64(p.N), Y: p.Power, Note: plural(p.N, "task") + ": " + formatPower(p.Power)})
		}
		lines.Series = append(lines.Series, l)
		for _, needed := range s.Needed {
			if needed.Power == s.Power && needed.N != nil {
				told = append(told, fmt.Sprintf("%s reaches %s with %s", l.Name, wantedPower(s.Power), plural(*needed.N, "task")))
				if len(studies) == 1 && s.Source != result.DifferenceDetectable {
					lines.References = append(lines.References, Reference{Kind: Down, At: float64(*needed.N), Label: plural(*needed.N, "task") + " needed"})
				}
			}
		}
	}
	if len(studies) > 0 {
		if same(func(s *result.PowerStudy) string { return wantedPower(s.Power) }) {
			lines.References = append(lines.References, Reference{Kind: Across, At: studies[0].Power, Label: wantedPower(studies[0].Power) + " wanted"})
		}
		if n := studies[0].N; n > 0 && same(func(s *result.PowerStudy) string { return FormatCount(s.N) }) {
			lines.References = append(lines.References, Reference{Kind: Down, At: float64(n), Label: plural(n, "task") + " at hand"})
		}
	}
	return Figure{
		ID: "power-curve", Kind: figurePower, Caption: "Power against the number of tasks. " + capital(enumerate(told, 4)) + ".",
		Alt: capital(enumerate(told, 8)) + ".", Chart: lines,
	}
}
