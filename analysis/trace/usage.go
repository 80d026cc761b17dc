package trace

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"mcpstats/datasets"
)

// Usage is what an attempt did with its tools, in numbers: what profiles of tools and
// servers are added up from. It holds no text but names and the patterns of errors.
type Usage struct {
	Messages int        // of the conversation
	Tools    []ToolUse  // by server and name
	Errors   []ErrorUse // by tool and pattern
	Labels   []LabelUse // by tool and label
	First    FirstError
}

// ToolUse is what became of the calls of one tool. Of a call whose answer was not logged it
// is not known whether it failed.
type ToolUse struct {
	Server, Tool string
	Calls        int
	Told         int       // calls of which the log tells whether they failed
	Failed       int       // of them
	Recovered    int       // failed calls that the agent made up for later
	Latencies    []float64 // in ms, of the calls that have one
}

// ErrorUse is one pattern of errors by one tool.
type ErrorUse struct {
	Tool    int // index into Tools
	Pattern string
	Count   int
	Step    int // message of the first of them
}

// LabelUse is how many calls of one tool bear a label that somebody gave to single calls, in
// the log's own words. A label that stands twice at one call counts once.
type LabelUse struct {
	Tool  int // index into Tools
	Label string
	Count int
	Step  int // message of the first of them
}

// FirstError is where the first failed call stands: its message, and the calls before it.
type FirstError struct {
	Known        bool
	Step, Before int
	// Tool time before it and after it, in ms, where every call has its latency.
	Timed                 bool
	TimeBefore, TimeAfter float64
}

// Recovered tells of each call whether, having failed, it was made up for later: some later
// call succeeded, and the next one was not the same call, which failed again. Searches for
// tools make up for nothing. It is the rule of error_not_recovered, told call by call.
func Recovered(calls []Call) []bool {
	out := make([]bool, len(calls))
	next, success := -1, false // the execution after, and whether one after succeeded
	for i := len(calls) - 1; i >= 0; i-- {
		c := &calls[i]
		if c.Failed {
			same := next >= 0 && !c.Search && calls[next].Failed && c.Same(&calls[next])
			out[i] = success && !same
		}
		if !c.Search {
			next, success = i, success || !c.Failed
		}
	}
	return out
}

// Told tells whether the log says if a call failed: by a mark, or by what it was answered.
func Told(c *datasets.ToolCall) bool {
	return c.IsError.Known || c.Error != "" || c.Result != "" && !IsDigest(c.Result)
}

// UsageOf reads an attempt's usage; nil where the log has no conversation, or calls in it
// that nobody understands. limit bounds names and patterns, in bytes.
func UsageOf(t *datasets.Trajectory, limit int) *Usage {
	if t.Steps == nil || t.CallsUnread() {
		return nil
	}
	u := &Usage{Messages: len(t.Steps)}
	var seen map[ErrorUse]int // places in u.Errors, by tool and pattern alone
	calls := Calls(t)
	recovered := Recovered(calls)
	timed, before, after := true, 0.0, 0.0 // the tools' time around the first failed call
	for i := range calls {
		c := &calls[i]
		at := u.tool(limited(c.Server, limit), limited(c.Tool, limit))
		use := &u.Tools[at]
		use.Calls++
		if Told(c.Logged) {
			use.Told++
		}
		ms := c.Logged.LatencyMS
		if ms.Known && ms.Value >= 0 && !math.IsInf(ms.Value, 0) {
			use.Latencies = append(use.Latencies, ms.Value)
		} else {
			timed = false
		}
		if c.Failed {
			use.Failed++
			if recovered[i] {
				use.Recovered++
			}
			if !u.First.Known {
				u.First = FirstError{Known: true, Step: c.Step, Before: i}
			}
			one := ErrorUse{Tool: at, Pattern: limited(ErrorPattern(c.Logged), limit)}
			place, met := seen[one]
			if !met {
				if seen == nil {
					seen = map[ErrorUse]int{}
				}
				one.Pattern = strings.Clone(one.Pattern)
				place, seen[one] = len(u.Errors), len(u.Errors)
				one.Step = c.Step
				u.Errors = append(u.Errors, one)
			}
			u.Errors[place].Count++
		}
		for k, label := range c.Logged.Labels {
			if label != "" && !slices.Contains(c.Logged.Labels[:k], label) {
				u.label(at, label, c.Step)
			}
		}
		switch {
		case !u.First.Known:
			before += ms.Value
		case u.First.Before != i:
			after += ms.Value
		}
	}
	if u.First.Known && timed {
		u.First.Timed, u.First.TimeBefore, u.First.TimeAfter = true, before, after
	}
	u.sort()
	return u
}

func (u *Usage) tool(server, tool string) int {
	at := slices.IndexFunc(u.Tools, func(x ToolUse) bool { return x.Server == server && x.Tool == tool })
	if at < 0 {
		at = len(u.Tools)
		u.Tools = append(u.Tools, ToolUse{Server: strings.Clone(server), Tool: strings.Clone(tool)})
	}
	return at
}

func (u *Usage) label(tool int, label string, step int) {
	at := slices.IndexFunc(u.Labels, func(x LabelUse) bool { return x.Tool == tool && x.Label == label })
	if at < 0 {
		at = len(u.Labels)
		u.Labels = append(u.Labels, LabelUse{Tool: tool, Label: strings.Clone(label), Step: step})
	}
	u.Labels[at].Count++
}

// sort orders tools by name, errors by tool and pattern, labels by tool and word.
func (u *Usage) sort() {
	order := make([]int, len(u.Tools))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(i, j int) int {
		a, b := &u.Tools[i], &u.Tools[j]
		return cmp.Or(strings.Compare(a.Server, b.Server), strings.Compare(a.Tool, b.Tool))
	})
	tools, rank := make([]ToolUse, len(order)), make([]int, len(order))
	for at, i := range order {
		tools[at], rank[i] = u.Tools[i], at
	}
	for i := range u.Errors {
		u.Errors[i].Tool = rank[u.Errors[i].Tool]
	}
	slices.SortFunc(u.Errors, func(a, b ErrorUse) int {
		return cmp.Or(cmp.Compare(a.Tool, b.Tool), strings.Compare(a.Pattern, b.Pattern))
	})
	for i := range u.Labels {
		u.Labels[i].Tool = rank[u.Labels[i].Tool]
	}
	slices.SortFunc(u.Labels, func(a, b LabelUse) int {
		return cmp.Or(cmp.Compare(a.Tool, b.Tool), strings.Compare(a.Label, b.Label))
	})
	u.Tools = tools
}

// limited cuts a text between two letters.
func limited(s string, limit int) string {
	if len(s) <= limit {
		return s
	}
	const more = "…"
	end := limit - len(more)
	for end > 0 && s[end]&0xC0 == 0x80 {
		end--
	}
	return s[:end] + more
}
