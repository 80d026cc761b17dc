package main

import (
	"os"
	"strconv"

	"golang.org/x/term"

	"mcpstats/reports/terminal"
)

// window is what stdout is: a terminal with its width, or a file or a pipe, where
// nothing is wrapped. The environment can say otherwise: COLUMNS gives a width,
// NO_COLOR (no-color.org) forbids colour, and CLICOLOR_FORCE (bixense.com/clicolors)
// asks for it where there is no terminal.
func (p *program) window() terminal.Window {
	w := terminal.Window{All: p.all}
	f, ok := p.stdout.(*os.File)
	if ok && term.IsTerminal(int(f.Fd())) {
		w.Colour = os.Getenv("TERM") != "dumb"
		if width, _, err := term.GetSize(int(f.Fd())); err == nil {
			w.Width = width
		}
	}
	if n, err := strconv.Atoi(os.Getenv("COLUMNS")); err == nil && n > 0 {
		w.Width = n
	}
	if force := os.Getenv("CLICOLOR_FORCE"); force != "" && force != "0" {
		w.Colour = true
	}
	if os.Getenv("NO_COLOR") != "" {
		w.Colour = false
	}
	return w
}
