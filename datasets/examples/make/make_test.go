package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"testing"

	"mcpstats/datasets/examples"
)

// The files in the repository are what the program makes of the logs.
func TestReproduces(t *testing.T) {
	data := os.Getenv("MCPSTATS_SHARED_DATA")
	if data == "" {
		data = filepath.Join("..", "..", "..", "..", "shared", "data")
	}
	if _, err := os.Stat(data); err != nil {
		t.Skipf("no shared data at %s (MCPSTATS_SHARED_DATA names the folder)", data)
	}
	out := t.TempDir()
	if err := makeAll(context.Background(), data, filepath.Join("..", "..", "..", "docs", "maps"), out); err != nil {
		t.Fatal(err)
	}
	for _, e := range examples.All {
		made, err := os.ReadFile(filepath.Join(out, e.File))
		if err != nil {
			t.Fatal(err)
		}
		kept, err := examples.Files.ReadFile(e.File)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(made, kept) {
			t.Errorf("%s: %d bytes are made, %d are kept; run go generate ./datasets/examples", e.File, len(made), len(kept))
		}
	}
}

func TestLastStatus(t *testing.T) {
	for raw, want := range map[string]string{
		"Thoughts: it failed.\nStatus: \"failure\"":        "Status: failure",
		"Status: success, then again\n**Status**: Failure": "Status: failure",
		"It was a success.":                                "",
		"":                                                 "",
	} {
		if got := lastStatus(raw); got != want {
			t.Errorf("%q: %q, not %q", raw, got, want)
		}
	}
}

func TestDigest(t *testing.T) {
	same := []string{`{"a":1,"b":[true]}`, "{ \"b\": [true], \"a\": 1.0 }"}
	a, err := digest(same[0])
	if err != nil {
		t.Fatal(err)
	}
	b, err := digest(same[1])
	if err != nil || a != b {
		t.Error(a, b, err)
	}
	if c, err := digest(`{"a":2,"b":[true]}`); err != nil || c == a {
		t.Error(c, err)
	}
}
