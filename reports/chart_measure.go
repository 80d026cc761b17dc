package reports

// Measured is a chart whose values are in the measures of its axes. A chart without any is returned as
// it is.
func Measured(chart Chart) Chart {
	switch c := chart.(type) {
	case Forest:
		if m := c.Axis.Measure; m != AsItIs {
			c.Rows = m.estimates(c.Rows)
			return c
		}
	case Panels:
		if m := c.Axis.Measure; m != AsItIs {
			panels := make([]Panel, len(c.Panels))
			for i, p := range c.Panels {
				panels[i] = Panel{Title: p.Title, Rows: m.estimates(p.Rows)}
			}
			c.Panels = panels
			return c
		}
	case Lines:
		if c.Axis.Measure != AsItIs || c.XAxis.Measure != AsItIs {
			return c.measured()
		}
	case Distributions:
		if m := c.Axis.Measure; m != AsItIs {
			rows := make([]Distribution, len(c.Rows))
			for i, d := range c.Rows {
				d.Estimate = m.estimates([]Estimate{d.Estimate})[0]
				d.BinsFrom, d.BinWidth = m.Of(d.BinsFrom), m.Of(d.BinWidth)
				rows[i] = d
			}
			c.Rows = rows
			return c
		}
	case Specifications:
		if m := c.Axis.Measure; m != AsItIs {
			choices := make([]Choice, len(c.Choices))
			for i, choice := range c.Choices {
				choice.Value = m.Of(choice.Value)
				choices[i] = choice
			}
			c.Choices = choices
			return c
		}
	}
	return chart
}

func (m Measure) estimates(rows []Estimate) []Estimate {
	out := make([]Estimate, len(rows))
	for i, e := range rows {
		e.Value, e.Low, e.High = m.Of(e.Value), m.Of(e.Low), m.Of(e.High)
		out[i] = e
	}
	return out
}

func (c Lines) measured() Lines {
	x, y := c.XAxis.Measure, c.Axis.Measure
	series := make([]Line, len(c.Series))
	for i, l := range c.Series {
		points := make([]LinePoint, len(l.Points))
		for k, p := range l.Points {
			p.X, p.Y, p.Low, p.High = x.Of(p.X), y.Of(p.Y), y.Of(p.Low), y.Of(p.High)
			points[k] = p
		}
		l.Points = points
		series[i] = l
	}
	c.Series = series
	references := make([]Reference, len(c.References))
	for i, r := range c.References {
		switch r.Kind {
		case Across:
			r.At = y.Of(r.At)
		case Down:
			r.At = x.Of(r.At)
		}
		references[i] = r
	}
	if len(c.References) > 0 {
		c.References = references
	}
	return c
}
