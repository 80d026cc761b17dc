package pdf

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"mcpstats/datasets/document"
)

// handmade writes a PDF whose pages have these contents; the font F1 is Helvetica, F2 its bold.
func handmade(pages ...string) []byte {
	var b bytes.Buffer
	var at []int
	object := func(format string, args ...any) {
		at = append(at, b.Len())
		fmt.Fprintf(&b, "%d 0 obj\n", len(at))
		fmt.Fprintf(&b, format, args...)
		b.WriteString("\nendobj\n")
	}
	b.WriteString("%PDF-1.4\n")
	object("<</Type/Catalog/Pages 2 0 R>>")
	var kids strings.Builder
	for i := range pages {
		fmt.Fprintf(&kids, "%d 0 R ", 5+2*i)
	}
	object("<</Type/Pages/Count %d/Kids[%s]>>", len(pages), kids.String())
	object("<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>")
	object("<</Type/Font/Subtype/Type1/BaseFont/Helvetica-Bold>>")
	for i, p := range pages {
		object("<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Resources<</Font<</F1 3 0 R/F2 4 0 R>>>>/Contents %d 0 R>>", 6+2*i)
		object("<</Length %d>>\nstream\n%s\nendstream", len(p), p)
	}
	start := b.Len()
	fmt.Fprintf(&b, "xref\n0 %d\n0000000000 65535 f \n", len(at)+1)
	for _, o := range at {
		fmt.Fprintf(&b, "%010d 00000 n \n", o)
	}
	fmt.Fprintf(&b, "trailer<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF\n", len(at)+1, start)
	return b.Bytes()
}

// words sets text at a place.
func words(x, y float64, s string) string {
	return fmt.Sprintf("BT /F1 10 Tf %g %g Td (%s) Tj ET\n", x, y, s)
}

// byHand is a small table of two rules, with one rule below its head.
func byHand() string {
	var b strings.Builder
	b.WriteString(words(100, 730, "Table 7: By hand."))
	for i, row := range [][]string{{"Model", "R@5", "Cost"}, {"Alpha", "44.5", "1.20"}, {"Beta two", "33.1", ""}, {"Gamma", "28.0", "0.07"}} {
		for c, s := range row {
			b.WriteString(words(100+80*float64(c), 700-14*float64(i), s))
		}
	}
	for _, y := range []float64{711, 696.5, 652} {
		fmt.Fprintf(&b, "100 %g m 300 %g l S\n", y, y)
	}
	return b.String()
}

func texts(t *document.Table) [][]string {
	var out [][]string
	for _, r := range t.Rows {
		var row []string
		for _, c := range r {
			row = append(row, c.Text.Plain)
		}
		out = append(out, row)
	}
	return out
}

func tablesOf(d *document.Document) (out []*document.Table) {
	for _, b := range d.Blocks {
		if b.Table != nil {
			out = append(out, b.Table)
		}
	}
	return out
}

func read(t *testing.T, content []byte) *document.Document {
	t.Helper()
	d, err := Read(context.Background(), "paper.pdf", content)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func TestTableByHand(t *testing.T) {
	d := read(t, handmade("", byHand()))
	all := tablesOf(d)
	if len(all) != 1 {
		t.Fatalf("%d tables", len(all))
	}
	want := [][]string{{"Model", "R@5", "Cost"}, {"Alpha", "44.5", "1.20"}, {"Beta two", "33.1", ""}, {"Gamma", "28.0", "0.07"}}
	if got := texts(all[0]); fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("%v, not %v", got, want)
	}
	if all[0].HeadRows != 1 || all[0].HeadColumns != 1 || all[0].Label != "Table 7" || all[0].Rows[1][1].Place.Page != 2 || all[0].Captioned.Page != 2 {
		t.Errorf("%+v", all[0])
	}
}

