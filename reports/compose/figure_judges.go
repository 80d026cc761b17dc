package compose

import (
	"math"
	"slices"

	"mcpstats/reports"
)

// panelFigures show how often two judges agree, a grid a run and reading, for
// panels of three judges or more; the reference is not among them.
func (c *composer) panelFigures(v *view) []reports.Figure {
	var out []reports.Figure
	for i := range c.res.Panels {
		p := &c.res.Panels[i]
		if p.Benchmark != v.name || len(p.Judges) < 3 || len(p.Pairs) == 0 || p.Reading != "stored" {
			continue
		}
		m := reports.Matrix{High: 1, Low: 1, Label: "Share of attempts with the same verdict"}
		for range p.Judges {
			m.Values, m.Text = append(m.Values, make([]float64, len(p.Judges))), append(m.Text, make([]string, len(p.Judges)))
		}
		m.Rows = c.shown(p.Judges)
		m.Cols = m.Rows
		low, high := p.Pairs[0].N, p.Pairs[0].N
		for _, pair := range p.Pairs {
			low, high = min(low, pair.N), max(high, pair.N)
			if pair.Agreement == nil {
				continue
			}
			a, b := slices.Index(p.Judges, pair.A), slices.Index(p.Judges, pair.B)
			m.Values[a][b], m.Values[b][a] = *pair.Agreement, *pair.Agreement
			m.Text[a][b] = v.shares.Text(*pair.Agreement)
			m.Text[b][a] = m.Text[a][b]
			m.Low = min(m.Low, math.Floor(10**pair.Agreement)/10)
		}
		n := plural(high, "attempt")
		if low != high {
			n = reports.FormatCount(low) + " to " + n
		}
		of := ""
		if len(v.runs) > 1 {
			of = " of " + c.names.Show(p.Run)
		}
		out = append(out, reports.Figure{
			Kind: reports.FigureJudges.Name, ID: c.names.Id("judge-pairs-figure", v.slug, p.Run),
			Caption: "How often two judges give the same verdict" + of + ", as stored, over " + n + " that both judged. Judges who always give the same verdict agree without looking; the table of panels corrects for chance.",
			Alt:     "A grid of " + reports.FormatCount(len(p.Judges)) + " judges; the table of panels holds the chance-corrected agreement.", Chart: m,
		})
	}
	return out
}
