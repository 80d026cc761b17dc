// Package methodnames reads which methods the functions of a package name in what they
// return, so that tests hold the declared methods of analysis/result against the source.
package methodnames

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// Made is a method by the name that a function gives it: of an interval or, elsewise,
// of a test.
type Made struct {
	Name     string
	Interval bool
}

// In are the texts that the functions of the package in a folder give to a field Method,
// by function: of an Interval, or of anything else, which is taken for a test. They are
// written there, assigned to the field, or handed on as a parameter or variable called
// method. What a function calls in its own package it makes, too. Methods of types stand
// under their own name.
func In(dir string) (map[string][]Made, error) {
	files, err := parsed(dir)
	if err != nil {
		return nil, err
	}
	funcs := map[string][]*ast.FuncDecl{}
	at := map[string]int{}          // where a function takes its method
	ofInterval := map[string]bool{} // and what of
	for _, f := range functions(files) {
		funcs[f.Name.Name] = append(funcs[f.Name.Name], f)
		i := 0
		for _, field := range f.Type.Params.List {
			for _, name := range field.Names {
				if name.Name == "method" {
					at[f.Name.Name] = i
					ofInterval[f.Name.Name] = returnsInterval(f)
				}
				i++
			}
		}
	}
	made, calls := map[string][]Made{}, map[string][]string{}
	for name, list := range funcs {
		for _, f := range list {
			note := func(interval bool, e ast.Expr) {
				if text, ok := e.(*ast.BasicLit); ok && text.Kind == token.STRING {
					method, _ := strconv.Unquote(text.Value)
					made[name] = append(made[name], Made{method, interval})
				}
			}
			ast.Inspect(f, func(n ast.Node) bool {
				switch n := n.(type) {
				case *ast.CompositeLit:
					kind, ok := n.Type.(*ast.Ident)
					for _, e := range n.Elts {
						if kv, isField := e.(*ast.KeyValueExpr); isField && named(kv.Key) == "Method" {
							note(ok && kind.Name == "Interval", kv.Value)
						}
					}
				case *ast.AssignStmt:
					for i, left := range n.Lhs {
						_, field := left.(*ast.SelectorExpr)
						switch right := n.Rhs[min(i, len(n.Rhs)-1)]; {
						case !field && named(left) == "method":
							note(returnsInterval(f), right)
						case field && named(left) == "Method":
							note(true, right)
						}
					}
				case *ast.CallExpr:
					called := named(n.Fun)
					calls[name] = append(calls[name], called)
					if i, ok := at[called]; ok && i < len(n.Args) {
						note(ofInterval[called], n.Args[i])
					}
				}
				return true
			})
		}
	}
	all := map[string][]Made{}
	for name := range funcs {
		gather(name, made, calls, map[string]bool{}, func(m Made) {
			if !slices.Contains(all[name], m) {
				all[name] = append(all[name], m)
			}
		})
	}
	return all, nil
}

func gather(name string, made map[string][]Made, calls map[string][]string, seen map[string]bool, add func(Made)) {
	if seen[name] {
		return
	}
	seen[name] = true
	for _, m := range made[name] {
		add(m)
	}
	for _, called := range calls[name] {
		gather(called, made, calls, seen, add)
	}
}

func parsed(dir string) ([]*ast.File, error) {
	paths, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		return nil, err
	}
	var files []*ast.File
	for _, path := range paths {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		if err != nil {
			return nil, err
		}
		files = append(files, file)
	}
	return files, nil
}

func functions(files []*ast.File) []*ast.FuncDecl {
	var out []*ast.FuncDecl
	for _, file := range files {
		for _, d := range file.Decls {
			if f, ok := d.(*ast.FuncDecl); ok {
				out = append(out, f)
			}
		}
	}
	return out
}

// named is the last name of an expression: of pkg.F, x.F and F it is F.
func named(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.Ident:
		return e.Name
	case *ast.SelectorExpr:
		return e.Sel.Name
	}
	return ""
}

// returnsInterval tells a function that returns an Interval from one that returns a test.
func returnsInterval(f *ast.FuncDecl) bool {
	if f.Type.Results == nil {
		return false
	}
	return slices.ContainsFunc(f.Type.Results.List, func(r *ast.Field) bool { return named(r.Type) == "Interval" })
}