// A page that is set sideways reads as one that is not.
func TestTurnedPage(t *testing.T) {
	want := texts(tablesOf(read(t, handmade(byHand())))[0])
	for _, turn := range []string{"0 1 -1 0 792 0 cm\n", "0 -1 1 0 0 792 cm\n", "-1 0 0 -1 612 792 cm\n"} {
		all := tablesOf(read(t, handmade(turn+byHand())))
		if len(all) != 1 || fmt.Sprint(texts(all[0])) != fmt.Sprint(want) {
			t.Errorf("%q: %v", turn, all)
		}
	}
}

func TestPictures(t *testing.T) {
	picture := "q 612 0 0 792 0 0 cm BI /W 1 /H 1 /BPC 8 /CS /G ID \x80 EI Q\n"
	d := read(t, handmade(words(100, 700, "Success is 44.5 percent."), picture))
	if !slices.ContainsFunc(d.Notes, func(n document.Note) bool {
		return n.Place.Page == 2 && strings.Contains(n.Text, "page 2 is a picture")
	}) {
		t.Errorf("%+v", d.Notes)
	}
	if len(d.Blocks) != 1 || d.Blocks[0].Text.Plain != "Success is 44.5 percent." || d.Blocks[0].Place.Page != 1 {
		t.Errorf("%+v", d.Blocks)
	}
}

// Running heads and page numbers go, and a note says so.
func TestFurniture(t *testing.T) {
	var pages []string
	for i := range 4 {
		pages = append(pages, words(100, 760, "A Paper of Tools")+words(300, 30, fmt.Sprint(i+1))+words(100, 600, fmt.Sprintf("Run %c solved 4%d tasks.", 'a'+i, i)))
	}
	d := read(t, handmade(pages...))
	var all []string
	for _, b := range d.Blocks {
		all = append(all, b.Text.Plain)
	}
	if got := strings.Join(all, " "); got != "Run a solved 40 tasks. Run b solved 41 tasks. Run c solved 42 tasks. Run d solved 43 tasks." {
		t.Error(got)
	}
	if len(d.Notes) != 2 {
		t.Errorf("%+v", d.Notes)
	}
}

