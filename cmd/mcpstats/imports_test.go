package main

import (
	"bytes"
	"encoding/json"
	"maps"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// rooms is who may import whom: the architecture, as data. A package's first
// matching row rules. may lists prefixes of what it may import beyond the
// standard library; never lists prefixes that it must not even reach through
// others.
var rooms = []struct {
	pkg        string // "/..." matches the package and all below it
	may, never []string
}{
	{"stats", nil, list("mcpstats/")},
	{"datasets", nil, list("mcpstats/", "github.com/apache/arrow-go")},
	{"datasets/mapping", list("mcpstats/datasets", "mcpstats/internal/spelling", "mcpstats/internal/yamltext", "github.com/goccy/go-yaml", "github.com/goccy/go-json"), list("github.com/apache/arrow-go", "mcpstats/analysis", "mcpstats/reports")},
	{"datasets/columnar", list("mcpstats/datasets", "mcpstats/internal/spelling", "mcpstats/datasets/mapping", "github.com/apache/arrow-go"), list("mcpstats/analysis", "mcpstats/reports")},
	{"datasets/formats", list("mcpstats/datasets", "mcpstats/datasets/mapping", "github.com/goccy/go-json", "github.com/klauspost/compress"), list("github.com/apache/arrow-go", "mcpstats/analysis", "mcpstats/reports")},
	{"datasets/examples", nil, list("mcpstats/")},
	{"datasets/examples/make", list("mcpstats/datasets"), list("mcpstats/analysis", "mcpstats/reports")},
	{"datasets/prices", list("mcpstats/datasets", "mcpstats/datasets/mapping", "mcpstats/internal/spelling"), list("github.com/apache/arrow-go", "mcpstats/analysis", "mcpstats/reports")},
	{"datasets/labelfile", list("mcpstats/datasets"), list("mcpstats/analysis", "mcpstats/reports")},
	{"datasets/scorefile", list("mcpstats/datasets"), list("mcpstats/analysis", "mcpstats/reports")},
	{"datasets/exchange", list("mcpstats/datasets"), list("mcpstats/datasets/", "mcpstats/analysis", "mcpstats/reports", "github.com/")},
	// Papers, as logs are: one vocabulary without libraries, and the readers of files that fill it.
	{"datasets/document", nil, list("mcpstats/", "github.com/")},
	{"datasets/papers", list("mcpstats/datasets/document", "mcpstats/datasets/papers/pdf", "github.com/yuin/goldmark", "golang.org/x/net/html", "golang.org/x/text/unicode/norm"), list("github.com/apache/arrow-go", "mcpstats/analysis", "mcpstats/reports")},
	{"datasets/papers/pdfium", list("github.com/klippa-app/go-pdfium", "github.com/tetratelabs/wazero", "golang.org/x/text"), list("mcpstats/analysis", "mcpstats/reports", "mcpstats/datasets/document")},
	{"datasets/papers/pdf", list("mcpstats/datasets/document", "mcpstats/datasets/papers/pdfium"), list("github.com/apache/arrow-go", "mcpstats/analysis", "mcpstats/reports")},
	{"datasets/open", list("mcpstats/datasets", "github.com/klauspost/compress"), list("mcpstats/analysis", "mcpstats/reports")},
	// The engine: results are plain values, a table is made without statistics, and
	// nothing knows how logs are read or shown.
	{"analysis", nil, list("mcpstats/")},
	{"analysis/result", nil, list("mcpstats/", "github.com/", "gonum.org/")},
	// Of statistics a table knows pass@k and pass^k: what a task's attempts are worth together.
	{"analysis/table", list("mcpstats/analysis/result", "mcpstats/analysis/trace", "mcpstats/datasets", "mcpstats/stats"), list("mcpstats/analysis/evaluate", "mcpstats/datasets/", "mcpstats/reports")},
	{"analysis/internal/...", list("mcpstats/analysis/table", "mcpstats/analysis/result", "mcpstats/datasets"), nil},
	// Below it, study is one benchmark held to its plan; the others answer one kind of question each
	// from it and do not know one another, but for the warnings, which read all.
	{"analysis/evaluate", list("mcpstats/analysis/result", "mcpstats/analysis/table", "mcpstats/analysis/power", "mcpstats/analysis/evaluate/", "mcpstats/datasets", "mcpstats/internal/parallel", "mcpstats/stats"), list("github.com/apache/arrow-go", "gonum.org/v1/plot", "github.com/xuri/excelize", "mcpstats/templates", "mcpstats/reports", "mcpstats/datasets/")},
	{"analysis/evaluate/study", list("mcpstats/analysis/result", "mcpstats/analysis/table", "mcpstats/analysis/power", "mcpstats/internal/parallel", "mcpstats/stats"), list("github.com/apache/arrow-go", "gonum.org/v1/plot", "github.com/xuri/excelize", "mcpstats/templates", "mcpstats/reports", "mcpstats/datasets/")},
	{"analysis/evaluate/judges", list("mcpstats/analysis/result", "mcpstats/analysis/table", "mcpstats/analysis/evaluate/study", "mcpstats/stats"), list("github.com/apache/arrow-go", "gonum.org/v1/plot", "github.com/xuri/excelize", "mcpstats/templates", "mcpstats/reports", "mcpstats/datasets/")},
	{"analysis/evaluate/modes", list("mcpstats/analysis/result", "mcpstats/analysis/table", "mcpstats/analysis/evaluate/study", "mcpstats/datasets", "mcpstats/stats"), list("github.com/apache/arrow-go", "gonum.org/v1/plot", "github.com/xuri/excelize", "mcpstats/templates", "mcpstats/reports", "mcpstats/datasets/")},
	{"analysis/evaluate/calls", list("mcpstats/analysis/result", "mcpstats/analysis/table", "mcpstats/analysis/evaluate/study", "mcpstats/analysis/evaluate/modes", "mcpstats/stats"), list("github.com/apache/arrow-go", "gonum.org/v1/plot", "github.com/xuri/excelize", "mcpstats/templates", "mcpstats/reports", "mcpstats/datasets/")},
	{"analysis/evaluate/curves", list("mcpstats/analysis/result", "mcpstats/analysis/table", "mcpstats/analysis/evaluate/study", "mcpstats/stats"), list("github.com/apache/arrow-go", "gonum.org/v1/plot", "github.com/xuri/excelize", "mcpstats/templates", "mcpstats/reports", "mcpstats/datasets/")},
	{"analysis/evaluate/items", list("mcpstats/analysis/result", "mcpstats/analysis/evaluate/study", "mcpstats/internal/spelling", "mcpstats/stats"), list("github.com/apache/arrow-go", "gonum.org/v1/plot", "github.com/xuri/excelize", "mcpstats/templates", "mcpstats/reports", "mcpstats/datasets/")},
	{"analysis/evaluate/stability", list("mcpstats/analysis/result", "mcpstats/analysis/table", "mcpstats/analysis/evaluate/study", "mcpstats/internal/parallel", "mcpstats/stats"), list("github.com/apache/arrow-go", "gonum.org/v1/plot", "github.com/xuri/excelize", "mcpstats/templates", "mcpstats/reports", "mcpstats/datasets/")},
	{"analysis/evaluate/warnings", list("mcpstats/analysis/result", "mcpstats/analysis/table", "mcpstats/analysis/evaluate/", "mcpstats/datasets"), list("github.com/apache/arrow-go", "gonum.org/v1/plot", "github.com/xuri/excelize", "mcpstats/templates", "mcpstats/reports", "mcpstats/datasets/")},
	{"analysis/power", list("mcpstats/analysis/result", "mcpstats/internal/parallel", "mcpstats/stats"), list("mcpstats/datasets", "mcpstats/reports")},
	{"analysis/scale", list("mcpstats/analysis/result", "mcpstats/analysis/table", "mcpstats/analysis/evaluate", "mcpstats/datasets", "mcpstats/stats"), list("github.com/apache/arrow-go", "gonum.org/v1/plot", "github.com/xuri/excelize", "mcpstats/templates", "mcpstats/reports", "mcpstats/datasets/")},
	{"analysis/scale/partial", list("mcpstats/analysis/result", "mcpstats/analysis/table", "mcpstats/analysis/trace", "mcpstats/analysis/scale", "mcpstats/datasets", "mcpstats/stats", "github.com/klauspost/compress"), list("github.com/apache/arrow-go", "mcpstats/reports")},
	{"analysis/scale/shards", list("mcpstats/analysis", "mcpstats/datasets"), list("mcpstats/reports", "gonum.org/v1/plot", "github.com/xuri/excelize")},
	{"analysis/trace", list("mcpstats/datasets"), list("mcpstats/analysis/", "mcpstats/stats", "github.com/apache/arrow-go", "mcpstats/reports")},
	{"analysis/metrics", list("mcpstats/analysis/result", "mcpstats/analysis/table", "mcpstats/analysis/trace", "mcpstats/datasets", "mcpstats/internal/spelling"), list("mcpstats/analysis/evaluate", "github.com/apache/arrow-go", "mcpstats/reports")},
	{"analysis/failures", list("mcpstats/analysis/table", "mcpstats/analysis/trace", "mcpstats/datasets"), list("mcpstats/analysis/evaluate", "github.com/apache/arrow-go", "mcpstats/reports")},
	{"analysis/transcript", list("mcpstats/analysis/result", "mcpstats/analysis/table", "mcpstats/analysis/trace", "mcpstats/analysis/failures", "mcpstats/datasets"), list("mcpstats/analysis/evaluate", "github.com/apache/arrow-go", "mcpstats/reports")},
	{"analysis/claims", list("mcpstats/analysis/result", "mcpstats/analysis/table", "mcpstats/analysis/evaluate", "mcpstats/datasets", "mcpstats/internal/spelling", "mcpstats/internal/yamltext", "mcpstats/stats", "github.com/goccy/go-yaml"), list("github.com/apache/arrow-go", "mcpstats/reports")},
	{"analysis/claims/relations", list("mcpstats/analysis/claims", "mcpstats/analysis/result", "mcpstats/datasets/document", "mcpstats/stats"), list("mcpstats/datasets/papers", "github.com/apache/arrow-go", "mcpstats/reports")},
	{"analysis/calc", list("mcpstats/analysis/result", "mcpstats/stats"), list("mcpstats/datasets", "mcpstats/reports", "mcpstats/analysis/evaluate")},
	{"reports/internal/standard", list("mcpstats/analysis/result", "mcpstats/reports", "mcpstats/templates"), nil},
	{"reports/internal/...", list("mcpstats/analysis/result"), nil},
	// Reports see results and not the engine that makes them; only the composer writes sections.
	{"reports", list("mcpstats/analysis/result", "mcpstats/internal/spelling"), list("mcpstats/reports/", "mcpstats/analysis/table", "mcpstats/analysis/evaluate", "mcpstats/stats", "mcpstats/datasets", "github.com/", "gonum.org/")},
	{"reports/compose", list("mcpstats/analysis/result", "mcpstats/internal/spelling", "mcpstats/reports", "github.com/yuin/goldmark"), list("mcpstats/analysis/table", "mcpstats/analysis/evaluate", "mcpstats/stats", "mcpstats/datasets", "github.com/apache/arrow-go", "github.com/xuri/excelize", "gonum.org/v1/plot", "mcpstats/templates")},
	{"reports/frames", list("mcpstats/analysis/result", "github.com/go-gota/gota"), list("github.com/apache/arrow-go", "github.com/xuri/excelize")},
	{"reports/figures", list("mcpstats/reports", "mcpstats/internal/parallel", "gonum.org/v1/plot", "codeberg.org/go-fonts/liberation", "codeberg.org/go-pdf/fpdf", "golang.org/x/image", "golang.org/x/text"), siblings("figures")},
	{"reports/html", list("mcpstats/reports"), siblings("html")},
	{"reports/marked", nil, append(list("mcpstats/", "github.com/"), siblings("marked")...)},
	{"reports/trajectories", list("mcpstats/analysis/result", "mcpstats/internal/spelling", "mcpstats/reports"), siblings("trajectories")},
	{"reports/xlsx", list("mcpstats/reports", "github.com/xuri/excelize"), siblings("xlsx")},
	{"reports/markdown", list("mcpstats/reports"), siblings("markdown")},
	{"reports/latex", list("mcpstats/reports"), siblings("latex")},
	{"reports/notebook", list("mcpstats/reports"), siblings("notebook")},
	{"reports/terminal", list("mcpstats/reports", "github.com/jedib0t/go-pretty"), siblings("terminal")},
	{"reports/csvout", list("mcpstats/reports"), siblings("csvout")},
	{"reports/jsonout", list("mcpstats/analysis/result"), siblings("jsonout")},
	{"reports/planout", list("mcpstats/analysis/result", "mcpstats/internal/yamltext", "github.com/goccy/go-yaml"), list("mcpstats/datasets/")},
	{"internal/parallel", nil, list("mcpstats/")},
	{"internal/spelling", nil, list("mcpstats/")},
	{"internal/testlength", nil, list("mcpstats/")},
	{"internal/yamltext", list("github.com/goccy/go-yaml"), list("mcpstats/")},
	{"templates", nil, list("mcpstats/")},
	{"cmd/calibration", list("mcpstats/stats", "mcpstats/internal/parallel", "mcpstats/reports", "mcpstats/reports/figures"), list("mcpstats/analysis/evaluate", "mcpstats/cmd/mcpstats")},
	{"cmd/...", list("mcpstats/", "github.com/spf13/cobra", "github.com/spf13/pflag", "github.com/schollz/progressbar", "golang.org/x/sys", "golang.org/x/term"), nil},
}

// renderers are the rooms of which none may know another.
var rendererRooms = list("figures", "html", "xlsx", "markdown", "latex", "notebook", "terminal", "csvout", "jsonout", "trajectories")

func list(s ...string) []string { return s }

// siblings are the other renderers, and the composer: a renderer is given a document.
func siblings(own string) []string {
	out := []string{"mcpstats/reports/compose"}
	for _, r := range rendererRooms {
		if r != own {
			out = append(out, "mcpstats/reports/"+r)
		}
	}
	return out
}

// direct lists imports that a room must not make itself, though they are reached
// through others: a scorer that tests, an analysis that reads files.
var direct = map[string][]string{
	"analysis/result":   {"os", "io/fs", "net", "log", "time"},
	"analysis/table":    {"os", "io/fs", "net", "log", "time"},
	"analysis/evaluate": {"os", "io/fs", "net", "log", "time"},
	"analysis/power":    {"os", "io/fs", "net", "log", "time"},
	"analysis/scale":    {"os", "io/fs", "net", "log", "time"},
	"analysis/metrics":  {"mcpstats/stats", "os", "net", "log", "time"},
	"analysis/failures": {"mcpstats/stats", "os", "net", "log", "time"},
	"reports":           {"os", "net", "log", "time"},
	"reports/compose":   {"os", "net", "log", "time"},
	"stats":             {"os", "io", "io/fs", "net", "log", "time"},
}

func TestImports(t *testing.T) {
	type pkg struct {
		ImportPath    string
		Imports, Deps []string
		Standard      bool
	}
	out, err := exec.Command("go", "list", "-deps", "-json=ImportPath,Imports,Deps,Standard", "mcpstats/...").Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	standard := map[string]bool{}
	var own []pkg
	for d := json.NewDecoder(bytes.NewReader(out)); d.More(); {
		var p pkg
		if err := d.Decode(&p); err != nil {
			t.Fatal(err)
		}
		standard[p.ImportPath] = p.Standard
		if strings.HasPrefix(p.ImportPath, "mcpstats/") {
			own = append(own, p)
		}
	}
	used := map[string]bool{}
	for _, p := range own {
		name := strings.TrimPrefix(p.ImportPath, "mcpstats/")
		at := slices.IndexFunc(rooms, func(r struct {
			pkg        string
			may, never []string
		}) bool {
			if prefix, all := strings.CutSuffix(r.pkg, "/..."); all {
				return name == prefix || strings.HasPrefix(name, prefix+"/")
			}
			return name == r.pkg
		})
		if at < 0 {
			t.Errorf("%s stands in no row of the import table", name)
			continue
		}
		for _, prefix := range rooms[at].may { // what nobody uses is not allowed either
			used[rooms[at].pkg+" "+prefix] = used[rooms[at].pkg+" "+prefix] || slices.ContainsFunc(p.Imports, func(i string) bool { return strings.HasPrefix(i, prefix) })
		}
		for _, i := range p.Imports {
			if !standard[i] && !slices.ContainsFunc(rooms[at].may, func(prefix string) bool { return strings.HasPrefix(i, prefix) }) {
				t.Errorf("%s imports %s, which its row does not allow", name, i)
			}
			if slices.Contains(direct[name], i) {
				t.Errorf("%s imports %s itself", name, i)
			}
		}
		for _, d := range p.Deps {
			if standard[d] {
				continue
			}
			for _, prefix := range rooms[at].never {
				if strings.HasPrefix(d, prefix) {
					t.Errorf("%s reaches %s, which its row forbids", name, d)
				}
			}
		}
	}
	for _, row := range slices.Sorted(maps.Keys(used)) {
		if !used[row] {
			t.Errorf("the row of %s allows what nobody imports", row)
		}
	}
}
