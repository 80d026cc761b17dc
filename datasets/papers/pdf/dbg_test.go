package pdf

import (
	"context"
	"fmt"
	"mcpstats/datasets/papers/pdfium"
	"os"
	"testing"
)

func TestDbg(t *testing.T) {
	b, _ := os.ReadFile(os.Getenv("PDF"))
	f, err := pdfium.Open(context.Background(), b)
	if err != nil {
		t.Skip()
	}
	n := 1
	fmt.Sscan(os.Getenv("PAGE"), &n)
	p, _ := f.Page(context.Background(), n)
	s := upright(p, f.Fonts)
	for _, l := range gather(s.pieces) {
		fmt.Printf("%.1f sz%.1f: ", l.base, l.size())
		for _, q := range l.pieces {
			fmt.Printf("%q(%.1f-%.1f b%.1f s%.1f %s)", q.text, q.x0, q.x1, q.base, q.size, q.font.Name)
		}
		fmt.Println()
	}
	for _, r := range s.rules {
		fmt.Printf("%+v\n", r)
	}
	for _, r := range s.drawings {
		fmt.Printf("%+v\n", r)
	}
}
