package figures

import (
	"fmt"
	"math"
	"testing"
)

// TestSeriesTellApart: no two of the series that reports use look the same, by
// colour and mark, by colour and dash, and none fades into white paper.
func TestSeriesTellApart(t *testing.T) {
	const runs = 28
	seen := map[string]int{}
	for s := range runs {
		for _, look := range []string{fmt.Sprint("mark ", inkOf(s), shapeOf(s)), fmt.Sprint("dash ", inkOf(s), dashOf(s))} {
			if other, ok := seen[look]; ok {
				t.Errorf("series %d looks like series %d: %s", s, other, look)
			}
			seen[look] = s
		}
	}
	for k := range seriesInks {
		if c := contrast(inks[series+ink(k)].onWhite.R, inks[series+ink(k)].onWhite.G, inks[series+ink(k)].onWhite.B); c < 2 {
			t.Errorf("colour %d has a contrast of %.2f to white", k, c)
		}
	}
}

// contrast to white by the relative luminance of WCAG 2.
func contrast(r, g, b uint8) float64 {
	linear := func(v uint8) float64 {
		c := float64(v) / 255
		if c <= 0.03928 {
			return c / 12.92
		}
		return math.Pow((c+0.055)/1.055, 2.4)
	}
	return 1.05 / (0.2126*linear(r) + 0.7152*linear(g) + 0.0722*linear(b) + 0.05)
}
