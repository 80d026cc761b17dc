package table

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// What is packed comes out again, every bit of it: whatever the numbers are, and however
// many blocks they fill.
func TestPackedValuesToTheBit(t *testing.T) {
	bits := func(v float64) uint64 { return math.Float64bits(v) }
	value := rapid.OneOf(
		rapid.Float64(),
		rapid.Map(rapid.Uint64(), math.Float64frombits), // with all NaNs and denormals
		rapid.SampledFrom([]float64{0, math.Copysign(0, -1), 1, 0.5, 1. / 3, math.Inf(1), math.Inf(-1), math.NaN(), 1 << 51, 1<<51 + 1, 1 << 53, math.MaxFloat64, 5e-324}),
		rapid.Map(rapid.IntRange(-1_000_000, 1_000_000), func(k int) float64 { return float64(k) / 1000 }),
		rapid.Map(rapid.Int32(), func(k int32) float64 { return float64(k) }),
		rapid.Map(rapid.Float32(), func(v float32) float64 { return float64(v) }),
	)
	rapid.Check(t, func(t *rapid.T) {
		of := rapid.SliceOfN(value, 1, 300).Draw(t, "values")
		want := make([]float64, rapid.IntRange(0, 3*blockLen).Draw(t, "n"))
		for i := range want {
			want[i] = of[i*7919%len(of)]
		}
		var list packed[float64, valueBlock]
		for _, v := range want {
			list.add(v, packValues)
		}
		sameBits := func(got []float64) bool {
			return slices.EqualFunc(got, want, func(a, b float64) bool { return bits(a) == bits(b) })
		}
		if !sameBits(list.flat()) {
			t.Fatal("flat: other values")
		}
		list.seal(packValues)
		var got []float64
		for values := range list.All {
			got = append(got, values...)
		}
		if !sameBits(got) {
			t.Fatal("sealed: other values")
		}
	})
}

func TestPackedAttempts(t *testing.T) {
	number := rapid.OneOf(rapid.Int32(), rapid.Int32Range(0, 3), rapid.SampledFrom([]int32{math.MinInt32, math.MaxInt32, -1, 0}))
	rapid.Check(t, func(t *rapid.T) {
		of := rapid.SliceOfN(number, 1, 50).Draw(t, "numbers")
		step := rapid.IntRange(0, 1000).Draw(t, "step")
		want := make([]rawAttempt, rapid.IntRange(0, 2*blockLen+5).Draw(t, "n"))
		var run runGathering
		for i := range want {
			want[i] = rawAttempt{task: of[i%len(of)], trial: of[i/4%len(of)], record: int32(i * step), from: int32(i / 1000),
				facts: facts{ending: uint8(i % len(endings)), Errored: i%3 == 0}}
			run.attempts.add(want[i], packAttempts)
		}
		if !slices.Equal(run.attempts.flat(), want) {
			t.Fatal("other attempts")
		}
		// Where they stand in the logs is known of each, taken over block by block or not.
		taken := RunTable{origins: originsOf(&run.attempts)}
		var added RunTable
		for i := range want {
			added.origins.add(want[i].record, want[i].from)
		}
		for _, frozen := range []*RunTable{&taken, &added} {
			frozen.origins.inputs = []int32{7, 5, 3}
			for i := range want {
				if input, record := frozen.Origin(i); input != 7-2*(i/1000) || record != i*step {
					t.Fatalf("attempt %d is record %d of input %d", i, record, input)
				}
			}
		}
	})
}

// What a block takes, by hand: bytes a number.
func TestPackedSizes(t *testing.T) {
	filled := func(of func(i int) float64) []float64 {
		v := make([]float64, blockLen)
		for i := range v {
			v[i] = of(i)
		}
		return v
	}
	for _, c := range []struct {
		name  string
		kind  valueKind
		bytes int
		of    func(i int) float64
	}{
		{"one value", decimals, 0, func(int) float64 { return 0.25 }},
		{"verdicts", decimals, 1, func(i int) float64 { return float64(i % 2) }},
		{"counts up to 65,535 from a million", decimals, 2, func(i int) float64 { return 1e6 + float64(i*64) }},
		{"shares of three digits", decimals, 2, func(i int) float64 { return float64(i%1001) / 1000 }},
		{"dollars of six digits", decimals, 4, func(i int) float64 { return float64(i*97) / 1e6 }},
		{"thirds", doubles, 8, func(i int) float64 { return float64(i%4) / 3 }},
		{"floats of 32 bits", doubles, 8, func(i int) float64 { return float64(float32(math.Exp(float64(i) / 100))) }},
		{"any", doubles, 8, func(i int) float64 { return math.Exp(float64(i) / 100) }},
	} {
		b := packValues(filled(c.of))
		if b.kind != c.kind || len(b.packed) != c.bytes*blockLen {
			t.Errorf("%s: kind %d in %d bytes, want kind %d in %d", c.name, b.kind, len(b.packed), c.kind, c.bytes*blockLen)
		}
	}
	for _, c := range []struct {
		name  string
		bytes int
		of    func(i int) int32
	}{
		{"every 12th record", 0, func(i int) int32 { return int32(12 * i) }},
		{"four attempts a task", 1, func(i int) int32 { return int32(i / 4) }},
		{"nine of ten attempts", 1, func(i int) int32 { return int32(i + i/9) }},
		{"anywhere", 4, func(i int) int32 { return int32(uint32(i) * 2654435761) }},
	} {
		v := make([]int32, blockLen)
		for i := range v {
			v[i] = c.of(i)
		}
		if b := packInts(v); len(b.packed) != c.bytes*blockLen {
			t.Errorf("%s: %d bytes, want %d", c.name, len(b.packed), c.bytes*blockLen)
		}
	}
}
