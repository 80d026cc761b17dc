package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
)

// openPage shows a page in the user's browser, which goes on by itself. That there
// is none is said on stderr and is no failure: the page is written.
func (p *program) openPage(page string) {
	if err := browse(page); err != nil {
		fmt.Fprintf(p.stderr, "mcpstats: --open: %s; open %s yourself\n", oneLine(err), page)
	}
}

// browse starts the first browser there is.
func browse(page string) error {
	full, err := filepath.Abs(page)
	if err != nil {
		return err
	}
	var failed error
	for _, command := range browsers(full) {
		path, err := exec.LookPath(command[0])
		if err == nil {
			c := exec.Command(path, command[1:]...)
			if err = c.Start(); err == nil {
				return c.Process.Release()
			}
		}
		failed = errors.Join(failed, err)
	}
	if failed == nil {
		failed = errors.New("no browser is known on this system")
	}
	return fmt.Errorf("no browser could be started (%w); name one in $BROWSER", failed)
}

// browsers lists the commands that show a page, the user's own first: $BROWSER is
// a list of commands with colons between them, in which %s stands for the page.
func browsers(page string) [][]string {
	switch runtime.GOOS {
	case "windows":
		return [][]string{{"rundll32", "url.dll,FileProtocolHandler", page}}
	case "darwin":
		return append(ownBrowsers(page), []string{"open", page})
	default:
		return append(ownBrowsers(page), []string{"xdg-open", page})
	}
}

func ownBrowsers(page string) [][]string {
	var out [][]string
	for _, command := range strings.Split(os.Getenv("BROWSER"), ":") {
		words := strings.Fields(command)
		if len(words) == 0 {
			continue
		}
		placed := false
		for i, w := range words[1:] {
			placed = placed || strings.Contains(w, "%s")
			words[i+1] = strings.ReplaceAll(w, "%s", page)
		}
		if !placed {
			words = append(words, page)
		}
		out = append(out, words)
	}
	return out
}
