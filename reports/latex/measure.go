package latex

import "strings"

// widths are the advances of the printable ASCII characters in Times-Roman, in
// thousandths of an em, from Adobe's font metrics.
var widths = [...]int{
	250, 333, 408, 500, 500, 833, 778, 333, 333, 333, 500, 564, 250, 333, 250, 278,
	500, 500, 500, 500, 500, 500, 500, 500, 500, 500, 278, 278, 564, 564, 564, 444,
	921, 722, 667, 667, 722, 611, 556, 722, 722, 333, 389, 722, 611, 889, 722, 722,
	556, 722, 667, 556, 611, 722, 722, 944, 722, 722, 611, 333, 278, 333, 469, 500,
	333, 444, 500, 444, 500, 444, 333, 500, 500, 278, 278, 500, 278, 778, 500, 500,
	500, 500, 333, 389, 278, 500, 500, 722, 500, 500, 444, 480, 200, 480, 541,
}

// boldFactor is how much wider bold type runs.
const boldFactor = 1.07

// measure is about how wide text prints, in em.
func measure(s string) float64 {
	sum := 0
	for _, r := range spell(s) {
		switch {
		case r >= ' ' && r < 0x7f:
			sum += widths[r-' ']
		case r == '…':
			sum += 1000
		default:
			sum += 600
		}
	}
	return float64(sum) / 1000
}

// widestPiece is the width of the widest part of a text that cannot be broken.
func widestPiece(s string) float64 {
	widest := 0.0
	for _, p := range pieces(s) {
		widest = max(widest, measure(strings.TrimSuffix(p, " ")))
	}
	return widest
}

// pieces are the parts of a text between which a line may break, each with the
// blank that follows it.
func pieces(s string) []string {
	var out []string
	for word := range strings.FieldsSeq(spell(s)) {
		runes := []rune(word)
		if len(runes) <= longWord {
			out = append(out, word+" ")
			continue
		}
		from := 0
		for i, r := range runes {
			if i+1 == len(runes) || strings.ContainsRune(joints, r) || i+1-from == maxPiece {
				out = append(out, string(runes[from:i+1]))
				from = i + 1
			}
		}
		out[len(out)-1] += " "
	}
	return out
}
