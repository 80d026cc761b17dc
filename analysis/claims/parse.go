package claims

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/goccy/go-yaml/ast"

	"mcpstats/datasets"
	"mcpstats/internal/spelling"
	"mcpstats/internal/yamltext"
)

// maxFile bounds a claims file; a paper has a few hundred claims.
const maxFile = 16 << 20

// Parse reads a claims file; name is the file as the user named it, for messages.
// It is strict: the first mistake is an error with file, line and what was
// expected, and nothing of the file is used.
func Parse(name string, document []byte) (file *File, err error) {
	if len(document) > maxFile {
		return nil, &datasets.FileError{File: name, Err: fmt.Errorf("larger than %d MB", maxFile>>20)}
	}
	defer func() {
		// The YAML parser's lexer has been seen to panic on damaged input.
		if r := recover(); r != nil {
			file, err = nil, &datasets.FileError{File: name, Err: fmt.Errorf("not valid YAML: %v", r)}
		}
	}()
	tree, err := yamltext.Parse(document)
	if err != nil {
		return nil, syntaxError(name, err)
	}
	p := &parsing{file: &File{Name: name}, ids: map[string]int{}}
	for _, doc := range tree.Docs {
		if doc.Body == nil {
			continue
		}
		if err := p.top(doc.Body); err != nil {
			return nil, err
		}
	}
	if len(p.file.Claims) == 0 {
		return nil, &datasets.FileError{File: name, Err: errors.New("no claims; expected a list \"claims:\" of maps with id, printed and check")}
	}
	if err := p.resolve(); err != nil {
		return nil, err
	}
	return p.file, nil
}

// parsing is the state of reading one file.
type parsing struct {
	file    *File
	ids     map[string]int // index of a claim
	pending []*operand     // that name a claim, to be resolved
}

func (p *parsing) at(line int, format string, a ...any) error {
	return at(p.file.Name, line, format, a...)
}

// unknown is the error for a key that is not known.
func (p *parsing) unknown(what string, e entry, known []string) error {
	hint := ""
	if near := spelling.Nearest(e.key, known); near != "" {
		hint = fmt.Sprintf(" (nearest: %q)", near)
	}
	return p.at(e.line, "unknown %s %q%s; expected %s", what, clipText(e.key), hint, strings.Join(known, ", "))
}

