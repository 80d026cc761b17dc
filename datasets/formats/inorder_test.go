package formats

import (
	"bytes"
	"errors"
	"fmt"
	"iter"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// numbered yields elements of these lengths, in memory that is used again for each,
// and then an error where there is one.
func numbered(lengths []int, failed error) iter.Seq2[element, error] {
	return func(yield func(element, error) bool) {
		var buf []byte
		for i, n := range lengths {
			buf = append(buf[:0], strings.Repeat(string(rune('a'+i%26)), n)...)
			if !yield(element{i + 1, buf}, nil) {
				return
			}
		}
		if failed != nil {
			yield(element{}, failed)
		}
	}
}

// described is an element's number, its length, its letter, and whether it is of one
// letter.
func described(e element) string {
	return fmt.Sprintf("%d %d %.1s %t", e.Row, len(e.Text), e.Text, len(bytes.TrimLeft(e.Text, string(e.Text[:min(1, len(e.Text))]))) == 0)
}

// What is read ahead must be what is read one by one: the same elements in the same
// order, the error behind them, and no more after the reader stops.
func TestInOrderIsReadingOneByOne(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(4))
	before := runtime.NumGoroutine()
	rapid.Check(t, func(t *rapid.T) {
		length := rapid.OneOf(rapid.IntRange(0, 40), rapid.IntRange(batchText/3, batchText+1))
		lengths := rapid.SliceOfN(length, 0, 12).Draw(t, "lengths")
		if at := rapid.IntRange(0, 50).Draw(t, "place of a long one"); at < len(lengths) {
			lengths[at] = longText + rapid.IntRange(0, 2).Draw(t, "longer")
		}
		wanted := rapid.IntRange(0, 14).Draw(t, "wanted")
		var failed error
		if rapid.Bool().Draw(t, "fails") {
			failed = errors.New("broken")
		}
		var want []string
		var wantErr error
		for e, err := range numbered(lengths, failed) {
			if wantErr = err; err != nil || len(want) == wanted {
				break
			}
			want = append(want, described(e))
		}
		stopped := len(lengths) > wanted
		list := func(elements []element) (out []string) {
			for _, e := range elements {
				out = append(out, described(e))
			}
			return out
		}
		for _, whole := range []bool{false, true} { // a small file is read in turn
			var got []string
			var gotErr error
		read:
			for made, err := range ofFile(File{Whole: whole}, numbered(lengths, failed), list) {
				if gotErr = err; err != nil {
					break
				}
				for _, s := range made {
					if len(got) == wanted {
						break read
					}
					got = append(got, s)
				}
			}
			if !slices.Equal(want, got) || !stopped && wantErr != gotErr {
				t.Fatalf("whole %v: read %q, %v; want %q, %v", whole, got, gotErr, want, wantErr)
			}
		}
	})
	// One that has told its last may not have ended yet on a busy machine.
	after := runtime.NumGoroutine()
	for begun := time.Now(); after > before && time.Since(begun) < 5*time.Second; after = runtime.NumGoroutine() {
		time.Sleep(time.Millisecond)
	}
	if after > before {
		t.Errorf("%d goroutines are left behind", after-before)
	}
}

// However fast the elements come, few of them are held at a time.
func TestInOrderReadsLittleAhead(t *testing.T) {
	const workers = 3
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(workers))
	for _, size := range []int{batchText, longText + 1} {
		var read, used atomic.Int64
		elements := func(yield func(element, error) bool) {
			text := make([]byte, size)
			for row := range 40 {
				read.Add(1)
				if !yield(element{row, text}, nil) {
					return
				}
			}
		}
		most := int64(0)
		for range inOrder(elements, func([]element) int { return 0 }) {
			most = max(most, read.Load()-used.Load())
			used.Add(1)
		}
		// In the queue, with the reader of the queue, and with the reader of the file;
		// long ones alone.
		limit := int64(workers + 2)
		if size > longText {
			limit = 1
		}
		if used.Load() != 40 || most > limit {
			t.Errorf("%d elements of %d bytes read, up to %d ahead; want at most %d", used.Load(), size, most, limit)
		}
	}
}
