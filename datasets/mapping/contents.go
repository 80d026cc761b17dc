package mapping

import (
	"fmt"
	"strconv"
	"strings"

	"mcpstats/datasets"
	"mcpstats/internal/spelling"
)

// Contents is what the texts of a column look like, all of them together. It decides where a name
// says too little: a column "tools" may list the tools that an agent could see, or say how many
// there were.
type Contents uint8

// What texts may look like; several of one column may differ.
const (
	Structured Contents = 1 << iota // the beginning of a list or an object, broken or not
	Parted                          // words between commas
	Wordy                           // any other text
	Numeric                         // a number or a truth value
)

// ContentsOf looks at one text; of one that stands for nothing there is nothing to say.
func ContentsOf(text string) Contents {
	text = strings.TrimSpace(text)
	switch {
	case isAbsent(text):
		return 0
	case text[0] == '[' || text[0] == '{':
		return Structured
	case text == "true" || text == "false":
		return Numeric
	}
	if _, err := strconv.ParseFloat(text, 64); err == nil {
		return Numeric
	}
	if strings.Contains(text, ",") {
		return Parted
	}
	return Wordy
}

// structuredKinds are the kinds of fields whose values have parts, and what of texts can hold such
// values. One tool may be named in plain words, and several between commas.
var structuredKinds = map[datasets.Kind]Contents{
	datasets.KindPlan:     Structured | Parted | Wordy,
	datasets.KindNames:    Structured | Parted | Wordy,
	datasets.KindRanking:  Structured,
	datasets.KindSteps:    Structured,
	datasets.KindUnread:   Structured,
	datasets.KindClaims:   Structured,
	datasets.KindFailures: Structured,
}

// openNames are names of lists that as often name a fact in one word: tools: browser.
var openNames = []string{"tools"}

// ByContents reports whether what a column of this name holds cannot be told without a look at its
// texts: its name is that of a field whose values have parts.
func ByContents(name string) bool {
	plain, snaked := spelling.Normal(name), spelling.Normal(spelling.Snake(name))
	for i := range Definitions {
		d := &Definitions[i]
		if _, ok := structuredKinds[d.Kind]; !ok {
			continue
		}
		for _, known := range append([]string{d.Name}, d.Aliases...) {
			if plain == known || snaked == known {
				return true
			}
		}
	}
	return false
}

// Decided reports whether no further text can change what a column is taken for.
func (c Contents) Decided() bool { return c&Structured != 0 }

// holds reports whether a column can hold the field by what its texts look like, where they were
// looked at. One broken value among lists is that record's mistake; where no value is a list, the
// column is something else.
func (d *Definition) holds(s Source, name string) bool {
	takes, ok := structuredKinds[d.Kind]
	if !ok || s.Contents == 0 || s.Kind != Text && s.Kind != Null {
		return true
	}
	for _, open := range openNames {
		if name == open {
			takes &^= Wordy
		}
	}
	return s.Contents&takes != 0
}

// notHeld says for doctor why a column was not taken.
func (d *Definition) notHeld() string {
	return fmt.Sprintf("could be %s by its name, but no value is a list or an object", d.Name)
}
