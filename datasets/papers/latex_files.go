package papers

import (
	"io/fs"
	"path"
	"strings"

	"mcpstats/datasets/document"
)

// include reads another file of the project where it is named.
func (pr *texProject) include(w *tex, dir, name string, t texToken) {
	current := "."
	for i := len(w.inputs) - 1; i >= 0; i-- {
		if w.inputs[i].path != "" {
			current = path.Dir(w.inputs[i].path)
			break
		}
	}
	if name == "" {
		return
	}
	var tried string
	for _, base := range []string{dir, path.Join(current, dir)} {
		file := cleanPath(base, name)
		if file == "" {
			w.p.note(t.at, "%s lies outside of the project's folder and was not read", name)
			return
		}
		tried = file
		for _, candidate := range []string{file, file + ".tex"} {
			if strings.HasSuffix(candidate, ".tex.tex") || path.Ext(candidate) == "" {
				continue
			}
			if pr.open(w, candidate, t) {
				return
			}
		}
	}
	if strings.HasSuffix(tried, ".sty") || strings.HasSuffix(tried, ".cls") || path.Ext(tried) == ".pgf" || path.Ext(tried) == ".tikz" {
		return
	}
	w.p.note(t.at, "%s is not there and was not read", tried)
}

func (pr *texProject) open(w *tex, file string, t texToken) bool {
	if pr.p.fsys == nil {
		return false
	}
	for _, in := range w.inputs {
		if in.path == file {
			w.p.note(t.at, "%s names itself, directly or through others; it was read once", file)
			return true
		}
	}
	info, err := fs.Stat(pr.p.fsys, file)
	if err != nil || info.IsDir() {
		return false
	}
	if pr.included++; pr.included > 2000 || pr.bytes+int(min(info.Size(), largest+1)) > largest {
		w.p.note(t.at, "%s was not read: the project has more than 2000 files or %d MB", file, largest>>20)
		return true
	}
	content, err := fs.ReadFile(pr.p.fsys, file)
	if err != nil {
		w.p.note(t.at, "%s could not be read", file)
		return true
	}
	pr.bytes += len(content)
	if binary(content) {
		w.p.note(t.at, "%s is no text and was not read", file)
		return true
	}
	text, _ := decode(content)
	shown := path.Join(path.Dir(strings.ReplaceAll(pr.p.name, "\\", "/")), file)
	w.inputs = append(w.inputs, texInput{src: string(text), line: 1, file: shown, path: file})
	return true
}

// skipTo reads over an environment's tokens.
func (w *tex) skipTo(name string) {
	for depth := 1; ; {
		t := w.next()
		switch {
		case t.kind == texEnd:
			return
		case t.kind == texStop:
			w.back(t)
			return
		case t.kind == texCommand && t.s == "begin":
			if written(w.arg()) == name {
				depth++
			}
		case t.kind == texCommand && t.s == "end":
			if written(w.arg()) == name {
				if depth--; depth == 0 {
					return
				}
			}
		}
	}
}

// skipRaw reads over an environment whose content is no TeX.
func (w *tex) skipRaw(name string) {
	if n := len(w.inputs); n > 0 && w.inputs[n-1].path != "" {
		in := &w.inputs[n-1]
		end := strings.Index(in.src[in.off:], `\end{`+name+`}`)
		if end < 0 {
			w.p.note(document.Place{File: in.file, Line: in.line}, "\\begin{%s} is not ended: the rest of the file was not read", name)
			end = len(in.src) - in.off
		} else {
			end += len(`\end{` + name + `}`)
		}
		in.line += strings.Count(in.src[in.off:in.off+end], "\n")
		in.off += end
		return
	}
	w.skipTo(name)
}
