package columnar

import (
	"errors"
	"fmt"

	"github.com/apache/arrow-go/v18/arrow/memory"
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
	return f()
}

// errTooLarge is a buffer beyond mostBytes.
type errTooLarge int

func (e errTooLarge) Error() string {
	return fmt.Sprintf("the file is damaged (it asks for a buffer of %d bytes)", int(e))
}

// mostBytes is the largest buffer that a reader may ask for. Damaged lengths
// reach into the exabytes, and the runtime dies of an allocation that it cannot
// make; recover does not see that.
const mostBytes = 2 << 30

// limited is an allocator that refuses absurd sizes by a panic which guard
// turns into an error.
type limited struct {
	memory.Allocator
	most int
}

// limit allows a file buffers of a thousand times its size, which is more than
// any compression of real logs saves, between 64 MB and mostBytes.
func limit(mem memory.Allocator, size int64) limited {
	return limited{mem, int(min(max(min(size, mostBytes)<<10, 64<<20), mostBytes))}
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
