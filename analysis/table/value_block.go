package table

import (
	"encoding/binary"
	"math"
)

// valueBlock is up to blockLen scores, packed without any loss: every value comes out
// with the bits it went in with. Most scores are verdicts, counts, or decimals of few
// digits, which are integers over a power of ten (ALP: Afroozeh, Kuffó & Boncz, SIGMOD 2023).
// All others stay doubles: lists of few values and 32-bit floats took 10 of 134 MB off six
// scalars of a million attempts. Decimals take 32 off, and the packed attempts 22.
type valueBlock struct {
	kind   valueKind
	digits uint8 // of decimals: behind the point
	width  uint8 // of decimals: bytes of a distance from base
	n      uint16
	base   int64 // of decimals: the smallest, without its point
	packed []byte
}

type valueKind uint8

const (
	decimals valueKind = iota // (base + distance) / 10^digits
	doubles
)

// tens are the powers of ten that decimals are tried with, all of them exact.
var tens = [...]float64{1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8}

func packValues(values []float64) valueBlock {
	b := valueBlock{n: uint16(len(values))}
	if b.packDecimals(values) {
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

// unpack appends the values to out.
func (b valueBlock) unpack(out []float64) []float64 {
	if b.kind == doubles {
		for i := range int(b.n) {
			out = append(out, math.Float64frombits(binary.LittleEndian.Uint64(b.packed[8*i:])))
		}
		return out
	}
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
	return out
}
