package reports

import "slices"

// Paper parts a document as Split does, for a results section in print: its first half has one
// table a benchmark, the first, and sections that had nothing but tables are left out. Extracts are
// dropped, since the appendix has what they are of; other tables go to the benchmark's part of the
// appendix. A document without an appendix is left as it is.
func (d *Document) Paper() (first, appendix *Document) {
	first, appendix = d.Split()
	if appendix == nil {
		return first, nil
	}
	var kept []Block
	moved := map[string][]Block{} // by benchmark
	benchmark, tables := "", map[string]int{}
	for _, b := range first.Blocks {
		switch b := b.(type) {
		case Heading:
			if b.Level <= 1 {
				benchmark = ""
				if b.Origin.Within {
					benchmark = b.Origin.Benchmark
				}
			}
		case Table:
			tables[benchmark]++
			whole, first := b.Extract == "", tables[benchmark] == 1
			switch {
			case benchmark == "" && !whole, benchmark != "" && !first:
				if whole {
					moved[benchmark] = append(moved[benchmark], b)
				}
				continue
			}
		}
		kept = append(kept, b)
	}
	first.Blocks, first.Compact = withoutEmptySections(kept), true
	var rest []Block
	for _, b := range appendix.Blocks {
		rest = append(rest, b)
		if h, ok := b.(Heading); ok && h.Level <= 1 && h.Origin.Within {
			rest = append(rest, moved[h.Origin.Benchmark]...)
			delete(moved, h.Origin.Benchmark)
		}
	}
	appendix.Blocks = rest
	return first, appendix
}

// withoutEmptySections leaves out headings below which nothing stands, and what only leads on.
func withoutEmptySections(blocks []Block) []Block {
	var out []Block // backwards
	var onward *Footnote
	filled, below := false, 0 // something stands below; or a heading of this level, deeper ones first
	for i := len(blocks) - 1; i >= 0; i-- {
		switch b := blocks[i].(type) {
		case Heading:
			onward = nil
			if !filled && below <= b.Level {
				continue
			}
			filled, below = false, b.Level
		case Footnote:
			if b.Onward {
				onward = &b
				continue
			}
			filled = true
		default:
			filled = true
		}
		if filled && onward != nil {
			out = append(out, *onward)
			onward = nil
		}
		out = append(out, blocks[i])
	}
	slices.Reverse(out)
	return out
}
