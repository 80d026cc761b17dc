package compose

import (
	"bytes"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	source "github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"mcpstats/reports"
)

// piece is a run of text, or a directive that stands within a sentence.
type piece struct {
	span reports.Span
	call *call
	line int
}

// inlineCall is a directive within a sentence, as goldmark's tree holds it.
type inlineCall struct {
	ast.BaseInline
	words  string
	at     int
	closed bool
}

var kindInlineCall = ast.NewNodeKind("MCPStatsDirective")

// Kind is part of goldmark's Node.
func (*inlineCall) Kind() ast.NodeKind { return kindInlineCall }

// Dump is part of goldmark's Node.
func (n *inlineCall) Dump(text []byte, level int) { ast.DumpHelper(n, text, level, nil, nil) }

// inlineParser finds {{directive}} in a sentence.
type inlineParser struct{}

// Trigger is part of goldmark's InlineParser.
func (inlineParser) Trigger() []byte { return []byte{'{'} }

// Parse is part of goldmark's InlineParser.
func (inlineParser) Parse(_ ast.Node, block source.Reader, _ parser.Context) ast.Node {
	line, segment := block.PeekLine()
	if !bytes.HasPrefix(line, []byte("{{")) {
		return nil
	}
	end := bytes.Index(line, []byte("}}"))
	if end < 0 {
		block.Advance(2)
		return &inlineCall{at: segment.Start}
	}
	block.Advance(end + 2)
	return &inlineCall{words: string(line[2:end]), at: segment.Start, closed: true}
}

// markdownParser reads CommonMark and the directives.
func markdownParser() parser.Parser {
	return parser.NewParser(
		parser.WithBlockParsers(parser.DefaultBlockParsers()...),
		parser.WithInlineParsers(append(parser.DefaultInlineParsers(), util.Prioritized(inlineParser{}, 50))...),
		parser.WithParagraphTransformers(parser.DefaultParagraphTransformers()...),
	)
}
