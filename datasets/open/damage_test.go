package open

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"mcpstats/datasets"
	"mcpstats/internal/testlength"
)

// logs are hand-made logs of every native format: folder by folder, the files as
// they lie there.
func logs(t testing.TB) map[string]map[string][]byte {
	t.Helper()
	root := filepath.Join("..", "formats", "testdata")
	folders, err := os.ReadDir(root)
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]map[string][]byte{}
	for _, folder := range folders {
		if !folder.IsDir() || folder.Name() == "fuzz" {
			continue
		}
		files := map[string][]byte{}
		err := filepath.WalkDir(filepath.Join(root, folder.Name()), func(path string, e fs.DirEntry, err error) error {
			if err != nil || e.IsDir() {
				return err
			}
			b, err := os.ReadFile(path)
			rel, _ := filepath.Rel(root, path)
			files[rel] = b
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		out[folder.Name()] = files
	}
	return out
}

// outcome is what became of a folder of logs.
type outcome struct {
	attempts []string // one JSON text a trajectory, sorted
	records  int      // that could not be read
	said     []string // every error and every skipped file
}

// blames reports whether something is said that names the file and was not said
// of the undamaged log.
func (o outcome) blames(path string, whole outcome) bool {
	return slices.ContainsFunc(o.said, func(s string) bool {
		return strings.Contains(s, path) && !slices.Contains(whole.said, s)
	})
}

// openAll reads a path to its end. Whatever is wrong must be said in one line by
// a RecordError or a FileError.
func openAll(t testing.TB, path string, opt Options) outcome {
	t.Helper()
	opt.MaxRecordErrors = 1
	var out outcome
	note := func(err error) {
		var record *datasets.RecordError
		var file *datasets.FileError
		if !errors.As(err, &record) && !errors.As(err, &file) || strings.ContainsAny(err.Error(), "\n\r") {
			t.Errorf("not one line of a record or a file: %T %q", err, err)
		}
		if errors.As(err, &record) {
			out.records++
		}
		out.said = append(out.said, err.Error())
	}
	inputs, skipped, err := Paths(context.Background(), []string{path}, opt)
	if err != nil {
		note(err)
		return out
	}
	for _, s := range skipped {
		out.said = append(out.said, s.Path+": "+s.Reason)
	}
	for _, in := range inputs {
		for tr, err := range in.Trajectories(context.Background()) {
			if err != nil {
				note(err)
				continue
			}
			if tr.Task == "" || tr.Run == "" {
				t.Errorf("an attempt without run or task: %+v", tr)
			}
			b, err := json.Marshal(tr)
			if err != nil {
				t.Fatal(err)
			}
			out.attempts = append(out.attempts, string(b))
		}
		for _, n := range in.Notes() { // what is cut off is read as far as it is whole, and that is said
			if n.Code == datasets.NoteUnended && n.Decisive {
				out.said = append(out.said, in.Name+": "+n.Message)
			}
		}
	}
	slices.Sort(out.attempts)
	return out
}

// shorterTable reports whether a file is a whole table, for encoding/csv or line
// by line for encoding/json: one that was cut between two rows, or inside the
// last value of a row of CSV, cannot be said from one that was written so.
func shorterTable(t *testing.T, file string) bool {
	b, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if strings.HasSuffix(file, ".csv") {
		_, err := csv.NewReader(bytes.NewReader(b)).ReadAll()
		return err == nil && len(b) > 0
	}
	for line := range bytes.Lines(b) {
		for _, bare := range []string{"-Infinity", "Infinity", "NaN"} { // as Python writes them
			line = bytes.ReplaceAll(line, []byte(bare), []byte("null"))
		}
		var fields map[string]any
		if json.Unmarshal(line, &fields) != nil {
			return false
		}
	}
	return len(b) > 0
}

// damaged writes every log to a folder, and reads it once for each way in which
// harm damages one of its files.
func damaged(t *testing.T, harm func(b []byte) (at []int, damage func(at int) []byte), check func(t *testing.T, file string, at int, whole, got outcome)) {
	all := logs(t)
	for _, name := range slices.Sorted(maps.Keys(all)) {
		files := all[name]
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			for file, b := range files {
				write(t, string(b), dir, file)
			}
			whole := openAll(t, filepath.Join(dir, name), Options{})
			for _, file := range slices.Sorted(maps.Keys(files)) {
				b, path := files[file], filepath.Join(dir, file)
				places, damage := harm(b)
				for _, at := range places {
					if err := os.WriteFile(path, damage(at), 0o600); err != nil {
						t.Fatal(err)
					}
					check(t, path, at, whole, openAll(t, filepath.Join(dir, name), Options{}))
				}
				if err := os.WriteFile(path, b, 0o600); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}

// A log of which one file is cut short says so: there is an error or a skipped
// file that names it, or the attempts are all there as they were. A table that is
// cut between two rows is a shorter table.
func TestDamageTruncated(t *testing.T) {
	most, last := 3, 2
	if testlength.Long() {
		most, last = 12, 6
	}
	damaged(t, func(b []byte) ([]int, func(int) []byte) {
		var at []int
		for n := 0; n < len(b); n += max(1, len(b)/most) {
			at = append(at, n)
		}
		for n := max(0, len(b)-last); n < len(b); n++ {
			at = append(at, n)
		}
		return at, func(n int) []byte { return b[:n] }
	}, func(t *testing.T, file string, at int, whole, got outcome) {
		if slices.Equal(whole.attempts, got.attempts) || got.blames(file, whole) || shorterTable(t, file) {
			return
		}
		t.Errorf("%s cut to %d bytes: %d attempts of %d, and nothing is said: %v", file, at, len(got.attempts), len(whole.attempts), got.said)
	})
}

// announcing are formats in which one file lists the tasks that all runs should
// have attempted: a bit in such a list, or in a key by which it is recognised,
// changes what is missing.
var announcing = []string{"mcp-atlas", "pinepaper", "swe-bench", "tau2", "terminal-bench"}

// A flipped bit never loses an attempt silently. What it makes of a value cannot
// be seen where the format has no checksum.
func TestDamageBitFlip(t *testing.T) {
	flips := 2
	if testlength.Long() {
		flips = 8
	}
	random := rand.New(rand.NewPCG(3, 4))
	damaged(t, func(b []byte) ([]int, func(int) []byte) {
		var at []int
		for range flips {
			if len(b) > 0 {
				at = append(at, random.IntN(8*len(b)))
			}
		}
		return at, func(bit int) []byte {
			c := bytes.Clone(b)
			c[bit/8] ^= 1 << (bit % 8)
			return c
		}
	}, func(t *testing.T, file string, at int, whole, got outcome) {
		for _, announced := range announcing {
			if strings.Contains(file, announced) {
				return
			}
		}
		if len(got.attempts) < len(whole.attempts) && !got.blames(file, whole) {
			t.Errorf("%s with bit %d flipped: %d attempts of %d, and nothing is said: %v", file, at, len(got.attempts), len(whole.attempts), got.said)
		}
	})
}
