package figures

import (
	"fmt"
	"math"
	"strings"

	"mcpstats/reports"
)

var shareAxis = reports.Axis{Label: "Tasks solved (%), 95% interval", Percent: true}

// leaderboard is a forest of n runs whose names and numbers look like a
// benchmark's; neighbours tie.
func leaderboard(n int) reports.Forest {
	agents := []string{"droid/claude-4-1-opus", "terminus-2/gpt-5", "goose/claude-4-opus", "openhands/claude-4-sonnet",
		"mini-swe-agent/gemini-2.5-pro-preview-06-05", "codex"}
	f := reports.Forest{Axis: shareAxis}
	for i := range n {
		name := agents[i%len(agents)]
		if i >= len(agents) {
			name = fmt.Sprintf("%s-v%d", name, i/len(agents)+1)
		}
		v := 0.6 - 0.45*float64(i)/float64(n)
		f.Rows = append(f.Rows, reports.Estimate{
			Label: name, Value: v, Low: v - 0.08, High: v + 0.075, HasInterval: true, Series: i,
			Note: fmt.Sprintf("%.1f%% [%.1f, %.1f]", 100*v, 100*v-8, 100*v+7.5),
		})
	}
	for i := 0; i+2 < n; i += 2 {
		b := reports.Bracket{First: i, Last: i + 2, Label: string(rune('a' + i/2%26))}
		if i%4 == 2 {
			b.Members = []int{i, i + 2}
		}
		f.Brackets = append(f.Brackets, b)
	}
	return f
}

// pairs is a forest of all differences between n runs.
func pairs(n int) reports.Forest {
	f := reports.Forest{Axis: reports.Axis{Label: "Difference in tasks solved (points), 95% interval", Percent: true}, Zero: true}
	for i := range n {
		for j := range i {
			d := 0.13*math.Sin(float64(7*i+j)) + 0.01
			f.Rows = append(f.Rows, reports.Estimate{
				Label: fmt.Sprintf("run-%d − run-%d", j+1, i+1), Value: d, Low: d - 0.07, High: d + 0.07, HasInterval: true, Series: -1,
				Hollow: math.Abs(d) < 0.07, Note: fmt.Sprintf("%+.1f [%+.1f, %+.1f], p = .03", 100*d, 100*d-7, 100*d+7),
			})
		}
	}
	return f
}

func strata(runs, values int) reports.Panels {
	p := reports.Panels{Axis: shareAxis}
	for v := range values {
		panel := reports.Panel{Title: fmt.Sprintf("%s (n = %d)", []string{"easy", "medium", "hard", "software-engineering and data science", "security"}[v%5], 12+7*v)}
		for i, e := range leaderboard(runs).Rows {
			if p.Series = append(p.Series[:min(i, len(p.Series))], e.Label); v == 1 && i == 1 {
				continue
			}
			e.Value = max(0, e.Value-0.12*float64(v%4))
			e.Low, e.High = max(0, e.Value-0.14), min(1, e.Value+0.15)
			panel.Rows = append(panel.Rows, e)
		}
		p.Panels = append(p.Panels, panel)
	}
	return p
}

func exits(runs, segments int) reports.Bars {
	b := reports.Bars{Axis: reports.Axis{Label: "Attempts (%)", Percent: true, Max: 1, Fixed: true}}
	for k := range segments {
		b.Segments = append(b.Segments, []string{"solved", "unsolved", "agent timeout", "context length exceeded", "output limit", "test timeout", "unknown error", "parse error", "no verdict"}[k%9])
	}
	for i, e := range leaderboard(runs).Rows {
		bar := reports.Bar{Label: e.Label, Note: "400 attempts"}
		for k := range segments {
			bar.Values = append(bar.Values, math.Pow(0.5, float64(k+1))+0.01*float64(i%3)*float64(k%2))
		}
		b.Bars = append(b.Bars, bar)
	}
	return b
}

func agreement(n int, diverging bool) reports.Matrix {
	m := reports.Matrix{Low: 0, High: 1, Label: "share of attempts on which both judges agree", Diverging: diverging}
	if diverging {
		m.Low, m.High, m.Label = -0.2, 0.2, "difference of the row's run minus the column's"
	}
	for i := range n {
		name := []string{"GPT-4.1 Mini", "Qwen2.5-72B-Instruct", "DeepSeek-V3-0324", "human", "vote>=half", "any"}[i%6]
		if i >= 6 {
			name += fmt.Sprintf("-%d", i)
		}
		m.Rows, m.Cols = append(m.Rows, name), append(m.Cols, name)
		var values []float64
		var cells []string
		for j := range n {
			v := m.Low + (m.High-m.Low)*math.Abs(math.Cos(float64(i*j+i+j)))
			s := fmt.Sprintf("%.2f", v)
			if i == j {
				v, s = math.NaN(), ""
			}
			values, cells = append(values, v), append(cells, s)
		}
		m.Values, m.Text = append(m.Values, values), append(m.Text, cells)
	}
	return m
}

