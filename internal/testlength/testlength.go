// Package testlength says how much a test tries. `go test ./...` is run after every
// change and has to end within minutes, so a test that could go on for long, over
// every bit of a file, every chart or every folder of logs, tries a sample there;
// with MCPSTATS_LONG=1, which .ci/run sets for all packages that import this one, it
// tries everything. testing.Short, which the race detector's runs set, is less still.
package testlength

import (
	"flag"
	"os"
	"strconv"
	"testing"
)

// Long reports whether tests try everything instead of a sample.
func Long() bool { return os.Getenv("MCPSTATS_LONG") != "" }

// Skip skips a test of which a sample is tried elsewhere unless everything is tried.
func Skip(t *testing.T, why string) {
	t.Helper()
	if !Long() {
		t.Skip(why + ": MCPSTATS_LONG=1 runs it, as .ci/run does")
	}
}

// Checks has rapid make few checks of a property, or many where everything is tried,
// until the test ends. RAPID_CHECKS and -rapid.checks, which ask for a number, win.
func Checks(t *testing.T, few, many int) {
	t.Helper()
	checks := flag.Lookup("rapid.checks")
	if checks == nil {
		t.Fatal("a test that asks for checks does not import rapid")
	}
	if checks.Value.String() != checks.DefValue || os.Getenv("RAPID_CHECKS") != "" {
		return
	}
	n := few
	if Long() {
		n = many
	}
	if err := checks.Value.Set(strconv.Itoa(n)); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = checks.Value.Set(checks.DefValue) })
}
