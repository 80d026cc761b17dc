package formats

import (
	"errors"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"

	"github.com/goccy/go-json"

	"mcpstats/datasets"
)

// awVerdict is what the tests found.
type awVerdict struct {
	Success    *bool           `json:"success"`
	Difficulty text            `json:"difficulty"`
	Tests      number          `json:"num_tests"`
	Passes     json.RawMessage `json:"passes"`
	Failures   json.RawMessage `json:"failures"`

	passed, failed number
}

// settle counts the tests that are listed.
func (v *awVerdict) settle() error {
	for _, list := range []struct {
		raw json.RawMessage
		to  *number
	}{{v.Passes, &v.passed}, {v.Failures, &v.failed}} {
		if !stated(list.raw) {
			continue
		}
		var items []json.RawMessage
		if err := json.Unmarshal(list.raw, &items); err != nil {
			return err
		}
		*list.to = number{datasets.Known(float64(len(items)))}
	}
	return nil
}

// evaluation takes a split's verdicts.
func (r *awRun) evaluation(f File) error {
	e, err := whole(f)
	if err != nil {
		return err
	}
	var all struct {
		Individual map[string]*awVerdict `json:"individual"`
	}
	if err := decode(f, e, &all); err != nil {
		return err
	}
	if all.Individual == nil {
		return e.bad(f, "individual", errMissing)
	}
	for id, v := range all.Individual {
		if v == nil {
			v = &awVerdict{}
		}
		if err := v.settle(); err != nil {
			return e.bad(f, "individual."+id, err)
		}
		t := r.task(strings.Clone(id), f)
		t.verdict, t.split = v, f.Stem()
		r.listed = append(r.listed, t.id)
	}
	return nil
}

// attempt makes an attempt of all that is known of a task.
func (a *awTask) attempt(run string) (*datasets.Trajectory, error) {
	t := &datasets.Trajectory{Benchmark: "appworld", Run: run, Task: a.id, Place: datasets.Place{File: a.path}}
	if a.id == "" {
		return nil, element{Row: 1}.bad(File{Path: a.path}, "", errMissing)
	}
	if scenario, _, ok := strings.Cut(a.id, "_"); ok {
		t.Cluster = scenario
	}
	v := a.verdict
	for _, f := range a.verdicts {
		if v != nil {
			break // the evaluation of all tasks says the same
		}
		var err error
		if v, err = awReportOf(f); err != nil {
			return nil, err
		}
	}
	if v != nil {
		if v.Success != nil {
			t.Success = datasets.Known(*v.Success)
		}
		stratum(t, "difficulty", strings.Clone(string(v.Difficulty)))
		report(t, "tests_passed", v.passed)
		report(t, "tests_failed", v.failed)
	}
	stratum(t, "split", a.split)
	for _, f := range a.turns {
		text, err := readText(f)
		if err != nil {
			return nil, err
		}
		steps, err := awSteps(text)
		if err != nil {
			return nil, element{}.bad(f, "", err)
		}
		t.Steps = append(t.Steps, steps...)
	}
	for _, f := range a.model {
		if err := awUsage(t, f); err != nil {
			return nil, err
		}
	}
	return t, nil
}

// awTests are the counts of a report in Markdown.
var awTests = regexp.MustCompile(`Num (Passed|Failed)\s+Tests\s*:\s*(\d+)`)

