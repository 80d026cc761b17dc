package partial

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"

	"mcpstats/analysis/scale"
	"mcpstats/datasets"
	"mcpstats/stats"
)

// AddSums writes the sums over all inputs together. It is called once.
func (w *Writer) AddSums(s *scale.Sums, attempts int) error {
	if w.depth != Sums {
		return fmt.Errorf("partial: sums in a partial of %s", w.depth)
	}
	w.foot.Records += attempts
	// Cells go into as many blocks as they need: each is sums by itself, and reading
	// merges them.
	part := *s
	for rest := s.Cells; ; {
		n := min(len(rest), sumsCells)
		part.Cells, rest = rest[:n], rest[n:]
		if err := packSums(&w.block, &part); err != nil {
			return err
		}
		if err := w.flush(sumsBlock); err != nil || len(rest) == 0 {
			return err
		}
		part.Runs, part.Failures, part.Dropped = nil, nil, nil
	}
}

// sumsCells bounds the cells of a block, which with all their replicates take about
// 20 KB each.
const sumsCells = 512

// Sums reads the sums over all inputs together.
func (f *File) Sums() (*scale.Sums, error) {
	var out *scale.Sums
	err := f.each(sumsBlock, func(u *unpacker) error {
		s, err := unpackSums(u)
		if err != nil {
			return errDamaged
		}
		if out == nil {
			out = s
			return nil
		}
		return out.Merge(s)
	})
	if err == nil && out == nil {
		err = refuse(f.Path, errors.New("holds no sums"))
	}
	return out, err
}

// Sums merges the sums of all files, one file at a time.
func (s *Set) Sums() (*scale.Sums, error) {
	var all *scale.Sums
	var stated []datasets.Promise
	for _, f := range s.Files {
		for i := range f.Inputs {
			stated = append(stated, f.Inputs[i].Promises...)
		}
		one, err := f.Sums()
		if err != nil {
			return nil, err
		}
		if all == nil {
			all = one
			continue
		}
		if err := all.Merge(one); err != nil {
			return nil, refuse(f.Path, err)
		}
	}
	if all != nil {
		all.Stated = stated
	}
	return all, nil
}

func packSums(p *packer, s *scale.Sums) error {
	settings, err := json.Marshal(s.Settings)
	if err != nil {
		return err
	}
	p.text(string(settings))
	p.uint(uint64(len(s.Dropped)))
	for _, name := range s.Dropped {
		p.text(name)
	}
	p.uint(uint64(len(s.Runs)))
	for i := range s.Runs {
		r := &s.Runs[i]
		p.name(r.Benchmark)
		p.name(r.Run)
		packSet(p, r.Tasks)
		p.int(r.Attempts)
		p.int(r.Duplicates)
		p.int(r.Errors)
		p.bool(r.Clustered)
		p.name(r.Primary)
		packCounts(p, r.Outcomes)
	}
	p.uint(uint64(len(s.Failures)))
	for i := range s.Failures {
		packFailure(p, &s.Failures[i])
	}
	p.uint(uint64(len(s.Cells)))
	for i := range s.Cells {
		packCell(p, &s.Cells[i])
	}
	return nil
}

func unpackSums(u *unpacker) (*scale.Sums, error) {
	s := &scale.Sums{}
	if err := json.Unmarshal([]byte(u.text()), &s.Settings); err != nil {
		return nil, errDamaged
	}
	for range u.count() {
		s.Dropped = append(s.Dropped, u.text())
	}
	for range u.count() {
		r := scale.SumsRun{Benchmark: u.name(), Run: u.name(), Tasks: unpackSet(u)}
		r.Attempts, r.Duplicates, r.Errors, r.Clustered = u.int(), u.int(), u.int(), u.bool()
		r.Primary, r.Outcomes = u.name(), unpackCounts(u)
		s.Runs = append(s.Runs, r)
	}
	for range u.count() {
		s.Failures = append(s.Failures, unpackFailure(u))
	}
	for range u.count() {
		c, err := unpackCell(u, s.Settings.Replicates)
		if err != nil {
			return nil, errDamaged
		}
		s.Cells = append(s.Cells, c)
	}
	return s, u.err
}

