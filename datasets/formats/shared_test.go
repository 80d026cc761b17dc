package formats

import (
	"hash/crc32"
	"io"
	"os"
	"path/filepath"
	"testing"

	"mcpstats/datasets"
)

// sharedData is the folder with logs of real runs, beside the repository; tests
// of facts about them skip where it is absent.
func sharedData(t testing.TB, folders ...string) string {
	t.Helper()
	root := os.Getenv("MCPSTATS_SHARED_DATA")
	if root == "" {
		root = filepath.Join("..", "..", "..", "shared", "data")
	}
	root = filepath.Join(append([]string{root}, folders...)...)
	if _, err := os.Stat(root); err != nil {
		t.Skipf("no shared data at %s (MCPSTATS_SHARED_DATA names the folder)", root)
	}
	return root
}

// onDisk makes Files of paths.
func onDisk(t testing.TB, paths ...string) []File {
	t.Helper()
	files := make([]File, len(paths))
	for i, path := range paths {
		f, err := os.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		head := make([]byte, HeadSize)
		n, err := io.ReadFull(f, head)
		if info, e := f.Stat(); e == nil && info.IsDir() {
			n, err = 0, nil
		}
		if err != nil && err != io.ErrUnexpectedEOF {
			t.Fatal(path, err)
		}
		f.Close()
		files[i] = File{Path: path, Head: head[:n], Open: func() (io.ReadCloser, error) { return os.Open(path) }}
	}
	return files
}

// below lists the JSON files of a folder.
func below(t testing.TB, root string) []File {
	t.Helper()
	var paths []string
	err := filepath.WalkDir(root, func(path string, d os.DirEntry, err error) error {
		if err == nil && filepath.Ext(path) == ".json" {
			paths = append(paths, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return onDisk(t, paths...)
}

// collect reads everything; the trajectories are copied as far as tests look.
func collect(t testing.TB, format Format, files []File, opt Options) (all []datasets.Trajectory, bad []error) {
	t.Helper()
	src, err := format.Read(files, opt)
	if err != nil {
		t.Fatal(err)
	}
	for tr, err := range src.Trajectories(t.Context()) {
		if err != nil {
			bad = append(bad, err)
			continue
		}
		all = append(all, *tr)
	}
	return all, bad
}

func crc(text string) uint32 { return crc32.ChecksumIEEE([]byte(text)) }