// Damaged files end with one line, and soon: every part of a file cut off or overwritten.
func TestDamaged(t *testing.T) {
	whole := handmade(byHand(), words(100, 700, "more"))
	try := func(b []byte) {
		t.Helper()
		ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
		defer cancel()
		if _, err := Read(ctx, "x.pdf", b); err != nil && strings.ContainsAny(err.Error(), "\n\r") {
			t.Errorf("%q", err)
		}
		if ctx.Err() != nil {
			t.Error("it took too long")
		}
	}
	for cut := 0; cut < len(whole); cut += 181 {
		try(whole[:cut])
		b := bytes.Clone(whole)
		for i := cut; i < min(cut+12, len(b)); i++ {
			b[i] ^= 0x55
		}
		try(b)
	}
	for _, c := range []struct{ content, says string }{{"%PDF-1.7\nnothing", "damaged"}, {"plain", "no PDF"}} {
		if _, err := Read(context.Background(), "x.pdf", []byte(c.content)); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%q: %v", c.content, err)
		}
	}
	locked, err := os.ReadFile(filepath.Join("testdata", "encrypted.pdf"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Read(context.Background(), "x.pdf", locked); err == nil || !strings.Contains(err.Error(), "password") {
		t.Error(err)
	}
	many := make([]string, MaxPages+1)
	began := time.Now()
	if _, err := Read(context.Background(), "x.pdf", handmade(many...)); err == nil || !strings.Contains(err.Error(), "2001 pages, more than the 2000") {
		t.Error(err)
	}
	if took := time.Since(began); took > 10*time.Second {
		t.Errorf("a file of %d pages was refused after %v", len(many), took)
	}
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Read(ended, "x.pdf", whole); err == nil {
		t.Error("a context that ended is no error")
	}
}

var someNumber = regexp.MustCompile(`\d[\d.,]*\d|\d`)

// Every number that another reader sees in a paper is in what is read of it: poppler's text, of the
// fixtures that the project made with LaTeX in several styles.
func TestNumbersAsPoppler(t *testing.T) {
	program, err := exec.LookPath("pdftotext")
	if err != nil {
		t.Skip("pdftotext is not installed")
	}
	files, _ := filepath.Glob(filepath.Join("testdata", "paper-*.pdf"))
	if len(files) == 0 {
		t.Fatal("no fixtures")
	}
	for _, name := range files {
		out, err := exec.Command(program, "-layout", name, "-").Output()
		if err != nil {
			t.Fatal(err)
		}
		content, _ := os.ReadFile(name)
		d := read(t, content)
		have := map[string]int{}
		count := func(s string) {
			for _, n := range someNumber.FindAllString(s, -1) {
				have[n]++
			}
		}
		count(d.Title)
		for _, b := range d.Blocks {
			count(b.Text.Plain)
			if b.Table != nil {
				count(b.Table.Caption.Plain)
				for _, n := range b.Table.Notes {
					count(n.Plain)
				}
				for _, r := range b.Table.Rows {
					for _, c := range r {
						if !c.Covered {
							count(c.Text.Plain)
						}
					}
				}
			}
		}
		missing := 0
		all := someNumber.FindAllString(string(out), -1)
		for _, n := range all {
			if strings.ContainsAny(n, ".,") && have[n] == 0 {
				missing++
				t.Errorf("%s: %s is not in what was read", name, n)
			}
		}
		t.Logf("%s: %d numbers, %d missing", name, len(all), missing)
	}
}

// The tables of one paper come out the same in every style that it is set in.
func TestStyles(t *testing.T) {
	for _, name := range []string{"ieee", "lncs", "review"} {
		content, err := os.ReadFile(filepath.Join("testdata", "paper-"+name+".pdf"))
		if err != nil {
			t.Fatal(err)
		}
		all := tablesOf(read(t, content))
		if len(all) != 7 {
			t.Errorf("%s: %d tables, not 7", name, len(all))
			continue
		}
		// As the LaTeX source has them.
		for i, want := range []string{
			"[[ MCP-Atlas MCP-Atlas TauBench TauBench] [Model R@5 Success (%) Pass@1 Cost ($)] [GPT-4.1 mini 78.95∗ 44.5 ± 1.7 61.2 0.12] [Claude 3.5 Sonnet 76.20 43.1 ± 2.0 60.8 1.20] [Llama-3.1-70B 61.05a 38.9 ± 1.1 – 0.90] [Qwen2.5-72B 55.79  49.3 12.75]]",
			"[[Domain Model Easy Medium Hard] [Airline Alpha 91.2 70.3 41.0] [Airline Beta 88.0 69.9 35.5] [Airline Gamma 80.1 50.0 20.0] [Retail Alpha 93.0 75.5 44.4] [Retail Beta 90.7 71.1 39.8] [Open-weight models Open-weight models Open-weight models Open-weight models Open-weight models] [Telecom Alpha 50.1 40.2 30.3] [Telecom Delta 51.1 41.2 31.3]]",
			"[[Method Precision Recall F1] [Baseline 0.71 0.65 0.68] [+ retrieval 0.74 0.70 0.72] [+ rerank 0.79 0.72 0.75] [+ both 0.81 0.77 0.79]]",
			"[[System Accuracy Latency (ms)] [A 91.20% 1,200] [B 89.75% 950] [C 85.10% 30]]",
			"[[Mode Description Count Share] [Planning The agent chose a wrong order of steps and never came back 120 40.0%] [Grounding A tool was called with an argument that stands nowhere 90 30.0%] [Other Anything else 90 30.0%] [Total  300 100.0%]]",
			"[[X Y] [a 1.0] [b 2.5]]",
			"[[P Q R] [c 3.0 1] [d 4.5 2] [e 5.5 3]]",
		} {
			if got := fmt.Sprint(texts(all[i])); got != want {
				t.Errorf("%s: table %d is %s, not %s", name, i+1, got, want)
			}
			if all[i].Label == "" || all[i].Caption.Plain == "" {
				t.Errorf("%s: table %d has no caption", name, i+1)
			}
		}
		main := all[0].Rows[2][1].Text
		if !main.Has(document.Bold, 0, 5) || !main.Has(document.Superscript, 5, 8) || main.Has(document.Bold, 5, 8) || !all[0].Rows[3][1].Text.Has(document.Underlined, 0, 5) {
			t.Errorf("%s: looks are %+v", name, main)
		}
	}
}

func BenchmarkRead(b *testing.B) {
	content, err := os.ReadFile(filepath.Join("testdata", "paper-review.pdf"))
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, err := Read(context.Background(), "paper.pdf", content); err != nil {
			b.Fatal(err)
		}
	}
}

