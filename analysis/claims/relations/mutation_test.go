package relations

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"mcpstats/analysis/result"
)

// TestOneDigit changes one digit of a cell that stands in a relation which the table shows,
// and counts how often the changed table has a finding that involves the cell. The unchanged
// table never has one, which TestRightDocuments holds.
func TestOneDigit(t *testing.T) {
	tried, found := 0, 0
	for seed := range uint64(150) {
		m := maker{rand.New(rand.NewPCG(seed, 11)), 0, 1 + int(seed%2)}
		rows, cols := 5+m.IntN(8), 3+m.IntN(4)
		kind := []int{0, 6, 9, 14}[m.IntN(4)] // mean, difference, F1, total
		grid := [][]string{{"Model"}}
		for c := range cols {
			grid[0] = append(grid[0], string(rune('A'+c)))
		}
		if kinds[kind].head == "F1" {
			grid[0][1], grid[0][2] = "Precision", "Recall"
		}
		grid[0] = append(grid[0], kinds[kind].head)
		for r := range rows {
			x := m.scores(cols, 12)
			row := []string{"System " + string(rune('A'+r)) + "x"}
			for _, v := range x {
				row = append(row, m.print(v, m.decimals))
			}
			grid = append(grid, append(row, m.print(kinds[kind].of(m, x, r), m.decimals)))
		}
		if told(Read(m.document(grid, 1000))) != "" {
			t.Errorf("seed %d: a finding before anything was changed", seed)
		}
		r, c := 1+m.IntN(rows), cols+1
		if m.IntN(3) == 0 {
			c = 1 + m.IntN(2)
		}
		grid[r][c] = mutated(m.Rand, grid[r][c])
		report := Read(m.document(grid, 1000))
		tried++
		if slices.ContainsFunc(report.Claims(), func(x result.Claim) bool {
			return x.Verdict == result.Inconsistent && (x.Printed == grid[r][c] || slices.ContainsFunc(x.Against, func(n result.ClaimNear) bool { return n.Printed == grid[r][c] }))
		}) {
			found++
		}
	}
	t.Logf("%d of %d changed digits found", found, tried)
	if found*10 < tried*6 {
		t.Errorf("%d of %d changed digits found; expected 60%%", found, tried)
	}
}

// mutated changes one digit of a printed number to another.
func mutated(r *rand.Rand, s string) string {
	at := []int{}
	for i := range len(s) {
		if s[i] >= '0' && s[i] <= '9' {
			at = append(at, i)
		}
	}
	i := at[r.IntN(len(at))]
	d := strconv.Itoa((int(s[i]-'0') + 1 + r.IntN(9)) % 10)
	return strings.Join([]string{s[:i], d, s[i+1:]}, "")
}
