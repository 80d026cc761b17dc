package papers

import (
	"path"
	"regexp"
	"strings"

	"mcpstats/datasets/document"
)

var lookNames = map[string]document.Look{"b": document.Bold, "i": document.Italic, "u": document.Underlined, "^": document.Superscript, "_": document.Subscript, "-": document.Struck}

// command does what a command says: macros first, then signs, looks, structure. A command
// that is not known prints nothing itself; the groups behind it are read as text.
func (w *tex) command(t texToken) {
	name := t.s
	if m := w.macros[name]; m != nil {
		w.expand(t, m)
		return
	}
	if s, ok := texSymbols[name]; ok {
		if name == "ding" {
			if s = map[string]string{"51": "✓", "52": "✓", "55": "✗", "56": "✗"}[written(w.arg())]; s == "" {
				return
			}
		}
		w.sign(name, s, t)
		return
	}
	if l, ok := texLooks[name]; ok {
		if l == "^" || l == "_" {
			w.out.space = w.out.space && name == "textsubscript"
		}
		w.styled(lookNames[l])
		return
	}
	if l, ok := texSwitches[name]; ok {
		w.out.begin(lookNames[l])
		return
	}
	if texNothing[name] {
		if name == "fi" && len(w.branches) > 0 {
			w.branches = w.branches[:len(w.branches)-1]
		}
		return
	}
	if texSpaces[name] || name == " " || name == "\n" || name == "\t" {
		if !w.math || name == "quad" || name == "qquad" || name == " " {
			w.out.space = true
		}
		return
	}
	if spec, ok := texArguments[name]; ok {
		w.arguments(name, spec)
		return
	}
	w.structure(t)
}

// sign prints a symbol; names of functions and arrows are parted from letters beside them.
func (w *tex) sign(name, s string, t texToken) {
	w.out.write(s, t.at)
}

func (w *tex) arguments(name, spec string) {
	coloured := name == "textcolor"
	for _, c := range spec {
		switch c {
		case 's':
			w.star()
		case 'o':
			w.option()
		case 'm':
			w.arg()
		case 't':
			if coloured {
				w.styled(document.Coloured)
				continue
			}
			math := w.math
			w.setArg()
			w.math = math
		}
	}
	if strings.HasPrefix(strings.ToLower(name), "cite") || strings.HasSuffix(name, "cite") {
		w.out.space = true
	}
}

// structure carries out the commands that do more than print.
func (w *tex) structure(t texToken) {
	switch name := t.s; name {
	case "newcommand", "renewcommand", "providecommand", "DeclareRobustCommand", "def", "gdef", "edef", "xdef", "let", "DeclareMathOperator", "NewDocumentCommand", "RenewDocumentCommand", "ProvideDocumentCommand", "DeclareDocumentCommand", "newcommandx":
		w.define(name)
	case "newenvironment", "renewenvironment":
		w.star()
		w.arg()
		w.option()
		w.option()
		w.arg()
		w.arg()
	case "begin":
		w.begin(t)
	case "end":
		w.end(written(w.arg()))
	case "\\", "tabularnewline", "cr":
		w.star()
		if w.grid == nil {
			w.option()
		}
		w.out.space = true
	case "par":
		w.typeset(texToken{kind: texPar, at: t.at})
	case ",", "thinspace":
		w.out.thin = true
	case "-", "@":
	case "(", "[":
		shut := map[string]string{"(": ")", "[": "]"}[name]
		w.formula(func(t texToken) bool { return t.kind == texCommand && t.s == shut })
		w.out.space = w.out.space || name == "["
	case ")", "]":
	case "text", "textrm", "mathrm", "texttt", "textsf", "textsc", "textnormal", "mbox", "hbox", "fbox", "operatorname", "mathsf", "mathtt", "mathcal", "mathbb", "textup", "mathnormal", "mathit", "textmd":
		if name == "operatorname" {
			w.star()
		}
		math := w.math
		w.math = math && strings.HasPrefix(name, "math") && name != "mathrm" && name != "mathsf"
		w.setArg()
		w.math = math
	case "frac", "dfrac", "tfrac", "nicefrac", "sfrac":
		w.setArg()
		w.out.space = false
		w.out.write("/", t.at)
		w.setArg()
	case "color":
		w.option()
		w.arg()
		w.out.begin(document.Coloured)
	case "cellcolor", "rowcolor", "columncolor":
		w.option()
		w.arg()
		if w.grid != nil {
			w.grid.colour(name == "rowcolor")
		}
	case "multicolumn", "multirow":
		w.span(name)
	case "num", "qty", "SI", "si", "unit", "numrange", "SIrange", "qtyrange", "numlist", "ang", "tablenum":
		w.siunitx(name, t)
	case "'", "`", "^", "\"", "~", "=", ".", "u", "v", "H", "c", "k", "r", "d", "b":
		w.accent(accents[name], t.at)
	case "verb":
		w.verb()
	case "ifthenelse":
		w.arg()
		w.setArg()
		w.arg()
	case "else":
		if len(w.branches) > 0 {
			w.skipBranch(false)
		}
	case "newif":
		if n := w.skipSpace(); n.kind == texCommand {
			w.switches[n.s] = false
		}
	case "ref", "autoref", "cref", "Cref", "eqref", "pageref", "nameref", "vref", "subref":
		w.star()
		w.refer(name, written(w.arg()), t)
	default:
		switch {
		case isConditional(name):
			w.conditional(name)
		case strings.HasSuffix(name, "true") && w.hasSwitch(name[:len(name)-4]):
			w.switches["if"+name[:len(name)-4]] = true
		case strings.HasSuffix(name, "false") && w.hasSwitch(name[:len(name)-5]):
			w.switches["if"+name[:len(name)-5]] = false
		case w.project != nil && w.project.command(w, t):
		default: // an unknown command: its option says how, its groups say what
			if n := w.next(); n.kind == texText && n.s == "[" && !w.math {
				w.back(n)
				w.option()
			} else {
				w.back(n)
			}
		}
	}
}

