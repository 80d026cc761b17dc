package main

import (
	"fmt"
	"slices"

	"mcpstats/reports"
)

const (
	errorLabel    = "True null hypotheses rejected at .05"
	coverageLabel = "95% intervals that hold the true value"
)

func setting(name string) func(cell) bool { return func(c cell) bool { return c.setting == name } }

func mcnemarFigures(cells []cell) ([]reports.Figure, error) {
	return []reports.Figure{{
		ID: "mcnemar", Caption: "McNemar's tests where 20% of the tasks are discordant.",
		Alt:   "All four approach the level from below; the exact and the corrected test stay farthest from it.",
		Chart: lines(cells, errorLabel, "tasks", 0, 0.1, false, setting("20% of tasks discordant")),
	}}, nil
}

func pairedTestFigures(cells []cell) ([]reports.Figure, error) {
	graded := differencePopulations[1].name
	return []reports.Figure{
		{ID: "paired-graded", Caption: "Tests of two equally good runs on graded scores.", Alt: "Shares of rejections by test and number of tasks.",
			Chart: lines(cells, errorLabel, "tasks", 0, 0.1, false, setting(graded))},
		{ID: "paired-t", Caption: "The paired t test by population of differences.", Alt: "Shares of rejections by population and number of tasks.",
			Chart: lines(cells, errorLabel, "tasks", 0, 0.1, true, func(c cell) bool { return c.method == "paired t" })},
	}, nil
}

func familyFigures(cells []cell) ([]reports.Figure, error) {
	return []reports.Figure{{
		ID: "family", Caption: "Families of ten comparisons of five equally good runs in which anything is rejected.",
		Alt: "Without correction far above the level; with any correction at most at it.",
		Chart: lines(cells, "Families with a false rejection at .05", "tasks", 0, 0.4, false, func(c cell) bool {
			return slices.Contains([]string{"no correction", "Holm", "Bonferroni", "Benjamini-Hochberg", "Benjamini-Yekutieli"}, c.method)
		}),
	}}, nil
}

// rateFigures draws coverage against the rate for two numbers of tasks, and the
// worst coverage against the number of tasks.
func rateFigures(cells []cell) ([]reports.Figure, error) {
	shown := []string{"Wilson", "Clopper-Pearson", "Jeffreys", "Wald"}
	var out []reports.Figure
	for _, n := range []int{30, 95} {
		chart := reports.Lines{
			XAxis:      reports.Axis{Label: "True success rate (%)", Percent: true, Max: 1, Fixed: true},
			Axis:       reports.Axis{Label: fmt.Sprintf("%s, %d tasks", coverageLabel, n), Percent: true, Min: 0.8, Max: 1, Fixed: true},
			References: []reports.Reference{{At: level, Label: "nominal"}},
		}
		for i, name := range shown {
			at := slices.IndexFunc(rateIntervals, func(m rateInterval) bool { return m.name == name })
			covered, err := rateIntervals[at].coverage(n)
			if err != nil {
				return nil, err
			}
			line := reports.Line{Name: name, Series: i}
			const every = 2
			for g := 0; g < len(covered); g += every {
				line.Points = append(line.Points, reports.LinePoint{X: float64(g+1) / rateGrid, Y: covered[g]})
			}
			chart.Series = append(chart.Series, line)
		}
		out = append(out, reports.Figure{
			ID: fmt.Sprintf("rate-%d", n), Caption: fmt.Sprintf("Coverage of intervals of a success rate from %d tasks, exact.", n),
			Alt: "Coverage jumps with the rate; Wald's falls far below 95% near 0 and 100%.", Chart: chart,
		})
	}
	return append(out, reports.Figure{
		ID: "rate-worst", Caption: "Lowest coverage over success rates from 5% to 95%, exact.", Alt: "Only Clopper-Pearson and the corrected Wilson interval never fall below 95%.",
		Chart: lines(cells, coverageLabel, "tasks", 0.7, 1, false, setting(worstRate)),
	}), nil
}

func differenceFigures(cells []cell) ([]reports.Figure, error) {
	var out []reports.Figure
	for i, p := range []pairedRates{pairedPopulations[0], pairedPopulations[2]} {
		out = append(out, reports.Figure{
			ID: fmt.Sprintf("difference-%d", i+1), Caption: "Coverage of intervals of a difference of success rates: " + p.String() + ".", Alt: "Coverage by interval and number of tasks.",
			Chart: lines(cells, coverageLabel, "tasks", 0.85, 1, false, setting(p.String())),
		})
	}
	return out, nil
}

func meanFigures(cells []cell) ([]reports.Figure, error) {
	var out []reports.Figure
	for i, p := range []population{valuePopulations[1], valuePopulations[2], valuePopulations[4]} {
		out = append(out, reports.Figure{
			ID: fmt.Sprintf("mean-%d", i+1), Caption: "Coverage of intervals of a mean: " + p.name + ".", Alt: "Coverage by interval and number of tasks.",
			Chart: lines(cells, coverageLabel, "tasks", 0.7, 1, false, setting(p.name)),
		})
	}
	return out, nil
}

func clusterFigures(cells []cell) ([]reports.Figure, error) {
	return []reports.Figure{{
		ID: "cluster", Caption: "Coverage of intervals of a mean whose tasks come in clusters.", Alt: "Ignoring clusters falls short at any number of clusters.",
		Chart: lines(cells, coverageLabel, "clusters", 0.7, 1, false, func(c cell) bool { return c.kind == coverage }),
	}}, nil
}

func judgeFigures(cells []cell) ([]reports.Figure, error) {
	return []reports.Figure{{
		ID: "kappa", Caption: "Coverage of intervals of Cohen's kappa.", Alt: "Coverage by population and number of attempts.",
		Chart: lines(cells, coverageLabel, "attempts", 0.6, 1, true, func(c cell) bool { return c.method == "Cohen's kappa" }),
	}}, nil
}
