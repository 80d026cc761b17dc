package mapping

import (
	"slices"
	"strings"

	"github.com/goccy/go-json"

	"mcpstats/internal/spelling"
)

// Sample is the beginning of one file of a log that no reader knows.
type Sample struct {
	Path      string
	Documents []json.RawMessage // objects: a whole document, lines, rows, or the elements of a list
	Whole     bool              // the one document is the file
}

// Guess is a first mapping of a log that no reader knows, as text to correct: it looks at keys,
// at what kinds of values they have and at whether these repeat, says of each line why it stands
// there, and what it could not find. Nothing reads a log by a guess that nobody has looked at.
func Guess(samples []Sample) string {
	g := guessOf(samples)
	return g.write()
}

// GuessLine is the guess in one line, as --map takes it; "" where it finds no task, or what it
// finds cannot stand within single quotes.
func GuessLine(samples []Sample) string {
	g := guessOf(samples)
	g.write()
	line := strings.Join(g.entries, ", ")
	if !slices.ContainsFunc(g.entries, func(e string) bool { return strings.HasPrefix(e, "task: ") }) || strings.ContainsAny(line, "'\n") {
		return ""
	}
	return line
}

// guessOf is the place that looks most like one of attempts.
func guessOf(samples []Sample) guess {
	best := place{score: -1}
	for _, p := range places(samples) {
		if p.measure(samples); p.score > best.score {
			best = p
		}
	}
	return guess{place: best, samples: samples}
}

// place is somewhere that records may stand.
type place struct {
	path    string // of files: records; "" for the documents themselves
	score   int
	leaves  []leaf // of its records
	outer   []leaf // of what is around them, by $.name
	keys    string // the {name} in the path
	records int
	inside  bool         // the records themselves have a task, a verdict or messages
	in      map[int]bool // the samples that have records
}

// leaf is a path in records, and the values that it has in them.
type leaf struct {
	path   string
	last   string // its last key, normalized
	kind   Kind   // of the first value that is not null
	values []string
	raw    json.RawMessage // the first such value
	depth  int
}

const (
	mostGuessed = 200 // records that are looked at
	guessDepth  = 3   // objects within objects that are
)

// places lists where records may stand: the documents, lists of objects in them, and objects
// whose members are alike, as keys that are data make them.
func places(samples []Sample) []place {
	out := []place{{}}
	add := func(p place) {
		if !slices.ContainsFunc(out, func(o place) bool { return o.path == p.path }) {
			out = append(out, p)
		}
	}
	var look func(raw json.RawMessage, path string, depth int)
	look = func(raw json.RawMessage, path string, depth int) {
		if depth > guessDepth || first(raw) != '{' {
			return
		}
		members := fieldsOf(raw).members
		if path != "" && areAlike(members) {
			add(place{path: path + ".{key}", keys: "key"})
			return
		}
		for _, m := range members {
			child := strings.TrimPrefix(path+"."+PathKey(m.key), ".")
			switch first(m.value) {
			case '[':
				if list, err := elements(m.value); err == nil && len(list) > 0 && first(list[0]) == '{' && !isTalk(&leaf{raw: m.value}) {
					add(place{path: child})
				}
			case '{':
				look(m.value, child, depth+1)
			}
		}
	}
	for _, s := range samples {
		if s.Whole {
			look(s.Documents[0], "", 0)
		}
	}
	return out
}

// areAlike reports whether the members of an object are objects, or lists of them, that share
// most keys: then the object's own keys are data, such as the names of models. A single member
// says so only where its key is no word of a format.
func areAlike(members []part) bool {
	keys := map[string]int{}
	for _, m := range members {
		v := m.value
		if first(v) == '[' {
			list, err := elements(v)
			if err != nil || len(list) == 0 {
				return false
			}
			v = list[0]
		}
		if absent(v) {
			continue
		}
		if first(v) != '{' {
			return false
		}
		for _, k := range fieldsOf(v).members {
			keys[k.key]++
		}
	}
	shared := 0
	for _, n := range keys {
		if n == len(members) {
			shared++
		}
	}
	return shared >= 2 && (len(members) > 1 || strings.ContainsAny(members[0].key, "-/.: 0123456789"))
}

// measure looks at the records of a place, and scores how much they look like attempts.
func (p *place) measure(samples []Sample) {
	r := &Records{}
	if p.path != "" {
		path, err := ParsePath(p.path)
		if err != nil {
			return
		}
		r.path = &path
	}
	at := map[string]int{}
	p.in = map[int]bool{}
	for i, s := range samples {
		for _, d := range s.Documents {
			_ = r.Each(d, func(record []byte) bool {
				p.records++
				p.in[i] = true
				p.leaves = addLeaves(p.leaves, at, record, "", 0)
				return p.records < mostGuessed
			})
		}
	}
	if p.path != "" {
		around := map[string]int{}
		for _, s := range samples {
			for _, d := range s.Documents {
				p.outer = addLeaves(p.outer, around, d, "$", 0)
			}
		}
		p.outer = slices.DeleteFunc(p.outer, func(l leaf) bool { return l.kind == Nested || l.depth > 1 })
	}
	g := guess{place: *p}
	for _, of := range []struct{ field, worth int }{{0, 3}, {1, 2}, {2, 3}, {3, 1}} {
		f := g.find(guessed[of.field])
		switch {
		case f == nil:
		case strings.HasPrefix(f.path, "$"):
			p.score += 3*of.worth - 1 // it belongs to all records alike
		default:
			p.score += 3*of.worth - 2*f.depth
			p.inside = p.inside || of.field != 1
		}
	}
	if !p.inside {
		p.score = 0
	}
	if p.path == "" && p.records <= 1 && len(samples) == 1 && samples[0].Whole {
		p.score-- // one document of one file is seldom one attempt
	}
}

// addLeaves adds the paths of an object and of the objects in it.
func addLeaves(list []leaf, at map[string]int, raw json.RawMessage, path string, depth int) []leaf {
	for _, m := range fieldsOf(raw).members {
		name := strings.TrimPrefix(path+"."+PathKey(m.key), ".")
		i, ok := at[name]
		if !ok {
			i = len(list)
			at[name] = i
			last := spelling.Normal(m.key)
			if p, err := ParsePath(name); err == nil && depth > 0 && (last == "id" || last == "name") { // provider.id is a provider
				last = spelling.Normal(p.steps[len(p.steps)-2].key)
			}
			list = append(list, leaf{path: name, last: last, depth: depth})
		}
		if absent(m.value) {
			continue
		}
		l := &list[i]
		if l.raw == nil {
			l.raw, l.kind = m.value, JSONKind(m.value)
		}
		if first(m.value) == '{' && depth < guessDepth-1 {
			list = addLeaves(list, at, m.value, name, depth+1)
		} else if s, err := text(m.value); err == nil && len(s) < 200 {
			list[i].values = append(list[i].values, s)
		}
	}
	return list
}
