package mapping

import (
	"fmt"
	"slices"
	"strings"

	"github.com/goccy/go-yaml/ast"
)

// Files is what a mapping says of the files: which belong to the log, and where in them the
// records stand.
//
//	files: {one_per: object}                     # each JSON document is a record
//	files: {records: results.results}            # a list in each document, or an object of records
//	files: {records: "runs.{attempt}"}           # the keys of the object become the column attempt
//	files: {include: ["**/result.json"], exclude: [old], format: jsonl}
//	files: {path: "jobs/{job}/{trial}/*.json"}   # columns from the file's path
//
// In records that stand inside a document, $.name is a member of the whole document, and ^.name
// one of the nearest object around the record that has it.
type Files struct {
	Include, Exclude []*Glob
	Format           string // of Options.Format; "" where not stated

	objects bool  // each document is a record
	records *Path // where the records stand in each document
	source  string
	path    *Glob
}

// entry reads one key of "files".
func (f *Files) entry(key string, node ast.Node) (err error) {
	switch key {
	case "include":
		f.Include, err = globs(node)
		return err
	case "exclude":
		f.Exclude, err = globs(node)
		return err
	}
	value, err := scalar(node)
	if err != nil {
		return err
	}
	switch key {
	case "one_per":
		if value != "object" {
			return fmt.Errorf("expected object (a file of lines or rows needs no word for it), found %q", value)
		}
		f.objects = true
	case "records":
		var p Path
		if p, err = ParsePath(value); err == nil {
			f.records, f.source = &p, value
		}
	case "format":
		f.Format = value
	case "path":
		f.path, err = ParseGlob(value)
		if err == nil && len(f.path.names) == 0 {
			err = fmt.Errorf(`%q names no part of the path; put one into braces, as in "runs/{run}/*.json"`, value)
		}
	default:
		err = fmt.Errorf("unknown key; the keys here are one_per, records, path, include, exclude, format")
	}
	return err
}

// globs reads one pattern or a list of them.
func globs(node ast.Node) (list []*Glob, err error) {
	values := []ast.Node{node}
	if seq, ok := node.(*ast.SequenceNode); ok {
		values = seq.Values
	}
	for _, v := range values {
		text, err := scalar(v)
		if err != nil {
			return nil, err
		}
		g, err := ParseGlob(text)
		if err != nil {
			return nil, err
		}
		list = append(list, g)
	}
	return list, nil
}

// FileRules are what the mapping says of the files; never nil.
func (m *Mapping) FileRules() *Files {
	if m == nil || m.files == nil {
		return &Files{}
	}
	return m.files
}

// Documents reports whether the files are JSON documents in which the records are sought.
func (f *Files) Documents() bool { return f.objects || f.records != nil }

// describe writes the rules in the mapping's language, "" where there are none.
func (f *Files) describe() string {
	var keys []string
	if f.objects {
		keys = append(keys, "one_per: object")
	}
	if f.records != nil {
		keys = append(keys, "records: "+yamlText(f.source))
	}
	if f.path != nil {
		keys = append(keys, "path: "+yamlText(f.path.text))
	}
	for _, list := range []struct {
		key   string
		globs []*Glob
	}{{"include", f.Include}, {"exclude", f.Exclude}} {
		var texts []string
		for _, g := range list.globs {
			texts = append(texts, quoted(g.text))
		}
		if len(texts) > 0 {
			keys = append(keys, list.key+": ["+strings.Join(texts, ", ")+"]")
		}
	}
	if f.Format != "" {
		keys = append(keys, "format: "+yamlText(f.Format))
	}
	if len(keys) == 0 {
		return ""
	}
	return "files: {" + strings.Join(keys, ", ") + "}\n"
}

// Outer are the names by which the mapping asks for what stands around a record: $.name and
// ^.name.
func (m *Mapping) Outer() (names []string) {
	for i := range m.rules {
		for _, name := range m.rules[i].columns() {
			if (strings.HasPrefix(name, "$") || strings.HasPrefix(name, "^")) && !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	return names
}
