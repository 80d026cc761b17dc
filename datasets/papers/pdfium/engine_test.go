package pdfium

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// The cache belongs to the versions that go.mod pins.
func TestCompiledFrom(t *testing.T) {
	mod, err := os.ReadFile(filepath.Join("..", "..", "..", "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	pdfium, wazero, ok := strings.Cut(compiledFrom, "-wazero-")
	if !ok || !strings.Contains(string(mod), "go-pdfium v"+pdfium+"\n") || !strings.Contains(string(mod), "wazero v"+wazero+"\n") {
		t.Errorf("%s is not what go.mod pins", compiledFrom)
	}
}

// The cache is the user's alone, and there is none where no folder can be made.
func TestCacheDir(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("the cache folder is set by XDG_CACHE_HOME on Linux")
	}
	home := t.TempDir()
	t.Setenv("XDG_CACHE_HOME", home)
	open := filepath.Join(home, "mcpstats")
	if err := os.Mkdir(open, 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(open, 0o777); err != nil {
		t.Fatal(err)
	}
	dir := cacheDir()
	if !strings.HasPrefix(dir, open) {
		t.Fatal(dir)
	}
	for _, d := range []string{open, dir} {
		if info, err := os.Stat(d); err != nil || info.Mode().Perm() != 0o700 {
			t.Errorf("%s: %v %v", d, info.Mode(), err)
		}
	}
	file := filepath.Join(home, "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	t.Setenv("XDG_CACHE_HOME", file)
	if dir := cacheDir(); dir != "" {
		t.Error(dir)
	}
	t.Setenv("XDG_CACHE_HOME", home)
	if err := os.RemoveAll(open); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(t.TempDir(), open); err != nil {
		t.Fatal(err)
	}
	if dir := cacheDir(); dir != "" {
		t.Error("a link to somewhere else is taken:", dir)
	}
}
