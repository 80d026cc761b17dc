package formats

import (
	"cmp"
	"slices"
	"strings"
)

// TellApart finds the shortest part of paths by which they differ, to become part of a run's
// name where the same agent and model ran several times: jobs/A/results and jobs/B/results
// are A and B. That is one folder, or the file's name, where one is enough: the one with
// the fewest values, as a folder for each run and not a file for each task, then the
// shortest, then the one on top. Otherwise it is what is left of the paths without the
// folders that all begin and end with. Paths of files come without the files' endings.
//
// clashes are the paths, by number, that must not become one name; nil stands for all of
// them together. Paths that are equal stay so.
func TellApart(paths []string, clashes [][]int) []string {
	parts := make([][]string, len(paths))
	deepest := 0
	for i, p := range paths {
		parts[i] = partsOf(p)
		deepest = max(deepest, len(parts[i]))
	}
	if clashes == nil {
		all := make([]int, len(paths))
		for i := range all {
			all[i] = i
		}
		clashes = [][]int{all}
	}
	type candidate struct {
		names          []string
		values, length int
		empty          int // 1 where a path has no such part, which would leave its run without one
	}
	var best *candidate
	for at := range deepest {
		c := candidate{names: make([]string, len(paths))}
		seen := map[string]bool{}
		for i, p := range parts {
			if at < len(p) {
				c.names[i] = p[at]
			} else {
				c.empty = 1
			}
			if !seen[c.names[i]] {
				seen[c.names[i]] = true
				c.values, c.length = c.values+1, c.length+len(c.names[i])
			}
		}
		if c.values > 1 && separates(c.names, paths, clashes) &&
			(best == nil || cmp.Or(cmp.Compare(c.empty, best.empty), cmp.Compare(c.values, best.values), cmp.Compare(c.length, best.length)) < 0) {
			best = &c
		}
	}
	if best != nil {
		return best.names
	}
	return withoutCommon(paths)
}

// distinctParts tells all of the paths apart.
func distinctParts(paths []string) []string { return TellApart(paths, nil) }

// partsOf splits a path, whichever way the system writes it.
func partsOf(path string) []string {
	return strings.Split(strings.Trim(strings.ReplaceAll(path, "\\", "/"), "/"), "/")
}

// separates reports whether names tell all paths of each clash apart.
func separates(names, paths []string, clashes [][]int) bool {
	for _, clash := range clashes {
		by := map[string]string{}
		for _, i := range clash {
			if other, ok := by[names[i]]; ok && other != paths[i] {
				return false
			}
			by[names[i]] = paths[i]
		}
	}
	return true
}

// withoutCommon is what is left of paths without the folders that all begin and end with.
func withoutCommon(paths []string) []string {
	parts := make([][]string, len(paths))
	shortest := -1
	for i, p := range paths {
		parts[i] = partsOf(p)
	}
	for _, p := range parts {
		if shortest < 0 || len(p) < shortest {
			shortest = len(p)
		}
	}
	same := func(at func([]string) string) bool {
		return !slices.ContainsFunc(parts, func(p []string) bool { return at(p) != at(parts[0]) })
	}
	front := 0
	for front < shortest && same(func(p []string) string { return p[front] }) {
		front++
	}
	back := 0
	for front+back < shortest && same(func(p []string) string { return p[len(p)-1-back] }) {
		back++
	}
	out := make([]string, len(parts))
	for i, p := range parts {
		out[i] = strings.Join(p[front:len(p)-back], "/")
	}
	return out
}
