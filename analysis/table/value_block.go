package table

import (
	"encoding/binary"
	"math"
)

// valueBlock is up to blockLen scores, packed without any loss: every value comes out
// with the bits it went in with. Most scores are verdicts, counts, or decimals of few
// digits, which are integers over a power of ten (ALP: Afroozeh, Kuffó & Boncz, SIGMOD 2023).
type valueBlock struct {
	kind   valueKind
	digits uint8 // of decimals: behind the point
	width  uint8 // of decimals: bytes of a distance from base
	n      uint16
	base   int64 // of decimals: the smallest, without its point
	packed []byte
	few    []float64 // the values that an index stands for
}

type valueKind uint8

const (
	decimals valueKind = iota // (base + distance) / 10^digits
	indices                   // a byte into few
	singles                   // as float32
	doubles
)

// mostFew is how many distinct values are kept as indices: with more, the list of them
// weighs as much as what it saves.
const mostFew = 200

// tens are the powers of ten that decimals are tried with, all of them exact.
var tens = [...]float64{1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8}

func packValues(values []float64) valueBlock {
	b := valueBlock{n: uint16(len(values))}
	if b.packDecimals(values) || b.packFew(values) || b.packSingles(values) {
		return b
	}
	b.kind, b.packed = doubles, make([]byte, 8*len(values))
	for i, v := range values {
		binary.LittleEndian.PutUint64(b.packed[8*i:], math.Float64bits(v))
	}
	return b
}

// scaled is v times a power of ten as an integer; ok where that integer over the same
// power is v again, to the last bit.
func scaled(v, power float64) (k int64, ok bool) {
	const most = 1 << 51 // below it the product is within a half of the integer
	x := math.RoundToEven(v * power)
	if !(x > -most && x < most) {
		return 0, false
	}
	k = int64(x)
	return k, math.Float64bits(float64(k)/power) == math.Float64bits(v)
}

func (b *valueBlock) packDecimals(values []float64) bool {
	digits := 0
	// An integer over a power of ten is ten times itself over the next power: what fits
	// fits with more digits, too.
	for _, v := range values {
		for {
			if _, ok := scaled(v, tens[digits]); ok {
				break
			}
			if digits++; digits == len(tens) {
				return false
			}
		}
	}
	var distances [blockLen]int64
	low, high := int64(math.MaxInt64), int64(math.MinInt64)
	for i, v := range values {
		k, ok := scaled(v, tens[digits])
		if !ok { // large with few digits, and no longer exact with more
			return false
		}
		distances[i] = k
		low, high = min(low, k), max(high, k)
	}
	if len(values) == 0 {
		return true
	}
	if uint64(high-low) > math.MaxUint32 {
		return false
	}
	b.kind, b.digits, b.base, b.width = decimals, uint8(digits), low, widthOf(uint64(high-low))
	b.packed = make([]byte, len(values)*int(b.width))
	for i, k := range distances[:len(values)] {
		putUint(b.packed, b.width, i, uint64(k-low))
	}
	return true
}

// packFew numbers the distinct values in the order in which they come.
func (b *valueBlock) packFew(values []float64) bool {
	const slots = 512 // more than twice mostFew: a search soon meets a free one
	var table [slots]uint8
	var few [mostFew]float64
	var packed [blockLen]byte
	n := 0
	for i, v := range values {
		bits := math.Float64bits(v)
		for at := bits * 0x9e3779b97f4a7c15 >> 55; ; at = (at + 1) % slots {
			if table[at] == 0 {
				if n == mostFew {
					return false
				}
				few[n] = v
				n++
				table[at] = uint8(n)
			}
			if k := table[at] - 1; math.Float64bits(few[k]) == bits {
				packed[i] = k
				break
			}
		}
	}
	if 8*n+len(values) >= 4*len(values) {
		return false
	}
	b.kind, b.few, b.packed = indices, append([]float64(nil), few[:n]...), append([]byte(nil), packed[:len(values)]...)
	return true
}

func (b *valueBlock) packSingles(values []float64) bool {
	for _, v := range values {
		if math.Float64bits(float64(float32(v))) != math.Float64bits(v) {
			return false
		}
	}
	b.kind, b.packed = singles, make([]byte, 4*len(values))
	for i, v := range values {
		binary.LittleEndian.PutUint32(b.packed[4*i:], math.Float32bits(float32(v)))
	}
	return true
}

// unpack appends the values to out.
func (b valueBlock) unpack(out []float64) []float64 {
	switch b.kind {
	case indices:
		for _, k := range b.packed {
			out = append(out, b.few[k])
		}
	case singles:
		for i := range int(b.n) {
			out = append(out, float64(math.Float32frombits(binary.LittleEndian.Uint32(b.packed[4*i:]))))
		}
	case doubles:
		for i := range int(b.n) {
			out = append(out, math.Float64frombits(binary.LittleEndian.Uint64(b.packed[8*i:])))
		}
	default:
		if b.width == 1 && b.digits == 0 {
			for _, d := range b.packed {
				out = append(out, float64(b.base+int64(d)))
			}
			return out
		}
		power := tens[b.digits]
		for i := range int(b.n) {
			out = append(out, float64(b.base+int64(getUint(b.packed, b.width, i)))/power)
		}
	}
	return out
}
