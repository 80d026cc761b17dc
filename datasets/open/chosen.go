package open

import (
	"path/filepath"
	"slices"

	"mcpstats/datasets/mapping"
)

// chosen are the patterns that choose among the files of a folder: where some are to be
// included all others are not, and what is excluded is not read whatever else is said. What
// they leave out is not even looked at, and is not told: the user has named it.
type chosen struct {
	include, exclude []*mapping.Glob
	joined           []string // files that the mapping joins to the log, and which are no logs by themselves
}

// choiceOf is what the options and the mapping say together.
func choiceOf(opt Options) chosen {
	rules := opt.Map.FileRules()
	c := chosen{include: slices.Concat(rules.Include, opt.Include), exclude: slices.Concat(rules.Exclude, opt.Exclude)}
	if opt.Map != nil {
		for _, j := range opt.Map.Joins {
			c.joined = append(c.joined, filepath.Clean(joinPath(j)))
		}
	}
	return c
}

// any reports whether anything can be left out.
func (c chosen) any() bool { return len(c.include)+len(c.exclude) > 0 }

// takes decides about a file below a folder or a glob that was named. Patterns are held against
// the path from that folder on, its own name included.
func (c chosen) takes(named, path string) bool {
	if slices.Contains(c.joined, filepath.Clean(path)) {
		return false
	}
	if rest, err := filepath.Rel(filepath.Dir(filepath.Clean(named)), path); err == nil && len(rest) > 0 && rest[0] != '.' {
		path = rest
	}
	match := func(g *mapping.Glob) bool { return g.Match(path) }
	return (len(c.include) == 0 || slices.ContainsFunc(c.include, match)) && !slices.ContainsFunc(c.exclude, match)
}
