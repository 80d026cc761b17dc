package papers

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"mcpstats/datasets/document"
)

// tex reads TeX as far as papers need it: it expands a project's macros and sends text, with
// its looks, to a sink; environments decide what becomes of it. It never fails: what it does
// not know is read for the text in it, and what it gives up is noted.
type tex struct {
	p          *paper
	inputs     []texInput
	macros     map[string]*texMacro
	switches   map[string]bool
	branches   []bool
	expansions int
	produced   int
	depth      int // of run within run
	out        *rich
	math       bool
	envs       []string // environments that are open
	ending     string   // of which \end was read within an inner one
	inline     int      // above 0 an empty line begins no paragraph: in a cell, a caption
	kind       document.Kind
	project    *texProject // nil: a formula alone
	float      *texFloat
	grid       *texTable // the table whose cell is being read
}

func newTeX(p *paper) *tex {
	return &tex{p: p, macros: map[string]*texMacro{}, switches: map[string]bool{}, out: &rich{}}
}

// run typesets tokens until stop says that one ends it, and gives that token. The end of the
// input, of an argument and of an outer environment end every run.
func (w *tex) run(stop func(texToken) bool) texToken {
	w.depth++
	defer func() { w.depth-- }()
	for {
		t := w.next()
		if t.kind == texEnd || t.kind == texStop || stop != nil && stop(t) {
			return t
		}
		if w.depth > deepestRun {
			if t.kind == texText || t.kind == texSpace {
				w.typeset(t)
			}
			w.p.note(t.at, "groups are nested more than %d deep: some were not read", deepestRun)
			continue
		}
		w.typeset(t)
		if w.ending != "" {
			return texToken{kind: texStop}
		}
	}
}

// ends gives back a token that ended a run for its surroundings' sake.
func (w *tex) ends(t texToken) {
	if t.kind == texStop && w.ending == "" {
		w.back(t)
	}
}

func (w *tex) typeset(t texToken) {
	switch t.kind {
	case texText:
		s := t.s
		if !w.math {
			s = ligatures(s)
		}
		w.out.write(s, t.at)
	case texSpace:
		if !w.math {
			w.out.space = true
		}
	case texTie:
		w.out.space = true
	case texPar:
		if w.inline > 0 || w.math {
			w.out.space = true
		} else {
			w.flush()
		}
	case texOpen:
		w.scope(func() { w.ends(w.run(func(t texToken) bool { return t.kind == texClose })) })
	case texClose:
	case texMath:
		w.formula(func(t texToken) bool { return t.kind == texMath })
	case texAlign:
		w.out.space = true
	case texUp, texDown:
		w.script(t)
	case texCommand:
		w.command(t)
	}
}

var ligature = strings.NewReplacer("---", "—", "--", "–", "``", "“", "''", "”", "`", "‘")

func ligatures(s string) string {
	if strings.ContainsAny(s, "-`'") {
		return ligature.Replace(s)
	}
	return s
}

// scope ends the looks that are begun in it.
func (w *tex) scope(do func()) {
	out, open := w.out, len(w.out.open)
	do()
	if w.out == out {
		w.out.until(open)
	}
}

// formula typesets to the end of a formula. A paragraph's end ends a formula that its author forgot to end.
func (w *tex) formula(end func(texToken) bool) {
	before := w.math
	if before { // $ within \text within a formula, or a formula's end
		w.math = false
		return
	}
	w.math = true
	var over texToken
	w.scope(func() {
		over = w.run(func(t texToken) bool { return end(t) || t.kind == texPar || t.kind == texAlign && w.grid != nil })
	})
	w.math = before
	if over.kind == texPar || over.kind == texAlign {
		w.p.note(over.at, "a formula is not ended before the line")
		w.back(over)
		return
	}
	w.ends(over)
}

// script raises or lowers the next argument; in running text the signs are letters.
func (w *tex) script(t texToken) {
	if !w.math {
		w.out.write(t.s, t.at)
		return
	}
	look := document.Superscript
	if t.kind == texDown {
		look = document.Subscript
	}
	space := w.out.space
	w.out.space = false
	arg := w.arg()
	// 5^\circ is a degree sign, x^\prime a prime.
	if len(arg) == 1 && arg[0].kind == texCommand && (arg[0].s == "circ" || arg[0].s == "prime") {
		w.out.write(map[string]string{"circ": "°", "prime": "′"}[arg[0].s], t.at)
		return
	}
	w.out.begin(look)
	w.set(arg)
	w.out.end(look)
	w.out.space = space && w.out.space
}

// set typesets tokens as an argument.
func (w *tex) set(tokens []texToken) {
	if len(tokens) == 0 {
		return
	}
	w.back(texToken{kind: texStop})
	w.back(tokens...)
	w.scope(func() { w.run(nil) })
}

// setArg typesets the next argument.
func (w *tex) setArg() { w.set(w.arg()) }

// styled typesets the next argument with a look.
func (w *tex) styled(look document.Look) {
	arg := w.arg()
	w.out.begin(look)
	w.set(arg)
	w.out.end(look)
}

// capture typesets into a sink of its own, without paragraphs.
func (w *tex) capture(do func()) *rich {
	out, math := w.out, w.math
	w.out, w.math = &rich{}, false
	w.inline++
	do()
	made := w.out
	w.inline--
	w.out, w.math = out, math
	return made
}

// flush ends a paragraph.
func (w *tex) flush() {
	if w.out.empty() || w.project == nil {
		return
	}
	open := len(w.out.open)
	looks := make([]document.Look, open)
	for i := range open {
		looks[i] = w.out.open[i].is
	}
	r := w.out
	if w.float != nil {
		start := r.start
		w.float.texts = append(w.float.texts, floatText{r.text(), start})
	} else {
		w.p.add(w.kind, r)
	}
	next := &rich{}
	for _, l := range looks {
		next.begin(l)
	}
	*w.out = *next
}

// accent puts a combining mark behind the next letter.
func (w *tex) accent(mark string, at document.Place) {
	arg := w.arg()
	s := written(arg)
	switch strings.TrimSpace(strings.Trim(s, "\\")) {
	case "i":
		s = "i"
	case "j":
		s = "j"
	}
	if s == "" {
		return
	}
	letters := []rune(s)
	if !unicode.IsLetter(letters[0]) {
		w.set(arg)
		return
	}
	w.out.write(norm.NFC.String(string(letters[0])+mark+string(letters[1:])), at)
}
