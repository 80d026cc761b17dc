package figures

import (
	"fmt"

	"mcpstats/reports"
)

const (
	mostPoints = 90 // columns beyond which a choice is a stroke instead of a mark
)

// specifications draws the estimates above and, below each, a mark in the row of
// every option that it was made with.
func (l *layouter) specifications(c reports.Specifications) error {
	for i, k := range c.Choices {
		if len(k.Of) != len(c.Dimensions) {
			return fmt.Errorf("choice %d has %d options for %d dimensions", i+1, len(k.Of), len(c.Dimensions))
		}
	}
	var names []string
	var values []float64
	for _, d := range c.Dimensions {
		names = append(names, d.Options...)
	}
	for _, k := range c.Choices {
		values = append(values, k.Value)
	}
	lines := 1
	if l.fixed {
		lines = 3
	}
	options := l.faces.fitAll(names, l.smallSize, false, l.bounded(longestLabel, nameShare), lines)
	y := scale{}
	y.low, y.high = domain(c.Axis, true, values)
	oneLine := l.smallSize + 2.5
	tall := l.plotHeight / 2
	yTicks := ticks(c.Axis, true, y.low, y.high, tall, func(string) float64 { return oneLine })
	widest := 0.0
	for _, o := range options {
		widest = max(widest, l.faces.widest(o, l.smallSize, false))
	}
	for _, t := range yTicks {
		widest = max(widest, l.faces.width(t.label, l.smallSize, false))
	}
	l.scene.width = l.canvas
	if !l.fixed {
		l.scene.width = max(l.canvas, margin+10+widest+8+narrowest+margin)
	}
	p := columns{left: margin + 10 + widest + 8, right: l.scene.width - margin, n: len(c.Choices)}

	top := l.labelAbove(c.Axis.Label) + 6
	y.left, y.right = top+tall, top
	bottom := l.optionRows(c, options, p, top+tall+10, false)
	l.stated(c, p, top-4, bottom)
	for _, t := range yTicks {
		i := grid
		if t.at == 0 {
			i = rule
		}
		l.scene.add(
			line{x1: p.left, y1: y.at(t.at), x2: p.right, y2: y.at(t.at), width: 1, ink: i},
			text{x: p.left - 8, y: y.at(t.at) + baseline*l.smallSize, s: t.label, size: l.smallSize, anchor: end, ink: muted},
		)
	}
	l.estimates(c, p, y)
	l.scene.height = l.optionRows(c, options, p, top+tall+10, true) + margin
	return nil
}

// columns are the places of the choices from left to right.
type columns struct {
	left, right float64
	n           int
}

func (p columns) width() float64     { return (p.right - p.left) / float64(max(1, p.n)) }
func (p columns) at(i int) float64   { return p.left + (float64(i)+0.5)*p.width() }
func (p columns) thin() bool         { return p.n > mostPoints }
func (p columns) radius() float64    { return max(1.5, min(4.2, p.width()*0.36)) }
func (p columns) stroke() float64    { return max(0.6, p.width()*0.8) }
func (p columns) from(i int) float64 { return p.left + float64(i)*p.width() }

// stated washes the columns of the choice that the report states.
func (l *layouter) stated(c reports.Specifications, p columns, top, bottom float64) {
	for i, k := range c.Choices {
		if k.Stated {
			w := max(p.width(), 3)
			l.scene.add(box{x: p.at(i) - w/2, y: top, w: w, h: bottom - top, ink: series + 4, opacity: 0.3})
		}
	}
}

// estimates draws the curve: a mark a choice, open where it is not significant.
func (l *layouter) estimates(c reports.Specifications, p columns, y scale) {
	for _, hollow := range []bool{true, false} { // the significant ones on top
		i := body
		if hollow {
			i = neutral
		}
		for k, choice := range c.Choices {
			v, ok := y.inside(choice.Value)
			if choice.Hollow != hollow || !ok {
				continue
			}
			if p.thin() {
				l.scene.add(line{x1: p.at(k), y1: v - 3, x2: p.at(k), y2: v + 3, width: p.stroke(), ink: i})
				continue
			}
			l.scene.add(group{title: clean(choice.Note)}, point{x: p.at(k), y: v, r: p.radius(), ink: i, hollow: hollow}, groupEnd{})
		}
	}
}

// optionRows lays out a row an option under its dimension's name, and draws it
// where asked to. It returns the y below the last.
func (l *layouter) optionRows(c reports.Specifications, options [][]string, p columns, y float64, drawn bool) float64 {
	at := 0
	for d, dimension := range c.Dimensions {
		if drawn {
			for _, s := range l.faces.fit(dimension.Name, l.smallSize, true, p.right-margin, 1) {
				l.scene.add(text{x: margin, y: y + l.px(17)/2 + baseline*l.smallSize, s: s, size: l.smallSize, bold: true, anchor: start, ink: muted})
			}
		}
		y += l.px(17)
		for o := range dimension.Options {
			high := max(l.px(17), float64(len(options[at]))*l.lineHeight+2)
			if drawn {
				l.option(c, d, o, options[at], p, y+high/2)
			}
			at++
			y += high
		}
		y += 5
	}
	return y
}

// option draws the row of one option, in grey where the choice is not significant.
// Neighbouring choices that share it make one bar where the columns are thin.
func (l *layouter) option(c reports.Specifications, d, o int, name []string, p columns, middleY float64) {
	first := middleY - float64(len(name)-1)*l.lineHeight/2
	for k, s := range name {
		l.scene.add(text{x: p.left - 8, y: first + float64(k)*l.lineHeight + baseline*l.smallSize, s: s, size: l.smallSize, anchor: end, ink: body})
	}
	l.scene.add(line{x1: p.left, y1: middleY, x2: p.right, y2: middleY, width: 1, ink: grid})
	for k := 0; k < len(c.Choices); k++ {
		if c.Choices[k].Of[d] != o {
			continue
		}
		first, hollow := k, c.Choices[k].Hollow
		for p.thin() && k+1 < len(c.Choices) && c.Choices[k+1].Of[d] == o && c.Choices[k+1].Hollow == hollow {
			k++
		}
		i := body
		if hollow {
			i = neutral
		}
		x1, x2 := p.from(first), p.from(k+1)
		if !p.thin() {
			x1, x2 = p.at(k)-p.radius()*0.8, p.at(k)+p.radius()*0.8
		}
		l.scene.add(line{x1: x1, y1: middleY, x2: x2, y2: middleY, width: l.px(7), ink: i})
	}
}
