package figures

import (
	"bytes"
	"encoding/xml"
	"image/png"
	"io"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"mcpstats/internal/testlength"
	"mcpstats/reports"
)

// sampled is the gallery, or the figures of it that stand for all: every kind of
// chart, and every kind with the names of strangers. The race detector's runs, which
// take ten times as long, want no more than charts that are drawn beside each other.
func sampled() *reports.Document {
	whole := gallery()
	if testlength.Long() && !testing.Short() {
		return whole
	}
	out := &reports.Document{Title: whole.Title}
	for _, b := range whole.Blocks {
		id := b.(reports.Figure).ID
		if testing.Short() && slices.Contains(beside, id) || !testing.Short() && slices.Contains(typical, id) {
			out.Blocks = append(out.Blocks, b)
		}
	}
	return out
}

var (
	typical = []string{"forest-6", "pairs-6", "panels-6-4", "bars-6-9", "matrix-6", "power-3", "lengths", "calibration", "ranks-6", "choices-18", "bootstrap-6",
		"forest-0", "hostile", "lines-hostile", "ranks-hostile", "choices-hostile", "bootstrap-hostile"}
	beside = []string{"forest-2", "bars-2-3", "matrix-2", "ranks-3", "power-1", "bootstrap-1"}
)

// TestSample: the names of the samples are figures of the gallery.
func TestSample(t *testing.T) {
	var ids []string
	for _, b := range gallery().Blocks {
		ids = append(ids, b.(reports.Figure).ID)
	}
	for _, id := range slices.Concat(typical, beside, typeset) {
		if !slices.Contains(ids, id) {
			t.Errorf("the gallery has no %s", id)
		}
	}
}

// TestRender draws the gallery on one and on several processors: every figure
// has its files, each of its kind, and the bytes are the same. With
// FIGURES_OUT set the files are kept there, to be looked at.
func TestRender(t *testing.T) {
	for w := range formats {
		o := Options{Width: Width(w), Kinds: allKinds}
		if o.Width != Page && os.Getenv("FIGURES_OUT") == "" {
			o.Kinds = []string{"svg", "tikz"} // the others draw the same scene
		}
		t.Run(o.Width.String(), func(t *testing.T) { renderTwice(t, o) })
	}
}

func renderTwice(t *testing.T, o Options) {
	doc := sampled()
	first, err := o.Render(doc)
	if err != nil {
		t.Fatal(err)
	}
	before := runtime.GOMAXPROCS(1)
	second, err := o.Render(doc)
	runtime.GOMAXPROCS(before)
	if err != nil {
		t.Fatal(err)
	}
	for _, b := range doc.Blocks {
		id := b.(reports.Figure).ID
		for ext, magic := range map[string]string{"svg": "<svg ", "pdf": "%PDF-", "png": "\x89PNG", "tikz": "% Figure "} {
			path := reports.FigurePath(id, ext)
			if !slices.Contains(o.Kinds, ext) {
				continue
			}
			if !bytes.HasPrefix(first[path], []byte(magic)) {
				t.Errorf("%s does not start with %q", path, magic)
			}
			if !bytes.Equal(first[path], second[path]) {
				t.Errorf("%s: other bytes in the second run", path)
			}
			if dir := os.Getenv("FIGURES_OUT"); dir != "" {
				out := filepath.Join(dir, o.Width.String(), filepath.FromSlash(path))
				if err := os.MkdirAll(filepath.Dir(out), 0o755); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(out, first[path], 0o644); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	if len(first) != len(o.Kinds)*len(doc.Blocks) {
		t.Errorf("%d files for %d figures", len(first), len(doc.Blocks))
	}
}

func TestRenderRefuses(t *testing.T) {
	m := agreement(3, false)
	m.Values[1] = m.Values[1][:2]
	doc := &reports.Document{Blocks: []reports.Block{reports.Figure{ID: "crooked", Chart: m}}}
	if _, err := Render(doc); err == nil || !strings.Contains(err.Error(), `figure "crooked"`) {
		t.Errorf("error is %v, want one that names the figure", err)
	}
	doc = &reports.Document{Blocks: []reports.Block{reports.Figure{ID: "empty"}}}
	if _, err := Render(doc); err == nil {
		t.Error("a figure without a chart was drawn")
	}
}

// TestSVG reads every SVG of the gallery as XML: well formed, nothing that runs
// or loads, its ids prefixed, and small enough to stand in a page.
func TestSVG(t *testing.T) {
	// TestRender looks at the other kinds of files.
	assets, err := Options{Width: Page, Kinds: []string{"svg"}}.Render(sampled())
	if err != nil {
		t.Fatal(err)
	}
	for path, b := range assets {
		if !strings.HasSuffix(path, ".svg") {
			continue
		}
		if len(b) > 90_000 {
			t.Errorf("%s has %d bytes", path, len(b))
		}
		d := xml.NewDecoder(bytes.NewReader(b))
		for {
			tok, err := d.Token()
			if err == io.EOF {
				break
			}
			if err != nil {
				t.Fatalf("%s: %v", path, err)
			}
			e, ok := tok.(xml.StartElement)
			if !ok {
				continue
			}
			switch e.Name.Local {
			case "svg", "title", "desc", "style", "g", "path", "circle", "text":
			default:
				t.Errorf("%s: element %s", path, e.Name.Local)
			}
			for _, a := range e.Attr {
				if a.Name.Local == "id" && !strings.HasPrefix(a.Value, "fig-") {
					t.Errorf("%s: id %q", path, a.Value)
				}
				if strings.HasPrefix(a.Name.Local, "on") || a.Name.Local == "href" {
					t.Errorf("%s: attribute %s", path, a.Name.Local)
				}
			}
		}
	}
}

// TestPNGSize: two device pixels a CSS pixel, and 300 an inch in a column.
func TestPNGSize(t *testing.T) {
	faces := mustFaces(t)
	if dpi := formats[Single].dpi; dpi != 300 || formats[Double].dpi != dpi {
		t.Errorf("columns have %d and %d pixels an inch", dpi, formats[Double].dpi)
	}
	for _, b := range sampled().Blocks {
		f := b.(reports.Figure)
		s, err := layout(faces, f.Chart, Page)
		if err != nil {
			t.Fatal(err)
		}
		out, err := writePNG(s, faces)
		if err != nil {
			t.Fatal(err)
		}
		c, err := png.DecodeConfig(bytes.NewReader(out))
		if err != nil {
			t.Fatal(err)
		}
		if math.Abs(float64(c.Width)-2*s.width) > 1 || math.Abs(float64(c.Height)-2*s.height) > 1 {
			t.Errorf("%s is %d by %d pixels, the scene %g by %g", f.ID, c.Width, c.Height, s.width, s.height)
		}
	}
}

func mustFaces(t *testing.T) *typefaces {
	t.Helper()
	faces, err := loadTypefaces()
	if err != nil {
		t.Fatal(err)
	}
	return faces
}

func BenchmarkRender(b *testing.B) {
	doc := gallery()
	for b.Loop() {
		if _, err := Render(doc); err != nil {
			b.Fatal(err)
		}
	}
}
