package items

import (
	"fmt"
	"strings"
	"unicode"

	"mcpstats/analysis/result"
	"mcpstats/internal/spelling"
)

// duplicates flags tasks that look like an earlier one: of the same content by the log's hashes,
// or with the same answers of all runs and nearly the same name. Equal answers alone are no
// evidence where few runs give few patterns, and names that differ in a number alone are how
// tasks are named; so both are asked for, of tasks that some attempts solve and some do not.
func (a *answers) duplicates(set *result.ItemSet) {
	byHash := map[string]int{}
	byAnswers := map[string][]int{}
	for j := range set.Items {
		item := &set.Items[j]
		if hash := a.hash(j); hash != "" {
			if first, ok := byHash[hash]; ok {
				item.Flags = append(item.Flags, duplicate(set.Items[first].Task, "its content is that of %s, by the log's hashes"))
				continue
			}
			byHash[hash] = j
		}
		if len(a.runs) < 2 || hasFlag(item, result.FlagAll) || hasFlag(item, result.FlagNone) {
			continue
		}
		key := digits(item.Task) + ": " + a.pattern(j)
		for _, first := range byAnswers[key] {
			if sameName(set.Items[first].Task, item.Task) {
				item.Flags = append(item.Flags, duplicate(set.Items[first].Task, "nearly the name of %s, and the same answers of every run"))
				break
			}
		}
		byAnswers[key] = append(byAnswers[key], j)
	}
}

func duplicate(of, why string) result.Flag {
	return result.Flag{Kind: result.FlagDuplicate, Runs: []string{}, Tasks: []string{of}, Why: fmt.Sprintf(why, of)}
}

func hasFlag(item *result.Item, kind string) bool {
	for _, f := range item.Flags {
		if f.Kind == kind {
			return true
		}
	}
	return false
}

// hash is the content of an item where every run that states one states the same.
func (a *answers) hash(item int) string {
	found := ""
	for _, r := range a.runs {
		hashes := a.st.Hashes[r]
		if hashes == nil || hashes[a.tasks[item]] == "" {
			continue
		}
		if found != "" && found != hashes[a.tasks[item]] {
			return ""
		}
		found = hashes[a.tasks[item]]
	}
	return found
}

// pattern is what every run made of an item, as a key.
func (a *answers) pattern(item int) string {
	var b strings.Builder
	for i := range a.runs {
		fmt.Fprintf(&b, "%d/%d ", a.Solved[i][item], a.Tried[i][item])
	}
	return b.String()
}

// sameName tells whether two names with the same numbers in them are nearly one: equal but for
// case and punctuation, or the fewest letters apart (one, of long names one in ten).
func sameName(a, b string) bool {
	const part, longest = 10, 200
	x, y := letters(a), letters(b)
	apart := max(1, min(len(x), len(y))/part)
	switch {
	case x == y:
		return true
	case max(len(x), len(y)) > longest || max(len(x), len(y))-min(len(x), len(y)) > apart:
		return false
	}
	return spelling.Distance(x, y) <= apart
}

// letters are a name's letters and digits, in lower case.
func letters(name string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, name)
}

// digits are a name's numbers.
func digits(name string) string {
	return strings.Join(strings.FieldsFunc(name, func(r rune) bool { return !unicode.IsDigit(r) }), " ")
}
