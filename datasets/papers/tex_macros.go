package papers

import (
	"strings"
)

// A project's macros are expanded within bounds: a macro that calls itself twice would never end.
const (
	mostExpansions = 300_000
	deepestInput   = 400
	deepestRun     = 400
)

// texMacro is what \newcommand or \def defined.
type texMacro struct {
	params   int
	optional []texToken // the first argument's default; nil: it has none
	hasOpt   bool
	pattern  []texToken // \def's own delimiters, with its parameters; nil: plain arguments
	body     []texToken
}

// define reads what follows \newcommand and its kin.
func (w *tex) define(command string) {
	switch command {
	case "def", "gdef", "edef", "xdef":
		name := w.skipSpace()
		var pattern []texToken
		params, delimited := 0, false
		for {
			t := w.next()
			if t.kind == texEnd || t.kind == texStop {
				w.back(t)
				return
			}
			if t.kind == texOpen {
				break
			}
			if t.kind == texParam {
				params++
			} else {
				delimited = true
			}
			pattern = append(pattern, t)
			if len(pattern) > 60 {
				return
			}
		}
		m := &texMacro{params: params, body: w.group()}
		if delimited {
			m.pattern = pattern
		}
		w.setMacro(name, m)
	case "let":
		name := w.skipSpace()
		t := w.skipSpace()
		if t.kind == texText && t.s == "=" {
			t = w.skipSpace()
		}
		if t.kind == texCommand {
			if m := w.macros[t.s]; m != nil {
				w.setMacro(name, m)
				return
			}
			if t.s == name.s {
				return
			}
		}
		w.setMacro(name, &texMacro{body: []texToken{t}})
	case "DeclareMathOperator":
		w.star()
		name := w.arg()
		body := w.arg()
		if len(name) > 0 {
			w.setMacro(name[0], &texMacro{body: body})
		}
	case "NewDocumentCommand", "RenewDocumentCommand", "ProvideDocumentCommand", "DeclareDocumentCommand":
		name := w.arg()
		spec := strings.Fields(strings.NewReplacer("m", " m ", "O", " O ", "o", " o ", "s", " s ").Replace(written(w.arg())))
		m := &texMacro{body: w.arg()}
		for _, s := range spec {
			if s == "m" {
				m.params++
			} else if (s == "o" || s == "O") && m.params == 0 {
				m.params, m.hasOpt = m.params+1, true
			}
		}
		if len(name) > 0 {
			w.setMacro(name[0], m)
		}
	default: // \newcommand*{\name}[2][default]{body}
		w.star()
		name := w.arg()
		m := &texMacro{}
		if n, ok := w.option(); ok {
			m.params = min(atoi(written(n), 0), 9)
			m.optional, m.hasOpt = w.option()
		}
		m.body = w.arg()
		if len(name) > 0 {
			w.setMacro(name[0], m)
		}
	}
}

// setMacro keeps a macro, unless it would take the place of a command that is understood and
// that papers only restyle (\arraystretch, \thetable, \section).
func (w *tex) setMacro(name texToken, m *texMacro) {
	if name.kind != texCommand || understood[name.s] || strings.HasPrefix(name.s, "the") && len(name.s) > 5 {
		return
	}
	if len(w.macros) < 20000 {
		w.macros[name.s] = m
	}
}

