package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
)

// built is the program as users have it, with its signals, built when the first
// test asks for it.
var built struct {
	sync.Once
	path string
	err  error
}

func builtProgram() (string, error) {
	built.Do(func() {
		var dir string
		if dir, built.err = os.MkdirTemp("", "mcpstats-test-"); built.err != nil {
			return
		}
		built.path = filepath.Join(dir, "mcpstats")
		if out, err := exec.Command("go", "build", "-o", built.path, ".").CombinedOutput(); err != nil {
			built.err = fmt.Errorf("%w: %s", err, out)
		}
	})
	return built.path, built.err
}

// cleaned runs the tests, and removes what they built.
type cleaned struct{ *testing.M }

func (c cleaned) Run() int {
	code := c.M.Run()
	if built.path != "" {
		os.RemoveAll(filepath.Dir(built.path))
	}
	if papersMade != "" {
		os.RemoveAll(papersMade)
	}
	return code
}
