package yamltext

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
	"pgregory.net/rapid"
)

// Whatever nests or crowds is refused at its place, in the time that reading it
// takes.
func TestParseRefuses(t *testing.T) {
	indented := func(n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, "%sa:\n", strings.Repeat(" ", i))
		}
		return b.String()
	}
	keys := func(n int, end string) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, "a%d: b%s", i, end)
		}
		return b.String()
	}
	for name, text := range map[string]string{
		"brackets":             strings.Repeat("[", 100_000),
		"braces":               "run: " + strings.Repeat("{a: ", 30_000),
		"braces and brackets":  strings.Repeat("[{", 30_000),
		"dashes":               strings.Repeat("- ", 50_000),
		"question marks":       strings.Repeat("? ", 50_000),
		"indented keys":        indented(500),
		"keys":                 keys(20_000, "\n"),
		"keys in braces":       "{" + keys(20_000, ", ") + "}",
		"keys in a list":       "- a\n- " + strings.ReplaceAll(keys(20_000, "\n"), "\n", "\n  "),
		"brackets of one line": strings.Repeat("a: [\n", 1000),
		"a long text":          strings.Repeat("# x\n", 2<<20),
	} {
		t.Run(name, func(t *testing.T) {
			begun := time.Now()
			_, err := Parse([]byte(text))
			var syntax *yaml.SyntaxError
			if !errors.As(err, &syntax) || !strings.Contains(syntax.Message, " more than ") && !strings.Contains(syntax.Message, "longer than") {
				t.Fatalf("%.200v", err)
			}
			if took := time.Since(begun); took > 10*time.Second {
				t.Error(took)
			}
		})
	}
}

// What people write is parsed as the parser parses it: brackets in texts, quotes
// and comments nest nothing, and what is closed is over.
func TestParseReads(t *testing.T) {
	long := "claims:\n" + strings.Repeat("  - id: a\n    where: \"[[[[ table\"\n    note: an interval [0, 1) of {x\n    check: {proportion: {n: 95}, between: [1, 2]}\n    # [[[[[\n", 1000)
	for _, text := range []string{"", "a: b\n", "- a\n- b\n", strings.Repeat("- [a, {b: c}]\n", 5000), long, "a: |\n" + strings.Repeat("  [[[[\n", 1000), strings.Repeat("---\na: [b]\n", 200), strings.Repeat("]", 100), "[]]]a: b"} {
		got, gotErr := Parse([]byte(text))
		want, wantErr := parser.ParseBytes([]byte(text), 0)
		if (gotErr == nil) != (wantErr == nil) || gotErr == nil && got.String() != want.String() {
			t.Errorf("%.60q: %v, want %v", text, gotErr, wantErr)
		}
	}
}

// The levels that are counted are no fewer than those of the tree.
func TestCheckCountsLevels(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 40).Draw(t, "n")
		var b strings.Builder
		for range n {
			b.WriteString(strings.Repeat(" ", rapid.IntRange(0, 3).Draw(t, "indent")))
			b.WriteString(rapid.SampledFrom([]string{"a:\n", "b: c\n", "- ", "- a\n", "? ", "[", "]", "{", "}", "a: ", ", ", "\n", "'x'", "\"", "|\n", "---\n", "&a ", "!t "}).Draw(t, "piece"))
		}
		text := strings.Repeat(b.String(), rapid.IntRange(1, 6).Draw(t, "times"))
		file, err := Parse([]byte(text), parser.AllowDuplicateMapKey())
		if err != nil {
			return
		}
		for _, doc := range file.Docs {
			if d := depth(doc.Body); d > 2*MostDepth { // a list is a node, and so is each of its values
				t.Fatalf("depth %d of %q", d, text)
			}
		}
	})
}

func depth(n ast.Node) int {
	if n == nil {
		return 0
	}
	most := 0
	ast.Walk(walker{0, &most}, n)
	return most
}

type walker struct {
	depth int
	most  *int
}

func (w walker) Visit(ast.Node) ast.Visitor {
	*w.most = max(*w.most, w.depth)
	return walker{w.depth + 1, w.most}
}
