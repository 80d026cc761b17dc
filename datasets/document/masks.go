package document

import (
	"regexp"
	"strings"
)

// A mask is a kind of digits that are no results. The first group of its pattern, where it
// has one, is what is left out; else the whole match.
type mask struct {
	what    string
	pattern *regexp.Regexp
	cells   bool // holds in cells of tables, too
}

const (
	months   = `(?:Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)\.?`
	numerals = `[0-9]+(?:\.[0-9]+)*[a-z]?\b`
	joiners  = `(?:\s*(?:,|and|or|to|through|&|[-–—])\s*(?:and\s+)?)`
)

// masks are tried in order. What they have in common: an editor could change these digits
// without changing a result.
var masks = []mask{
	{"an address", regexp.MustCompile(`(?:https?|ftp)://[^\s)>\]]+|www\.[^\s)>\]]+|[\w.+-]+@[\w-]+\.[\w.-]+`), true},
	{"a DOI or an arXiv id", regexp.MustCompile(`(?i)\b(?:doi:?\s*|https?://doi\.org/)?10\.[0-9]{4,9}/[^\s)]+|arxiv[:.]?\s*(?:abs/)?(?:[a-z-]+/)?[0-9]{4}\.?[0-9]{3,5}(?:v[0-9]+)?|\b[0-9]{4}\.[0-9]{5}(?:v[0-9]+)?\b|\b(?:ISBN|ISSN|PMID|PMCID|NCT|ORCID)[:\s]*[0-9X-]+`), true},
	{"a date", regexp.MustCompile(`\b(?:19|20)[0-9]{2}[-/.](?:0?[1-9]|1[0-2])[-/.](?:0?[1-9]|[12][0-9]|3[01])\b|\b[0-3]?[0-9][/.][0-3]?[0-9][/.](?:19|20)[0-9]{2}\b`), true},
	{"a date", regexp.MustCompile(`\b` + months + `\s+[0-3]?[0-9](?:st|nd|rd|th)?\b(?:\s*[-–]\s*[0-3]?[0-9])?(?:\s*,?\s*(?:19|20)[0-9]{2}\b)?|\b[0-3]?[0-9](?:st|nd|rd|th)?\s+(?:of\s+)?` + months + `(?:\s*,?\s*(?:19|20)[0-9]{2}\b)?|\b` + months + `\s*,?\s*(?:19|20)[0-9]{2}\b`), true},
	{"a time of day or a ratio", regexp.MustCompile(`\b[0-9]{1,2}:[0-9]{2}(?::[0-9]{2})?\b|\b24/7\b`), true},
	{"a version", regexp.MustCompile(`(?i)\b(?:version|release|ver\.|rev\.|python|cuda|ubuntu|pytorch|java|node|windows|android|ios|release)\s+v?[0-9][0-9.]*[0-9a-z]*\b|\bv[0-9][0-9.]*[0-9a-z]*\b`), true},
	{"a reference", regexp.MustCompile(`(?i)(?:\b(?:sections?|sect?s?\.|tables?|tabs?\.|figures?|figs?\.|equations?|eqn?s?\.|appendi(?:x|ces)|app\.|chapters?|chap\.|algorithms?|alg\.|theorems?|lemmas?|propositions?|definitions?|corollar(?:y|ies)|listings?|exhibits?|boxe?s?|supplement(?:ary)?(?:\s+(?:tables?|figures?|materials?))?|footnotes?|references?|refs?\.|steps?|pages?|pp?\.|vol\.|volumes?|no\.|issues?|lines?|columns?|rows?|panels?|slides?)|§§?)[\s~]*\(?(?:[A-Z]\.?)?` + numerals + `\)?(?:` + joiners + `\(?(?:[A-Z]\.?)?` + numerals + `\)?)*`), true},
	{"a part with a number", regexp.MustCompile(`\b(?:[Ee]xperiments?|[Ss]tud(?:y|ies)|[Pp]hases?|[Ss]tages?|[Ll]evels?|[Tt]iers?|[Tt]asks?|[Mm]odels?|[Hh]ypothes[ie]s|[Qq]uestions?|[Gg]roups?|[Cc]lusters?|[Ll]ayers?|[Tt]rack|[Pp]art|[Rr]ound|[Dd]ay|[Ww]eek|[Tt]ype|[Cc]ase|[Ee]xample|[Cc]lass|[Ii]tem|[Ss]cenario|[Vv]ariant|[Aa]blation|[Gg]rade|[Ss]eason|[Tt]op|[Ss]eeds?|RQ|Q|H)\s+[0-9]{1,3}\b(?:` + joiners + `[0-9]{1,3}\b)*`), false},
	{"a setting", regexp.MustCompile(`(?i)\b[a-z]+@[0-9]+|\btop[-\s]?[0-9]+\b|\bbest[-\s]of[-\s][0-9]+\b|\bpass\s*[@^]\s*[0-9]+`), true},
	{"a citation", regexp.MustCompile(`\[[A-Za-z]{0,4}[0-9]{1,3}(?:\s*[,;–-]\s*[A-Za-z]{0,4}[0-9]{1,3})*\]`), false},
	{"the size of a grid", regexp.MustCompile(`\b[0-9]+\s*[x×]\s*[0-9]+(?:\s*[x×]\s*[0-9]+)*\b`), true},
	{"the number of a list's item", regexp.MustCompile(`^\s*(?:\(?[0-9]{1,3}[.)]|\[[0-9]{1,3}\]|[0-9](?:\.[0-9]{1,2})+\.?\s+\p{Lu})\s*[^\s0-9]`), false},
	{"the number of an item alone", regexp.MustCompile(`^\s*[(\[]?[0-9]{1,3}[.)\]]\s*$`), false},
	{"an ordinal", regexp.MustCompile(`(?i)\b[0-9]+(?:st|nd|rd|th)\b`), true},
}

