package document

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// wordNumbers are the numbers that papers write as words.
var wordNumbers = map[string]string{
	"two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7", "eight": "8", "nine": "9", "ten": "10",
	"eleven": "11", "twelve": "12", "thirteen": "13", "fourteen": "14", "fifteen": "15", "sixteen": "16", "seventeen": "17",
	"eighteen": "18", "nineteen": "19", "twenty": "20", "thirty": "30", "forty": "40", "fifty": "50", "sixty": "60",
	"seventy": "70", "eighty": "80", "ninety": "90", "hundred": "100", "thousand": "1000",
}

var (
	wordNumber = regexp.MustCompile(`(?i)\b(two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)(?:-(?:one|two|three|four|five|six|seven|eight|nine))?)\b`)
)

// irregular plurals that do not end in s.
var irregular = map[string]bool{"people": true, "children": true, "women": true, "men": true, "data": true, "criteria": true, "mice": true, "persons": true, "queries": true}

// notNouns end in s and count nothing.
var notNouns = map[string]bool{
	"is": true, "was": true, "has": true, "does": true, "its": true, "this": true, "as": true, "vs": true, "versus": true, "less": true, "plus": true,
	"times": true, "across": true, "whereas": true, "thus": true, "us": true, "ours": true, "always": true, "this's": true, "yes": true, "towards": true,
	"achieves": true, "outperforms": true, "improves": true, "shows": true, "remains": true, "gets": true, "reaches": true, "scores": true, "drops": true,
	"previous": true, "various": true, "numerous": true, "points": true, "cross": true, "loss": true, "process": true, "analysis": true, "bias": true,
	"basis": true, "previous-": true, "perhaps": true, "besides": true, "afterwards": true, "series": true, "status": true, "success": true, "access": true,
}

// stopWords end the search for a counted noun: what follows them is not counted.
var stopWords = map[string]bool{
	"of": true, "in": true, "on": true, "to": true, "for": true, "from": true, "by": true, "at": true, "with": true, "and": true, "or": true, "than": true,
	"is": true, "was": true, "are": true, "were": true, "the": true, "a": true, "an": true, "that": true, "which": true, "who": true, "while": true, "but": true,
	"on-": true, "as": true, "if": true, "when": true, "vs": true, "versus": true, "per": true, "over": true, "under": true, "between": true, "among": true,
	"across": true, "after": true, "before": true, "during": true, "has": true, "have": true, "had": true, "does": true, "did": true, "not": true, "only": true,
	"percent": true, "out": true, "compared": true, "using": true, "its": true, "their": true, "our": true, "this": true, "these": true, "it": true, "we": true,
}

// countedNoun is the noun in the plural that the words behind a number lead to within four
// words ("test cases" of "582 manually written test cases"), and where it ends.
func countedNoun(after string) (noun string, end int) {
	if after == "" || after[0] != ' ' && after[0] != '\n' && !strings.HasPrefix(after, "\u00a0") {
		return "", 0
	}
	i := 0
	for words := 0; words < 4; words++ {
		for i < len(after) && (after[i] == ' ' || after[i] == '\n') || strings.HasPrefix(after[i:], "\u00a0") {
			_, n := utf8.DecodeRuneInString(after[i:])
			i += n
		}
		start := i
		for i < len(after) {
			c, n := utf8.DecodeRuneInString(after[i:])
			if !unicode.IsLetter(c) && !(i > start && (c == '-' || c == '/' || unicode.IsDigit(c))) {
				break
			}
			i += n
		}
		word := strings.ToLower(after[start:i])
		if word == "" || stopWords[word] {
			return "", 0
		}
		if irregular[word] || len(word) > 2 && strings.HasSuffix(word, "s") && !strings.HasSuffix(word, "ss") && !notNouns[word] && !strings.HasSuffix(word, "ous") {
			return word, i
		}
		if i < len(after) && after[i] == ',' {
			i++
		}
	}
	return "", 0
}

// spelledOut lists the numbers in words that count something.
func (r *reader) spelledOut() []token {
	var out []token
	for _, at := range wordNumber.FindAllStringIndex(r.s, -1) {
		if r.skip[at[0]] || at[0] > 0 && r.s[at[0]-1] == '-' || at[1] < len(r.s) && r.s[at[1]] == '-' {
			continue
		}
		noun, _ := countedNoun(r.s[at[1]:])
		if noun == "" {
			continue
		}
		word := strings.ToLower(r.s[at[0]:at[1]])
		value := wordNumbers[word]
		if tens, ones, both := strings.Cut(word, "-"); both {
			one := wordNumbers[ones]
			if ones == "one" {
				one = "1"
			}
			value = wordNumbers[tens][:1] + one
		}
		out = append(out, token{from: at[0], to: at[1], end: at[1], body: r.s[at[0]:at[1]], decimal: '.', value: value, unit: noun, approx: nearlyBefore(strings.TrimRight(r.s[:at[0]], " "), r.s[at[0]:at[1]])})
	}
	return out
}
