// Package yamltext parses YAML that strangers may have written: mappings, plans,
// claims files and the front matter of notebooks. The parser behind it descends
// once a level, holds the whole path of every node, and looks at all earlier keys
// of a map for each new one, so that 100 KB of "[" take ten gigabytes and a map of
// a hundred thousand keys minutes. What is nested or crowded beyond anything that a
// person writes is refused from its tokens, before it is parsed.
package yamltext

import (
	"fmt"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/lexer"
	"github.com/goccy/go-yaml/parser"
	"github.com/goccy/go-yaml/token"
)

// What a text may hold. A claims file of the largest paper nests to 8, has 6,000
// entries in its list and 12 keys in its longest map.
const (
	MostBytes = 4 << 20
	MostDepth = 64
	MostKeys  = 4096 // of one map
)

// Parse is parser.Parse of a text within the limits. Its errors are of type
// *yaml.SyntaxError, with the token at which the text goes wrong.
func Parse(text []byte, options ...parser.Option) (*ast.File, error) {
	if len(text) > MostBytes {
		return nil, &yaml.SyntaxError{Message: fmt.Sprintf("the text is longer than %d MB", MostBytes>>20)}
	}
	tokens := lexer.Tokenize(string(text))
	if err := check(tokens); err != nil {
		return nil, err
	}
	return parser.Parse(tokens, 0, options...)
}

// level is a collection that is open at a token: a bracket's, or a block's by its
// column.
type level struct {
	column int // 0: of a bracket
	keys   int
}

// check holds the tokens against the limits. The blocks' levels are those that the
// columns of keys, dashes and question marks give, which is never fewer than the
// parser finds.
func check(tokens token.Tokens) error {
	var open []level
	// block ends the blocks right of a column, and begins one there.
	block := func(column int) *level {
		for len(open) > 0 && open[len(open)-1].column > column {
			open = open[:len(open)-1]
		}
		if n := len(open); n == 0 || open[n-1].column != column {
			open = append(open, level{column: column})
		}
		return &open[len(open)-1]
	}
	brackets := 0
	for i, t := range tokens {
		var at *level
		switch t.Type {
		case token.SequenceStartType, token.MappingStartType:
			open = append(open, level{})
			brackets++
		case token.SequenceEndType, token.MappingEndType:
			if brackets > 0 {
				for open[len(open)-1].column > 0 { // of a block in brackets, which is an error anyway
					open = open[:len(open)-1]
				}
				open = open[:len(open)-1]
				brackets--
			}
		case token.SequenceEntryType, token.MappingKeyType:
			block(t.Position.Column)
		case token.DocumentHeaderType, token.DocumentEndType:
			open, brackets = open[:0], 0
		case token.MappingValueType:
			switch {
			case brackets > 0:
				at = &open[len(open)-1]
			case i > 0:
				at = block(tokens[i-1].Position.Column)
			}
		}
		if at != nil {
			if at.keys++; at.keys > MostKeys {
				return &yaml.SyntaxError{Message: fmt.Sprintf("a map of more than %d keys", MostKeys), Token: t}
			}
		}
		if len(open) > MostDepth {
			return &yaml.SyntaxError{Message: fmt.Sprintf("nested more than %d levels deep", MostDepth), Token: t}
		}
	}
	return nil
}