func (w *tex) hasSwitch(name string) bool { _, ok := w.switches["if"+name]; return ok }

var accents = map[string]string{"'": "\u0301", "`": "\u0300", "^": "\u0302", "\"": "\u0308", "~": "\u0303", "=": "\u0304", ".": "\u0307", "u": "\u0306", "v": "\u030c", "H": "\u030b", "c": "\u0327", "k": "\u0328", "r": "\u030a", "d": "\u0323", "b": "\u0331"}

// verb reads \verb|...|, whose text is code.
func (w *tex) verb() {
	if len(w.inputs) == 0 {
		return
	}
	in := &w.inputs[len(w.inputs)-1]
	if in.path == "" || in.off >= len(in.src) {
		return
	}
	mark := in.src[in.off]
	if end := strings.IndexByte(in.src[in.off+1:], mark); end >= 0 && !strings.Contains(in.src[in.off+1:in.off+1+end], "\n") {
		w.out.write(in.src[in.off+1:in.off+1+end], document.Place{File: in.file, Line: in.line})
		in.off += end + 2
	}
}

var siNumber = regexp.MustCompile(`\s*(?:\+-|\\pm\s*)\s*`)

// siunitx prints \num, \SI, \qty and their ranges.
func (w *tex) siunitx(name string, t texToken) {
	w.option()
	number := func() {
		s := written(w.arg())
		s = strings.ReplaceAll(siNumber.ReplaceAllString(s, "±"), " ", "")
		if m := regexp.MustCompile(`^([-+]?[0-9.]+)[eEdD]([-+]?[0-9]+)$`).FindStringSubmatch(s); m != nil {
			s = m[1] + "e" + m[2]
		}
		w.back(texToken{texText, s, t.at})
		w.typeset(w.next())
	}
	switch name {
	case "si", "unit":
		w.setArg()
		return
	case "numrange", "SIrange", "qtyrange":
		number()
		w.out.write("–", t.at)
		number()
	case "numlist":
		w.out.write(strings.ReplaceAll(written(w.arg()), ";", ", "), t.at)
	default:
		number()
	}
	if name == "SI" || name == "qty" || name == "SIrange" || name == "qtyrange" {
		w.option()
		w.out.space = true
		math := w.math
		w.math = true
		w.setArg()
		w.math = math
	}
}

// refer prints what a label refers to.
func (w *tex) refer(name, keys string, t texToken) {
	if w.project == nil || name == "pageref" || name == "nameref" {
		w.out.write("?", t.at)
		return
	}
	for i, key := range strings.Split(keys, ",") {
		if i > 0 {
			w.out.write(", ", t.at)
		}
		l, ok := w.project.labels[strings.TrimSpace(key)]
		switch {
		case !ok:
			w.out.write("??", t.at)
		case name == "eqref":
			w.out.write("Equation ("+l.number+")", t.at)
		case name == "autoref" || name == "cref" || name == "Cref" || name == "vref":
			w.out.write(strings.TrimSpace(l.kind+" "+l.number), t.at)
		default:
			w.out.write(l.number, t.at)
		}
	}
}

// cleanPath makes a name that \input may say a path within the project; empty where it leaves it.
func cleanPath(dir, name string) string {
	name = strings.Trim(strings.ReplaceAll(name, "\\", "/"), "\" ")
	if name == "" || strings.HasPrefix(name, "/") || strings.Contains(name, ":") {
		return ""
	}
	p := path.Join(dir, name)
	if p == ".." || strings.HasPrefix(p, "../") {
		return ""
	}
	return p
}