// awReportOf reads the report of one task, in JSON or in Markdown. A task succeeded where every
// test passed.
func awReportOf(f File) (*awVerdict, error) {
	v := &awVerdict{}
	if awKindOf(f) == awReport {
		e, err := whole(f)
		if err != nil {
			return nil, err
		}
		if err := decode(f, e, v); err != nil {
			return nil, err
		}
		if err := v.settle(); err != nil {
			return nil, e.bad(f, "passes", err)
		}
		return v, nil
	}
	text, err := readText(f)
	if err != nil {
		return nil, err
	}
	for _, m := range awTests.FindAllStringSubmatch(text, 2) {
		n, err := strconv.ParseFloat(m[2], 64)
		if err != nil {
			continue
		}
		if m[1] == "Passed" {
			v.passed = number{datasets.Known(n)}
		} else {
			v.failed = number{datasets.Known(n)}
		}
	}
	if !v.passed.Known || !v.failed.Known {
		return nil, element{}.bad(f, "", errors.New("does not say how many tests passed and how many failed: it may be cut off"))
	}
	if v.passed.Value+v.failed.Value > 0 {
		yes := v.failed.Value == 0
		v.Success = &yes
	}
	return v, nil
}

// readText reads a file that is prose, up to the size that a record may have.
func readText(f File) (string, error) {
	r, err := f.Open()
	if err != nil {
		return "", &datasets.FileError{File: f.Path, Err: err}
	}
	defer r.Close()
	b, err := io.ReadAll(io.LimitReader(r, int64(f.Limits.MostRecord())))
	if err != nil {
		return "", &datasets.FileError{File: f.Path, Err: err}
	}
	return strings.ToValidUTF8(string(b), "\uFFFD"), nil
}

// awTurn begins an interaction.
var awTurn = regexp.MustCompile(`(?m)^### Environment Interaction \d+[ \t]*\n`)

// awSteps reads the code of each interaction and what it printed. Both stand between fences;
// one that is not closed means that the file was cut off.
func awSteps(text string) (steps []datasets.Step, err error) {
	starts := awTurn.FindAllStringIndex(text, -1)
	for i, at := range starts {
		end := len(text)
		if i+1 < len(starts) {
			end = starts[i+1][0]
		}
		part := text[at[1]:end]
		_, code, ok := strings.Cut(part, "```python\n")
		// The output's fence is the first behind the code's end that opens another block.
		code, output, done := strings.Cut(code, "\n```\n\n```\n")
		if !done {
			code, output, done = strings.Cut(code, "\n```\n```\n")
		}
		output, closed := strings.CutSuffix(strings.TrimRight(output, " \n"), "```")
		if !ok || !done || !closed {
			return nil, fmt.Errorf("interaction %d is not whole: expected code and output between fences; the file may be cut off, copy it again", i+1)
		}
		c := datasets.ToolCall{Tool: "execute", Arguments: commandArguments(code), Result: strings.TrimRight(output, "\n")}
		c.IsError = datasets.Known(strings.HasPrefix(c.Result, "Execution failed"))
		if c.IsError.Value {
			c.Error = lastLine(c.Result)
		}
		steps = append(steps, datasets.Step{Role: "assistant", Calls: []datasets.ToolCall{c}}, datasets.Step{Role: "tool", Content: c.Result})
	}
	return steps, nil
}

// lastLine is a traceback's message.
func lastLine(s string) string { return s[strings.LastIndexByte(s, '\n')+1:] }

// awUsage sums the tokens of the model's calls.
func awUsage(t *datasets.Trajectory, f File) error {
	var bad error
	err := eachLine(f, func(e element) bool {
		var v struct {
			Input struct {
				Model text `json:"model"`
			} `json:"input"`
			Output struct {
				Model text      `json:"model"`
				Usage miniUsage `json:"usage"`
			} `json:"output"`
		}
		if bad = decode(f, e, &v); bad != nil {
			return false
		}
		addTokens(&t.PromptTokens, v.Output.Usage.Prompt)
		addTokens(&t.CompletionTokens, v.Output.Usage.Completion)
		addTokens(&t.CachedTokens, v.Output.Usage.Details.Cached)
		if t.Model == "" {
			t.Model = strings.Clone(string(v.Input.Model))
		}
		if t.Model == "" {
			t.Model = strings.Clone(string(v.Output.Model))
		}
		return true
	})
	if bad != nil {
		return bad
	}
	return err
}
