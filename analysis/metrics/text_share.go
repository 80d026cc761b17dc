package metrics

import (
	"strings"

	"mcpstats/analysis/result"
	"mcpstats/analysis/table"
	"mcpstats/datasets"
)

// textShares are where the text of a conversation comes from, and how much of
// what the tools return is said again. Logs count tokens by attempt and not by
// part, so the parts are measured in characters; conversations whose texts were
// dropped have no shares.
func textShares() []table.Metric {
	return []table.Metric{
		textShare("prompt_text_share", "Share of the conversation's text, in bytes of UTF-8, that is the system's and the user's; undefined where the log has no texts.",
			func(p textParts) (float64, bool) { return share(p.prompt, p.all()) }),
		textShare("generated_text_share", "Share of the conversation's text that the model wrote, its calls' arguments included; undefined where the log has no texts.",
			func(p textParts) (float64, bool) { return share(p.generated, p.all()) }),
		textShare("feedback_text_share", "Share of the conversation's text that tools returned; undefined where the log has no texts.",
			func(p textParts) (float64, bool) { return share(p.feedback, p.all()) }),
		textShare("feedback_repetition", "Share of what tools returned, by lines, that an earlier result of the same attempt already held; undefined where tools returned nothing.",
			func(p textParts) (float64, bool) { return share(p.repeated, p.feedback) }),
	}
}

func textShare(name, doc string, of func(textParts) (float64, bool)) table.Metric {
	return table.Metric{
		Name:   name,
		Doc:    doc,
		Cite:   "ComplexMCP, token use by prompt, generation and tool feedback, and its repetition across iterations; here in text, as logs do not count tokens by part",
		Unit:   "share",
		Scale:  result.Interval,
		Better: result.Neither,
		Needs:  datasets.Of(datasets.ColSteps, datasets.ColStepTexts, datasets.ColCallTexts),
		Score: func(t *datasets.Trajectory) (float64, bool) {
			p := partsOf(t)
			if !p.spoken {
				return 0, false
			}
			return of(p)
		},
	}
}

// textParts are the bytes of a conversation by where they come from.
type textParts struct {
	prompt, generated, feedback int
	repeated                    int  // of feedback: lines that an earlier result holds
	spoken                      bool // at least one message has a text
}

func (p textParts) all() int { return p.prompt + p.generated + p.feedback }

func share(part, whole int) (float64, bool) {
	return float64(part) / float64(max(whole, 1)), whole > 0
}

// partsOf adds up a conversation. What a tool returned stands as a message of its
// own in most logs and with the call in all: the message counts where there is
// one.
func partsOf(t *datasets.Trajectory) textParts {
	var p textParts
	seen := map[string]bool{}
	messages := false
	for _, s := range t.Steps {
		messages = messages || s.Role == "tool"
	}
	for _, s := range t.Steps {
		p.spoken = p.spoken || s.Content != ""
		switch s.Role {
		case "tool":
			p.returned(s.Content, seen)
		case "assistant":
			p.generated += len(s.Content)
		default:
			p.prompt += len(s.Content)
		}
		for _, c := range s.Calls {
			p.generated += len(c.Arguments)
			if !messages {
				p.returned(c.Result, seen)
			}
		}
	}
	return p
}

// returned adds a tool's result, line by line; seen holds the lines of the results before
// it. A result's own lines join seen only after all of it is read: a table with equal rows
// does not repeat itself.
func (p *textParts) returned(text string, seen map[string]bool) {
	p.feedback += len(text)
	var own []string
	for line := range strings.Lines(text) {
		if seen[line] {
			p.repeated += len(line)
		} else {
			own = append(own, line)
		}
	}
	for _, line := range own {
		seen[line] = true
	}
}
