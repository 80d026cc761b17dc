package figures

import (
	"cmp"
	"encoding/binary"
	"image"
	"image/color"
	"slices"
)

// colourCount is a colour and the number of pixels that have it.
type colourCount struct {
	c color.RGBA
	n int
}

// paletted is the image with at most 256 colours, which makes its file a
// third as large and faster to write: the colours on most pixels are kept
// exactly; the rest, steps between a letter's edge and the paper and shades that
// hardly differ, go to the nearest of them.
func paletted(src *image.RGBA) *image.Paletted {
	at := map[color.RGBA]int{}
	var counts []colourCount
	each(src, func(_ int, c color.RGBA, run int) {
		i, ok := at[c]
		if !ok {
			i = len(counts)
			at[c] = i
			counts = append(counts, colourCount{c: c})
		}
		counts[i].n += run
	})
	slices.SortFunc(counts, func(a, b colourCount) int {
		return cmp.Or(b.n-a.n, int(a.c.R)-int(b.c.R), int(a.c.G)-int(b.c.G), int(a.c.B)-int(b.c.B), int(a.c.A)-int(b.c.A))
	})
	colours := keep(counts)
	index := make(map[color.RGBA]uint8, len(counts))
	for _, c := range counts {
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

// keep chooses at most 256 colours, the most frequent first, that are so far apart
// that every other colour is near one of them: a hundred shades of a grid must not
// leave its text without a colour of its own.
func keep(counts []colourCount) color.Palette {
	var colours color.Palette
	for near := 0; ; near++ {
		colours = colours[:0]
		fits := true
		for _, k := range counts {
			if slices.ContainsFunc(colours, func(c color.Color) bool { return within(c.(color.RGBA), k.c, near) }) {
				continue
			}
			if fits = len(colours) < 256; !fits {
				break
			}
			colours = append(colours, k.c)
		}
		if fits {
			return colours
		}
	}
}

// within tells whether no channel of two colours differs by more than near.
func within(a, b color.RGBA, near int) bool {
	far := func(x, y uint8) bool { return int(x)-int(y) > near || int(y)-int(x) > near }
	return !far(a.R, b.R) && !far(a.G, b.G) && !far(a.B, b.B) && !far(a.A, b.A)
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