var hostileNames = []string{
	`<script>alert("x")</script>`,
	strings.Repeat("long-name/", 1000),
	strings.Repeat("x", 10000),
	"שלום/مرحبا",
	"模型一", "模型二",
	"İstanbul é ﬁ Ω Привет",
	"emoji 🚀 & \x00\x1b[31m\u202egnp.exe\nnew line",
	"", "]]>&amp;'\"",
}

func hostile() reports.Forest {
	f := leaderboard(len(hostileNames))
	for i, n := range hostileNames {
		f.Rows[i].Label = n
	}
	f.Rows[2].Note = strings.Repeat("note ", 2000)
	f.Rows[3].Low, f.Rows[4].High = math.Inf(-1), math.Inf(1)
	f.Rows[5].Value = math.NaN()
	f.Brackets = append(f.Brackets, reports.Bracket{First: 3, Last: 99, Label: "none"}, reports.Bracket{First: 0, Last: 9, Label: "<b>"})
	return f
}

// curves are n smooth curves with bands, as of power against the number of tasks.
func curves(n int) reports.Lines {
	c := reports.Lines{
		XAxis: reports.Axis{Label: "Tasks"}, LogX: n == 3,
		Axis:       reports.Axis{Label: "Power of the exact McNemar test at the level .05", Percent: true, Min: 0, Max: 1, Fixed: true},
		References: []reports.Reference{{Kind: reports.Across, At: 0.8, Label: "80%"}, {Kind: reports.Down, At: 95, Label: "95 tasks, as here"}},
	}
	for i, e := range leaderboard(n).Rows {
		s := reports.Line{Name: e.Label, Series: i}
		for k := range 60 {
			x := 10 * math.Pow(100, float64(k)/59)
			y := 1 - math.Exp(-x*float64(n-i)/float64(n)/150)
			s.Points = append(s.Points, reports.LinePoint{X: x, Y: y, Low: y - 0.05, High: y + 0.05, HasInterval: n <= 3})
		}
		c.Series = append(c.Series, s)
	}
	return c
}

// lengths are a score by the length of the plan, each line ending where its
// benchmark does, the intervals as bars.
func lengths() reports.Lines {
	c := reports.Lines{XAxis: reports.Axis{Label: "Steps of the reference plan"}, Axis: reports.Axis{Label: "Mean F1 of tool calls, 95% interval"}, Bars: true}
	for i, e := range leaderboard(4).Rows {
		s := reports.Line{Name: e.Label, Series: i}
		for k := 1; k <= 12-2*i; k++ {
			y := e.Value + 0.3 - 0.05*float64(k)
			p := reports.LinePoint{X: float64(k), Y: y, Low: y - 0.02*float64(k), High: y + 0.02*float64(k), HasInterval: true, Note: fmt.Sprintf("%d steps: %.2f", k, y)}
			if i == 1 && k == 5 {
				p.Y = math.NaN()
			}
			s.Points = append(s.Points, p)
		}
		c.Series = append(c.Series, s)
	}
	return c
}

func calibration() reports.Lines {
	share := reports.Axis{Percent: true, Min: 0, Max: 1, Fixed: true}
	c := reports.Lines{XAxis: share, Axis: share, Bars: true, References: []reports.Reference{{Kind: reports.Diagonal, Label: "as often as said"}}}
	c.XAxis.Label, c.Axis.Label = "Confidence stated by the judge (%)", "Verdicts that were right (%), 95% interval"
	s := reports.Line{Name: "GPT-4.1 Mini"}
	for k := range 10 {
		x := 0.05 + 0.1*float64(k)
		y := 0.3 + 0.5*x
		s.Points = append(s.Points, reports.LinePoint{X: x, Y: y, Low: y - 0.1, High: y + 0.1, HasInterval: true})
	}
	c.Series = append(c.Series, s)
	return c
}

// hostileLines has names and numbers that no log should have.
func hostileLines() reports.Lines {
	c := reports.Lines{LogX: true, XAxis: reports.Axis{Label: hostileNames[1]}, Axis: reports.Axis{Label: hostileNames[2]}}
	for i, n := range hostileNames {
		c.Series = append(c.Series, reports.Line{Name: n, Series: i - 1, Points: []reports.LinePoint{
			{X: -1, Y: 3}, {X: 1e-300, Y: 1}, {X: 1, Y: math.Inf(1)}, {X: 2, Y: 5, Low: math.Inf(-1), High: math.Inf(1), HasInterval: true},
			{X: 3, Y: math.NaN()}, {X: 1e14, Y: float64(i), Low: 1, High: math.NaN(), HasInterval: true}, {X: math.Inf(1), Y: 1},
		}})
		c.References = append(c.References, reports.Reference{Kind: reports.ReferenceKind(i % 4), At: float64(i), Label: n})
	}
	return c
}

