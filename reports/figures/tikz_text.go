package figures

import (
	"strings"

	"golang.org/x/text/unicode/norm"
)

// texCommands print what TeX would obey, and the signs that the usual encodings
// of pdfLaTeX have not by themselves. A group follows each, so that no ligature
// can arise.
var texCommands = map[rune]string{
	'\\': `\textbackslash{}`, '{': `\{`, '}': `\}`, '$': `\$`, '&': `\&`, '#': `\#`, '%': `\%`, '_': `\_`,
	'^': `\textasciicircum{}`, '~': `\textasciitilde{}`, '<': `\ensuremath{<}`, '>': `\ensuremath{>}`, '|': `\ensuremath{|}`,
	'"': `\char34{}`, '`': `\textasciigrave{}`, '\'': `'{}`, '-': `-{}`, ',': `,{}`, '[': `{[}`, ']': `{]}`,
	'…': `\ldots{}`, '–': `\textendash{}`, '—': `\textemdash{}`, '‘': `\textquoteleft{}`, '’': `\textquoteright{}`,
	'“': `\textquotedblleft{}`, '”': `\textquotedblright{}`, '•': `\textbullet{}`, '†': `\textdagger{}`,
	'±': `\ensuremath{\pm}`, '×': `\ensuremath{\times}`, '÷': `\ensuremath{\div}`, '−': `\ensuremath{-}`, '∞': `\ensuremath{\infty}`,
	'≤': `\ensuremath{\leq}`, '≥': `\ensuremath{\geq}`, '≠': `\ensuremath{\neq}`, '≈': `\ensuremath{\approx}`,
	'→': `\ensuremath{\rightarrow}`, '←': `\ensuremath{\leftarrow}`, '·': `\ensuremath{\cdot}`,
	'α': `\ensuremath{\alpha}`, 'β': `\ensuremath{\beta}`, 'γ': `\ensuremath{\gamma}`, 'δ': `\ensuremath{\delta}`, 'ε': `\ensuremath{\varepsilon}`,
	'κ': `\ensuremath{\kappa}`, 'λ': `\ensuremath{\lambda}`, 'μ': `\ensuremath{\mu}`, 'µ': `\ensuremath{\mu}`, 'π': `\ensuremath{\pi}`, 'ρ': `\ensuremath{\rho}`,
	'σ': `\ensuremath{\sigma}`, 'τ': `\ensuremath{\tau}`, 'φ': `\ensuremath{\varphi}`, 'χ': `\ensuremath{\chi}`, 'ω': `\ensuremath{\omega}`,
	'Γ': `\ensuremath{\Gamma}`, 'Δ': `\ensuremath{\Delta}`, 'Θ': `\ensuremath{\Theta}`, 'Λ': `\ensuremath{\Lambda}`, 'Π': `\ensuremath{\Pi}`,
	'Σ': `\ensuremath{\Sigma}`, 'Φ': `\ensuremath{\Phi}`, 'Ψ': `\ensuremath{\Psi}`, 'Ω': `\ensuremath{\Omega}`,
	'ß': `\ss{}`, 'æ': `\ae{}`, 'Æ': `\AE{}`, 'ø': `\o{}`, 'Ø': `\O{}`, 'œ': `\oe{}`, 'Œ': `\OE{}`, 'ł': `\l{}`, 'Ł': `\L{}`, 'ı': `\i{}`,
}

// texAccents are the accents that LaTeX sets in any encoding of its own, over the
// letters of ASCII.
var texAccents = map[rune]string{
	0x300: "\\`", 0x301: `\'`, 0x302: `\^`, 0x303: `\~`, 0x304: `\=`, 0x306: `\u`, 0x307: `\.`, 0x308: `\"`, 0x30a: `\r`, 0x30b: `\H`, 0x30c: `\v`, 0x327: `\c`,
}

// escapeTeX makes a stranger's text print as it is. Characters that LaTeX may not
// have are left out: spellable has replaced them.
func escapeTeX(s string) string {
	var b strings.Builder
	for _, r := range s {
		out, _ := texOf(r)
		b.WriteString(out)
	}
	return b.String()
}

// inTeX is the coverage of pdfLaTeX without any package.
func inTeX(r rune) bool {
	_, ok := texOf(r)
	return ok
}

// texOf is what prints a character; false where LaTeX may have nothing.
func texOf(r rune) (string, bool) {
	if c, ok := texCommands[r]; ok {
		return c, true
	}
	if r >= ' ' && r < 0x7f {
		return string(r), true
	}
	base, accent, ok := accented(r)
	if !ok {
		return "", false
	}
	return texAccents[accent] + "{" + base + "}", true
}

// plainASCII is a sentence for a comment, which ends with its line.
func plainASCII(s string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r >= 0x7f {
			return '?'
		}
		return r
	}, s)
}

// accented splits a letter into a letter of ASCII and one accent.
func accented(r rune) (base string, accent rune, ok bool) {
	d := []rune(norm.NFD.String(string(r)))
	if len(d) != 2 || d[0] >= 0x7f || texAccents[d[1]] == "" {
		return "", 0, false
	}
	return string(d[0]), d[1], true
}
