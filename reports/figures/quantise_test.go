package figures

import (
	"image"
	"image/color"
	"testing"
)

// distance is the largest difference of a channel, in steps of 255.
func distance(a, b color.Color) int {
	x, y := color.RGBAModel.Convert(a).(color.RGBA), color.RGBAModel.Convert(b).(color.RGBA)
	out := 0
	for _, d := range []int{int(x.R) - int(y.R), int(x.G) - int(y.G), int(x.B) - int(y.B), int(x.A) - int(y.A)} {
		out = max(out, d, -d)
	}
	return out
}

// A grid of 600 shades of blue and orange, each on a hundred pixels, with a line of
// grey text on ten: the grey must stay grey, and no shade may move visibly.
func TestPalettedKeepsRareInks(t *testing.T) {
	grey := color.RGBA{0x5f, 0x63, 0x68, 0xff}
	src := image.NewRGBA(image.Rect(0, 0, 100, 601))
	for y := range 600 {
		c := color.RGBA{uint8(y / 3), uint8(100 + y/4), 255, 255}
		if y >= 300 {
			c = color.RGBA{255, uint8(y / 4), uint8((600 - y) / 2), 255}
		}
		for x := range 100 {
			src.SetRGBA(x, y, c)
		}
	}
	for x := range 100 {
		src.SetRGBA(x, 600, color.RGBA{255, 255, 255, 255})
		if x < 10 {
			src.SetRGBA(x, 600, grey)
		}
	}
	got := paletted(src)
	if len(got.Palette) > 256 {
		t.Fatalf("%d colours", len(got.Palette))
	}
	if d := distance(got.At(0, 600), grey); d > 8 {
		t.Errorf("grey became %v", got.At(0, 600))
	}
	worst := 0
	for y := range 601 {
		for x := range 100 {
			worst = max(worst, distance(got.At(x, y), src.At(x, y)))
		}
	}
	if worst > 8 {
		t.Errorf("a colour moved by %d of 255", worst)
	}
}

// Up to 256 colours nothing changes, and the most frequent is the first.
func TestPalettedIsExactForFewColours(t *testing.T) {
	src := image.NewRGBA(image.Rect(0, 0, 16, 17))
	for y := range 17 {
		for x := range 16 {
			src.SetRGBA(x, y, color.RGBA{uint8(16 * x), uint8(16 * (y % 16)), 7, 255})
		}
	}
	got := paletted(src)
	for y := range 17 {
		for x := range 16 {
			if distance(got.At(x, y), src.At(x, y)) != 0 {
				t.Fatalf("at %d, %d: %v became %v", x, y, src.At(x, y), got.At(x, y))
			}
		}
	}
	if len(got.Palette) != 256 || distance(got.Palette[0], src.At(0, 0)) != 0 {
		t.Errorf("%d colours, the first %v", len(got.Palette), got.Palette[0])
	}
}
