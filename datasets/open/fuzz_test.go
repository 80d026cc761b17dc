package open

import (
	"bytes"
	"maps"
	"slices"
	"testing"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"

	"mcpstats/datasets"
)

// Any bytes under any name: recognised and read or refused in one line, packed or
// not, within limits.
func FuzzPaths(f *testing.F) {
	all := logs(f)
	for i, name := range slices.Sorted(maps.Keys(all)) {
		for j, file := range slices.Sorted(maps.Keys(all[name])) {
			if b := all[name][file]; j < 2 {
				f.Add(b, i%3 == 0)
				f.Add(packedAs(f, b, i%2 == 0), false)
			}
		}
	}
	for _, s := range []string{"", "\x1f\x8b", "\x28\xb5\x2f\xfd", "PK\x03\x04", "PK\x05\x06" + string(make([]byte, 18)), "PAR1PAR1", "ARROW1", "\xff\xff\xff\xff\x08\x00\x00\x00\x04\x00\x00\x00"} {
		f.Add([]byte(s), false)
	}
	f.Fuzz(func(t *testing.T, b []byte, folder bool) {
		dir := t.TempDir()
		path := write(t, string(b), dir, "log.json")
		if folder {
			path = dir
		}
		openAll(t, path, Options{Limits: datasets.Limits{Record: 1 << 20, Expanded: 8 << 20}})
	})
}

func packedAs(t testing.TB, b []byte, gz bool) []byte {
	t.Helper()
	var out bytes.Buffer
	if gz {
		w := gzip.NewWriter(&out)
		w.Write(b)
		w.Close()
		return out.Bytes()
	}
	w, err := zstd.NewWriter(nil)
	if err != nil {
		t.Fatal(err)
	}
	return w.EncodeAll(b, nil)
}
