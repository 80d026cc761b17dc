//go:build linux

package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"
)

// ended is what became of a run of the program.
type ended struct {
	code           int // -1: killed by a signal
	stdout, stderr string
}

// start runs the built program in a folder, under a limit of time; what takes
// longer hangs.
func start(t *testing.T, dir string, args ...string) ended {
	t.Helper()
	path, err := builtProgram()
	if err != nil {
		t.Fatal(err)
	}
	return startAs(t, dir, append([]string{path}, args...)...)
}

func startAs(t *testing.T, dir string, args ...string) ended {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 3*time.Minute)
	defer cancel()
	c := exec.CommandContext(ctx, args[0], args[1:]...)
	var stdout, stderr bytes.Buffer
	c.Dir, c.Stdout, c.Stderr = dir, &stdout, &stderr
	err := c.Run()
	var exit *exec.ExitError
	switch {
	case ctx.Err() != nil:
		t.Fatalf("%v hangs; stderr %q", args, stderr.String())
	case err != nil && !errors.As(err, &exit):
		t.Fatal(err)
	}
	if s := stderr.String(); strings.Contains(s, "panic") || strings.Contains(s, "goroutine ") {
		t.Errorf("%v: %s", args, s)
	}
	return ended{c.ProcessState.ExitCode(), stdout.String(), stderr.String()}
}

// digestOf is the digest of all files below a folder, by name and content.
func digestOf(t *testing.T, dir string) string {
	t.Helper()
	h := sha256.New()
	err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		b, err := os.ReadFile(path)
		rel, _ := filepath.Rel(dir, path)
		fmt.Fprintf(h, "%s %x\n", rel, sha256.Sum256(b))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf("%x", h.Sum(nil))
}

// names are what lies in a folder.
func names(t *testing.T, dir string) []string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, e := range entries {
		out = append(out, e.Name())
	}
	return out
}

// Killed at any moment, the program leaves the earlier report or the new one under
// the output's name, never a part of one. Asked to end, it also cleans up; killed,
// it leaves what the next run names.
func TestKilledAtAnyMoment(t *testing.T) {
	if testing.Short() {
		t.Skip("makes and kills a dozen reports")
	}
	const runs = 9
	dir := t.TempDir()
	out := filepath.Join(dir, "out")
	earlier := func(title string) string {
		t.Helper()
		if e := start(t, dir, "report", "--example", "tau-bench", "--resamples", "200", "--title", title, "-q", "-o", out); e.code != exitDone {
			t.Fatal(e)
		}
		return digestOf(t, out)
	}
	after := earlier("after")
	begun := time.Now()
	before := earlier("before")
	whole := time.Since(begun)
	path, err := builtProgram()
	if err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(5, 6))
	finished := 0
	for i := range runs {
		sig := []syscall.Signal{syscall.SIGKILL, syscall.SIGTERM, syscall.SIGINT}[i%3]
		c := exec.Command(path, "report", "--example", "tau-bench", "--resamples", "200", "--title", "after", "-q", "-o", out)
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Duration(float64(whole) * (0.2 + 0.9*random.Float64())))
		_ = c.Process.Signal(sig) // it may have ended
		_ = c.Wait()
		switch got := digestOf(t, out); got {
		case before:
		case after:
			finished++
			earlier("before")
		default:
			t.Fatalf("%v: neither the earlier report nor the new one: %v", sig, names(t, out))
		}
		for _, name := range names(t, dir) {
			if name != "out" && (sig != syscall.SIGKILL || !unfinishedName.MatchString(name)) {
				t.Errorf("%v left %s", sig, name)
			}
			if name != "out" {
				if e := start(t, dir, "report", "--example", "tau-bench", "--resamples", "200", "--title", "before", "-o", out); !strings.Contains(e.stderr, name+" is left over from a run that was killed; remove it") {
					t.Errorf("%s is not named: %s", name, e.stderr)
				}
				if err := os.RemoveAll(filepath.Join(dir, name)); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	t.Logf("%d of %d runs ended before their signal", finished, runs)
}

// A disk that is full, here a limit on the size of a file, leaves nothing and is
// said in a line.
func TestDiskFull(t *testing.T) {
	if testing.Short() {
		t.Skip("makes a dozen reports")
	}
	path, err := builtProgram()
	if err != nil {
		t.Fatal(err)
	}
	for _, blocks := range []int{0, 1, 20, 200} {
		dir := t.TempDir()
		for _, args := range []string{"report --example tau-bench --resamples 200 -q -o out", "score --example etom -q -o out.parquet", "score --example etom -q -o out.csv"} {
			e := startAs(t, dir, "sh", "-c", fmt.Sprintf("ulimit -f %d; exec %s %s", blocks, path, args))
			if e.code != exitUnusable || !strings.Contains(e.stderr, "file too large") || !strings.Contains(e.stderr, "cannot write out") || strings.Count(e.stderr, "\n") != 1 {
				t.Errorf("%d blocks, %s: %+v", blocks, args, e)
			}
		}
		if left := names(t, dir); len(left) > 0 {
			t.Errorf("left: %v", left)
		}
	}
	for _, args := range []string{"list metrics", "score --example tau-bench -o -", "notebook new report -o -", "doctor --example etom"} {
		e := startAs(t, t.TempDir(), "sh", "-c", path+" "+args+" >/dev/full")
		if e.code == exitDone || !strings.Contains(e.stderr, "no space left on device") {
			t.Errorf("%s: %+v", args, e)
		}
	}
}

// Where nothing can be written, the name and the reason are told before the work
// is lost, and nothing else is touched.
func TestOutputsRefused(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "file"), []byte("mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Join(dir, "mine.csv"), 0o755); err != nil {
		t.Fatal(err)
	}
	long := strings.Repeat("n", 300)
	cases := [][2]string{
		{"report --example tau-bench --resamples 200 -o file", "not a directory"},
		{"report --example tau-bench --resamples 200 -o file/out", "not a directory"},
		{"report --example tau-bench --resamples 200 -o " + long, "file name too long"},
		{"report --example tau-bench --resamples 200 -o .", "holds other files"},
		{"score --example etom -o file/x.csv", "not a directory"},
		{"score --example etom -o mine.csv", "is a directory"},
		{"score --example etom -o absent/x.csv", "no such file or directory"},
		{"score --example etom -o " + long + ".csv", "file name too long"},
		{"notebook new report -o mine.csv", "mine.csv"},
	}
	if os.Getuid() != 0 {
		closed := filepath.Join(dir, "closed")
		if err := os.Mkdir(closed, 0o500); err != nil {
			t.Fatal(err)
		}
		cases = append(cases, [2]string{"report --example tau-bench --resamples 200 -o closed/out", "permission denied"}, [2]string{"score --example etom -o closed/x.csv", "permission denied"})
	}
	before := strings.Join(names(t, dir), " ")
	for _, c := range cases {
		e := start(t, dir, append(strings.Fields(c[0]), "-q")...)
		if e.code != exitUsage && e.code != exitUnusable || !strings.Contains(e.stderr, c[1]) || strings.Count(e.stderr, "\n") != 1 {
			t.Errorf("%.60s: %+v, want %s", c[0], e, c[1])
		}
	}
	if after := strings.Join(names(t, dir), " "); after != before {
		t.Errorf("there is now %s, was %s", after, before)
	}
}

