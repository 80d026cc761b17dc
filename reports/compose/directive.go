package compose

import (
	"slices"
	"strings"
	"unicode"

	"mcpstats/analysis/result"
	"mcpstats/reports"
)

// directive is one thing that a notebook can show.
type directive struct {
	name string
	doc  string
	args []parameter
	// benchmark marks a directive that is about one benchmark: that of the part
	// it stands in, or the one that it names.
	benchmark bool
	// means tells that the directive shows means alone: of a slice nothing is compared for it.
	means bool
	// asks lists the questions that a call needs answered, of the slice that it names; nil: the
	// directive shows what every report holds, and of a slice the same.
	asks func(*call) []result.Question
	// Exactly one of write, for a block, and say, for a place in a sentence, is
	// set. Their view is nil where benchmark is not set.
	write func(*executor, *call, *view) error
	say   func(*executor, *call, *view) ([]reports.Span, error)
}

// parameter is an argument that a directive takes.
type parameter struct {
	name     string
	doc      string
	required bool
	takes    []string // the only values; nil: any
}

// call is a directive as a notebook writes it.
type call struct {
	*directive
	line int
	args []argument
}

type argument struct {
	name, value string
	line        int
}

// arg is an argument's value, empty where it is not given.
func (c *call) arg(name string) string {
	for _, a := range c.args {
		if a.name == name {
			return a.value
		}
	}
	return ""
}

// lineOf is the line that an argument stands on.
func (c *call) lineOf(name string) int {
	for _, a := range c.args {
		if a.name == name {
			return a.line
		}
	}
	return c.line
}

var benchmarkArgument = parameter{name: "benchmark", doc: "the benchmark; by default that of the part, or the only one"}

// parameters are all that a directive takes.
func (d *directive) parameters() []parameter {
	if !d.benchmark {
		return d.args
	}
	return append(slices.Clone(d.args), benchmarkArgument, whereArgument)
}

// parseCall reads a directive's name and its arguments, name=value, separated by
// blanks or line ends; a value with blanks stands in quotation marks.
func (n *Notebook) parseCall(known []directive, source string, line int) (*call, error) {
	words, err := n.words(source, line)
	if err != nil {
		return nil, err
	}
	var names []string
	for i := range known {
		names = append(names, known[i].name)
	}
	if len(words) == 0 {
		return nil, n.fault(line, "a directive without a name; %s", choose("", names))
	}
	c := &call{line: line}
	for i := range known {
		if known[i].name == words[0].name && !words[0].assigned {
			c.directive = &known[i]
		}
	}
	if c.directive == nil {
		return nil, n.fault(words[0].line, "unknown directive %q; %s", reports.Shorten(reports.Visible(words[0].name), reports.MaxNameRunes), choose(words[0].name, names))
	}
	takes := c.parameters()
	var argNames []string
	for _, p := range takes {
		argNames = append(argNames, p.name)
	}
	for _, w := range words[1:] {
		name := reports.Shorten(reports.Visible(w.name), reports.MaxNameRunes)
		at := slices.Index(argNames, w.name)
		switch {
		case !w.assigned:
			return nil, n.fault(w.line, "%s: expected name=value, got %q", c.name, name)
		case at < 0 && len(argNames) == 0:
			return nil, n.fault(w.line, "%s: unknown argument %q; it takes none", c.name, name)
		case at < 0:
			return nil, n.fault(w.line, "%s: unknown argument %q; %s", c.name, name, choose(w.name, argNames))
		case c.has(w.name):
			return nil, n.fault(w.line, "%s: the argument %s is given twice", c.name, name)
		case w.value == "":
			return nil, n.fault(w.line, "%s: the argument %s is empty; leave it out for its default", c.name, name)
		case takes[at].takes != nil && !slices.Contains(takes[at].takes, w.value):
			return nil, n.fault(w.line, "%s: %s is %q; %s", c.name, name, reports.Shorten(reports.Visible(w.value), reports.MaxNameRunes), choose(w.value, takes[at].takes))
		}
		c.args = append(c.args, argument{name: w.name, value: w.value, line: w.line})
	}
	for _, p := range takes {
		if p.required && !c.has(p.name) {
			return nil, n.fault(line, "%s: the argument %s is missing: %s", c.name, p.name, p.doc)
		}
	}
	return c, n.checkAsked(c)
}

func (c *call) has(name string) bool {
	return slices.ContainsFunc(c.args, func(a argument) bool { return a.name == name })
}

// word is a part of a directive's source: a name, or name=value.
type word struct {
	name, value string
	assigned    bool
	line        int
}

// words splits a directive's source.
func (n *Notebook) words(source string, line int) ([]word, error) {
	var out []word
	s := []rune(source)
	for i := 0; i < len(s); {
		if unicode.IsSpace(s[i]) {
			if s[i] == '\n' {
				line++
			}
			i++
			continue
		}
		w := word{line: line}
		start := i
		for i < len(s) && !unicode.IsSpace(s[i]) && s[i] != '=' {
			i++
		}
		w.name = string(s[start:i])
		if i < len(s) && s[i] == '=' {
			w.assigned = true
			value, next, ok := valueAt(s, i+1)
			if !ok {
				return nil, n.fault(line, "the quotation mark of %s is not closed on its line", reports.Shorten(reports.Visible(w.name), reports.MaxNameRunes))
			}
			w.value, i = value, next
		}
		out = append(out, w)
	}
	return out, nil
}

// valueAt reads a value, which stands in quotation marks where it holds blanks.
// Within them a backslash takes the sign behind it as it is.
func valueAt(s []rune, i int) (value string, next int, ok bool) {
	if i >= len(s) || s[i] != '"' {
		start := i
		for i < len(s) && !unicode.IsSpace(s[i]) {
			i++
		}
		return string(s[start:i]), i, true
	}
	var b strings.Builder
	for i++; i < len(s) && s[i] != '\n'; i++ {
		switch {
		case s[i] == '"':
			return b.String(), i + 1, true
		case s[i] == '\\' && i+1 < len(s) && s[i+1] != '\n':
			i++
		}
		b.WriteRune(s[i])
	}
	return "", i, false
}