// expand puts a macro's text, with its arguments, in front of the input. It answers false
// where a bound is reached.
func (w *tex) expand(t texToken, m *texMacro) {
	w.expansions++
	if w.expansions > mostExpansions || len(w.inputs) > deepestInput {
		w.p.note(t.at, "macros are nested or repeated beyond bounds at \\%s: some were not expanded", t.s)
		return
	}
	var args [10][]texToken
	if m.pattern != nil {
		w.delimited(m, &args)
	} else {
		for i := 1; i <= m.params; i++ {
			if i == 1 && m.hasOpt {
				if a, ok := w.option(); ok {
					args[1] = a
				} else {
					args[1] = m.optional
				}
				continue
			}
			args[i] = w.arg()
		}
	}
	out := make([]texToken, 0, len(m.body))
	for _, b := range m.body {
		if b.kind == texParam {
			if n := b.s[len(b.s)-1]; len(b.s) == 2 && '1' <= n && n <= '9' {
				out = append(out, args[n-'0']...)
			} else if len(b.s) > 2 {
				out = append(out, texToken{texParam, b.s[len(b.s)/2:], t.at})
			}
			if len(out) > mostTokens {
				w.p.note(t.at, "the text of \\%s is too long: it was not expanded", t.s)
				return
			}
			continue
		}
		b.at = t.at
		out = append(out, b)
	}
	w.produced += len(out)
	if w.produced > 4*mostTokens {
		w.p.note(t.at, "macros make too much text at \\%s: some were not expanded", t.s)
		return
	}
	w.back(out...)
}

// delimited reads the arguments of \def\a#1.#2{}: each to the sign that follows it.
func (w *tex) delimited(m *texMacro, args *[10][]texToken) {
	n := 0
	for i := 0; i < len(m.pattern); i++ {
		p := m.pattern[i]
		if p.kind != texParam {
			t := w.next()
			if t.kind != p.kind || t.s != p.s {
				w.back(t)
			}
			continue
		}
		n = min(n+1, 9)
		if i+1 == len(m.pattern) || m.pattern[i+1].kind == texParam {
			args[n] = w.arg()
			continue
		}
		end := m.pattern[i+1]
		for len(args[n]) < 5000 {
			t := w.next()
			if t.kind == texEnd || t.kind == texStop || t.kind == texPar {
				w.back(t)
				break
			}
			if t.kind == end.kind && t.s == end.s {
				w.back(t)
				break
			}
			if t.kind == texText && end.kind == texText {
				if k := strings.Index(t.s, end.s); k >= 0 {
					if k > 0 {
						args[n] = append(args[n], texToken{texText, t.s[:k], t.at})
					}
					if rest := t.s[k+len(end.s):]; rest != "" {
						w.back(texToken{texText, rest, t.at})
					}
					w.back(texToken{texText, end.s, t.at})
					break
				}
			}
			if t.kind == texOpen {
				args[n] = append(append(append(args[n], t), w.group()...), texToken{texClose, "}", t.at})
				continue
			}
			args[n] = append(args[n], t)
		}
	}
}

// conditional reads \if... to the branch that counts: of \iffalse the other one, of switches
// that \newif declared the one that they are set to, else the first.
func (w *tex) conditional(name string) {
	yes := true
	switch name {
	case "iffalse":
		yes = false
	case "ifx", "ifcat", "if":
		w.next()
		w.next()
	case "ifdefined", "ifcsname":
		w.next()
	case "ifnum", "ifdim", "ifodd":
		// The comparison's tokens are of no interest, and end in a space or a command.
	default:
		if v, known := w.switches[name]; known {
			yes = v
		}
	}
	w.branches = append(w.branches, yes)
	if !yes {
		w.skipBranch(true)
	}
}

// skipBranch reads over the rest of a branch, to \fi or, where stopAtElse, to its \else.
func (w *tex) skipBranch(stopAtElse bool) {
	depth := 0
	for n := 0; n < mostTokens; n++ {
		t := w.next()
		switch {
		case t.kind == texEnd:
			return
		case t.kind == texStop:
			w.back(t)
			return
		case t.kind != texCommand:
		case t.s == "fi":
			if depth == 0 {
				if len(w.branches) > 0 {
					w.branches = w.branches[:len(w.branches)-1]
				}
				return
			}
			depth--
		case t.s == "else" && depth == 0 && stopAtElse:
			return
		case isConditional(t.s):
			depth++
		}
	}
}

func isConditional(name string) bool {
	if !strings.HasPrefix(name, "if") {
		return false
	}
	switch name {
	case "ifthenelse", "iff", "ifstrequal", "ifdef", "ifblank", "ifstrempty", "ifbool", "iftoggle", "ifpdf", "ifundef", "ifcsdef", "ifdefempty":
		return false
	}
	return true
}
