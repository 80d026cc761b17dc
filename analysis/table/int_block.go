package table

import (
	"encoding/binary"
	"math"
)

// blockLen is how many numbers a block packs. A table of a million attempts is some
// thousand blocks a list, and a block unpacked stays in the nearest cache.
const blockLen = 1024

// intBlock is up to blockLen integers, kept as their distances above a straight line
// (a frame of reference: Goldstein, Ramakrishnan & Shaft, ICDE 1998). What counts up,
// as records, tasks and attempts do in a log's own order, takes a byte or none.
type intBlock struct {
	base, slope int64 // the line at i is base + i*slope>>16
	width       uint8 // bytes of a distance: 0, 1, 2 or 4
	n           uint16
	packed      []byte // distances, little-endian
}

func packInts(values []int32) intBlock {
	b := intBlock{n: uint16(len(values))}
	if n := len(values); n > 1 {
		b.slope = (int64(values[n-1]) - int64(values[0])) << 16 / int64(n-1)
	}
	low, high := b.spread(values)
	if high-low > math.MaxUint32 { // then they do not lie about a line
		b.slope = 0
		low, high = b.spread(values)
	}
	b.base, b.width = low, widthOf(uint64(high-low))
	b.packed = make([]byte, len(values)*int(b.width))
	for i, v := range values {
		putUint(b.packed, b.width, i, uint64(int64(v)-b.line(i)))
	}
	return b
}

// spread is the range of the distances above a line through 0.
func (b *intBlock) spread(values []int32) (low, high int64) {
	low, high = math.MaxInt64, math.MinInt64
	for i, v := range values {
		d := int64(v) - int64(i)*b.slope>>16
		low, high = min(low, d), max(high, d)
	}
	if len(values) == 0 {
		return 0, 0
	}
	return low, high
}

func (b intBlock) line(i int) int64 { return b.base + int64(i)*b.slope>>16 }

func (b intBlock) at(i int) int32 { return int32(b.line(i) + int64(getUint(b.packed, b.width, i))) }

// unpack appends the integers to out.
func (b intBlock) unpack(out []int32) []int32 {
	switch b.width {
	case 0:
		for i := range int(b.n) {
			out = append(out, int32(b.line(i)))
		}
	case 1:
		for i, d := range b.packed {
			out = append(out, int32(b.line(i)+int64(d)))
		}
	default:
		for i := range int(b.n) {
			out = append(out, b.at(i))
		}
	}
	return out
}

// widthOf is how many bytes hold numbers from 0 to most, which is below 2^32.
func widthOf(most uint64) uint8 {
	switch {
	case most == 0:
		return 0
	case most <= math.MaxUint8:
		return 1
	case most <= math.MaxUint16:
		return 2
	default:
		return 4
	}
}

// putUint writes the i-th number of so many bytes.
func putUint(packed []byte, width uint8, i int, v uint64) {
	switch width {
	case 1:
		packed[i] = byte(v)
	case 2:
		binary.LittleEndian.PutUint16(packed[2*i:], uint16(v))
	case 4:
		binary.LittleEndian.PutUint32(packed[4*i:], uint32(v))
	}
}

// getUint reads the i-th number of so many bytes.
func getUint(packed []byte, width uint8, i int) uint32 {
	switch width {
	case 1:
		return uint32(packed[i])
	case 2:
		return uint32(binary.LittleEndian.Uint16(packed[2*i:]))
	case 4:
		return binary.LittleEndian.Uint32(packed[4*i:])
	}
	return 0
}
