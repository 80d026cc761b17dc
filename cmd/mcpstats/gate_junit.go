package main

import (
	"encoding/xml"
	"io"

	"mcpstats/analysis/result"
	"mcpstats/reports"
	"mcpstats/reports/compose"
)

// The part of JUnit's XML that a gate writes: one suite, a test case for every gate, a failure
// in what did not pass. Neither a time nor a host is told, of which the bytes would depend;
// the schemas by which CI servers read such files ask for neither.
type (
	junitSuites struct {
		XMLName  xml.Name     `xml:"testsuites"`
		Name     string       `xml:"name,attr"`
		Tests    int          `xml:"tests,attr"`
		Failures int          `xml:"failures,attr"`
		Errors   int          `xml:"errors,attr"`
		Suites   []junitSuite `xml:"testsuite"`
	}
	junitSuite struct {
		Name     string      `xml:"name,attr"`
		Tests    int         `xml:"tests,attr"`
		Failures int         `xml:"failures,attr"`
		Errors   int         `xml:"errors,attr"`
		Skipped  int         `xml:"skipped,attr"`
		Cases    []junitCase `xml:"testcase"`
	}
	junitCase struct {
		Name    string        `xml:"name,attr"`
		Class   string        `xml:"classname,attr"`
		Failure *junitFailure `xml:"failure"`
		Out     string        `xml:"system-out,omitempty"`
	}
	junitFailure struct {
		Message string `xml:"message,attr"`
		Type    string `xml:"type,attr"` // fail or undecided
		Text    string `xml:",chardata"`
	}
)

// writeJUnit writes the answer as JUnit XML.
func writeJUnit(w io.Writer, res *result.GateResults) error {
	suite := junitSuite{Name: "mcpstats gate", Tests: len(res.Gates)}
	for i := range res.Gates {
		g := &res.Gates[i]
		words := compose.GateWords(g)
		first, all := plainText(words[0]), ""
		for _, paragraph := range words {
			all += plainText(paragraph) + "\n"
		}
		c := junitCase{Name: g.New + " against " + g.Base + ": " + g.Metric, Class: "mcpstats.gate"}
		if g.Benchmark != "" {
			c.Class += "." + g.Benchmark
		}
		if g.Decision == result.GatePass {
			c.Out = all
		} else {
			suite.Failures++
			c.Failure = &junitFailure{Message: first, Type: string(g.Decision), Text: all}
		}
		suite.Cases = append(suite.Cases, c)
	}
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return err
	}
	e := xml.NewEncoder(w)
	e.Indent("", "  ")
	if err := e.Encode(junitSuites{Name: suite.Name, Tests: suite.Tests, Failures: suite.Failures, Suites: []junitSuite{suite}}); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n")
	return err
}

// plainText is a paragraph without marks.
func plainText(spans []reports.Span) string {
	out := ""
	for _, s := range spans {
		out += s.Text
	}
	return out
}
