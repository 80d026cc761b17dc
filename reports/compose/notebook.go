package compose

import (
	"bytes"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"mcpstats/analysis/result"
	"mcpstats/internal/spelling"
	"mcpstats/reports"
	"mcpstats/reports/planout"
)

// Notebook is a report as its author writes it: Markdown with parameters in its
// front matter and directives where live results go. It can do nothing but show
// results: it reads no file and runs no command.
type Notebook struct {
	Pages *Pages // of attempts that lie beside the report; nil: there are none

	Name       string   // in error messages: the file's name
	Title      string   // empty: made of the benchmarks' names
	Benchmarks []string // the benchmarks to show, in this order; empty: all
	front      []byte   // the front matter, with as many line ends before it as the file has
	lines      map[string]int
	steps      []step
}

// NotebookError is a mistake in a notebook, with the line it is on.
type NotebookError struct {
	Name    string
	Line    int
	Message string
}

// Error is one line: file, line, what is wrong and what to write instead.
func (e *NotebookError) Error() string {
	return fmt.Sprintf("%s:%d: %s", e.Name, e.Line, e.Message)
}

func (n *Notebook) fault(line int, format string, args ...any) error {
	return &NotebookError{Name: n.Name, Line: line, Message: fmt.Sprintf(format, args...)}
}

// maxNotebook is how long a notebook may be, in bytes.
const maxNotebook = 4 << 20

// ParseNotebook reads a notebook. name is what errors call it.
//
// Errors are of type *NotebookError: a parameter or a directive that does not
// exist, an argument that is missing or too many, Markdown that reports do not
// have.
func ParseNotebook(name string, text []byte) (*Notebook, error) {
	n := &Notebook{Name: reports.Visible(name)}
	if len(text) > maxNotebook {
		return nil, n.fault(1, "the notebook has %s bytes, at most %s are read", reports.FormatCount(len(text)), reports.FormatCount(maxNotebook))
	}
	text = bytes.TrimPrefix(text, []byte("\ufeff"))
	text = bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n"))
	text = bytes.ReplaceAll(text, []byte("\r"), []byte("\n"))
	text = bytes.ToValidUTF8(text, []byte("\uFFFD"))
	body, err := n.splitFront(text)
	if err != nil {
		return nil, err
	}
	title, plan, err := n.read(result.Plan{})
	if err != nil {
		return nil, err
	}
	n.Title, n.Benchmarks = title, plan.Benchmarks
	n.steps, err = n.parseBody(body)
	return n, err
}

// splitFront takes the front matter off and leaves empty lines in its place, so
// that every line keeps its number.
func (n *Notebook) splitFront(text []byte) (body []byte, err error) {
	if !bytes.HasPrefix(text, []byte("---\n")) {
		return text, nil
	}
	rest := text[4:]
	for at := 0; at < len(rest); {
		line, _, _ := bytes.Cut(rest[at:], []byte("\n"))
		end := min(at+len(line)+1, len(rest))
		if s := string(bytes.TrimRight(line, " \t")); s == "---" || s == "..." {
			n.front = append([]byte("\n"), rest[:at]...)
			blank := bytes.Repeat([]byte("\n"), bytes.Count(text[:4+end], []byte("\n")))
			return append(blank, rest[end:]...), nil
		}
		at = end
	}
	return nil, n.fault(1, "the front matter is not closed; end it with a line ---")
}

// read lays the front matter over a plan.
func (n *Notebook) read(base result.Plan) (title string, plan result.Plan, err error) {
	plan = base
	n.lines, err = planout.Overlay(n.front, &plan, map[string]*string{"title": &title})
	var mistake *planout.Error
	if !errors.As(err, &mistake) {
		return title, plan, err
	}
	message := mistake.Message
	if name := mistake.Unknown; name != "" {
		message = fmt.Sprintf("unknown parameter %q; %s", reports.Visible(name), choose(name, parameters()))
	}
	return title, plan, n.fault(mistake.Line, "%s", reports.Shorten(reports.Visible(message), reports.MaxTextRunes))
}

// parameters are the names that a front matter takes.
func parameters() []string { return append([]string{"title"}, planout.Fields()...) }

// Plan lays the notebook's parameters over a plan.
func (n *Notebook) Plan(base result.Plan) (result.Plan, error) {
	_, plan, err := n.read(base)
	n.pivotsAsked(&plan)
	for _, question := range n.asked() {
		if !slices.Contains(plan.Ask, question) {
			plan.Ask = append(slices.Clone(plan.Ask), question)
		}
	}
	return plan, err
}

// Agrees tells whether results that were computed earlier are what the notebook's
// parameters ask for; benchmarks may be fewer.
//
// Errors name the parameter's line.
func (n *Notebook) Agrees(res *result.Results) error {
	have := res.Provenance.Plan
	_, want, err := n.read(have)
	if err != nil {
		return err
	}
	want.Benchmarks = have.Benchmarks
	a, b := reflect.ValueOf(have), reflect.ValueOf(want)
	for i := range a.NumField() {
		if reflect.DeepEqual(a.Field(i).Interface(), b.Field(i).Interface()) {
			continue
		}
		name, _, _ := strings.Cut(a.Type().Field(i).Tag.Get("yaml"), ",")
		return n.fault(max(1, n.lines[name]), "%s is %s here, and the results were computed with %s; give the logs instead of the results, or leave it out",
			name, shownValue(b.Field(i).Interface()), shownValue(a.Field(i).Interface()))
	}
	return nil
}

func shownValue(v any) string {
	s := reports.Visible(fmt.Sprint(v))
	if s == "" || s == "[]" {
		return "not set"
	}
	return reports.Shorten(s, reports.MaxNameRunes)
}

// choose says which of the known names is nearest to one that is not known, and
// lists them where they are few.
func choose(name string, known []string) string {
	const few = 12
	var says []string
	if near := spelling.Nearest(name, known); near != "" {
		says = append(says, fmt.Sprintf("did you mean %q?", reports.Shorten(reports.Visible(near), reports.MaxNameRunes)))
	}
	if len(known) == 0 {
		return "there is none"
	}
	shown := slices.Clone(known)
	for i := range shown {
		shown[i] = reports.Shorten(reports.Visible(shown[i]), reports.MaxNameRunes)
	}
	return strings.Join(append(says, "expected "+orList(shown, few)), " ")
}

// orList is "a, b or c", of many names the first.
func orList(words []string, limit int) string {
	return strings.Replace(reports.Enumerate(words, limit), " and ", " or ", 1)
}
