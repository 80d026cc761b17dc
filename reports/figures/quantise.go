package figures

import (
	"cmp"
	"encoding/binary"
	"image"
	"image/color"
	"slices"
)

// paletted is the image with at most 256 colours, which makes its file a
// third as large and faster to write: the colours on most pixels are kept
// exactly; the rest, steps between a letter's edge and the paper, go to the
// nearest of them.
func paletted(src *image.RGBA) *image.Paletted {
	type count struct {
		c color.RGBA
		n int
	}
	at := map[color.RGBA]int{}
	var counts []count
	each(src, func(_ int, c color.RGBA, run int) {
		i, ok := at[c]
		if !ok {
			i = len(counts)
			at[c] = i
			counts = append(counts, count{c: c})
		}
		counts[i].n += run
	})
	slices.SortFunc(counts, func(a, b count) int {
		return cmp.Or(b.n-a.n, int(a.c.R)-int(b.c.R), int(a.c.G)-int(b.c.G), int(a.c.B)-int(b.c.B), int(a.c.A)-int(b.c.A))
	})
	var colours color.Palette
	for _, c := range counts[:min(256, len(counts))] {
		colours = append(colours, c.c)
	}
	index := make(map[color.RGBA]uint8, len(counts))
	for i, c := range counts {
		if i < 256 {
			index[c.c] = uint8(i)
			continue
		}
		index[c.c] = uint8(colours.Index(c.c))
	}
	dst := image.NewPaletted(src.Bounds(), colours)
	each(src, func(from int, c color.RGBA, run int) {
		if k := index[c]; k != 0 { // new pixels are 0 already
			for i := from; i < from+run; i++ {
				dst.Pix[i] = k
			}
		}
	})
	return dst
}

// each visits the runs of pixels of one colour, numbered from the top left.
func each(src *image.RGBA, visit func(from int, c color.RGBA, run int)) {
	p := src.Pix
	for i := 0; i+4 <= len(p); {
		pixel := binary.LittleEndian.Uint32(p[i:])
		j := i + 4
		for j+4 <= len(p) && binary.LittleEndian.Uint32(p[j:]) == pixel {
			j += 4
		}
		visit(i/4, color.RGBA{R: p[i], G: p[i+1], B: p[i+2], A: p[i+3]}, (j-i)/4)
		i = j
	}
}
