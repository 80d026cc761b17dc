package main

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// allowed are the licences of what is linked into the program. None asks more of
// who passes it on than to keep a notice, or to name the project in the documentation.
var allowed = []string{"MIT", "BSD-2-Clause", "BSD-3-Clause", "Apache-2.0", "ISC", "FTL"}

// licenceOf recognises a licence by sentences that only it has.
func licenceOf(text string) []string {
	text = strings.Join(strings.Fields(text), " ")
	var out []string
	for _, l := range []struct{ name, sentence string }{
		{"MIT", "Permission is hereby granted, free of charge"},
		{"BSD-3-Clause", "Neither the name of"},
		{"BSD-3-Clause", "The names of the contributors may not be used"},
		{"Apache-2.0", "Version 2.0, January 2004"},
		{"MPL-2.0", "Mozilla Public License Version 2.0"},
		{"FTL", "The FreeType License, which is similar to the original BSD license"},
		{"ISC", "Permission to use, copy, modify, and/or distribute"},
		{"ISC", "Permission to use, copy, modify, and distribute this software for any purpose"},
	} {
		if strings.Contains(text, l.sentence) && !slices.Contains(out, l.name) {
			out = append(out, l.name)
		}
	}
	if len(out) == 0 && strings.Contains(text, "Redistribution and use in source and binary forms") {
		out = append(out, "BSD-2-Clause")
	}
	if strings.Contains(text, "Redistribution and use in source and binary forms") && slices.Contains(out, "Apache-2.0") && !slices.Contains(out, "BSD-3-Clause") {
		out = append(out, "BSD-2-Clause")
	}
	return out
}

// licenceIn reads the licence of a module's folder; none where there is no file.
func licenceIn(t *testing.T, dir string) []string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Skip("the module cache is not here:", err)
	}
	for _, e := range entries {
		name := strings.ToLower(e.Name())
		if strings.HasPrefix(name, "licen") || strings.HasPrefix(name, "copying") {
			b, err := os.ReadFile(filepath.Join(dir, e.Name()))
			if err != nil {
				t.Fatal(err)
			}
			return licenceOf(string(b))
		}
	}
	return nil
}

type module struct {
	Path, Dir string
	Indirect  bool
	Main      bool
}

// listed runs go list and reads the values that it prints.
func listed[T any](t *testing.T, args ...string) []T {
	t.Helper()
	out, err := exec.Command("go", append([]string{"list"}, args...)...).Output()
	if err != nil {
		t.Fatalf("go list %v: %v", args, err)
	}
	var all []T
	for d := json.NewDecoder(bytes.NewReader(out)); d.More(); {
		var v T
		if err := d.Decode(&v); err != nil {
			t.Fatal(err)
		}
		all = append(all, v)
	}
	return all
}

// docs/dependencies.md tells of every module that the project imports itself, and
// its licence as the module's own file has it; go.mod calls the same ones direct.
func TestDependencies(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "..", "docs", "dependencies.md"))
	if err != nil {
		t.Fatal(err)
	}
	told := map[string][]string{}
	for _, m := range regexp.MustCompile("(?m)^\\| `([^`]+)` \\| [^|]+ \\| ([^|]+) \\| [^|]+ \\|$").FindAllStringSubmatch(string(text), -1) {
		told[m[1]] = strings.Split(m[2], ", ")
	}
	direct := map[string]bool{"honnef.co/go/tools": true} // go tool staticcheck
	for _, m := range listed[module](t, "-m", "-json=Path,Dir,Indirect,Main", "all") {
		if !m.Indirect && !m.Main {
			direct[m.Path] = true
		}
		licences, ok := told[m.Path]
		if !ok {
			continue
		}
		if found := licenceIn(t, m.Dir); len(licences) == 0 || slices.ContainsFunc(licences, func(l string) bool { return !slices.Contains(found, l) }) {
			t.Errorf("%s: its licence file is %v, the page says %v", m.Path, found, licences)
		}
	}
	for path := range direct {
		if told[path] == nil {
			t.Errorf("%s is a direct dependency and not in docs/dependencies.md", path)
		}
	}
	for path := range told {
		if !direct[path] {
			t.Errorf("%s is in docs/dependencies.md and no direct dependency in go.mod", path)
		}
	}
	imported := map[string]bool{"honnef.co/go/tools": true}
	type pkg struct {
		ImportPath                         string
		Module                             *module
		Imports, TestImports, XTestImports []string
	}
	var names []string
	for _, p := range listed[pkg](t, "-json=Imports,TestImports,XTestImports", "mcpstats/...") {
		for _, i := range slices.Concat(p.Imports, p.TestImports, p.XTestImports) {
			if strings.Contains(i, ".") {
				names = append(names, i)
			}
		}
	}
	slices.Sort(names)
	for _, p := range listed[pkg](t, append([]string{"-json=ImportPath,Module"}, slices.Compact(names)...)...) {
		if p.Module != nil {
			imported[p.Module.Path] = true
		}
	}
	if d := cmp.Diff(direct, imported); d != "" {
		t.Errorf("direct in go.mod (-) and imported (+); remove or add // indirect:\n%s", d)
	}
}

// What is linked into the program has a licence that lets it be passed on.
func TestLinkedLicences(t *testing.T) {
	type pkg struct{ Module *module }
	seen := map[string]bool{}
	for _, p := range listed[pkg](t, "-deps", "-json=Module", ".") {
		m := p.Module
		if m == nil || m.Main || seen[m.Path] {
			continue
		}
		seen[m.Path] = true
		found := licenceIn(t, m.Dir)
		if len(found) == 0 || slices.ContainsFunc(found, func(l string) bool { return !slices.Contains(allowed, l) }) {
			t.Errorf("%s: licence %v, expected some of %v", m.Path, found, allowed)
		}
	}
	if len(seen) < 20 {
		t.Errorf("only %d modules are linked", len(seen))
	}
}
