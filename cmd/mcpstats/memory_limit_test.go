package main

import (
	"bytes"
	"compress/gzip"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// Where the system refuses memory the program says so in a line, with the exit code
// of what cannot be done, not with the stacks of the runtime; what it says otherwise
// under a limit, and its exit codes, are as ever.
func TestMemoryLimit(t *testing.T) {
	if testing.Short() || runtime.GOOS != "linux" {
		t.Skip("builds the program, and fills 2.5 GB; limits are Linux's")
	}
	program, err := builtProgram()
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "large.jsonl.gz")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	// A gzip file is members one after another (RFC 1952): the one that repeats is
	// packed once.
	packed := func(text []byte) []byte {
		var b bytes.Buffer
		z := gzip.NewWriter(&b)
		if _, err := z.Write(text); err != nil {
			t.Fatal(err)
		}
		if err := z.Close(); err != nil {
			t.Fatal(err)
		}
		return b.Bytes()
	}
	members := slices.Concat(packed([]byte(`{"run": "a", "task": "1", "success": true, "response": "`)),
		bytes.Repeat(packed(bytes.Repeat([]byte("x"), 1<<20)), 1200), packed([]byte("\"}\n")))
	if _, err := f.Write(members); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		args []string
		code int
		says string
	}{
		{[]string{"import", path, "--max-record-bytes", "8GB", "--max-decompressed", "8GB", "-o", filepath.Join(t.TempDir(), "o.parquet")}, exitUnusable, "mcpstats: out of memory: a process may take 2.4 GB (ulimit -v); "},
		{[]string{"nonsense"}, exitUsage, `mcpstats: unknown command "nonsense"`},
		{[]string{"score", "missing.csv"}, exitUnusable, "mcpstats: missing.csv: "},
		{[]string{"list", "examples", "--output", "csv"}, exitDone, ""},
	} {
		command := exec.Command("sh", append([]string{"-c", `ulimit -v 2500000 || exit 77; exec "$0" "$@"`, program}, c.args...)...)
		var stderr strings.Builder
		command.Stderr = &stderr
		_ = command.Run() // the exit code tells
		code := command.ProcessState.ExitCode()
		if code == 77 {
			t.Skip("no limit can be set here")
		}
		if code != c.code || !strings.HasPrefix(stderr.String(), c.says) || strings.Count(stderr.String(), "\n") > 1 {
			t.Errorf("%q: exit %d, %.400q", c.args, code, stderr.String())
		}
	}
}
