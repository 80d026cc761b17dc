package failures

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"mcpstats/analysis/table"
	"mcpstats/analysis/trace"
	"mcpstats/datasets"
)

// invented is how many numbers without a source make an answer
// ungrounded: a few may be the agent's own arithmetic.
const invented = 5

// ungroundedAnswer errs towards a source: numbers are read out of any part of a result,
// signs are ignored, and one number in reach of rounding is enough. Long results hold so
// many numbers that a made-up one often finds a source by chance.
func ungroundedAnswer() *table.Detector {
	return &table.Detector{
		Name: "ungrounded_answer", Category: response,
		Doc: fmt.Sprintf("At least %d numbers of the final answer, and at least half of its numbers, appear neither in a tool's result nor in the task, not even rounded or as percentages; one-digit numbers, years and blocks of code do not count. "+
			"An agent's own arithmetic can look like this. Not applicable where there is no final answer, no tool was executed, the log lacks what the user or the tools said, or cuts a result short.", invented),
		Cite:   "LiveMCPBench, arXiv:2508.01780, section 4.4, hallucinated completion; MCP-Atlas, diagnosis taxonomy: hallucinated_fact; the rule is ours",
		Labels: []string{"hallucinated_fact", "hallucinated_completion", "hallucination"},
		Needs:  onAnswer,
		Detect: func(t *datasets.Trajectory) ([]table.Hit, bool) {
			words := answer(t)
			calls := executions(trace.Calls(t))
			if words == "" || len(calls) == 0 || !trace.ResultsLogged(calls) || !taskLogged(t) {
				return nil, false
			}
			var known sources
			for _, c := range calls {
				// The number may stand in the part that was cut off.
				if trace.Cut(c.Logged) {
					return nil, false
				}
				known.read(c.Logged.Result)
			}
			for i := range t.Steps {
				if t.Steps[i].Role == "user" {
					known.read(t.Steps[i].Content)
				}
			}
			known.sort()
			loose, all := known.lacking(prose(words))
			if len(loose) < invented || 2*len(loose) < all {
				return nil, true
			}
			return []table.Hit{atEnd(t, strings.Join(loose, ", "))}, true
		},
	}
}

// taskLogged tells whether the log holds what the user said, where the user is told
// of at all.
func taskLogged(t *datasets.Trajectory) bool {
	asked := false
	for i := range t.Steps {
		if s := &t.Steps[i]; s.Role == "user" {
			if s.Content != "" && !trace.IsDigest(s.Content) {
				return true
			}
			asked = true
		}
	}
	return !asked
}

// prose is a text without its blocks of code.
func prose(text string) string {
	if !strings.Contains(text, "```") {
		return text
	}
	var b strings.Builder
	for i, part := range strings.Split(text, "```") {
		if i%2 == 0 {
			b.WriteString(part)
		}
	}
	return b.String()
}

// sources are the numbers that an answer may have taken from somewhere.
type sources struct{ numbers []float64 }

func (s *sources) read(text string) {
	eachNumber(text, false, func(_ string, v float64, _ int) { s.numbers = append(s.numbers, v) })
}

func (s *sources) sort() { slices.Sort(s.numbers) }

// lacking lists the numbers of an answer that are in no source, each once, and how
// many it looked at.
func (s *sources) lacking(answer string) (loose []string, all int) {
	seen := map[string]bool{}
	eachNumber(answer, true, func(text string, v float64, decimals int) {
		if seen[text] || v < 10 && decimals == 0 || decimals == 0 && v >= 1900 && v < 2100 {
			return
		}
		seen[text] = true
		all++
		if !s.holds(v, decimals) {
			loose = append(loose, text)
		}
	})
	return loose, all
}

// holds tells whether some source has the number, or one that rounds to it, as it stands
// or as a percentage. The factors of 1000 are those between units, such as milliseconds
// and seconds.
func (s *sources) holds(v float64, decimals int) bool {
	half := 0.5 * math.Pow10(-decimals)
	for _, scale := range []float64{1, 0.01, 100, 1000, 0.001} {
		low, high := (v-half)*scale, (v+half)*scale
		if i, _ := slices.BinarySearch(s.numbers, low); i < len(s.numbers) && s.numbers[i] <= high {
			return true
		}
	}
	return false
}

// eachNumber visits the numbers of a text, thousands separated by commas or not; with
// alone, only those that are no part of a word, a version or a time. Sources are read
// without it: a number inside an identifier may be where an answer's number is from.
func eachNumber(text string, alone bool, visit func(text string, v float64, decimals int)) {
	for i := 0; i < len(text); {
		if !isDigit(text[i]) {
			i++
			continue
		}
		start, dot := i, -1
		for i < len(text) && (isDigit(text[i]) || i+1 < len(text) && (text[i] == ',' || text[i] == '.' && dot < 0) && isDigit(text[i+1])) {
			if text[i] == '.' {
				dot = i
			}
			i++
		}
		if alone && (joined(text[:start], false) || joined(text[i:], true)) {
			continue
		}
		decimals := 0
		if dot >= 0 {
			decimals = i - dot - 1
		}
		if v, err := strconv.ParseFloat(strings.ReplaceAll(text[start:i], ",", ""), 64); err == nil {
			visit(text[start:i], v, decimals)
		}
	}
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// joined tells whether what stands before or after a number makes it part of
// something else: a word, a path, a time of day.
func joined(text string, after bool) bool {
	at, beyond := len(text)-1, len(text)-2
	if after {
		at, beyond = 0, 1
	}
	if at < 0 || at >= len(text) {
		return false
	}
	c := text[at]
	if c == ':' {
		return beyond >= 0 && beyond < len(text) && isDigit(text[beyond])
	}
	return c == '_' || c == '/' || c == '#' || 'a' <= c|0x20 && c|0x20 <= 'z'
}
