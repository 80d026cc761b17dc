package main

import (
	"fmt"
	"io"
	"sync"
	"time"
)

// during says on stderr what goes on while it takes longer than a person's
// patience: where stderr is a terminal, and quiet was not asked for. The returned
// function ends it and clears the line.
func (p *program) during(what string) (end func()) {
	f := p.stderr.screen()
	if p.quiet || f == nil {
		return func() {}
	}
	return tell(f, what, patience, time.Second)
}

// tell writes what goes on and for how many seconds, on one line, after a while and
// then again and again.
func tell(w io.Writer, what string, after, every time.Duration) (end func()) {
	const clearLine = "\r\x1b[K"
	stop, gone := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(gone)
		begun := time.Now()
		timer := time.NewTimer(after)
		defer timer.Stop()
		for shown := false; ; shown = true {
			select {
			case <-stop:
				if shown {
					_, _ = io.WriteString(w, clearLine) // to a terminal
				}
				return
			case <-timer.C:
				fmt.Fprintf(w, "%s%s, %s", clearLine, what, time.Since(begun).Round(time.Second))
				timer.Reset(every)
			}
		}
	}()
	var once sync.Once
	return func() { once.Do(func() { close(stop); <-gone }) }
}
