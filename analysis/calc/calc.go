// Package calc is the JSON bridge to package stats: any one statistic on given
// numbers, for scripts in any language. It reads
//
//	{"cases": [{"name": ..., "stat": ..., "inputs": {...}, "options": {...}}]}
//
// and writes the same cases with a "result". A number that JSON cannot hold is the
// string "NaN", "Infinity" or "-Infinity", in both directions; null is read as NaN.
// Where a statistic does not exist the result is {"undefined": true, "reason": ...},
// with "degenerate": true beside it where the data do not vary, so that rounding noise
// could have passed for a number. A case whose input is bad has {"error": ...} as its
// result; the other cases still run.
//
// Package stats computes; here inputs are decoded and the numbers of the result named.
// define, in handler.go, makes a handler of a function on typed inputs and options, whose
// json tags are the keys that it reads: a key without a field is reported as ignored.
// options.go holds what several statistics share. number and label stand for what JSON
// cannot hold or would mix up, and fields for an object whose keys depend on the case and
// keep their order.
package calc

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"mcpstats/stats"
)

// handlers lists every statistic, in the order in which Statistics prints them.
var handlers = slices.Concat(
	pairedTHandlers,
	wilcoxonHandlers,
	mcnemarHandlers,
	signPermutationHandlers,
	equivalenceHandlers,
	cochranFriedmanHandlers,
	hotellingHandlers,
	rankSetsHandlers,
	varianceComponentsHandlers,
	ppiHandlers,
	gateHandlers,
	bayesPairedHandlers,
	aggregateHandlers,
	itemsHandlers,
	glmmHandlers,
	pAdjustHandlers,
	proportionsHandlers,
	effectSizesHandlers,
	bootstrapHandlers,
	clusteredSEHandlers,
	clusteredJudgeHandlers,
	correlationHandlers,
	agreementHandlers,
	passKHandlers,
	irMetricsHandlers,
	powerHandlers,
	univariateHandlers,
	tailsHandlers,
)

// Statistics lists what can be computed.
func Statistics() []Statistic {
	list := make([]Statistic, len(handlers))
	for i, h := range handlers {
		list[i] = h.Statistic
	}
	return list
}

// compute runs one statistic. inputs and options are JSON objects; options may
// be empty. The result marshals to a JSON object whose keys keep their order;
// ignored are the keys that nothing read. An input outside the statistic's domain
// is an error that names the argument; a statistic that does not exist for valid
// input is not an error but a result that says so.
func compute(stat string, inputs, options json.RawMessage) (result any, ignored []string, err error) {
	i := slices.IndexFunc(handlers, func(h handler) bool { return h.Name == stat })
	if i < 0 {
		return nil, nil, fmt.Errorf("stat %q is not known; use one of %s", stat, knownStats())
	}
	result, ignored, err = handlers[i].run(inputs, options)
	var undefined *stats.UndefinedError
	if errors.As(err, &undefined) {
		return absent{Undefined: true, Degenerate: undefined.Degenerate, Reason: undefined.Reason}, ignored, nil
	}
	return result, ignored, err
}

func knownStats() string {
	names := make([]string, len(handlers))
	for i, h := range handlers {
		names[i] = h.Name
	}
	return strings.Join(names, ", ")
}

// absent is the result of a statistic that does not exist for its input.
type absent struct {
	Undefined  bool   `json:"undefined"`
	Degenerate bool   `json:"degenerate,omitempty"`
	Reason     string `json:"reason"`
}

type failure struct {
	Error string `json:"error"`
}

// A Case is one statistic to compute. Ignored lists keys of inputs and options
// that the statistic does not read, so that a misspelt option is seen.
type Case struct {
	Name    string          `json:"name,omitempty"`
	Stat    string          `json:"stat"`
	Inputs  json.RawMessage `json:"inputs,omitempty"`
	Options json.RawMessage `json:"options,omitempty"`
	Ignored []string        `json:"ignored,omitempty"`
	Result  any             `json:"result,omitempty"`
}

// document is what Run reads, and with results what it writes.
type document struct {
	Stat  string `json:"stat,omitempty"` // for cases that name none
	Cases []Case `json:"cases"`
}

// Run reads a document of cases from in and writes it, with results, to out.
// The error is about the document (not JSON, no cases); a failing case is
// reported in its own result.
func Run(in io.Reader, out io.Writer) error {
	data, err := io.ReadAll(in)
	if err != nil {
		return fmt.Errorf("calc: reading the cases: %w", err)
	}
	var doc document
	if err := json.Unmarshal(data, &doc); err != nil {
		return fmt.Errorf(`calc: the input is not {"cases": [{"stat", "inputs", "options"}]}: %w`, err)
	}
	if len(doc.Cases) == 0 {
		return errors.New(`calc: no cases; give {"cases": [{"name", "stat", "inputs", "options"}]}`)
	}
	for i := range doc.Cases {
		c := &doc.Cases[i]
		if c.Stat == "" {
			c.Stat = doc.Stat
		}
		var result any
		var ignored []string
		inputs, err := withNamedCases(c.Inputs, doc.Cases)
		if err == nil {
			result, ignored, err = compute(c.Stat, inputs, c.Options)
		}
		if err != nil {
			result = failure{Error: err.Error()}
		}
		c.Result, c.Ignored = result, ignored
	}
	enc := json.NewEncoder(out)
	enc.SetIndent("", " ")
	enc.SetEscapeHTML(false)
	if err := enc.Encode(doc); err != nil {
		return fmt.Errorf("calc: writing the results: %w", err)
	}
	return nil
}
