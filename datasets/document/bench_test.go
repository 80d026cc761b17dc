package document

import (
	"strings"
	"testing"
)

func BenchmarkNumbers(b *testing.B) {
	s := strings.Repeat("We evaluate 582 test cases (Smith et al., 2023) and find that GPT-4.1 reaches 78.95% (95% CI [70.1, 85.2]), t(94) = 2.0, p < .001, as Table 3 shows. ", 6)
	d := &Document{}
	for range 90 {
		d.Blocks = append(d.Blocks, Block{Text: Text{Plain: s}})
	}
	b.SetBytes(int64(90 * len(s)))
	for b.Loop() {
		d.Numbers()
	}
}
