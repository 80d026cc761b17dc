package pdf

import (
	"context"
	"fmt"
	"mcpstats/datasets/document"
	"os"
	"strings"
	"testing"
	"time"
)

func TestShow(t *testing.T) {
	for _, p := range strings.Fields(os.Getenv("PDF")) {
		b, err := os.ReadFile(p)
		if err != nil {
			t.Fatal(err)
		}
		st := time.Now()
		d, err := Read(context.Background(), p, b)
		fmt.Println("=====", p, err, time.Since(st))
		if d == nil {
			continue
		}
		fmt.Println("TITLE", d.Title)
		for _, b := range d.Blocks {
			if b.Table != nil {
				showTable(b.Table)
				continue
			}
			if os.Getenv("V") != "" {
				fmt.Printf("[%d %d %q p%d] %s\n", b.Kind, b.Level, b.Number, b.Place.Page, b.Text.Plain)
			}
		}
		for _, n := range d.Notes {
			fmt.Println("NOTE", n.Place.Page, n.Text)
		}
	}
}
func showTable(t *document.Table) {
	fmt.Printf("TABLE %s %q p%d heads %dx%d rules %v CAPTION %s\n", t.ID, t.Label, t.Place.Page, t.HeadRows, t.HeadColumns, t.Rules, t.Caption.Plain)
	for _, r := range t.Rows {
		for _, c := range r {
			s := c.Text.Plain
			if c.Covered {
				s = "<"
			} else {
				if c.RowSpan > 1 || c.ColSpan > 1 {
					s += fmt.Sprintf("{%dx%d}", c.RowSpan, c.ColSpan)
				}
				if c.Head {
					s = "#" + s
				}
				if c.Text.Has(document.Bold, 0, 99) {
					s += "[b]"
				}
				if c.Text.Has(document.Underlined, 0, 99) {
					s += "[u]"
				}
				if c.Text.Has(document.Superscript, 0, 99) {
					s += "[^]"
				}
			}
			fmt.Printf("%s | ", s)
		}
		fmt.Println()
	}
	for _, n := range t.Notes {
		fmt.Println("  tnote:", n.Plain)
	}
}
