package pdfium

import (
	"context"
	"fmt"
	"os"
	"testing"
	"time"
)

func TestDump(t *testing.T) {
	p := os.Getenv("PDF")
	b, _ := os.ReadFile(p)
	st := time.Now()
	f, err := Open(context.Background(), b)
	if err != nil {
		t.Fatal(err)
	}
	fmt.Println("open", time.Since(st))
	st = time.Now()
	n := 0
	for i := 1; i <= f.Pages(); i++ {
		pg, err := f.Page(context.Background(), i)
		if err != nil {
			t.Fatal(err)
		}
		n += len(pg.Glyphs)
		if i == 1 && os.Getenv("V") != "" {
			fmt.Println(pg.Width, pg.Height)
			for _, g := range pg.Glyphs {
				fmt.Printf("%c(%.1f,%.1f,%.1f)", g.Rune, g.X, g.Y, g.Box.X1)
			}
			fmt.Println()
			for _, r := range pg.Rules {
				fmt.Printf("%+v\n", r)
			}
			for _, r := range pg.Drawings {
				fmt.Printf("%+v\n", r)
			}
		}
	}
	fmt.Println("pages", f.Pages(), n, time.Since(st), f.Fonts)
	f.Close()
}
