package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// sources parses every Go file of the project, by its path from the root.
func sources(t *testing.T, fset *token.FileSet) map[string]*ast.File {
	t.Helper()
	root := filepath.Join("..", "..")
	out := map[string]*ast.File{}
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && (d.Name() == "testdata" || strings.HasPrefix(d.Name(), ".") && path != root) {
			return filepath.SkipDir
		}
		if filepath.Ext(path) != ".go" {
			return nil
		}
		file, err := parser.ParseFile(fset, path, nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(root, path)
		out[filepath.ToSlash(rel)] = file
		return err
	})
	if err != nil || len(out) < 300 {
		t.Fatalf("%d files, %v", len(out), err)
	}
	return out
}

// documents tells whether a comment is one of the name, which it begins with.
func documents(doc *ast.CommentGroup, name string) bool {
	words := strings.Fields(doc.Text())
	if len(words) > 1 && slices.Contains([]string{"A", "An", "The"}, words[0]) {
		words = words[1:]
	}
	return len(words) > 0 && strings.HasPrefix(words[0], name)
}

// ofInterface are methods that the standard library's interfaces document.
var ofInterface = []string{"String", "Error", "Unwrap", "MarshalJSON", "UnmarshalJSON", "MarshalYAML", "UnmarshalYAML", "Len", "Less", "Swap", "Read", "Write", "Close"}

// TestDocstrings: every exported function, type and value says what it is, beginning with its
// name, and a comment on any other function begins with that one's name, not with an old one.
func TestDocstrings(t *testing.T) {
	fset := token.NewFileSet()
	for path, file := range sources(t, fset) {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		complain := func(n *ast.Ident, what string) {
			t.Errorf("%s:%d: %s %s", path, fset.Position(n.Pos()).Line, n.Name, what)
		}
		for _, d := range file.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				switch {
				case d.Doc != nil && !documents(d.Doc, d.Name.Name):
					complain(d.Name, "has a comment that begins with another word")
				case d.Doc == nil && d.Name.IsExported() && !slices.Contains(ofInterface, d.Name.Name) && (d.Recv == nil || receiverExported(d)):
					complain(d.Name, "has no comment")
				}
			case *ast.GenDecl:
				for _, s := range d.Specs {
					switch s := s.(type) {
					case *ast.TypeSpec:
						doc := s.Doc
						if doc == nil {
							doc = d.Doc
						}
						switch {
						case doc == nil && s.Name.IsExported():
							complain(s.Name, "has no comment")
						case doc != nil && !d.Lparen.IsValid() && !documents(doc, s.Name.Name):
							complain(s.Name, "has a comment that begins with another word")
						}
					case *ast.ValueSpec:
						for _, n := range s.Names { // of a group the comment may be about all
							if n.IsExported() && s.Doc == nil && s.Comment == nil && d.Doc == nil {
								complain(n, "has no comment")
							}
						}
					}
				}
			}
		}
	}
}

func receiverExported(d *ast.FuncDecl) bool {
	exported := false
	ast.Inspect(d.Recv.List[0].Type, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && !exported {
			exported = id.IsExported()
			return false
		}
		return true
	})
	return exported
}

// ofOthers are names in comments that other programs, formats and papers have.
var ofOthers = []string{"bodyLength", "recordBatches", "gRPC", "pdfLaTeX", "uXXXX", "vcovCL", "irrCAC", "minP", "nQ"}

var (
	mixedCase  = regexp.MustCompile(`\b[a-z]+[A-Z][A-Za-z]*\b`)
	sourcePath = regexp.MustCompile(`\b(?:analysis|cmd|datasets|internal|reports|stats|templates)/[\w./]*\w\.(?:go|md|json|yaml)\b`)
)

// TestCommentsNameWhatThereIs: a comment that names a function, a field or a file names one that
// the project has, since a renamed thing leaves its old name behind in comments.
func TestCommentsNameWhatThereIs(t *testing.T) {
	fset := token.NewFileSet()
	files := sources(t, fset)
	known := map[string]bool{}
	for _, name := range ofOthers {
		known[name] = true
	}
	for _, file := range files {
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.Ident:
				known[n.Name] = true
			case *ast.BasicLit: // names of fields in foreign formats
				for _, name := range mixedCase.FindAllString(n.Value, -1) {
					known[name] = true
				}
			}
			return true
		})
	}
	for path, file := range files {
		for _, group := range file.Comments {
			for _, name := range mixedCase.FindAllString(group.Text(), -1) {
				if !known[name] {
					t.Errorf("%s:%d: the comment names %s, which is not there", path, fset.Position(group.Pos()).Line, name)
				}
			}
			for _, name := range sourcePath.FindAllString(group.Text(), -1) {
				if strings.HasSuffix(name, "/x.go") { // a recipe
					continue
				}
				if _, err := os.Stat(filepath.Join("..", "..", filepath.FromSlash(name))); err != nil {
					t.Errorf("%s:%d: the comment names %s, which is not there", path, fset.Position(group.Pos()).Line, name)
				}
			}
		}
	}
}
