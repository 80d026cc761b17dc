package formats

import (
	"fmt"
	"io"
	"runtime"
	"strings"
	"testing"
)

// repeated is a list of n copies of a record, made as it is read.
type repeated struct {
	record string
	n, i   int
	rest   string
}

func (r *repeated) Read(p []byte) (int, error) {
	for r.rest == "" {
		switch {
		case r.i == 0:
			r.rest = "[" + r.record
		case r.i < r.n:
			r.rest = "," + r.record
		case r.i == r.n:
			r.rest = "]"
		default:
			return 0, io.EOF
		}
		r.i++
	}
	n := copy(p, r.rest)
	r.rest = r.rest[n:]
	return n, nil
}

// A file of 200 MB takes no more memory than one of its records needs.
func TestBoundedMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("reads 200 MB")
	}
	record := fmt.Sprintf(`{"task_id": 1, "reward": 1.0, "trial": 0, "info": {}, "traj": [{"role": "user", "content": "%s"}]}`, strings.Repeat("x", 200<<10))
	f := File{Path: "x.json", Open: func() (io.ReadCloser, error) { return io.NopCloser(&repeated{record: record, n: 1000}), nil }}
	src, err := TauBench.Read([]File{f}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	n, most := 0, uint64(0)
	var m runtime.MemStats
	for _, err := range src.Trajectories(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		if n++; n%50 == 0 {
			runtime.ReadMemStats(&m)
			most = max(most, m.HeapAlloc)
		}
	}
	if n != 1000 || most > 64<<20 {
		t.Errorf("%d records, %d MB of heap", n, most>>20)
	}
}
