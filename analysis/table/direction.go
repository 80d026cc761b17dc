package table

import (
	"slices"
	"strings"
	"unicode"

	"mcpstats/analysis/result"
)

// Direction is which values of a metric are good, and where that is known from.
type Direction struct {
	Better result.Better
	From   string
	Word   string // of the name, where it is known from there
}

// Words in the name of a metric that tell which direction is better.
var (
	higherWords = []string{"success", "accuracy", "score", "reward", "correct", "pass", "precision", "recall", "f1", "auc", "ndcg", "mrr",
		"bleu", "rouge", "coverage", "quality", "rating", "win", "utility"}
	lowerWords = []string{"error", "loss", "perplexity", "wer", "cost", "latency", "time", "tokens", "steps", "violations", "hallucination",
		"regret", "fail", "wrong", "invalid", "toxicity"}
)

// DirectionByName reads the direction off a metric's name: by whole words, so that
// "answer" holds no "wer". A name with words of both kinds, or of neither, says
// nothing; so does what stands in brackets, which is a parameter.
func DirectionByName(name string) Direction {
	name, _, _ = strings.Cut(name, "[")
	words := nameWords(name)
	found := func(list []string) string {
		for _, w := range words {
			if slices.Contains(list, w) {
				return w
			}
		}
		return ""
	}
	higher, lower := found(higherWords), found(lowerWords)
	switch {
	case higher != "" && lower == "":
		return Direction{result.Higher, result.FromName, higher}
	case lower != "" && higher == "":
		return Direction{result.Lower, result.FromName, lower}
	}
	return Direction{result.Unknown, result.FromNowhere, ""}
}

// nameWords splits a name at what is neither letter nor digit and at changes of
// case, in lower case: "errorRate" is error and rate, "WERScore" wer and score. A
// part that changes its case stands in the list as a whole, too: "nDCG" is ndcg.
func nameWords(name string) []string {
	var words []string
	for _, part := range strings.FieldsFunc(name, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		words = append(words, strings.ToLower(part))
		runes := []rune(part)
		start := 0
		for i := 1; i < len(runes); i++ {
			up := unicode.IsUpper(runes[i])
			begins := up && !unicode.IsUpper(runes[i-1])
			ends := up && i+1 < len(runes) && unicode.IsLower(runes[i+1]) // the last capital of a row begins the next word
			if begins || ends {
				words = append(words, strings.ToLower(string(runes[start:i])))
				start = i
			}
		}
		if start > 0 {
			words = append(words, strings.ToLower(string(runes[start:])))
		}
	}
	return words
}

// directionOf tells which direction of a metric is better: as the plan states it,
// else as the metric is declared, else by a word in its name.
func directionOf(p *result.Plan, name string, declared Metric, isDeclared bool) Direction {
	if word, ok := p.Better[name]; ok {
		return Direction{Better: result.Directions[word], From: result.FromPlan}
	}
	if isDeclared {
		return Direction{Better: declared.Better, From: result.FromDeclaration}
	}
	return DirectionByName(name)
}
