package latex

import (
	"fmt"
	"strings"
	"unicode"
)

// commands print what TeX would obey, and the characters that T1 fonts have not
// by themselves. Ligatures ("--", "<<", "?`") cannot arise, as none of their
// signs follows another without a group between.
var commands = map[rune]string{
	'\\': `\textbackslash{}`, '{': `\{`, '}': `\}`, '$': `\$`, '&': `\&`, '#': `\#`, '%': `\%`, '_': `\_`,
	'^': `\textasciicircum{}`, '~': `\textasciitilde{}`, '<': `\textless{}`, '>': `\textgreater{}`, '|': `\textbar{}`,
	'"': `\symbol{34}`, '`': `\textasciigrave{}`,
	'…': `\ldots{}`, '–': `\textendash{}`, '—': `\textemdash{}`, '‘': `\textquoteleft{}`, '’': `\textquoteright{}`,
	'“': `\textquotedblleft{}`, '”': `\textquotedblright{}`, '•': `\textbullet{}`, '†': `\textdagger{}`,
	'±': `\ensuremath{\pm}`, '×': `\ensuremath{\times}`, '÷': `\ensuremath{\div}`, '−': `\ensuremath{-}`, '∞': `\ensuremath{\infty}`,
	'≤': `\ensuremath{\leq}`, '≥': `\ensuremath{\geq}`, '≠': `\ensuremath{\neq}`, '≈': `\ensuremath{\approx}`,
	'→': `\ensuremath{\rightarrow}`, '←': `\ensuremath{\leftarrow}`, '·': `\ensuremath{\cdot}`, '√': `\ensuremath{\surd}`,
	'α': `\ensuremath{\alpha}`, 'β': `\ensuremath{\beta}`, 'γ': `\ensuremath{\gamma}`, 'δ': `\ensuremath{\delta}`, 'ε': `\ensuremath{\varepsilon}`,
	'ζ': `\ensuremath{\zeta}`, 'η': `\ensuremath{\eta}`, 'θ': `\ensuremath{\theta}`, 'ι': `\ensuremath{\iota}`, 'κ': `\ensuremath{\kappa}`,
	'λ': `\ensuremath{\lambda}`, 'μ': `\ensuremath{\mu}`, 'ν': `\ensuremath{\nu}`, 'ξ': `\ensuremath{\xi}`, 'π': `\ensuremath{\pi}`, 'ρ': `\ensuremath{\rho}`,
	'σ': `\ensuremath{\sigma}`, 'τ': `\ensuremath{\tau}`, 'υ': `\ensuremath{\upsilon}`, 'φ': `\ensuremath{\varphi}`, 'χ': `\ensuremath{\chi}`,
	'ψ': `\ensuremath{\psi}`, 'ω': `\ensuremath{\omega}`, 'Γ': `\ensuremath{\Gamma}`, 'Δ': `\ensuremath{\Delta}`, 'Θ': `\ensuremath{\Theta}`,
	'Λ': `\ensuremath{\Lambda}`, 'Ξ': `\ensuremath{\Xi}`, 'Π': `\ensuremath{\Pi}`, 'Σ': `\ensuremath{\Sigma}`, 'Φ': `\ensuremath{\Phi}`,
	'Ψ': `\ensuremath{\Psi}`, 'Ω': `\ensuremath{\Omega}`,
}

// lacking are the letters of Latin-1 and Latin Extended-A that pdfLaTeX has no
// name for, or that Times lacks.
const lacking = "ĦħĿŀŊŋŉĸŦŧſ"

// printable tells a character that stands in the file as itself.
func printable(r rune) bool {
	return r >= ' ' && r < 0x7f || r >= 'À' && r <= 'ſ' && r != '×' && r != '÷' && !strings.ContainsRune(lacking, r)
}

// spell writes what cannot be printed as code points, so that two names stay
// two; white space of any kind is a blank.
func spell(s string) string {
	if ascii(s) {
		return s
	}
	var b strings.Builder
	open := false
	for _, r := range strings.ToValidUTF8(s, "\uFFFD") {
		_, named := commands[r]
		ok := printable(r) || named || unicode.IsSpace(r)
		switch {
		case ok && open:
			b.WriteByte(']')
			fallthrough
		case ok:
			if unicode.IsSpace(r) {
				r = ' '
			}
			b.WriteRune(r)
		case open:
			fmt.Fprintf(&b, " %04X", r)
		default:
			fmt.Fprintf(&b, "[U+%04X", r)
		}
		open = !ok
	}
	if open {
		b.WriteByte(']')
	}
	return b.String()
}

// ascii tells text that prints as it stands, but for what commands stand for.
func ascii(s string) bool {
	for i := range len(s) {
		if s[i] < ' ' || s[i] >= 0x7f {
			return false
		}
	}
	return true
}

// A word of more than longWord characters may break behind the marks that names
// are joined with, and after maxPiece characters without any.
const (
	longWord = 14
	maxPiece = 20
)

const joints = "_/.:=@-"

// escape makes text that prints as it is.
func escape(s string) string { return escapeBy(s, false) }

// typewriter is escape for typewriter type, where quotation marks are upright.
func typewriter(s string) string { return escapeBy(s, true) }

func escapeBy(s string, upright bool) string {
	var out strings.Builder
	for i, word := range strings.Split(spell(s), " ") {
		if i > 0 {
			out.WriteByte(' ')
		}
		runes := []rune(word)
		since := 0
		for k, r := range runes {
			if c := command(r, upright); c != "" {
				out.WriteString(c)
			} else {
				out.WriteRune(r)
			}
			if k+1 == len(runes) || len(runes) <= longWord {
				continue
			}
			if since++; strings.ContainsRune(joints, r) || since == maxPiece {
				out.WriteString(`\allowbreak{}`)
				since = 0
			}
		}
	}
	return apart(out.String())
}

// apart keeps hyphens and quotation marks that follow each other from melting.
func apart(s string) string {
	for _, pair := range [...]string{"--", "''", ",,"} {
		for strings.Contains(s, pair) {
			s = strings.ReplaceAll(s, pair, pair[:1]+"{}"+pair[1:])
		}
	}
	return s
}

// command is what prints a sign, empty where it prints as itself.
func command(r rune, upright bool) string {
	if r == '\'' && upright {
		return `\textquotesingle{}`
	}
	if r < 0x80 && (r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9') {
		return ""
	}
	return commands[r]
}

// prose is escape for sentences: a hyphen that opens a number is a minus sign.
func prose(s string) string {
	spelled := []rune(spell(s))
	for i, r := range spelled {
		if r != '-' || i+1 == len(spelled) || !unicode.IsDigit(spelled[i+1]) {
			continue
		}
		if i > 0 && strings.ContainsRune(" [(", spelled[i-1]) {
			spelled[i] = '−'
		}
	}
	return escape(string(spelled))
}

// bookmark is text for a PDF's outline, which takes no commands but those of
// single signs; what is not ASCII is left out.
func bookmark(s string) string {
	var b strings.Builder
	for _, r := range spell(s) {
		switch {
		case strings.ContainsRune(`\{}^~`, r):
			b.WriteByte(' ')
		case strings.ContainsRune("$&#%_", r):
			b.WriteByte('\\')
			b.WriteRune(r)
		case r == '…':
			b.WriteString("...")
		case r < 0x7f:
			b.WriteRune(r)
		}
	}
	return b.String()
}
