package columnar

import (
	"bytes"
	"encoding/binary"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"testing"
	"time"
)

// Sizes that a file declares are not trusted, wherever they stand: an error comes
// soon, names the file, and no memory is taken for what is not there.
func TestDeclaredSizes(t *testing.T) {
	files := samples(t)
	put := func(b []byte, at int, v uint32) []byte {
		b = bytes.Clone(b)
		binary.LittleEndian.PutUint32(b[at:], v)
		return b
	}
	path := filepath.Join(t.TempDir(), "file")
	try := func(damage string, b []byte) {
		t.Helper()
		if err := os.WriteFile(path, b, 0o600); err != nil {
			t.Fatal(err)
		}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		begun := time.Now()
		_, fatal := read(t, path)
		runtime.ReadMemStats(&after)
		if fatal == nil {
			t.Errorf("%s: read without an error", damage)
		}
		if took, mb := time.Since(begun), (after.TotalAlloc-before.TotalAlloc)>>20; took > 10*time.Second || mb > 300 {
			t.Errorf("%s: took %v and %d MB: %v", damage, took, mb, fatal)
		}
	}
	for _, v := range []uint32{0, 1, 1 << 20, math.MaxInt32 - 8, math.MaxInt32, math.MaxInt32 + 1, math.MaxUint32} {
		parquet, file, stream := files["plain v2"], files["arrow file"], files["stream"]
		try("the length of a Parquet footer", put(parquet, len(parquet)-8, v))
		try("the length of an Arrow footer", put(file, len(file)-10, v))
		try("the length of an Arrow message", put(stream, 4, v))
	}
	// The page header that withChecksum takes apart: 15 00 15 3a 15 3a, the sizes of
	// the page as varints of one byte. Longer ones push what is behind them away.
	page := withChecksum(t)
	for _, v := range []int64{0, 1, 1 << 20, math.MaxInt32, math.MaxInt32 + 1, math.MaxInt64, -1, math.MinInt32, math.MinInt64} {
		size := binary.AppendVarint(nil, v)
		for at := range 2 {
			b := append(bytes.Clone(page[:7+2*at]), size...)
			try("the size of a page", append(b, page[8+2*at:]...))
		}
	}
}
