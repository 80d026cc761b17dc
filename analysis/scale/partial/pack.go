package partial

import (
	"encoding/binary"
	"math"
	"math/bits"
)

// packer appends values to a block. Strings that repeat are written once a block
// and named by number after that.
type packer struct {
	buf   []byte
	names map[string]uint64
}

func (p *packer) uint(v uint64) { p.buf = binary.AppendUvarint(p.buf, v) }
func (p *packer) int(v int)     { p.buf = binary.AppendVarint(p.buf, int64(v)) }

// float writes a number with its bytes reversed, so that small whole numbers, of
// which there are most, are short.
func (p *packer) float(v float64) { p.uint(bits.ReverseBytes64(math.Float64bits(v))) }

func (p *packer) bool(v bool) {
	if v {
		p.uint(1)
	} else {
		p.uint(0)
	}
}

// text writes a string that is not expected to repeat.
func (p *packer) text(s string) {
	p.uint(uint64(len(s)))
	p.buf = append(p.buf, s...)
}

// name writes a string that repeats.
func (p *packer) name(s string) {
	if id, ok := p.names[s]; ok {
		p.uint(id)
		return
	}
	if p.names == nil {
		p.names = map[string]uint64{}
	}
	p.names[s] = uint64(len(p.names)) + 1
	p.uint(0)
	p.text(s)
}

func (p *packer) reset() {
	p.buf = p.buf[:0]
	clear(p.names)
}

// unpacker reads a block. After the first mistake every value is zero and err is
// set: the caller looks once, at the end.
type unpacker struct {
	buf   []byte
	names []string
	err   error
}

func (u *unpacker) fail() {
	u.err = errDamaged
	u.buf = nil
}

func (u *unpacker) uint() uint64 {
	v, n := binary.Uvarint(u.buf)
	if n <= 0 {
		u.fail()
		return 0
	}
	u.buf = u.buf[n:]
	return v
}

func (u *unpacker) int() int {
	v, n := binary.Varint(u.buf)
	if n <= 0 {
		u.fail()
		return 0
	}
	u.buf = u.buf[n:]
	return int(v)
}

func (u *unpacker) float() float64 { return math.Float64frombits(bits.ReverseBytes64(u.uint())) }

func (u *unpacker) bool() bool { return u.uint() != 0 }

// count reads the length of a list of which every element takes a byte or more.
func (u *unpacker) count() int {
	n := u.uint()
	if n > uint64(len(u.buf)) {
		u.fail()
		return 0
	}
	return int(n)
}

func (u *unpacker) text() string {
	n := u.count()
	s := string(u.buf[:n])
	u.buf = u.buf[n:]
	return s
}

func (u *unpacker) name() string {
	id := u.uint()
	if id == 0 {
		s := u.text()
		u.names = append(u.names, s)
		return s
	}
	if id > uint64(len(u.names)) {
		u.fail()
		return ""
	}
	return u.names[id-1]
}
