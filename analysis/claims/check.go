package claims

import (
	"errors"
	"fmt"
	"strings"
)

// Check declares one relation that a printed number can be held to: what it is
// called in a claims file, what it asks and takes, where the relation comes from,
// and how it is asked. Everything that is said of a check elsewhere, in messages,
// in `mcpstats list checks`, in the help of verify and in docs/checks.md, is read
// from here.
type Check struct {
	Name  string // the key in a claim's `check:`
	Doc   string // the question that it asks, in at most maxDoc characters
	Forms []Form // what it takes; of several forms a claim uses one
	Cite  string // where the relation is defined or published

	// ask parses what stands in the document and returns what judges it.
	ask func(*args) judgment
}

// Form is one way of writing what a check takes: a map of fields, or, where there
// are none, a bare value.
type Form struct {
	Fields  []Field
	Value   string // the bare value, in words
	Example string // a claim, without its id, that parses and is judged
}

// Field is one key of a check's map.
type Field struct {
	Name     string
	Alias    string // another name that is read too
	Shape    string // how its value is written, such as "[parts]"; empty for a single value
	Optional bool
	Doc      string // what it means, its unit, and what holds where it is left out
}

// judgment answers a question about one claim.
type judgment func(*inquiry) outcome

// declare joins a check with the function that parses its fields and the one that
// judges what was parsed. The two share a type of input, which the compiler holds
// them to; the list of checks, which mixes inputs, need not know it. parse reports
// its refusals by args.fail and returns anything then.
func declare[Input any](c Check, parse func(*args) Input, judge func(Input, *inquiry) outcome) Check {
	if parse == nil || judge == nil {
		return c // Validate refuses it
	}
	c.ask = func(a *args) judgment {
		input := parse(a)
		return func(q *inquiry) outcome { return judge(input, q) }
	}
	return c
}

// bare tells a check that takes a value, or a list of them, in place of a map.
func (c Check) bare() bool { return len(c.Forms) > 0 && len(c.Forms[0].Fields) == 0 }

// Takes writes what the check takes as messages and pages show it:
// "{mean, sd, n} or {mean, se}".
func (c Check) Takes() string {
	forms := make([]string, len(c.Forms))
	for i, f := range c.Forms {
		forms[i] = f.String()
	}
	return strings.Join(forms, " or ")
}

// String writes the form: "?" marks what may be left out.
func (f Form) String() string {
	if len(f.Fields) == 0 {
		return f.Value
	}
	fields := make([]string, len(f.Fields))
	for i, field := range f.Fields {
		fields[i] = field.String()
	}
	return "{" + strings.Join(fields, ", ") + "}"
}

// String writes the field's name and shape.
func (f Field) String() string {
	s := f.Name
	if f.Optional {
		s += "?"
	}
	if f.Shape != "" {
		s += ": " + f.Shape
	}
	return s
}

// maxDoc keeps a check's question to one line of an 80-column terminal, beside
// its name.
const maxDoc = 60

// Validate reports what is missing from a declaration. That its examples parse,
// and that its fields are those that its parser asks for, only running it shows.
func (c Check) Validate() error {
	switch {
	case c.Name == "":
		return errors.New("a check without a name")
	case c.Doc == "" || len(c.Doc) > maxDoc:
		return fmt.Errorf("check %s: Doc has %d characters; expected 1 to %d", c.Name, len(c.Doc), maxDoc)
	case c.Cite == "":
		return fmt.Errorf("check %s: no Cite", c.Name)
	case len(c.Forms) == 0:
		return fmt.Errorf("check %s: no Forms", c.Name)
	case c.ask == nil:
		return fmt.Errorf("check %s: not declared with a parser and a judge", c.Name)
	}
	for _, f := range c.Forms {
		if err := f.validate(); err != nil {
			return fmt.Errorf("check %s: %w", c.Name, err)
		}
	}
	return nil
}

func (f Form) validate() error {
	if f.Example == "" {
		return fmt.Errorf("form %s: no Example", f)
	}
	if (f.Value == "") == (len(f.Fields) == 0) {
		return fmt.Errorf("form %s: expected either Fields or a Value", f)
	}
	for _, field := range f.Fields {
		if field.Name == "" || field.Doc == "" {
			return fmt.Errorf("field %q: no Name or no Doc", field.Name)
		}
	}
	return nil
}

// alternatives writes words as a choice: "a, b or c".
func alternatives(words []string) string {
	last := len(words) - 1
	if last < 1 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:last], ", ") + " or " + words[last]
}
