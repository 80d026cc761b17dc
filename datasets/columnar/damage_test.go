package columnar

import (
	"bytes"
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/ipc"
	"github.com/apache/arrow-go/v18/parquet"
	"github.com/apache/arrow-go/v18/parquet/compress"

	"mcpstats/datasets"
	"mcpstats/internal/testlength"
)

// read reads a file to its end or its first fatal error, whatever its content,
// and checks the promises on errors. It returns how many records it found, and
// the fatal error.
func read(t testing.TB, path string) (records int, fatal error) {
	t.Helper()
	f, err := Open(path, Options{})
	if err != nil {
		checkFatal(t, path, err)
		return 0, err
	}
	defer f.Close()
	for x, err := range f.Trajectories(context.Background()) {
		var record *datasets.RecordError
		switch {
		case err == nil:
			if x.Run == "" || x.Task == "" {
				t.Errorf("a record without run or task: %+v", x)
			}
			records++
		case errors.As(err, &record):
			records++
		default:
			checkFatal(t, path, err)
			return records, err
		}
	}
	if f.Rows() >= 0 && int64(records) != f.Rows() {
		t.Errorf("%d records read without an error, the footer counts %d", records, f.Rows())
	}
	return records, nil
}

func checkFatal(t testing.TB, path string, err error) {
	t.Helper()
	var file *datasets.FileError
	if !errors.As(err, &file) || !strings.HasPrefix(err.Error(), path+": ") || strings.Contains(err.Error(), "\n") {
		t.Errorf("not one line that names the file: %q", err)
	}
}

// samples are small files of every container.
func samples(t testing.TB) map[string][]byte {
	t.Helper()
	batch := record(t, sampleRows, sampleFields...)
	load := func(path string) []byte {
		b, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	return map[string][]byte{
		"canonical":  written(t, manyTrajectories(20, 30)),
		"snappy":     load(asParquet(t, batch, parquet.WithCompression(compress.Codecs.Snappy))),
		"plain v2":   load(asParquet(t, batch, parquet.WithDataPageVersion(parquet.DataPageV2), parquet.WithDictionaryDefault(false))),
		"arrow file": load(asArrow(t, batch, true)),
		"lz4 file":   load(asArrow(t, batch, true, ipc.WithLZ4())),
		"stream":     load(asArrow(t, batch, false)),
		"zstd":       load(asArrow(t, batch, false, ipc.WithZstd())),
	}
}

// A file cut anywhere is an error or, in a stream that is cut between batches,
// its first batches.
func TestTruncation(t *testing.T) {
	path := filepath.Join(t.TempDir(), "cut")
	cuts := 40 // a container
	if testlength.Long() {
		cuts = 300
	}
	for name, whole := range samples(t) {
		stream := name == "stream" || name == "zstd"
		step := max(1, len(whole)/cuts)
		for n := 0; n < len(whole); n += step {
			if err := os.WriteFile(path, whole[:n], 0o600); err != nil {
				t.Fatal(err)
			}
			if _, fatal := read(t, path); fatal == nil && !stream {
				t.Errorf("%s: read without an error when cut to %d of %d bytes", name, n, len(whole))
			}
		}
	}
}

// Flipped bits never panic the program. Without checksums in the format they can
// pass unseen where they hit a value.
func TestBitFlips(t *testing.T) {
	path := filepath.Join(t.TempDir(), "flipped")
	random := rand.New(rand.NewPCG(1, 2))
	flips := 40 // a container
	if testlength.Long() {
		flips = 400
	}
	for _, whole := range samples(t) {
		for range flips {
			b := bytes.Clone(whole)
			for range 1 + random.IntN(3) {
				b[random.IntN(len(b))] ^= 1 << random.IntN(8)
			}
			if err := os.WriteFile(path, b, 0o600); err != nil {
				t.Fatal(err)
			}
			read(t, path)
		}
	}
}

// Each kind of unusable file has its own message.
func TestUnusable(t *testing.T) {
	batch := record(t, sampleRows, sampleFields...)
	whole := written(t, manyTrajectories(3, 3))
	encrypted := bytes.Clone(whole)
	copy(encrypted[len(encrypted)-4:], "PARE")
	other := record(t, `[{"tusk":"t","n":1}]`, col("tusk", arrow.BinaryTypes.String), col("n", arrow.PrimitiveTypes.Int64))
	load := func(path string) []byte {
		b, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	for want, b := range map[string][]byte{
		"the file is empty":                {},
		`neither Parquet nor Arrow`:        []byte("run,task\n"),
		"the Parquet file is truncated":    whole[:len(whole)/2],
		"the Parquet file is encrypted":    encrypted,
		"the Arrow file is truncated":      load(asArrow(t, batch, true))[:200],
		"a Feather version 1 file":         []byte("FEA1............"),
		`no column "task"`:                 load(asParquet(t, other)),
		`nearest: "tusk"`:                  load(asParquet(t, other)),
		"the file has tusk, n":             load(asParquet(t, other)),
		"its schema is trajectory/2":       bytes.ReplaceAll(whole, []byte(schemaVersion), []byte("trajectory/2")),
		"compressed with LZO, which is no": withCodec(t, 3),
		"compressed with LZ4, which is no": withCodec(t, 5),
	} {
		path := filepath.Join(t.TempDir(), "file")
		if err := os.WriteFile(path, b, 0o600); err != nil {
			t.Fatal(err)
		}
		_, err := Open(path, Options{})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want ...%s", err, want)
			continue
		}
		checkFatal(t, path, err)
	}
	for _, path := range []string{filepath.Join(t.TempDir(), "absent.parquet"), t.TempDir()} {
		_, err := Open(path, Options{})
		if err == nil {
			t.Fatalf("%s was opened", path)
		}
		checkFatal(t, path, err)
	}
}

// withCodec is a Parquet file whose footer claims another codec. The codec of a
// column chunk is field 4 of ColumnMetaData, an i32 that thrift's compact
// protocol writes as 0x15 and a zigzag varint, after the list of the path
// (parquet.thrift).
func withCodec(t *testing.T, codec byte) []byte {
	t.Helper()
	batch := record(t, `[{"run":"r","task":"only"}]`, col("run", arrow.BinaryTypes.String), col("task", arrow.BinaryTypes.String))
	b, err := os.ReadFile(asParquet(t, batch, parquet.WithCompression(compress.Codecs.Snappy)))
	if err != nil {
		t.Fatal(err)
	}
	at := bytes.LastIndex(b, []byte("\x04task\x15\x02"))
	if at < 0 {
		t.Fatal("the footer has another layout than expected")
	}
	b[at+6] = codec << 1
	return b
}

// FuzzOpen opens and reads arbitrary bytes.
func FuzzOpen(f *testing.F) {
	for _, b := range samples(f) {
		f.Add(b)
	}
	f.Add([]byte("PAR1PAR1"))
	f.Fuzz(func(t *testing.T, b []byte) {
		path := filepath.Join(t.TempDir(), "fuzzed")
		if err := os.WriteFile(path, b, 0o600); err != nil {
			t.Fatal(err)
		}
		read(t, path)
	})
}