var (
	year       = regexp.MustCompile(`\b(?:1[89]|20)[0-9]{2}(?:s\b|[a-z]\b)?(?:\s*[-–/]\s*(?:(?:1[89]|20)?[0-9]{2}\b))?`)
	enumerated = regexp.MustCompile(`\(([0-9]{1,2})\)`)
	numbered   = regexp.MustCompile(`\p{L}[\p{L}\p{N}]*(?:[ -][\p{Lu}][\p{L}\p{N}]*)* ([0-9]{1,2}(?:\.[0-9])?)\b`)
)

// maskOf marks the bytes of a text that are no results. names are those of the document
// that hold digits (Claude Opus 4.1), longest first.
func maskOf(t Text, cell bool, names []string) []bool {
	s := t.Plain
	skip := make([]bool, len(s))
	hide := func(from, to int) {
		for i := from; i < to && i < len(skip); i++ {
			skip[i] = true
		}
	}
	for _, m := range masks {
		if cell && !m.cells {
			continue
		}
		for _, at := range m.pattern.FindAllStringIndex(s, -1) {
			if m.what == "a citation" && (afterInterval(s[:at[0]]) || listOfValues(s[at[0]:at[1]])) {
				continue
			}
			if m.what == "the size of a grid" && powerOfTen(s[at[0]:]) {
				continue
			}
			if m.what == "the number of a list's item" {
				at[1] = at[0] + strings.IndexFunc(s[at[0]:], func(c rune) bool { return c != ' ' && c != '\t' })
				for at[1] < len(s) && s[at[1]] != ' ' && s[at[1]] != '\t' {
					at[1]++
				}
			}
			hide(at[0], at[1])
		}
	}
	for _, n := range names {
		for at := 0; ; {
			i := strings.Index(s[at:], n)
			if i < 0 {
				break
			}
			end := at + i + len(n)
			if end == len(s) || !isDigit(s[end]) && !(s[end] == '.' && end+1 < len(s) && isDigit(s[end+1])) && s[end] != '%' {
				hide(at+i, end)
			}
			at = end
		}
	}
	if !cell {
		maskYears(s, hide)
		if strings.Contains(s, "(1)") {
			for _, at := range enumerated.FindAllStringIndex(s, -1) {
				if at[1] < len(s) && s[at[1]] == ' ' && (at[0] == 0 || !isDigit(s[max(0, at[0]-2)])) {
					hide(at[0], at[1])
				}
			}
		}
		maskNumbered(s, hide)
	}
	maskRaised(t, cell, hide)
	return skip
}

// afterInterval tells whether a bracket that follows before is an interval rather than a citation.
func afterInterval(before string) bool {
	b := strings.TrimRight(before, " :=")
	if b == "" {
		return false
	}
	if b != before || len(before) > 0 { // "CI [", "12 [", "12% [": glued or spaced
		c := b[len(b)-1]
		if (isDigit(c) || c == '%') && strings.HasSuffix(before, " ") {
			return true
		}
	}
	for _, w := range []string{"CI", "CrI", "HDI", "IQR", "interval", "range", "bounds", "from"} {
		if strings.HasSuffix(b, w) {
			return true
		}
	}
	return false
}

// listOfValues tells whether numbers in square brackets are values rather than citations: no
// list of references has an entry 0, or one entry twice.
func listOfValues(bracket string) bool {
	seen := map[string]bool{}
	for _, n := range strings.FieldsFunc(bracket, func(c rune) bool { return strings.ContainsRune("[],; ", c) }) {
		if n == "0" || seen[n] {
			return true
		}
		seen[n] = true
	}
	return false
}