// averageRanks are n runs whose neighbours are not separated.
func averageRanks(n int) reports.CriticalDifference {
	c := reports.CriticalDifference{Axis: reports.Axis{Label: "Average rank over 80 tasks (1 is best)"}, CD: 0.84, Note: "CD = 0.84"}
	for i, e := range leaderboard(n).Rows {
		v := 1.2 + float64(i)*0.8
		c.Runs = append(c.Runs, reports.AverageRank{Label: e.Label, Note: fmt.Sprintf("%.2f", v), Value: v, Series: i})
	}
	for i := range n - 1 {
		c.Groups = append(c.Groups, reports.Bracket{First: i, Last: i + 1, Label: "not separated"})
	}
	if n > 3 {
		c.Groups = append(c.Groups, reports.Bracket{First: 0, Last: 3, Members: []int{0, 1, 3}})
	}
	return c
}

// specified is a curve of the given numbers of policies, verdicts and tests, half
// of it significant.
func specified(policies, verdicts, tests int) reports.Specifications {
	c := reports.Specifications{Axis: reports.Axis{Label: "droid/claude-4-1-opus is better by (points)", Percent: true}, Dimensions: []reports.Dimension{
		{Name: "What has no outcome"}, {Name: "Verdict"}, {Name: "Test"}, {Name: "Correction", Options: []string{"Holm", "Benjamini-Hochberg", "none"}},
	}}
	for i, n := range []int{policies, verdicts, tests} {
		for k := range n {
			c.Dimensions[i].Options = append(c.Dimensions[i].Options, fmt.Sprintf("%s %d", c.Dimensions[i].Name, k+1))
		}
	}
	n := policies * verdicts * tests * 3
	for i := range n {
		v := 0.12*float64(i/(3*tests))/float64(max(1, policies*verdicts-1)) - 0.02
		c.Choices = append(c.Choices, reports.Choice{
			Value: v, Hollow: v < 0.03 || i%7 == 0, Stated: i == n/2,
			Of: []int{i / (3 * tests) % policies, i / (3 * tests * policies), i / 3 % tests, i % 3}, Note: fmt.Sprintf("choice %d", i),
		})
	}
	return c
}

// resampledPairs are n bell-shaped histograms of pairs, further and further from
// zero.
func resampledPairs(n int) reports.Distributions {
	c := reports.Distributions{Axis: reports.Axis{Label: "Difference in tasks solved (points)", Percent: true}}
	for i, e := range pairs(6).Rows[:n] {
		d := reports.Distribution{Estimate: e, BinsFrom: e.Value - 0.1, BinWidth: 0.005}
		for k := range 40 {
			d.Counts = append(d.Counts, int(1000*math.Exp(-math.Pow(float64(k)-19.5, 2)/60)/float64(i+1)))
		}
		c.Rows = append(c.Rows, d)
	}
	return c
}

func hostileDistributions() reports.Distributions {
	c := resampledPairs(len(hostileNames))
	c.Axis.Label = hostileNames[1]
	for i, n := range hostileNames {
		c.Rows[i].Label, c.Rows[i].Note = n, n
	}
	c.Rows[0].BinsFrom, c.Rows[1].BinWidth, c.Rows[2].Counts, c.Rows[3].BinWidth = math.NaN(), math.Inf(1), nil, -1
	c.Rows[4].Value, c.Rows[5].Low, c.Rows[6].High = math.NaN(), math.Inf(-1), math.Inf(1)
	c.Rows[7].BinsFrom = 1e300
	return c
}

// hostileRanks and hostileChoices have names and numbers that no log should have.
func hostileRanks() reports.CriticalDifference {
	c := averageRanks(len(hostileNames))
	c.Axis.Label, c.Note, c.CD = hostileNames[1], hostileNames[2], math.Inf(1)
	for i, n := range hostileNames {
		c.Runs[i].Label, c.Runs[i].Note, c.Runs[i].Series = n, n, i-1
	}
	c.Runs[3].Value, c.Runs[4].Value, c.Runs[5].Value = math.NaN(), math.Inf(1), math.Inf(-1)
	c.Groups = append(c.Groups, reports.Bracket{First: -1, Last: 99}, reports.Bracket{First: 0, Last: 9, Members: []int{-3, 0, 40}})
	return c
}