// Pipes and devices as logs are refused at once: one would wait for its writer,
// the other never ends.
func TestPipesAndDevices(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"pipe", "pipe.json", "pipe.parquet"} {
		if err := syscall.Mkfifo(filepath.Join(dir, name), 0o600); err != nil {
			t.Skip(err)
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "scores.csv"), []byte("run,task,metric,value\na,1,success,1\nb,1,success,0\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range [][2]string{
		{"doctor pipe", "pipe: is a pipe, expected a file on disk"},
		{"report pipe.json -o out", "pipe.json: is a pipe"},
		{"score pipe.parquet -o x.csv", "is a pipe"},
		{"doctor /dev/zero", "/dev/zero: is a device"},
		{"doctor /dev/null", "/dev/null: is a device"},
		{"compare a b --scores pipe", "is a pipe"},
		{"compare a b --scores /dev/zero", "is a device"},
		{"doctor --example etom --map /dev/zero", "/dev/zero: larger than 16 MB"},
		{"report --example tau-bench --resamples 200 --plan /dev/zero -o out", "/dev/zero: larger than 16 MB"},
		{"report --example tau-bench --resamples 200 --notebook /dev/zero -o out", "/dev/zero: larger than 16 MB"},
		{"verify /dev/zero", "larger than 16 MB"},
		{"doctor .", "no log in"},
	} {
		if e := start(t, dir, append(strings.Fields(c[0]), "-q")...); e.code != exitUnusable && e.code != exitUsage || !strings.Contains(e.stderr, c[1]) {
			t.Errorf("%s: %+v, want %s", c[0], e, c[1])
		}
	}
	// Around a folder that leads back to itself, the walk ends; pipes in it are not read.
	if err := os.WriteFile(filepath.Join(dir, "log.csv"), []byte("run,task,success\na,1,1\nb,1,0\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, to := range map[string]string{"self": ".", "one": "two", "two": "one"} {
		if err := os.Symlink(to, filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	if e := start(t, dir, "doctor", dir, "--output", "csv"); !strings.Contains(e.stdout+e.stderr, "is a pipe, expected a file") || !strings.Contains(e.stdout+e.stderr, "is a link that leads to no file") {
		t.Errorf("what was passed over is not told: %+v", e)
	}
	if e := start(t, dir, "score", dir, "-o", "-", "-q", "--metrics", "success"); e.code != exitDone || strings.Count(e.stdout, "\n") != 3 {
		t.Errorf("%+v", e)
	}
}

// The program has no use for a network: it runs where there is none, and asks for
// none. Libraries that it uses have network code linked in, so this is measured.
func TestNoNetwork(t *testing.T) {
	path, err := builtProgram()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if strace, err := exec.LookPath("strace"); err == nil && exec.Command(strace, "-f", "--seccomp-bpf", "-o", os.DevNull, "true").Run() == nil {
		// The filter stops the program at calls of the network alone: a report takes no longer.
		e := startAs(t, dir, strace, "-f", "--seccomp-bpf", "-e", "trace=%network", "-o", "calls", path, "report", "--example", "etom", "-q", "-o", "out")
		calls, err := os.ReadFile(filepath.Join(dir, "calls"))
		if e.code != exitDone || err != nil {
			t.Fatal(e, err)
		}
		// Every named call is one of the network: no other is traced. Signals, exits and
		// the "???(" of a thread that ended before its call could be read have no name.
		for _, call := range regexp.MustCompile(`(?m)^[0-9]+ +(?:<\.\.\. )?[a-z][a-z0-9_]*[( ].*$`).FindAllString(string(calls), -1) {
			t.Errorf("a call of the network: %s", call)
		}
	} else {
		t.Log("strace is not here, or may not trace")
	}
	if exec.Command("unshare", "-rn", "true").Run() != nil {
		t.Skip("no user namespaces here: the run without a network is skipped")
	}
	if e := startAs(t, dir, "unshare", "-rn", path, "report", "--example", "etom", "-q", "-o", "alone"); e.code != exitDone {
		t.Error(e)
	}
}