func (p *parsing) top(body ast.Node) error {
	es, err := entries(body)
	if err != nil {
		return p.at(lineOf(body), "%w; a claims file is a map with the keys paper, logs, claims", err)
	}
	for _, e := range es {
		switch e.key {
		case "paper":
			err = p.paper(e)
		case "logs":
			err = p.logs(e)
		case "claims":
			seq, ok := e.value.(*ast.SequenceNode)
			if !ok {
				return p.at(e.line, "claims: expected a list of claims, found %s", excerpt(e.value))
			}
			for _, node := range seq.Values {
				if err := p.claim(node); err != nil {
					return err
				}
			}
		default:
			err = p.unknown("key", e, []string{"paper", "logs", "claims"})
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (p *parsing) paper(e entry) error {
	es, err := entries(e.value)
	if err != nil {
		return p.at(e.line, "paper: %w", err)
	}
	for _, f := range es {
		text, _, err := scalar(f.value)
		if err != nil {
			return p.at(f.line, "paper: %s: %w", f.key, err)
		}
		switch f.key {
		case "title":
			p.file.Paper.Title = text
		case "source":
			p.file.Paper.Source = text
		case "date":
			p.file.Paper.Date = text
		default:
			return p.unknown("key of paper", f, []string{"title", "source", "date"})
		}
	}
	return nil
}

func (p *parsing) logs(e entry) error {
	es, err := entries(e.value)
	if err != nil {
		return p.at(e.line, "logs: %w of benchmarks", err)
	}
	for _, f := range es {
		l := Log{Benchmark: f.key}
		for _, node := range items(f.value) {
			path, _, err := scalar(node)
			if err != nil {
				return p.at(f.line, "logs: %s: %w; expected a path or the name of an example", f.key, err)
			}
			l.Paths = append(l.Paths, path)
		}
		p.file.Logs = append(p.file.Logs, l)
	}
	return nil
}

// claimKeys are the keys of a claim.
var claimKeys = []string{"id", "where", "printed", "unit", "check", "unverifiable", "note"}

// written is a claim as it stands in the file, before its number is read.
type written struct {
	Claim
	check         *entry // nil: none
	unit, printed bool   // whether these keys are there
	printedLine   int
}

func (p *parsing) claim(node ast.Node) error {
	w, err := p.written(node)
	if err != nil {
		return err
	}
	if err := p.identify(w); err != nil {
		return err
	}
	if w.Printed, err = ParsePrinted(w.Printed.Text); err != nil {
		w.Printed.value = nil
		return p.label(w, err)
	}
	switch {
	case w.Printed.sign && (!w.unit || w.Unit == None || w.Unit == Ratio):
		w.Unit = Percent
	case w.Printed.sign && w.Unit != Percent && w.Unit != Points:
		return p.at(w.Line, "claim %s: unit %s, but a percent sign is printed; expected unit: percent", w.ID, w.Unit)
	}
	if w.check != nil {
		if w.Questions, err = p.questions(&w.Claim, w.check); err != nil {
			return err
		}
	}
	return p.keep(w.Claim)
}

// written reads the keys of a claim.
func (p *parsing) written(node ast.Node) (*written, error) {
	line := lineOf(node)
	es, err := entries(node)
	if err != nil {
		return nil, p.at(line, "%w for a claim", err)
	}
	if len(es) > 0 {
		line = es[0].line
	}
	w := &written{Claim: Claim{Unit: None, Line: line}, printedLine: line}
	for i, e := range es {
		if e.key == "check" {
			w.check = &es[i]
			continue
		}
		if err := p.key(w, e); err != nil {
			return nil, err
		}
	}
	return w, nil
}

// key reads one key of a claim that has a text.
func (p *parsing) key(w *written, e entry) error {
	if !slices.Contains(claimKeys, e.key) {
		return p.unknown("key of a claim", e, claimKeys)
	}
	text, _, err := scalar(e.value)
	if err != nil {
		return p.at(e.line, "%s: %w", e.key, err)
	}
	switch e.key {
	case "id":
		w.ID = text
	case "where":
		w.Where = text
	case "note":
		w.Note = text
	case "unverifiable":
		w.Needs = text
	case "printed":
		w.Printed.Text, w.printed, w.printedLine = text, true, e.line
	case "unit":
		w.Unit, w.unit = Unit(text), true
		if !slices.Contains(Units, w.Unit) {
			return p.unknown("unit", entry{key: text, line: e.line}, unitNames())
		}
	}
	return nil
}

// identify refuses a claim without an id of its own, or without a number.
func (p *parsing) identify(w *written) error {
	switch {
	case w.ID == "":
		return p.at(w.Line, "a claim without an id; expected one, unique in the file")
	case !w.printed:
		return p.at(w.Line, "claim %s: printed is missing; expected the number as the paper prints it, in quotes", clipText(w.ID))
	}
	if _, err := ParsePrinted(w.ID); err == nil {
		return p.at(w.Line, "id %q is a number; expected a name, since operands are ids or numbers", w.ID)
	}
	if first, ok := p.ids[w.ID]; ok {
		return p.at(w.Line, "id %q is given twice, first in line %d; expected ids to be unique", w.ID, p.file.Claims[first].Line)
	}
	return nil
}

// label keeps a claim that prints no number: one that says what it would need, or
// one whose checks are about other numbers only. wrong is why it is not a number.
func (p *parsing) label(w *written, wrong error) error {
	refused := p.at(w.printedLine, "claim %s: printed: %w", w.ID, wrong)
	if w.check == nil {
		if w.Needs == "" {
			return refused
		}
		return p.keep(w.Claim)
	}
	questions, err := p.questions(&w.Claim, w.check)
	if err != nil {
		return err
	}
	if slices.ContainsFunc(questions, func(q Question) bool { return q.own }) {
		return refused
	}
	w.Questions = questions
	return p.keep(w.Claim)
}

func (p *parsing) keep(c Claim) error {
	p.ids[c.ID] = len(p.file.Claims)
	p.file.Claims = append(p.file.Claims, c)
	return nil
}

func unitNames() []string {
	out := make([]string, len(Units))
	for i, u := range Units {
		out[i] = string(u)
	}
	return out
}

// questions reads the checks of a claim: maps of one or more checks.
func (p *parsing) questions(c *Claim, e *entry) ([]Question, error) {
	var out []Question
	for _, node := range items(e.value) {
		es, err := entries(node)
		if err != nil {
			return nil, p.at(e.line, "claim %s: check: %w such as {proportion: {n: 95}}", c.ID, err)
		}
		for _, k := range es {
			check, ok := checkNamed(k.key)
			if !ok {
				return nil, p.unknown("check", k, checkNames())
			}
			q, err := p.question(c, check, k)
			if err != nil {
				return nil, err
			}
			out = append(out, q)
		}
	}
	if len(out) == 0 {
		return nil, p.at(e.line, "claim %s: check is empty; expected one of %s", c.ID, strings.Join(checkNames(), ", "))
	}
	return out, nil
}
