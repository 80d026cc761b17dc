package columnar

import (
	"errors"
	"fmt"
	"math"
	"regexp"
	"strconv"

	"github.com/apache/arrow-go/v18/arrow/memory"

	"mcpstats/datasets"
)

// guard calls f and turns a panic into an error. The decoding libraries answer some damaged
// files with a panic: an index out of range, a negative length, an allocation that limited
// refuses. It also recognises the Parquet library's own refusal of a large page, so that both
// kinds of "too large" carry the same advice. A panic in a goroutine that f starts is not
// caught; see touch in parquetstream.go.
func guard(f func() error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			var tooLarge errTooLarge
			if e, ok := p.(error); ok && errors.As(e, &tooLarge) {
				err = tooLarge
				return
			}
			err = fmt.Errorf("the file is damaged (%v)", p)
		}
	}()
	err = f()
	if err == nil {
		return nil
	}
	if page := pageLimit.FindStringSubmatch(err.Error()); page != nil {
		if size, bad := strconv.Atoi(page[1]); bad == nil {
			return errTooLarge(size)
		}
	}
	return err
}

// pageLimit matches the error with which the Parquet library refuses a page beyond the limit;
// the library has no type for it.
var pageLimit = regexp.MustCompile(`page size (\d+) exceeds configured limit`)

// errTooLarge is a request for a buffer beyond the limit, in bytes. A size that no file could
// mean (negative, or many times mostBytes) is called damage; one that a very long value could
// explain names the flag that allows it.
type errTooLarge int

func (e errTooLarge) Error() string {
	if e < 0 || e > mostBytes<<2 {
		return fmt.Sprintf("the file is damaged (it asks for a buffer of %d bytes)", int(e))
	}
	return fmt.Sprintf("it asks for a buffer of %s, far more than its size explains: it is damaged, or holds a very long value; if you trust it, --max-record-bytes %dMB allows more", datasets.Size(e), max(2*int64(e), 2*int64(datasets.DefaultRecord))>>20)
}

// mostBytes is the largest buffer that a reader may ask for. Damaged lengths reach into the
// exabytes, and the runtime aborts the program on an allocation that it cannot make, which
// recover does not see. 32-bit offsets reach no further than this either, so it refuses no
// value of the usual layouts.
const mostBytes = 2 << 30

// limited is an allocator that refuses absurd sizes by a panic that guard turns into an error:
// memory.Allocator has no other way to refuse. It sees only what the library allocates through
// it. Where the library makes slices of its own from a declared size, the size has to be
// checked before (ipccheck.go, parquet.go).
type limited struct {
	memory.Allocator
	most int
}

// limit allows a file buffers of up to a thousand times its size, which is more than any
// compression of real logs saves, but never less than 64 MB nor more than mostBytes; a user who
// allows larger records (--max-record-bytes) gets buffers for them too.
func limit(mem memory.Allocator, size int64, limits datasets.Limits) limited {
	most := min(max(min(size, mostBytes)<<10, 64<<20), mostBytes)
	if limits.Record > datasets.DefaultRecord {
		most = max(most, 2*int64(min(limits.Record, math.MaxInt64/2))) // buffers grow by doubling
	}
	return limited{mem, int(min(most, math.MaxInt))}
}

// Allocate is memory.Allocator's; it panics with errTooLarge.
func (a limited) Allocate(size int) []byte {
	if size < 0 || size > a.most {
		panic(errTooLarge(size))
	}
	return a.Allocator.Allocate(size)
}

// Reallocate is memory.Allocator's; it panics with errTooLarge.
func (a limited) Reallocate(size int, b []byte) []byte {
	if size < 0 || size > a.most {
		panic(errTooLarge(size))
	}
	return a.Allocator.Reallocate(size, b)
}
