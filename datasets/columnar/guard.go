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

// guard turns a panic of f into an error. The decoding libraries answer some
// damaged files with a panic: an index out of range, a length that is negative.
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

// pageLimit is how the Parquet library, which has no type for it, refuses a page
// beyond the limit.
var pageLimit = regexp.MustCompile(`page size (\d+) exceeds configured limit`)

// errTooLarge is a buffer beyond the limit, in bytes.
type errTooLarge int

func (e errTooLarge) Error() string {
	if e < 0 || e > mostBytes<<2 {
		return fmt.Sprintf("the file is damaged (it asks for a buffer of %d bytes)", int(e))
	}
	return fmt.Sprintf("it asks for a buffer of %s, far more than its size explains: it is damaged, or holds a very long value; if you trust it, --max-record-bytes %dMB allows more", datasets.Size(e), max(2*int64(e), 2*int64(datasets.DefaultRecord))>>20)
}

// mostBytes is the largest buffer that a reader may ask for. Damaged lengths
// reach into the exabytes, and the runtime dies of an allocation that it cannot
// make; recover does not see that. Offsets of 32 bits reach no further than this
// either, so no value of the usual layouts is refused by it.
const mostBytes = 2 << 30

// limited is an allocator that refuses absurd sizes by a panic which guard
// turns into an error: an Allocator has no other way to say no. It only sees what the
// library allocates through it. Where it makes slices of its own from a declared size,
// the size has to be checked before (ipccheck.go, parquet.go).
type limited struct {
	memory.Allocator
	most int
}

// limit allows a file buffers of a thousand times its size, which is more than
// any compression of real logs saves, between 64 MB and mostBytes,
// and what a record may take that the user allows more than usual.
func limit(mem memory.Allocator, size int64, limits datasets.Limits) limited {
	most := min(max(min(size, mostBytes)<<10, 64<<20), mostBytes)
	if limits.Record > datasets.DefaultRecord {
		most = max(most, 2*int64(min(limits.Record, math.MaxInt64/2))) // buffers grow by doubling
	}
	return limited{mem, int(min(most, math.MaxInt))}
}

func (a limited) Allocate(size int) []byte {
	if size < 0 || size > a.most {
		panic(errTooLarge(size))
	}
	return a.Allocator.Allocate(size)
}

func (a limited) Reallocate(size int, b []byte) []byte {
	if size < 0 || size > a.most {
		panic(errTooLarge(size))
	}
	return a.Allocator.Reallocate(size, b)
}
