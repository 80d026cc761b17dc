package main

import (
	"cmp"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"mcpstats/analysis/claims/relations"
	"mcpstats/analysis/result"
	"mcpstats/datasets/document"
	"mcpstats/reports/compose"
	"mcpstats/reports/jsonout"
	"mcpstats/reports/markdown"
	"mcpstats/reports/marked"
	"mcpstats/reports/xlsx"
)

// writeVerdicts writes what a reviewer hands on: the findings, each paper as a page with its
// numbers marked, a workbook and the JSON.
func (p *program) writeVerdicts(out string, res *result.Results, reads []*relations.Report) error {
	dir, err := p.stage(out)
	if err != nil {
		return err
	}
	defer dir.discard()
	findings, err := compose.PaperFindings(res)
	if err != nil {
		return err
	}
	numbers, err := compose.ClaimList(res)
	if err != nil {
		return err
	}
	err = dir.write("findings.md", func(w io.Writer) error { return markdown.Render(w, findings, nil) })
	if err == nil {
		err = dir.write("numbers.xlsx", func(w io.Writer) error { return xlsx.Render(w, numbers, xlsx.Scores{}) })
	}
	if err == nil {
		err = dir.write(marker, func(w io.Writer) error { return jsonout.Write(w, res) })
	}
	for i, r := range reads {
		if r == nil || err != nil {
			continue
		}
		name := "paper.html"
		if len(reads) > 1 {
			base := filepath.Base(r.Document.File)
			name = fmt.Sprintf("pages/%d-%s.html", i+1, strings.TrimSuffix(base, filepath.Ext(base)))
		}
		err = dir.write(name, func(w io.Writer) error { return marked.Write(w, markedPage(r)) })
	}
	if err != nil {
		return err
	}
	return dir.commit()
}

// markedPage is a paper with its numbers marked by verdict.
func markedPage(r *relations.Report) *marked.Page {
	m := &marking{report: r, claims: r.Claims(), notes: map[int]int{}}
	summary := r.Paper()
	page := &marked.Page{
		Title:  cmp.Or(r.Document.Title, filepath.Base(r.Document.File)),
		Answer: fmt.Sprintf("%d numbers read, %d checked, %d cannot be as printed.", summary.Read, summary.Checked, summary.Findings),
	}
	for _, c := range slices.Concat(r.Findings(), m.doubtful()) {
		claim := m.claims[c]
		page.Notes = append(page.Notes, marked.Note{Printed: claim.Printed, Where: claim.Where, Verdict: strings.ReplaceAll(claim.Verdict, "_", " "), Arithmetic: claim.Arithmetic, Fits: claim.Fits, Rule: claim.Rule})
		m.notes[c] = len(page.Notes)
	}
	for i, b := range r.Document.Blocks {
		page.Blocks = append(page.Blocks, m.block(i, b))
	}
	return page
}

type marking struct {
	report *relations.Report
	claims []result.Claim
	notes  map[int]int // footnote of a number
}

// doubtful are the numbers that hold only on a condition.
func (m *marking) doubtful() []int {
	var out []int
	for i, c := range m.claims {
		if c.Verdict == result.Depends || c.Verdict == result.ByTruncation {
			out = append(out, i)
		}
	}
	return out
}

func (m *marking) block(i int, b document.Block) marked.Block {
	out := marked.Block{Kind: marked.Paragraph, Place: b.Place.Words()}
	switch b.Kind {
	case document.Heading:
		out.Kind, out.Place = marked.Heading, ""
	case document.ListItem:
		out.Kind = marked.Item
	case document.TableBlock:
		if b.Table != nil {
			return m.table(i, b)
		}
	}
	out.Pieces = m.pieces(b.Text.Plain, func(n *relations.Number) bool { return n.Block == i })
	return out
}

func (m *marking) table(i int, b document.Block) marked.Block {
	t := b.Table
	out := marked.Block{Kind: marked.Table, Place: b.Place.Words()}
	out.Pieces = m.pieces(t.Caption.Plain, func(n *relations.Number) bool {
		return n.Block == i && !n.Cell && n.To <= len(t.Caption.Plain) && strings.Contains(t.Caption.Plain, n.Sentence)
	})
	for r, row := range t.Rows {
		var cells []marked.Cell
		for c, cell := range row {
			if cell.Covered {
				continue
			}
			cells = append(cells, marked.Cell{
				Head: t.IsHead(r, c), RowSpan: cell.RowSpan, ColSpan: cell.ColSpan,
				Pieces: m.pieces(cell.Text.Plain, func(n *relations.Number) bool { return n.Block == i && n.Cell && n.Row == r && n.Col == c }),
			})
		}
		out.Rows = append(out.Rows, cells)
	}
	return out
}

// pieces cuts a text at the numbers that stand in it.
func (m *marking) pieces(text string, in func(*relations.Number) bool) []marked.Piece {
	var marks []marked.Mark
	for i := range m.report.Numbers {
		n := &m.report.Numbers[i]
		if in(n) {
			marks = append(marks, marked.Mark{From: n.From, To: n.To, Piece: marked.Piece{Verdict: n.Verdict, Hover: n.Arithmetic, Note: m.notes[i]}})
		}
	}
	return marked.Cut(text, marks)
}
