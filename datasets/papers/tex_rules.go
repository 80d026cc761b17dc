package papers

// ruleArguments are the commands between rows.
var ruleArguments = map[string]string{
	"hline": "", "toprule": "o", "midrule": "o", "bottomrule": "o", "cmidrule": "opm", "cline": "m", "specialrule": "mmm", "addlinespace": "o", "hdashline": "o", "cdashline": "mo", "Xhline": "m", "Xcline": "mm", "noalign": "m", "morecmidrules": "",
	"endhead": "", "endfirsthead": "", "endfoot": "", "endlastfoot": "", "hhline": "m", "thickhline": "", "Xhrule": "", "doublehline": "", "tabucline": "om", "firsthline": "", "lasthline": "", "SetRow": "m", "tableline": "", "colrule": "", "topline": "", "midline": "", "bottomline": "", "arrayrulecolor": "om", "heavyrule": "", "lightrule": "", "nobreakmidrule": "",
}

// rule reads a rule between rows. The first one below a row ends the head.
func (w *tex) rule(t *texTable, k texToken) {
	for _, c := range ruleArguments[k.s] {
		switch c {
		case 'o':
			w.option()
		case 'p':
			w.between("(", ")")
		case 'm':
			w.arg()
		}
	}
	rows := len(t.g.rows)
	switch k.s {
	case "addlinespace", "noalign", "morecmidrules", "cmidrule", "cline", "cdashline", "Xcline", "SetRow", "arrayrulecolor", "tabucline":
		return
	case "endfirsthead":
		t.longHead = rows
		return
	case "endhead":
		if t.longHead < 0 {
			t.longHead = rows
		} else if t.longHead <= rows { // the head of the other pages repeats that of the first
			t.g.rows = t.g.rows[:t.longHead]
		}
		return
	case "endfoot", "endlastfoot":
		if t.longHead >= 0 && t.longHead <= rows {
			t.g.rows = t.g.rows[:t.longHead]
		}
		return
	}
	t.rules++
	if rows > 0 && t.firstEnd == 0 {
		t.firstEnd = rows
	}
}
