package formats

import (
	"fmt"
	"io"
	"runtime"
	"strings"
	"testing"

	"mcpstats/internal/testlength"
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

// A file of 50 MB, or of 200, takes no more memory than one of its records needs.
func TestBoundedMemory(t *testing.T) {
	files, heap := 250, uint64(32)
	if testlength.Long() {
		files, heap = 1000, 64
	}
	record := fmt.Sprintf(`{"task_id": 1, "reward": 1.0, "trial": 0, "info": {}, "traj": [{"role": "user", "content": "%s"}]}`, strings.Repeat("x", 200<<10))
	f := File{Path: "x.json", Open: func() (io.ReadCloser, error) { return io.NopCloser(&repeated{record: record, n: files}), nil }}
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
	if n != files || most > heap<<20 {
		t.Errorf("%d records, %d MB of heap", n, most>>20)
	}
}

// Every other reader of large files holds no more than a few records either. A
// trace's spans have to be held until it ends, so OpenTelemetry is not here.
func TestBoundedMemoryOfAll(t *testing.T) {
	records, least, heap := 400, int64(13), uint64(13)
	if testlength.Long() {
		records, least, heap = 1200, 40, 40
	}
	for name, log := range streams(records) {
		if name == "otel" {
			continue
		}
		src, err := log.format.Read([]File{log.stream.file(log.path)}, Options{})
		if err != nil {
			t.Fatal(err)
		}
		n, most := 0, uint64(0)
		var m runtime.MemStats
		for _, err := range src.Trajectories(t.Context()) {
			if err != nil {
				t.Fatal(name, err)
			}
			if n++; n%100 == 0 {
				runtime.GC() // what is held, not what awaits collection on a busy machine
				runtime.ReadMemStats(&m)
				most = max(most, m.HeapAlloc)
			}
		}

		if size := log.stream.size() >> 20; n < records/3 || size < least || most > heap<<20 {
			t.Errorf("%s: %d records of %d MB, %d MB of heap", name, n, size, most>>20)
		}
	}
}