func powerOfTen(s string) bool {
	i := strings.IndexAny(s, "x×")
	if i < 0 {
		return false
	}
	rest := strings.TrimLeft(s[i:], "x× ")
	return strings.HasPrefix(rest, "10") && len(rest) > 2 && !isDigit(rest[2]) && (strings.ContainsAny(rest[2:3], "^-") || rest[2] >= 0x80)
}

// maskYears hides four digits that are a year: no unit, no counted noun, no equals sign.
func maskYears(s string, hide func(int, int)) {
	for _, at := range year.FindAllStringIndex(s, -1) {
		before := strings.TrimRight(s[:at[0]], " ")
		after := s[at[1]:]
		if before != "" && strings.ContainsRune("=<>$≈~", rune(before[len(before)-1])) || strings.HasSuffix(before, "≈") {
			continue
		}
		if at[0] > 0 && (s[at[0]-1] == '.' || s[at[0]-1] == ',') && at[0] > 1 && isDigit(s[at[0]-2]) {
			continue
		}
		if after != "" && (after[0] == '%' || (after[0] == '.' || after[0] == ',') && len(after) > 1 && isDigit(after[1])) {
			continue
		}
		if n, _ := countedNoun(after); n != "" {
			continue
		}
		hide(at[0], at[1])
	}
}

// measures may stand before a number that they name; other names with capitals take the
// number behind them into the name (Gemini 2.5, Opus 4, Track 2).
var measures = regexp.MustCompile(`(?i)^(?:accurac|recall|precision|score|mean|average|median|total|sd|se|sem|auc|auroc|f1|bleu|rouge|mrr|map|ndcg|em|kappa|cohen|mae|rmse|mse|ci|p|n|m|t|f|r|z|d|q|or|hr|rr|iqr|range|min|max|over|about|from|to|of|by|and|or|the|only|with|in|at|for|than|versus|vs|between|an?|is|was|are|were|we|all|these|those|our|each|using|table|pass|rate|fewer|more|up|around|approximately|nearly|almost|roughly|some|least|most|both|had|has|have|their|its|after|before|including|include|includes|across|among|additional|another|other|first|last|next|within|under|above|below|per|into|on|as|which|that|this|versus|use|used|contains|contain|comprises|provides|provide|collected|got|gets|achieves|achieved|reaches|reached|scored|scores|while|but|if|when|where|because|since|until|out)`)

// maskNumbered hides the number in a name of capitals in the middle of a sentence.
func maskNumbered(s string, hide func(int, int)) {
	for _, at := range numbered.FindAllStringSubmatchIndex(s, -1) {
		words := s[at[0]:at[2]]
		last := strings.TrimRight(words, " ")
		if i := strings.LastIndexAny(last, " -"); i >= 0 {
			last = last[i+1:]
		}
		if last == "" || last[0] < 'A' || last[0] > 'Z' || measures.MatchString(last) {
			continue
		}
		after := s[at[3]:]
		if after != "" && (isDigit(after[0]) || after[0] == '%' || after[0] == '.' && len(after) > 1 && isDigit(after[1]) || after[0] == ',' && len(after) > 1 && isDigit(after[1])) || percent(after) > 0 {
			continue
		}
		if strings.HasPrefix(strings.TrimLeft(after, " "), "±") {
			continue
		}
		if n, _ := countedNoun(after); n != "" && !strings.Contains(s[at[2]:at[3]], ".") && sentenceStart(s[:at[0]]) {
			continue // "Participants 12 items" does not occur; "Over 47 tasks" does
		}
		hide(at[2], at[3])
	}
}

func sentenceStart(before string) bool {
	b := strings.TrimRight(before, " \"“(*")
	return b == "" || strings.ContainsAny(b[len(b)-1:], ".!?:")
}

// maskRaised hides raised and lowered digits: powers, indices, marks of footnotes and
// citations. Behind a number in a cell they are its marks, which the reader takes first.
func maskRaised(t Text, cell bool, hide func(int, int)) {
	for _, st := range t.Styles {
		if st.Look == Superscript || st.Look == Subscript {
			whole := strings.TrimSpace(t.Plain) == strings.TrimSpace(t.Plain[max(0, min(st.From, len(t.Plain))):max(0, min(st.To, len(t.Plain)))])
			signed := strings.ContainsAny(t.Plain[max(0, min(st.From, len(t.Plain))):max(0, min(st.To, len(t.Plain)))], "±.+%")
			if !whole && !signed {
				hide(st.From, st.To)
			}
		}
	}
}
