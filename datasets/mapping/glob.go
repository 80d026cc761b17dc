package mapping

import (
	"errors"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// Glob is a pattern of paths: * and ? stand for anything within a name, ** for any folders, and
// {name} for a part of the path that is kept under that name: jobs/{run}/*/result.json. A
// pattern is met by a path that ends like it, so that it does not matter from where a log is
// named; one that begins with / is met by whole paths.
type Glob struct {
	text  string
	names []string
	form  *regexp.Regexp
}

// ParseGlob reads a pattern.
func ParseGlob(text string) (*Glob, error) {
	g := &Glob{text: text}
	rest, rooted := strings.CutPrefix(filepath.ToSlash(strings.TrimSpace(text)), "/")
	rest = strings.TrimSuffix(strings.TrimPrefix(rest, "./"), "/")
	if rest == "" {
		return nil, errors.New(`a pattern of paths is empty; expected one such as "jobs/{run}/*/result.json"`)
	}
	var form strings.Builder
	form.WriteString(map[bool]string{true: "^/", false: "^(?:.*/)?"}[rooted])
	parts := strings.Split(rest, "/")
	for i, part := range parts {
		last := i == len(parts)-1
		if part == "**" {
			form.WriteString(map[bool]string{true: ".*", false: "(?:[^/]+/)*"}[last])
			continue
		}
		if err := g.part(&form, part); err != nil {
			return nil, err
		}
		if !last {
			form.WriteByte('/')
		}
	}
	var err error
	g.form, err = regexp.Compile("(?s)" + form.String() + "$")
	return g, err
}

// part writes one name of a pattern.
func (g *Glob) part(form *strings.Builder, part string) error {
	for part != "" {
		switch c := part[0]; c {
		case '*':
			form.WriteString("[^/]*")
			part = strings.TrimLeft(part, "*")
			continue
		case '?':
			form.WriteString("[^/]")
		case '{':
			name, after, ok := strings.Cut(part[1:], "}")
			if !ok || name == "" || strings.ContainsAny(name, "{*?") {
				return fmt.Errorf(`%q: expected a name in braces, such as {run}`, g.text)
			}
			if slices.Contains(g.names, name) {
				return fmt.Errorf("%q: {%s} stands twice", g.text, name)
			}
			g.names = append(g.names, name)
			form.WriteString("([^/]+?)")
			part = after
			continue
		default:
			end := strings.IndexAny(part, "*?{")
			if end < 0 {
				end = len(part)
			}
			form.WriteString(regexp.QuoteMeta(part[:end]))
			part = part[end:]
			continue
		}
		part = part[1:]
	}
	return nil
}

// Match reports whether a path, or a folder that it lies in, meets the pattern. The path is as
// seen from the folder that was named: what lies above it must not decide.
func (g *Glob) Match(path string) bool {
	for path = filepath.ToSlash(path); ; {
		if g.form.MatchString(path) {
			return true
		}
		i := strings.LastIndexByte(path, '/')
		if i <= 0 {
			return false
		}
		path = path[:i]
	}
}

// parts are the named parts of a file's path.
func (g *Glob) parts(path string) (map[string]string, error) {
	found := g.form.FindStringSubmatch(slashed(path))
	if found == nil {
		return nil, fmt.Errorf("its path does not end like %q", g.text)
	}
	parts := make(map[string]string, len(g.names))
	for i, name := range g.names {
		parts[name] = ExactText(found[i+1])
	}
	return parts, nil
}

// slashed is a path from the root, its names parted by slashes.
func slashed(path string) string {
	if whole, err := filepath.Abs(path); err == nil {
		path = whole
	}
	return filepath.ToSlash(path)
}
