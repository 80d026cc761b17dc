package papers

import (
	"bytes"
	"regexp"
	"strings"

	"mcpstats/datasets/document"
)

var latexSigns = regexp.MustCompile(`\\(?:documentclass|begin\{|section\{|section\*\{|usepackage|input\{|subsection\{|caption\{)`)

func isLatex(name string, head []byte) bool {
	if binary(head) {
		return false
	}
	switch ending(name) {
	case ".tex", ".ltx", ".latex":
		return true
	case ".md", ".markdown", ".ipynb", ".html", ".htm", ".rmd", ".qmd":
		return false
	}
	head = head[:min(len(head), 1<<16)]
	return bytes.Contains(head, []byte(`\documentclass`)) || len(latexSigns.FindAllIndex(head, 5)) >= 3 && !bytes.HasPrefix(head, []byte("# "))
}

// texProject is a LaTeX project: its files, what its labels refer to, what is counted.
type texProject struct {
	p        *paper
	labels   map[string]texLabel // of a first reading
	seen     map[string]texLabel // of this one
	current  texLabel
	sections [4]int
	chapters bool
	appendix bool
	tables   int
	figures  int
	formulas int
	included int
	bytes    int
	preamble bool
	over     bool
}

type texLabel struct{ kind, number string }

// texFloat is a table or figure environment that is open.
type texFloat struct {
	kind    string // "table" or "figure"
	grids   []*grid
	caption document.Text
	at      document.Place
	label   string
	texts   []floatText
	picture bool
	place   document.Place
	sub     int // subtables that were begun
	inSub   bool
}

type floatText struct {
	text document.Text
	at   document.Place
}

// readLatex reads a project twice: the first time only to learn what its labels refer to.
func readLatex(p *paper) error {
	labels := map[string]texLabel{}
	if bytes.Contains(p.content, []byte(`\label`)) || bytes.Contains(p.content, []byte(`\input`)) || bytes.Contains(p.content, []byte(`\include`)) || bytes.Contains(p.content, []byte(`\subfile`)) {
		scratch := newPaper(p.name, p.fsys)
		scratch.content = p.content
		labels = readProject(scratch, labels)
	}
	readProject(p, labels)
	return nil
}

func readProject(p *paper, labels map[string]texLabel) map[string]texLabel {
	w := newTeX(p)
	w.project = &texProject{p: p, labels: labels, seen: map[string]texLabel{}, preamble: bytes.Contains(p.content, []byte(`\begin{document}`))}
	w.inputs = []texInput{{src: string(p.content), line: 1, file: p.name, path: p.base}}
	if w.project.preamble {
		w.inline = 1
	}
	for !w.project.over {
		t := w.run(nil)
		if t.kind == texEnd {
			break
		}
		if w.ending != "" {
			w.ending = ""
		}
	}
	w.flush()
	if w.float != nil {
		w.closeFloat()
	}
	return w.project.seen
}

// environments that print what no reader of text needs, or code.
var rawEnvironments = words(`verbatim verbatim* lstlisting minted Verbatim comment filecontents filecontents* alltt BVerbatim code lstlisting* Highlighting`)
var skippedEnvironments = words(`tikzpicture pgfpicture CCSXML algorithm algorithm* algorithmic algorithm2e picture axis thebibliography IEEEbiography forest pspicture asy`)
var formulaEnvironments = words(`equation equation* align align* gather gather* displaymath math multline multline* eqnarray eqnarray* flalign flalign* alignat alignat* IEEEeqnarray IEEEeqnarray* dmath dmath*`)
var tableFloats = words(`table table* wraptable sidewaystable sidewaystable* longtable longtable* floattable SCtable margintable supertabular xltabular longtabu ThreePartTable threeparttable longtblr talltblr deluxetable deluxetable*`)
var figureFloats = words(`figure figure* wrapfigure sidewaysfigure sidewaysfigure* SCfigure marginfigure teaserfigure`)

// environmentArguments are those of environments that are read through.
var environmentArguments = map[string]string{
	"table": "o", "table*": "o", "wraptable": "omom", "sidewaystable": "o", "sidewaystable*": "o", "figure": "o", "figure*": "o", "wrapfigure": "omom", "threeparttable": "o",
	"minipage": "ooom", "adjustbox": "m", "adjustwidth": "mm", "multicols": "m", "subtable": "oom", "subfigure": "oom", "spacing": "m", "tablenotes": "o", "enumerate": "o", "itemize": "o", "description": "o", "list": "mm", "resizebox": "mm", "scalebox": "m", "alignat": "m", "alignat*": "m", "tcolorbox": "o", "mdframed": "o", "columns": "o", "column": "om", "frame": "oo", "rotate": "m", "turn": "m", "IEEEeqnarray": "om", "SCtable": "oo", "abstract": "", "quote": "", "center": "", "savenotes": "", "ThreePartTable": "o",
}