func packFailure(p *packer, f *scale.SumsFailure) {
	for _, s := range []string{f.Benchmark, f.Run, f.Set, f.Annotator, f.Source, f.Category, f.Mode} {
		p.name(s)
	}
	p.int(f.Order)
	p.bool(f.Lift)
	packCounts(p, f.Shown)
	packCounts(p, f.Of)
	packCounts(p, f.Primary)
}

func unpackFailure(u *unpacker) scale.SumsFailure {
	f := scale.SumsFailure{Benchmark: u.name(), Run: u.name(), Set: u.name(), Annotator: u.name(), Source: u.name(), Category: u.name(), Mode: u.name()}
	f.Order, f.Lift = u.int(), u.bool()
	f.Shown, f.Of, f.Primary = unpackCounts(u), unpackCounts(u), unpackCounts(u)
	return f
}

func packCounts(p *packer, n [3]int) {
	for _, v := range n {
		p.int(v)
	}
}

func unpackCounts(u *unpacker) [3]int { return [3]int{u.int(), u.int(), u.int()} }

func packSet(p *packer, s scale.TaskSet) {
	p.int(s.N)
	p.uint(s.Hash[0])
	p.uint(s.Hash[1])
}

func unpackSet(u *unpacker) scale.TaskSet {
	return scale.TaskSet{N: u.int(), Hash: [2]uint64{u.uint(), u.uint()}}
}

func packCell(p *packer, c *scale.SumsCell) {
	for _, s := range []string{c.Benchmark, c.Run, c.Metric, c.Stratum, c.Value} {
		p.name(s)
	}
	p.int(c.Attempts)
	p.int(c.Scored)
	packSet(p, c.Tasks)
	p.bool(c.Graded)
	packSet(p, c.Undecided)
	packExact(p, &c.Total)
	packExact(p, &c.Squares)
	buckets := c.Means.Buckets()
	lo, hi := c.Means.Range()
	p.float(lo)
	p.float(hi)
	p.uint(uint64(len(buckets)))
	last := 0
	for _, b := range buckets {
		p.int(int(b.Bucket) - last)
		p.uint(b.Count)
		last = int(b.Bucket)
	}
	p.uint(uint64(len(c.Weights)))
	for r := range c.Weights {
		p.int(int(c.Weights[r]))
		packExact(p, &c.Replicates[r])
	}
}

// unpackCell reads a cell of that many replicates or none.
func unpackCell(u *unpacker, replicates int) (c scale.SumsCell, err error) {
	for _, s := range []*string{&c.Benchmark, &c.Run, &c.Metric, &c.Stratum, &c.Value} {
		*s = u.name()
	}
	c.Attempts, c.Scored, c.Tasks, c.Graded, c.Undecided = u.int(), u.int(), unpackSet(u), u.bool(), unpackSet(u)
	if c.Total, err = unpackExact(u); err != nil {
		return c, err
	}
	if c.Squares, err = unpackExact(u); err != nil {
		return c, err
	}
	lo, hi := u.float(), u.float()
	var buckets []stats.HistogramBucket
	last := 0
	for range u.count() {
		if last += u.int(); last < math.MinInt32 || last > math.MaxInt32 {
			return c, errDamaged
		}
		buckets = append(buckets, stats.HistogramBucket{Bucket: int32(last), Count: u.uint()})
	}
	if c.Means, err = stats.LogHistogramOf(buckets, lo, hi); err != nil {
		return c, err
	}
	if n := u.count(); n > 0 {
		if n != replicates {
			return c, errDamaged
		}
		c.Weights, c.Replicates = make([]int64, n), make([]stats.ExactSum, n)
	}
	for r := range c.Weights {
		c.Weights[r] = int64(u.int())
		if c.Replicates[r], err = unpackExact(u); err != nil {
			return c, err
		}
	}
	return c, u.err
}

// packExact writes a sum by the parts that every equal sum has.
func packExact(p *packer, s *stats.ExactSum) {
	parts := s.Parts()
	p.uint(uint64(len(parts)))
	for _, v := range parts {
		p.float(v)
	}
}

// maxParts is more than the parts of any sum: 2,098 bits in pieces of 53 and more.
const maxParts = 64

func unpackExact(u *unpacker) (stats.ExactSum, error) {
	n := u.count()
	if n > maxParts {
		return stats.ExactSum{}, errDamaged
	}
	parts := make([]float64, n)
	for i := range parts {
		parts[i] = u.float()
	}
	return stats.ExactSumOf(parts)
}
