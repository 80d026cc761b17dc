package evaluate

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"mcpstats/analysis/evaluate/stability"
	"mcpstats/analysis/evaluate/study"
	"mcpstats/analysis/result"
	"mcpstats/stats"
)

// A declaration without a function is a promise that nobody keeps; a function without a
// declaration would be printed without a title or a source. The engine's lists and the
// declared ones hold the same.
func TestDeclaredMethodsAreBound(t *testing.T) {
	var tests, sizes []string
	for _, x := range study.PairTests {
		tests = append(tests, x.Name)
		if x.Kind != result.PairedTest || x.Of == nil {
			t.Errorf("%s is bound as a test of two runs", x.Name)
		}
	}
	for _, x := range study.Effects {
		sizes = append(sizes, x.Name)
		if x.Kind != result.EffectMethod || x.Of == nil {
			t.Errorf("%s is bound as an effect size", x.Name)
		}
	}
	sameNames(t, "tests of two runs", tests, result.MethodsOf(result.PairedTest))
	sameNames(t, "effect sizes", sizes, result.MethodsOf(result.EffectMethod))
	for _, names := range stability.SaneTests {
		for _, name := range names {
			study.TestNamed(name) // panics where there is none
		}
	}
	for headline, check := range study.Checks {
		study.TestNamed(headline)
		study.TestNamed(check)
	}
	for _, name := range slices.Concat(stability.SaneCorrections, study.Familywise) {
		if _, ok := result.MethodNamed(name, result.CorrectionMethod); !ok {
			t.Errorf("the correction %q is not declared", name)
		}
	}
	for _, name := range result.Corrections {
		if name == result.MaxT { // has a way of its own
			continue
		}
		if _, err := study.Adjust(name, []float64{0.01, 0.2}); err != nil {
			t.Errorf("the correction %q is declared and not bound: %v", name, err)
		}
	}
}

func sameNames(t *testing.T, what string, bound []string, declared []result.Method) {
	t.Helper()
	var names []string
	for _, m := range declared {
		names = append(names, m.Name)
	}
	slices.Sort(names)
	slices.Sort(bound)
	if !slices.Equal(names, bound) {
		t.Errorf("%s: declared in analysis/result %q, bound in analysis/evaluate %q", what, names, bound)
	}
}

// TestMethodsThatStatisticsNameAreDeclared reads the source of package stats: whatever it
// names as the method of a result or an interval can stand in results.
func TestMethodsThatStatisticsNameAreDeclared(t *testing.T) {
	named := methodsNamed(t, filepath.Join("..", "..", "stats"))
	if len(named[result.IntervalMethod]) < 20 || len(named[result.OtherTest]) < 10 {
		t.Fatalf("found %v", named)
	}
	for _, m := range []stats.BootstrapMethod{stats.BCa, stats.Percentile, stats.Basic, stats.Studentized} {
		named[result.IntervalMethod] = append(named[result.IntervalMethod], m.String())
	}
	for _, name := range named[result.IntervalMethod] {
		if _, ok := result.MethodNamed(name, result.IntervalMethod); !ok {
			t.Errorf("stats makes the interval %q, which analysis/result does not declare", name)
		}
	}
	for _, name := range named[result.OtherTest] {
		if _, ok := result.MethodNamed(name, result.PairedTest, result.OtherTest); !ok {
			t.Errorf("stats makes the test %q, which analysis/result does not declare", name)
		}
	}
}

// methodsNamed are the texts that a package gives to a field Method: of an Interval, or,
// as tests, of anything else. They are written there, assigned to the field, or handed on
// as a parameter or variable called method.
func methodsNamed(t *testing.T, dir string) map[result.MethodKind][]string {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	var files []*ast.File
	at := map[string]int{}                  // where a function takes its method
	makes := map[string]result.MethodKind{} // what of it
	for _, path := range paths {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, file)
		for _, d := range file.Decls {
			f, ok := d.(*ast.FuncDecl)
			if !ok {
				continue
			}
			i := 0
			for _, field := range f.Type.Params.List {
				for _, name := range field.Names {
					if name.Name == "method" {
						at[f.Name.Name] = i
						makes[f.Name.Name] = kindOfResult(f)
					}
					i++
				}
			}
		}
	}
	found := map[result.MethodKind][]string{}
	note := func(kind result.MethodKind, e ast.Expr) {
		if text, ok := e.(*ast.BasicLit); ok && text.Kind == token.STRING {
			name, err := strconv.Unquote(text.Value)
			if err != nil {
				t.Fatal(err)
			}
			found[kind] = append(found[kind], name)
		}
	}
	for _, file := range files {
		for _, d := range file.Decls {
			f, ok := d.(*ast.FuncDecl)
			if !ok {
				continue
			}
			ast.Inspect(f, func(n ast.Node) bool {
				switch n := n.(type) {
				case *ast.CompositeLit:
					kind := result.OtherTest
					if name, ok := n.Type.(*ast.Ident); ok && name.Name == "Interval" {
						kind = result.IntervalMethod
					}
					for _, e := range n.Elts {
						if kv, ok := e.(*ast.KeyValueExpr); ok {
							if key, ok := kv.Key.(*ast.Ident); ok && key.Name == "Method" {
								note(kind, kv.Value)
							}
						}
					}
				case *ast.AssignStmt:
					for i, left := range n.Lhs {
						switch left := left.(type) {
						case *ast.Ident:
							if left.Name == "method" {
								note(kindOfResult(f), n.Rhs[min(i, len(n.Rhs)-1)])
							}
						case *ast.SelectorExpr:
							if left.Sel.Name == "Method" {
								note(result.IntervalMethod, n.Rhs[min(i, len(n.Rhs)-1)])
							}
						}
					}
				case *ast.CallExpr:
					name := ""
					switch fun := n.Fun.(type) {
					case *ast.Ident:
						name = fun.Name
					case *ast.SelectorExpr:
						name = fun.Sel.Name
					}
					if i, ok := at[name]; ok && i < len(n.Args) {
						note(makes[name], n.Args[i])
					}
				}
				return true
			})
		}
	}
	return found
}

// kindOfResult tells a function that returns an Interval from one that returns a test.
func kindOfResult(f *ast.FuncDecl) result.MethodKind {
	if f.Type.Results != nil {
		for _, r := range f.Type.Results.List {
			if name, ok := r.Type.(*ast.Ident); ok && name.Name == "Interval" {
				return result.IntervalMethod
			}
		}
	}
	return result.OtherTest
}
