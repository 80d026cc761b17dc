package main

import (
	"context"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"mcpstats/internal/testlength"
)

func TestMain(m *testing.M) {
	testscript.Main(cleaned{m}, map[string]func(){
		"mcpstats": func() { os.Exit(run(context.Background(), os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) },
	})
}

// resamples is how many a test asks for that is not about their number: as many as a
// user gets, or enough to pass the same ways.
func resamples() int {
	if testlength.Long() {
		return 10_000
	}
	return 200
}

// TestScripts runs the program as a user does: testdata/script holds one
// behaviour a file. In them $RESAMPLES is resamples(), [shared] that the real logs are
// here, and [long] that everything is tried.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir: "testdata/script",
		Setup: func(e *testscript.Env) error {
			if shared, ok := sharedData(); ok {
				e.Setenv("SHARED", shared)
			}
			docs, err := filepath.Abs(filepath.Join("..", "..", "docs"))
			if err != nil {
				return err
			}
			e.Setenv("DOCS", docs)
			e.Setenv("RESAMPLES", strconv.Itoa(resamples()))
			return nil
		},
		Condition: func(cond string) (bool, error) {
			_, ok := sharedData()
			return cond == "shared" && ok || cond == "long" && testlength.Long(), nil
		},
	})
}

// sharedData is the folder of real logs that developers keep beside the
// checkout; a user's clone has none.
func sharedData() (string, bool) {
	dir, err := filepath.Abs(filepath.Join("..", "..", "..", "shared", "data"))
	if err != nil {
		return "", false
	}
	_, err = os.Stat(dir)
	return dir, err == nil
}
