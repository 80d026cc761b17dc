package claims

import (
	"slices"
	"strings"

	"github.com/goccy/go-yaml/ast"
)

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
	// The sign that is printed decides, unless the file states another unit that it
	// contradicts.
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
