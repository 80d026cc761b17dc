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
	case Bars:
		if m := c.Axis.Measure; m != AsItIs {
			return c.measured()
		}
	case Boxes:
		if m := c.Axis.Measure; m != AsItIs {
			rows := make([]BoxRow, len(c.Rows))
			for i, r := range c.Rows {
				r.Low, r.High, r.Q1, r.Median, r.Q3, r.Mean = m.Of(r.Low), m.Of(r.High), m.Of(r.Q1), m.Of(r.Median), m.Of(r.Q3), m.Of(r.Mean)
				r.Beyond = m.all(r.Beyond)
				rows[i] = r
			}
			c.Rows = rows
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

// all are values in the measure.
func (m Measure) all(values []float64) []float64 {
	out := make([]float64, len(values))
	for i, v := range values {
		out[i] = m.Of(v)
	}
	return out
}

func (c Bars) measured() Bars {
	m := c.Axis.Measure
	bars := make([]Bar, len(c.Bars))
	for i, b := range c.Bars {
		b.Values = m.all(b.Values)
		if b.Bounds != nil {
			raw := b.Bounds
			b.Bounds = make([][2]float64, len(raw))
			for k, bounds := range raw {
				b.Bounds[k] = [2]float64{m.Of(bounds[0]), m.Of(bounds[1])}
			}
		}
		bars[i] = b
	}
	c.Bars = bars
	return c
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
