package columnar

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/parquet"

	"mcpstats/datasets"
)

// withChecksum is a file of one column in one page, whose page states a CRC. The
// page header is rewritten by hand: thrift's compact protocol has 15 00 (type 0),
// 15 n (size), 15 n (stored size), 2c (field 5, a struct); the checksum goes
// between as 15 c, and the struct is 1c from there. The footer's sizes of the
// chunk, fields 6 and 7 of ColumnMetaData after one another as 16 n 16 n, grow by
// what was added, and so does its offset.
func withChecksum(t *testing.T) []byte {
	t.Helper()
	batch := record(t, `[{"task":"one"},{"task":"two"},{"task":"three"}]`, col("task", arrow.BinaryTypes.String))
	b, err := os.ReadFile(asParquet(t, batch, parquet.WithDictionaryDefault(false), parquet.WithStats(false)))
	if err != nil {
		t.Fatal(err)
	}
	at := 4
	if !bytes.HasPrefix(b[at:], []byte{0x15, 0x00, 0x15}) {
		t.Fatalf("the page header is % x", b[at:at+20])
	}
	// 15 00, 15 3a, 15 3a, 2c; in the struct four i32 fields 15 n and empty
	// statistics 1c 00; two ends: 7 + 8 + 2 + 2 bytes.
	const field, header = 6, 19
	size, _ := binary.Varint(b[at+3:])
	if b[at+field] != 0x2c || !bytes.Equal(b[at+field+9:at+header], []byte{0x1c, 0, 0, 0}) {
		t.Fatalf("the page header is % x", b[at:at+header])
	}
	page := b[at+header : at+header+int(size)]
	crc := binary.AppendVarint([]byte{0x15}, int64(int32(crc32.ChecksumIEEE(page))))
	added := len(crc)
	out := bytes.Clone(b[:at+field])
	out = append(append(out, crc...), 0x1c)
	out = append(out, b[at+field+1:]...)
	stored := int64(header) + size
	old := append(binary.AppendVarint([]byte{0x16}, stored), binary.AppendVarint([]byte{0x16}, stored)...)
	grown := append(binary.AppendVarint([]byte{0x16}, stored+int64(added)), binary.AppendVarint([]byte{0x16}, stored+int64(added))...)
	if len(old) != len(grown) || bytes.Count(out, old) != 1 {
		t.Fatalf("the footer has the sizes %d times", bytes.Count(out, old))
	}
	return bytes.Replace(out, old, grown, 1)
}

// A page that is not what its checksum says is damaged; without the checksum, the
// same flipped bit passes as another value.
func TestPageChecksum(t *testing.T) {
	whole := withChecksum(t)
	path := filepath.Join(t.TempDir(), "log.parquet")
	try := func(b []byte) (tasks []string, fatal error) {
		if err := os.WriteFile(path, b, 0o600); err != nil {
			t.Fatal(err)
		}
		f, err := Open(path, Options{Columns: datasets.AllColumns})
		if err != nil {
			return nil, err
		}
		defer f.Close()
		for tr, err := range f.Trajectories(t.Context()) {
			if err != nil {
				return tasks, err
			}
			tasks = append(tasks, tr.Task)
		}
		return tasks, nil
	}
	if tasks, err := try(whole); err != nil || strings.Join(tasks, " ") != "one two three" {
		t.Fatal(tasks, err)
	}
	at := bytes.Index(whole, []byte("three"))
	for bit := range 8 * len("three") {
		b := bytes.Clone(whole)
		b[at+bit/8] ^= 1 << (bit % 8)
		tasks, err := try(b)
		if len(tasks) > 0 || err == nil || !strings.Contains(err.Error(), `row group 1: column "task": the file is damaged: the checksum of page 1 is`) {
			t.Errorf("bit %d: %v, %v", bit, tasks, err)
		}
		checkFatal(t, path, err)
	}
}

// Bytes that are no page headers end the check, whatever they are.
func FuzzPages(f *testing.F) {
	f.Add([]byte{0x15, 0x00, 0x15, 0x02, 0x15, 0x02, 0x15, 0x00, 0x1c, 0x00, 0x00, 'x'})
	f.Add([]byte{0x15, 0x00, 0x15, 0x02, 0x15, 0x02, 0x15, 0x00, 0x18, 0xff, 0xff, 0xff, 0xff, 0x0f})
	f.Add(bytes.Repeat([]byte{0x1c}, 100))
	f.Fuzz(func(t *testing.T, b []byte) {
		if err := checkPages(bytes.NewReader(b), 0, int64(len(b))); err != nil && strings.Contains(err.Error(), "\n") {
			t.Error(err)
		}
	})
}

// A few bytes that stand for more rows than there is memory for are refused by the
// footer's count.
func TestRowBomb(t *testing.T) {
	path := filepath.Join(t.TempDir(), "log.parquet")
	if err := os.WriteFile(path, written(t, manyTrajectories(200, 1)), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, fatal := read(t, path); fatal != nil {
		t.Fatal(fatal)
	}
	_, err := Open(path, Options{Limits: datasets.Limits{Expanded: 199 * leastRow}})
	if err == nil || !strings.Contains(err.Error(), "it counts 200 rows, more than its size allows for; --max-decompressed allows more") {
		t.Error(err)
	}
	f, err := Open(path, Options{Limits: datasets.Limits{Expanded: 200 * leastRow}})
	if err != nil {
		t.Fatal(err)
	}
	f.Close()
}
