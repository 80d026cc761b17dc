package main

import (
	"io"
	"sync"
	"time"

	"github.com/schollz/progressbar/v3"
)

// progress counts what is read, on stderr and only where a person is watching
// and the work takes long enough to wonder.
type progress struct {
	mu    sync.Mutex
	bar   *progressbar.ProgressBar
	after time.Time
	w     io.Writer
	seen  int
}

// patience is how long a command may be silent.
const patience = time.Second

// watch returns a progress; nil, which counts nothing, where stderr is no
// terminal or the user wants quiet.
func (p *program) watch() *progress {
	f := p.stderr.screen()
	if p.quiet || f == nil {
		return nil
	}
	return &progress{after: time.Now().Add(patience), w: f}
}

// add counts one more record.
func (g *progress) add() {
	if g == nil {
		return
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	g.seen++
	// Not every record asks the clock and moves the bar.
	if g.seen%256 != 0 || g.bar == nil && time.Now().Before(g.after) {
		return
	}
	if g.bar == nil {
		g.bar = progressbar.NewOptions(-1, progressbar.OptionSetWriter(g.w), progressbar.OptionSetDescription("reading"),
			progressbar.OptionShowCount(), progressbar.OptionShowIts(), progressbar.OptionSetItsString("records"),
			progressbar.OptionThrottle(100*time.Millisecond), progressbar.OptionClearOnFinish())
	}
	g.bar.Set(g.seen)
}

// done clears the line.
func (g *progress) done() {
	if g == nil || g.bar == nil {
		return
	}
	g.bar.Finish()
}
