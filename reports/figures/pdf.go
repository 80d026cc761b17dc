package figures

import (
	"bytes"
	"time"

	"codeberg.org/go-pdf/fpdf"
)

// writePDF draws the scene with fpdf directly: gonum's canvas over it takes
// Western European text only, embeds whole fonts and fails on a bold one. Here
// the glyphs in use are embedded, and text stays text for search and copying.
func writePDF(s *scene, faces *typefaces) ([]byte, error) {
	d := fpdf.NewCustom(&fpdf.InitType{
		UnitStr: "pt",
		Size:    fpdf.SizeType{Wd: s.width * pointsPerPixel, Ht: s.height * pointsPerPixel},
	})
	epoch := time.Unix(0, 0).UTC() // the same figure is the same file
	d.SetCreationDate(epoch)
	d.SetModificationDate(epoch)
	d.SetCatalogSort(true)
	d.SetMargins(0, 0, 0)
	d.SetAutoPageBreak(false, 0)
	d.SetLineJoinStyle("round")
	d.AddPage()
	for _, m := range s.marks {
		if t, ok := m.(text); ok && t.bold {
			d.AddUTF8FontFromBytes("liberation", "B", faces.bold.ttf)
			break
		}
	}
	d.AddUTF8FontFromBytes("liberation", "", faces.regular.ttf)

	pt := func(px float64) float64 { return px * pointsPerPixel }
	stroke := func(i ink, width float64) {
		c := inks[i].onWhite
		d.SetDrawColor(int(c.R), int(c.G), int(c.B))
		d.SetLineWidth(pt(width))
	}
	fill := func(i ink, opacity float64) {
		c := i.over(opacity)
		d.SetFillColor(int(c.R), int(c.G), int(c.B))
	}
	for _, m := range s.marks {
		switch m := m.(type) {
		case line:
			stroke(m.ink, m.width)
			d.Line(pt(m.x1), pt(m.y1), pt(m.x2), pt(m.y2))
		case box:
			fill(m.ink, m.opacity)
			d.Rect(pt(m.x), pt(m.y), pt(m.w), pt(m.h), "F")
		case point:
			style := "F"
			fill(m.ink, 1)
			if m.hollow {
				style = "FD"
				fill(paper, 1)
				stroke(m.ink, hollowStroke)
			}
			if m.shape == disc {
				d.Circle(pt(m.x), pt(m.y), pt(m.r), style)
				continue
			}
			var corners []fpdf.PointType
			for _, k := range m.shape.outline(m.r) {
				corners = append(corners, fpdf.PointType{X: pt(m.x + k[0]), Y: pt(m.y + k[1])})
			}
			d.Polygon(corners, style)
		case curve:
			stroke(m.ink, m.width)
			dash := make([]float64, len(m.dash))
			for i, length := range m.dash {
				dash[i] = pt(length)
			}
			d.SetDashPattern(dash, 0)
			for i, k := range m.corners {
				if i == 0 {
					d.MoveTo(pt(k[0]), pt(k[1]))
					continue
				}
				d.LineTo(pt(k[0]), pt(k[1]))
			}
			d.DrawPath("D")
			d.SetDashPattern(nil, 0)
		case area:
			fill(m.ink, 1)
			// Bands overlap and must show through; boxes lie on bare paper, and are mixed
			// with it instead.
			d.SetAlpha(m.opacity, "Normal")
			var corners []fpdf.PointType
			for _, k := range m.corners {
				corners = append(corners, fpdf.PointType{X: pt(k[0]), Y: pt(k[1])})
			}
			d.Polygon(corners, "F")
			d.SetAlpha(1, "Normal")
		case text:
			cut := ""
			if m.bold {
				cut = "B"
			}
			d.SetFont("liberation", cut, pt(m.size))
			c := inks[m.ink].onWhite
			d.SetTextColor(int(c.R), int(c.G), int(c.B))
			x, y := pt(m.left(faces)), pt(m.y)
			if m.turned {
				d.TransformBegin()
				d.TransformRotate(45, x, y)
				d.Text(x, y, m.s)
				d.TransformEnd()
				continue
			}
			d.Text(x, y, m.s)
		}
	}
	var buf bytes.Buffer
	if err := d.Output(&buf); err != nil {
		return nil, err
	}
	return buf.Bytes(), nil
}
