package formats

import (
	"strings"

	"github.com/goccy/go-json"
)

// headline is the scorer whose value is the verdict: the first that the task
// declares.
func (h *inspectHeader) headline() string {
	if len(h.Scorers) == 0 {
		return ""
	}
	name := h.Scorers[0].Name
	return name[strings.LastIndexByte(name, '/')+1:] // as the samples name it
}

// learn looks at one sample's scores to tell verdicts from grades; it returns
// false once it knows.
func (l *inspectLog) learn(scores json.RawMessage) bool {
	for _, s := range inspectScores(scores, nil) {
		if s.name != l.headlineOf(scores) || !s.value.number {
			continue
		}
		if v := s.value.reward.Value; v != 0 && v != 1 {
			l.graded = true
			return false
		}
	}
	return true
}

// headlineOf is the name of the score of a sample that is its verdict; "" where
// the sample has none.
func (l *inspectLog) headlineOf(scores json.RawMessage) string {
	list := inspectScores(scores, nil)
	for _, s := range list {
		if s.name == l.header.headline() {
			return s.name
		}
	}
	// The only score there is, of a scorer that the header has under another name or not at all.
	// Where several are declared and the first gave no score, the sample has no verdict: another
	// scorer's would be a verdict on something else.
	if len(list) == 1 && len(l.header.Scorers) <= 1 {
		return list[0].name
	}
	if len(list) > 0 && len(l.header.Scorers) == 0 {
		return list[0].name
	}
	return ""
}
