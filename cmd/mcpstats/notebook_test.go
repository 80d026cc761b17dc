package main

import (
	"context"
	"io"
	"testing"

	"github.com/google/go-cmp/cmp"

	"mcpstats/analysis/failures"
	"mcpstats/analysis/result"
	"mcpstats/reports"
	"mcpstats/templates"
)

// The report on the embedded examples is what its notebook says and what all
// sections in their order make: nothing is missing from the notebook, and its
// headings are the sections' own.
func TestReportOfExamplesIsItsNotebook(t *testing.T) {
	plan, err := result.Plan{Resamples: 100}.Resolve()
	if err != nil {
		t.Fatal(err)
	}
	p := &program{stdout: io.Discard, stderr: messages{io.Discard}}
	res, _, err := p.results(context.Background(), &reading{maxErrors: 0.05, taxonomy: failures.Taxonomy()}, nil, plan)
	if err != nil {
		t.Fatal(err)
	}
	want, err := reports.Compose(res, reports.Options{})
	if err != nil {
		t.Fatal(err)
	}
	n, err := readNotebook(templates.Default)
	if err != nil {
		t.Fatal(err)
	}
	got, err := reports.Compose(res, reports.Options{Notebook: n})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}
