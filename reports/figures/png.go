package figures

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"math"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/vgimg"
)

// writePNG draws the scene on white with gonum's raster canvas.
func writePNG(s *scene, faces *typefaces) ([]byte, error) {
	c := vgimg.NewWith(
		vgimg.UseWH(pixels(s.width), pixels(s.height)),
		vgimg.UseDPI(s.dpi),
	)
	at := func(x, y float64) vg.Point { return vg.Point{X: pixels(x), Y: pixels(s.height - y)} }
	for _, m := range s.marks {
		switch m := m.(type) {
		case line:
			c.SetColor(inks[m.ink].onWhite)
			c.SetLineWidth(pixels(m.width))
			var p vg.Path
			p.Move(at(m.x1, m.y1))
			p.Line(at(m.x2, m.y2))
			c.Stroke(p)
		case box:
			c.SetColor(m.ink.over(m.opacity))
			c.Fill(polygon([][2]float64{{0, 0}, {m.w, 0}, {m.w, m.h}, {0, m.h}}, m.x, m.y, at))
		case point:
			outline := polygon(m.shape.outline(m.r), m.x, m.y, at)
			if m.shape == disc {
				outline.Move(at(m.x+m.r, m.y))
				outline.Arc(at(m.x, m.y), pixels(m.r), 0, 2*math.Pi)
				outline.Close()
			}
			c.SetColor(inks[m.ink].onWhite)
			if m.hollow {
				c.SetColor(inks[paper].onWhite)
			}
			c.Fill(outline)
			if m.hollow {
				c.SetColor(inks[m.ink].onWhite)
				c.SetLineWidth(pixels(hollowStroke))
				c.Stroke(outline)
			}
		case curve:
			c.SetColor(inks[m.ink].onWhite)
			c.SetLineWidth(pixels(m.width))
			var dash []vg.Length
			for _, d := range m.dash {
				dash = append(dash, pixels(d))
			}
			c.SetLineDash(dash, 0)
			var p vg.Path
			for i, k := range m.corners {
				if i == 0 {
					p.Move(at(k[0], k[1]))
					continue
				}
				p.Line(at(k[0], k[1]))
			}
			c.Stroke(p)
			c.SetLineDash(nil, 0)
		case area:
			full := inks[m.ink].onWhite
			c.SetColor(color.NRGBA{R: full.R, G: full.G, B: full.B, A: uint8(m.opacity*255 + 0.5)})
			c.Fill(polygon(m.corners, 0, 0, at))
		case text:
			face := faces.cut(m.bold).sized(m.size)
			c.SetColor(inks[m.ink].onWhite)
			x := m.left(faces)
			if m.turned {
				c.Push()
				c.Translate(at(m.x, m.y))
				c.Rotate(math.Pi / 4)
				c.FillString(face, vg.Point{}, m.s)
				c.Pop()
				continue
			}
			c.FillString(face, at(x, m.y), m.s)
		}
	}
	var img image.Image = c.Image()
	if full, ok := img.(*image.RGBA); ok && full.Stride == 4*full.Rect.Dx() {
		img = paletted(full)
	}
	var buf bytes.Buffer
	// Flat colours pack nearly as well this way, in a third of the time.
	encoder := png.Encoder{CompressionLevel: png.BestSpeed}
	if err := encoder.Encode(&buf, img); err != nil {
		return nil, err
	}
	return buf.Bytes(), nil
}

// pixels is a length in CSS pixels as gonum has it.
func pixels(px float64) vg.Length { return vg.Length(px * pointsPerPixel) }

func polygon(corners [][2]float64, x, y float64, at func(x, y float64) vg.Point) vg.Path {
	var p vg.Path
	for i, k := range corners {
		if i == 0 {
			p.Move(at(x+k[0], y+k[1]))
			continue
		}
		p.Line(at(x+k[0], y+k[1]))
	}
	if len(corners) > 0 {
		p.Close()
	}
	return p
}
