package main

import (
	"bytes"
	"io"
	"testing"
	"time"
)

// What is over soon is not told of; what takes long is, and its line is cleared.
func TestTell(t *testing.T) {
	var quick bytes.Buffer
	tell(&quick, "comparing", time.Hour, time.Hour)()
	if quick.Len() != 0 {
		t.Errorf("a quick stage wrote %q", quick.String())
	}
	r, w := io.Pipe()
	end := tell(w, "comparing", time.Millisecond, time.Hour)
	line := make([]byte, 64)
	n, err := r.Read(line)
	if want := "\r\x1b[Kcomparing, 0s"; err != nil || string(line[:n]) != want {
		t.Errorf("got %q, %v, want %q", line[:n], err, want)
	}
	cleared := make(chan string)
	go func() {
		n, _ := r.Read(line)
		cleared <- string(line[:n])
	}()
	end()
	if got := <-cleared; got != "\r\x1b[K" {
		t.Errorf("at the end it wrote %q", got)
	}
	end() // twice does nothing
}
