package claims

import (
	"errors"
	"fmt"
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
