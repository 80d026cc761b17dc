// Package standard makes the report that users get unless they say otherwise, for the tests of the
// renderers.
package standard

import (
	"testing"

	"mcpstats/analysis/result"
	"mcpstats/reports"
	"mcpstats/reports/compose"
	"mcpstats/templates"
)

// Report composes the results by the shipped notebook.
func Report(t testing.TB, res *result.Results) *reports.Document {
	t.Helper()
	text, err := templates.Read(templates.Default)
	if err != nil {
		t.Fatal(err)
	}
	n, err := compose.ParseNotebook(templates.Default, text)
	if err != nil {
		t.Fatal(err)
	}
	doc, err := compose.Report(res, n, "")
	if err != nil {
		t.Fatal(err)
	}
	return doc
}