func hostileChoices() reports.Specifications {
	c := specified(1, len(hostileNames), 1)
	c.Axis.Label, c.Dimensions[0].Name, c.Dimensions[1].Options = hostileNames[1], hostileNames[2], hostileNames
	c.Choices[0].Value, c.Choices[1].Value, c.Choices[2].Value = math.NaN(), math.Inf(1), -1e300
	return c
}

// gallery is a document with every chart in the sizes that reports have.
func gallery() *reports.Document {
	doc := &reports.Document{Title: "Gallery"}
	add := func(id string, c reports.Chart) {
		doc.Blocks = append(doc.Blocks, reports.Figure{ID: id, Caption: "Figure " + id + ". A second sentence.", Alt: "What " + id + " shows.", Chart: c})
	}
	for _, n := range []int{0, 1, 2, 6, 20} {
		add(fmt.Sprintf("forest-%d", n), leaderboard(n))
	}
	add("pairs-2", pairs(2))
	add("pairs-6", pairs(6))
	add("pairs-20", pairs(20))
	for _, n := range []int{1, 3, 4, 5, 12} {
		add(fmt.Sprintf("panels-6-%d", n), strata(6, n))
	}
	add("panels-20-4", strata(20, 4))
	add("panels-1-1", strata(1, 1))
	add("bars-2-3", exits(2, 3))
	add("bars-6-9", exits(6, 9))
	add("bars-20-5", exits(20, 5))
	add("bars-0-0", exits(0, 0))
	add("matrix-2", agreement(2, false))
	add("matrix-6", agreement(6, false))
	add("matrix-20", agreement(20, true))
	add("matrix-0", agreement(0, false))
	for _, n := range []int{1, 3, 12} {
		add(fmt.Sprintf("power-%d", n), curves(n))
	}
	add("lengths", lengths())
	add("calibration", calibration())
	add("lines-0", reports.Lines{Axis: shareAxis, XAxis: reports.Axis{Label: "Tasks"}})
	add("lines-hostile", hostileLines())
	for _, n := range []int{0, 1, 3, 6, 7, 28} {
		add(fmt.Sprintf("ranks-%d", n), averageRanks(n))
	}
	add("ranks-hostile", hostileRanks())
	add("choices-0", reports.Specifications{})
	add("choices-18", specified(2, 1, 3))
	add("choices-78", specified(2, 3, 5))
	add("choices-630", specified(2, 21, 5))
	add("choices-hostile", hostileChoices())
	for _, n := range []int{0, 1, 6} {
		add(fmt.Sprintf("bootstrap-%d", n), resampledPairs(n))
	}
	add("bootstrap-hostile", hostileDistributions())
	add("hostile", hostile())
	for _, n := range []int{2, 20} {
		for i, c := range longNamed(n) {
			add(fmt.Sprintf("long-%d-%d", i, n), c)
		}
	}
	return doc
}

// longNamed is every kind of chart with n runs whose names have 60 characters, in
// Latin, Greek and Cyrillic letters.
func longNamed(n int) []reports.Chart {
	name := func(i int) string {
		return fmt.Sprintf("équipe-%02d/", i) + strings.Repeat("модель-Ωmega_v3/", 3) + "ß"
	}
	forest, differences, panels, stack := leaderboard(n), pairs(n), strata(n, 4), exits(n, 5)
	for i := range forest.Rows {
		forest.Rows[i].Label = name(i)
	}
	differences.Rows = differences.Rows[:min(len(differences.Rows), 30)]
	for i := range differences.Rows {
		differences.Rows[i].Label = name(0) + " - " + name(i+1)
		differences.Rows[i].Note += ", p = .042"
	}
	for i := range panels.Panels {
		for k := range panels.Panels[i].Rows {
			panels.Panels[i].Rows[k].Label = name(k)
		}
	}
	for i := range stack.Bars {
		stack.Bars[i].Label = name(i)
	}
	for i := range stack.Segments {
		stack.Segments[i] = name(i)
	}
	grid, power, ranks := agreement(n, true), curves(n), averageRanks(n)
	for i := range n {
		grid.Rows[i], grid.Cols[i] = name(i), name(i)
		power.Series[i].Name = name(i)
		ranks.Runs[i].Label = name(i)
	}
	resampled := resampledPairs(min(n, 8))
	for i := range resampled.Rows {
		resampled.Rows[i].Label = name(0) + " - " + name(i+1)
	}
	choices := specified(2, n, 2)
	for i := range choices.Dimensions[1].Options {
		choices.Dimensions[1].Options[i] = name(i)
	}
	return []reports.Chart{forest, differences, panels, stack, grid, power, ranks, choices, resampled}
}
