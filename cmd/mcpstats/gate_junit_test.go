package main

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"slices"
	"strconv"
	"testing"

	"mcpstats/analysis/result"
)

// junitGrammar is the part of the schema of JUnit files that Jenkins reads (testsuites, testsuite,
// testcase, failure, system-out): what may stand in an element, its attributes, and which of them must.
var junitGrammar = map[string]struct{ inside, attributes, must []string }{
	"":           {inside: []string{"testsuites"}},
	"testsuites": {[]string{"testsuite"}, []string{"name", "time", "tests", "failures", "disabled", "errors"}, nil},
	"testsuite":  {[]string{"properties", "testcase", "system-out", "system-err"}, []string{"name", "tests", "failures", "errors", "group", "time", "skipped", "timestamp", "hostname", "id", "package"}, []string{"name", "tests", "failures", "errors"}},
	"testcase":   {[]string{"skipped", "error", "failure", "system-out", "system-err"}, []string{"name", "assertions", "time", "classname", "status", "class", "file", "line"}, []string{"name"}},
	"failure":    {nil, []string{"type", "message"}, nil},
	"system-out": {nil, nil, nil},
}

// The file keeps to the grammar and its counts are those of its cases, whatever names the log has.
func TestJUnitIsValid(t *testing.T) {
	gate := func(d result.GateDecision, name string) result.Gate {
		return result.Gate{Benchmark: name, Metric: "m<&>\"'" + name, Base: "a\x00b\xff", New: "]]>", Decision: d, Test: "not_worse_t", Unit: "share", Better: "higher", Alpha: 0.05}
	}
	res := &result.GateResults{Version: result.Version, Gates: []result.Gate{gate(result.GatePass, ""), gate(result.GateFail, "x\n"), gate(result.GateUndecided, "\u2028é")}}
	var out bytes.Buffer
	if err := writeJUnit(&out, res); err != nil {
		t.Fatal(err)
	}
	counts, stated := map[string]int{}, map[string]string{}
	path := []string{""}
	for d := xml.NewDecoder(&out); ; {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		switch e := token.(type) {
		case xml.StartElement:
			name := e.Name.Local
			counts[name]++
			if !slices.Contains(junitGrammar[path[len(path)-1]].inside, name) {
				t.Errorf("%s stands in %v", name, path)
			}
			rule := junitGrammar[name]
			var have []string
			for _, a := range e.Attr {
				have = append(have, a.Name.Local)
				stated[name+" "+a.Name.Local] = a.Value
				if !slices.Contains(rule.attributes, a.Name.Local) {
					t.Errorf("%s has the attribute %s", name, a.Name.Local)
				}
			}
			for _, must := range rule.must {
				if !slices.Contains(have, must) {
					t.Errorf("%s has no %s", name, must)
				}
			}
			path = append(path, name)
		case xml.EndElement:
			path = path[:len(path)-1]
		}
	}
	for what, want := range map[string]int{"testsuite tests": counts["testcase"], "testsuite failures": counts["failure"], "testsuites tests": 3, "testsuites failures": 2} {
		if stated[what] != strconv.Itoa(want) {
			t.Errorf("%s is %s, want %d", what, stated[what], want)
		}
	}
}
