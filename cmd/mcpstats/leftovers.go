package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
)

// unfinished is the pattern of names under which outputs are written until they are
// complete. It has the process in it: a program that is killed cannot clean up.
func unfinished() string { return fmt.Sprintf(".mcpstats-%d-*.partial", os.Getpid()) }

var unfinishedName = regexp.MustCompile(`^\.mcpstats-(\d+)-\d+\.partial(\.old)?$`)

// nameLeftovers tells of what killed programs left in a folder. It removes
// nothing: on a shared disk the program may be running on another machine.
func (p *program) nameLeftovers(folder string) {
	entries, err := os.ReadDir(folder)
	if err != nil || p.quiet {
		return
	}
	for _, e := range entries {
		m := unfinishedName.FindStringSubmatch(e.Name())
		if m == nil {
			continue
		}
		if id, err := strconv.Atoi(m[1]); err != nil || running(id) {
			continue
		}
		what := "is left over from a run that was killed; remove it"
		if m[2] != "" {
			what = "is the earlier report, which a run that was killed was about to replace; rename or remove it"
		}
		fmt.Fprintf(p.stderr, "mcpstats: %s %s\n", filepath.Join(folder, e.Name()), what)
	}
}