func (w *tex) begin(t texToken) {
	name := written(w.arg())
	if len(w.envs) > 150 {
		w.p.note(t.at, "environments are nested more than 150 deep: \\begin{%s} was not read", name)
		return
	}
	if rawEnvironments[name] {
		w.skipRaw(name)
		return
	}
	if skippedEnvironments[name] {
		if name == "thebibliography" && w.project != nil {
			w.flush()
		}
		w.skipTo(name)
		return
	}
	if w.project == nil {
		if _, ok := tabularArguments[name]; ok {
			for _, c := range tabularArguments[name] {
				if c == 'o' {
					w.option()
				} else {
					w.arg()
				}
			}
			w.nested(name)
			return
		}
		w.body(name)
		return
	}
	w.project.begin(w, name, t)
}

func (pr *texProject) begin(w *tex, name string, t texToken) {
	if name == "document" && pr.preamble {
		pr.preamble = false
		w.inline = 0
		w.out = &rich{}
		w.envs = append(w.envs, name)
		w.run(nil)
		w.ending = ""
		w.flush()
		pr.over = true
		return
	}
	isTable, isFigure := tableFloats[name], figureFloats[name]
	if (isTable || isFigure) && w.float == nil && w.grid == nil && !pr.preamble {
		w.flush()
		w.float = &texFloat{kind: "table", place: t.at}
		if isFigure {
			w.float.kind = "figure"
		}
		inline := w.inline
		w.inline = 0
		if _, rows := tabularArguments[name]; rows {
			w.tabular(name, t.at)
		} else {
			w.environment(name)
		}
		w.flush()
		w.inline = inline
		w.closeFloat()
		return
	}
	if _, rows := tabularArguments[name]; rows {
		if pr.preamble {
			w.skipTo(name)
			return
		}
		if w.float == nil && w.grid == nil && !w.math {
			w.flush()
		}
		w.tabular(name, t.at)
		return
	}
	switch {
	case formulaEnvironments[name]:
		w.arguments(name, environmentArguments[name])
		if !strings.HasSuffix(name, "*") {
			pr.formulas++
			pr.current = texLabel{"Equation", number(pr.formulas)}
		}
		before, inline := w.math, w.inline
		w.math = true
		w.inline++
		w.out.space = true
		w.body(name)
		w.math, w.inline = before, inline
		w.out.space = true
	case name == "abstract":
		w.flush()
		kind := w.kind
		w.kind = document.Abstract
		w.environment(name)
		w.flush()
		w.kind = kind
	case name == "itemize" || name == "enumerate" || name == "description" || strings.HasPrefix(name, "compact") || name == "list" || name == "inparaenum":
		w.flush()
		kind := w.kind
		if kind == document.Paragraph {
			w.kind = document.ListItem
		}
		w.environment(name)
		w.flush()
		w.kind = kind
	case name == "subtable" || name == "subfigure":
		if w.float != nil {
			w.float.sub++
			w.float.inSub = true
		}
		w.environment(name)
		if w.float != nil {
			w.float.inSub = false
		}
	case name == "tablenotes":
		w.flush()
		w.environment(name)
		w.flush()
	default:
		w.environment(name)
	}
}

// environment reads through an environment's arguments and its text.
func (w *tex) environment(name string) {
	for _, c := range environmentArguments[name] {
		if c == 'o' {
			w.option()
		} else {
			w.arg()
		}
	}
	w.body(name)
}

// body reads to the \end of an environment.
func (w *tex) body(name string) {
	w.envs = append(w.envs, name)
	var over texToken
	w.scope(func() { over = w.run(nil) })
	switch {
	case w.ending == name:
		w.ending = ""
	case over.kind == texStop && w.ending == "":
		w.back(over)
	case over.kind == texEnd:
		if w.project != nil {
			w.p.note(over.at, "\\begin{%s} is not ended", name)
		}
	}
	w.popEnv(name)
}

func (w *tex) popEnv(name string) {
	for i := len(w.envs) - 1; i >= 0; i-- {
		if w.envs[i] == name {
			w.envs = w.envs[:i]
			return
		}
	}
}

func (w *tex) end(name string) {
	for i := len(w.envs) - 1; i >= 0; i-- {
		if w.envs[i] == name {
			w.ending = name
			return
		}
	}
}
