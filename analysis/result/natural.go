package result

import "strings"

// CompareNatural orders names as a person would: runs of digits by their value,
// so that L1-9 stands before L1-10; everything else byte by byte. Names that
// differ only in leading zeros are ordered by length, so that the order is total.
func CompareNatural(a, b string) int {
	x, y := a, b
	for x != "" && y != "" {
		nx, ny := digits(x), digits(y)
		if nx == 0 || ny == 0 {
			if x[0] != y[0] {
				if x[0] < y[0] {
					return -1
				}
				return 1
			}
			x, y = x[1:], y[1:]
			continue
		}
		dx, dy := strings.TrimLeft(x[:nx], "0"), strings.TrimLeft(y[:ny], "0")
		if len(dx) != len(dy) {
			if len(dx) < len(dy) {
				return -1
			}
			return 1
		}
		if c := strings.Compare(dx, dy); c != 0 {
			return c
		}
		x, y = x[nx:], y[ny:]
	}
	if len(x) != len(y) {
		if len(x) < len(y) {
			return -1
		}
		return 1
	}
	return strings.Compare(a, b)
}

// digits is the length of the run of ASCII digits that s starts with.
func digits(s string) int {
	n := 0
	for n < len(s) && s[n] >= '0' && s[n] <= '9' {
		n++
	}
	return n
}
