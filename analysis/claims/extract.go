package claims

import (
	"fmt"
	"strconv"
	"strings"

	"mcpstats/internal/spelling"
)

// Proposal is a claims file proposed from a text.
type Proposal struct {
	YAML   []byte
	Claims int
}

// proposed is one number with what the text says of it.
type proposed struct {
	line    int
	place   string // row and column of a table
	name    string // for the id
	printed string
	unit    Unit
	check   string // in YAML; empty: the text states none
}

// Extract proposes a claims file from a text in Markdown, LaTeX or plain text:
// the cells of tables, and numbers in sentences. Each carries its line. A check is
// proposed only where the sentence itself says what the number follows from: "40%
// of 95", "38 of 95 (40%)", "t(94) = 2.0, p = .048", "0.93 vs. 0.89 (+4.0 points)".
// It finds what it knows and leaves the rest; it adds nothing.
func Extract(name, text string) Proposal {
	tex := strings.HasSuffix(strings.ToLower(name), ".tex")
	lines := strings.Split(strings.ReplaceAll(text, "\r\n", "\n"), "\n")
	for i := range lines {
		lines[i] = plainLine(lines[i], tex)
	}
	var found []proposed
	for i := 0; i < len(lines); {
		if rows, next := tableAt(lines, i, tex); next > i {
			found = append(found, cellsOf(rows)...)
			i = next
			continue
		}
		found = append(found, sentences(lines[i], i+1)...)
		i++
	}
	return Proposal{YAML: writeProposal(name, found), Claims: len(found)}
}

// plainLine takes markup off that would hide a number.
func plainLine(s string, tex bool) string {
	if tex {
		if i := commentAt(s); i >= 0 {
			s = s[:i]
		}
		for _, command := range []string{`\textbf{`, `\mathbf{`, `\underline{`, `\textit{`, `\emph{`, `\text{`, `\num{`} {
			for {
				i := strings.Index(s, command)
				if i < 0 {
					break
				}
				inner, after, ok := strings.Cut(s[i+len(command):], "}")
				if !ok {
					break
				}
				s = s[:i] + inner + after
			}
		}
		s = strings.NewReplacer("~", " ", `\hline`, "", `\toprule`, "", `\midrule`, "", `\bottomrule`, "").Replace(s)
	}
	return strings.NewReplacer(`\%`, "%", `\pm`, "±", "$", "", "**", "", "__", "", "`", "", "\u00a0", " ", "\u202f", " ", "\u2009", " ").Replace(s)
}

// commentAt is where LaTeX's comment begins: a percent sign without a backslash.
func commentAt(s string) int {
	for i := range len(s) {
		if s[i] == '%' && (i == 0 || s[i-1] != '\\') {
			return i
		}
	}
	return -1
}

func writeProposal(name string, found []proposed) []byte {
	var b strings.Builder
	fmt.Fprintf(&b, "# Proposed from %s. A number without a check is there to be given one, or to be an operand.\n", strings.Join(strings.Fields(name), " "))
	fmt.Fprintf(&b, "paper: {source: %s}\nclaims:\n", strconv.Quote(strings.ToValidUTF8(name, "\ufffd")))
	taken := map[string]bool{}
	for _, p := range found {
		id := fmt.Sprintf("l%d", p.line)
		if s := spelling.Slug(p.name, 48); s != "" {
			id += "-" + s
		}
		for i, first := 2, id; taken[id]; i++ {
			id = fmt.Sprintf("%s-%d", first, i)
		}
		taken[id] = true
		where := fmt.Sprintf("line %d", p.line)
		if p.place != "" {
			where += ", " + p.place
		}
		fmt.Fprintf(&b, "  - id: %s\n    where: %s\n    printed: %s\n    unit: %s\n", id, quoteYAML(where), quoteYAML(p.printed), p.unit)
		if p.check != "" {
			fmt.Fprintf(&b, "    check: %s\n", p.check)
		}
	}
	return []byte(b.String())
}

// quoteYAML is a double-quoted YAML scalar, in which Go's escapes mean the same.
func quoteYAML(s string) string { return strconv.Quote(strings.ToValidUTF8(s, "\ufffd")) }