// FuzzRead holds the reader to its promise on any bytes: a document or one line, and no panic.
// hostilePages are contents of pages that no program writes.
func hostilePages() []string {
	return []string{
		strings.Repeat("q ", 100_000) + byHand(),
		"1e30 0 0 1e30 0 0 cm\n" + byHand(),
		"0 0 0 0 0 0 cm\n" + byHand(),
		"BT /F1 1e9 Tf 10 10 Td (1.5) Tj ET BT /F1 -10 Tf (2.5) Tj ET BT /F9 10 Tf (3.5) Tj ET",
		strings.Repeat("BT /F1 10 Tf 100 700 Td (1.5) Tj ET\n", 5_000),
		strings.Repeat("100 700 m 300 700 l S\n", 5_000) + byHand(),
		strings.Repeat("10 10 500 700 re f\n", 2_000) + byHand(),
		"BT /F1 10 Tf 1 0 0 1 1e300 1e300 Tm (1.5) Tj ET",
		"3 Tr " + byHand(),
		"BT (no font) Tj [(1) -99999 (2)] TJ ET ET ET ) > ]",
	}
}

// TestHostilePages: pages that no program writes are read soon, or refused in one line.
func TestHostilePages(t *testing.T) {
	for i, content := range hostilePages() {
		ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
		if _, err := Read(ctx, "x.pdf", handmade(content)); err != nil && strings.Contains(err.Error(), "\n") || ctx.Err() != nil {
			t.Errorf("page %d: %v", i, err)
		}
		cancel()
	}
}

// TestStopped: who stops the reading of a long file waits for no more than what is under way.
func TestStopped(t *testing.T) {
	pages := make([]string, 1500)
	for i := range pages {
		pages[i] = strings.Repeat(byHand(), 20)
	}
	content := handmade(pages...)
	ctx, cancel := context.WithTimeout(context.Background(), 500*time.Millisecond)
	defer cancel()
	if _, err := Read(ctx, "x.pdf", content); err == nil {
		t.Skip("the file was read before it could be stopped")
	}
	<-ctx.Done()
	if deadline, _ := ctx.Deadline(); time.Since(deadline) > 5*time.Second {
		t.Errorf("stopped %v late", time.Since(deadline))
	}
}

func FuzzRead(f *testing.F) {
	f.Add(handmade(byHand()))
	f.Add(handmade("0 1 -1 0 792 0 cm\n"+byHand(), words(1, 1, "1")))
	f.Add([]byte("%PDF-1.4\n"))
	for _, content := range hostilePages() {
		f.Add(handmade(content))
	}
	plain := string(handmade(byHand()))
	for _, change := range [][2]string{
		{"/Kids[5 0 R ]", "/Kids[2 0 R ]"}, {"/Count 1", "/Count 99999999"}, {"[0 0 612 792]", "[0 0 1e30 -1e30]"}, {"[0 0 612 792]", "[0 0 0 0]"},
		{"/Parent 2 0 R", "/Parent 2 0 R/Rotate 90"}, {"/Length ", "/Length 9999999"}, {"/Contents 6 0 R", "/Contents 5 0 R"}, {"/Root 1 0 R", "/Root 6 0 R"}, {"xref", "xxxx"}, {"/Helvetica", "/Nothing"},
	} {
		f.Add([]byte(strings.Replace(plain, change[0], change[1], 1)))
	}
	f.Fuzz(func(t *testing.T, content []byte) {
		ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
		defer cancel()
		if _, err := Read(ctx, "x.pdf", content); err != nil && strings.Contains(err.Error(), "\n") {
			t.Fatalf("%q", err)
		}
	})
}
