package figures

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"mcpstats/reports"
)

// TestLeadersDoNotCross draws runs of any ranks: no leader's level part meets the
// upright part of another, apart from runs of the same rank, and every group has
// a level of its own.
func TestLeadersDoNotCross(t *testing.T) {
	faces := mustFaces(t)
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 30).Draw(t, "runs")
		ranks := rapid.SliceOfN(rapid.Float64Range(1, 30), n, n).Draw(t, "ranks")
		slices.Sort(ranks)
		c := reports.CriticalDifference{CD: rapid.Float64Range(0, 40).Draw(t, "cd")}
		for _, v := range ranks {
			c.Runs = append(c.Runs, reports.AverageRank{Label: rapid.String().Draw(t, "label"), Value: v})
		}
		for i := range n - 1 {
			c.Groups = append(c.Groups, reports.Bracket{First: i, Last: i + 1})
		}
		s, err := layout(faces, c, Page)
		if err != nil {
			t.Fatal(err)
		}
		checkTexts(t, faces, "ranks", s)
		var leaders []curve
		levels := map[float64]bool{}
		for _, m := range s.marks {
			switch m := m.(type) {
			case curve:
				leaders = append(leaders, m)
			case line:
				if m.width == 3.2 {
					if levels[m.y1] {
						t.Errorf("two groups share the level %g", m.y1)
					}
					levels[m.y1] = true
				}
			}
		}
		if len(leaders) != n || len(levels) != n-1 {
			t.Fatalf("%d leaders and %d bars for %d runs", len(leaders), len(levels), n)
		}
		for i, a := range leaders {
			y, from, to := a.corners[1][1], min(a.corners[1][0], a.corners[2][0]), max(a.corners[1][0], a.corners[2][0])
			for k, b := range leaders {
				x, top, bottom := b.corners[0][0], b.corners[0][1], b.corners[1][1]
				if i != k && x > from && x < to && y > top && y < bottom {
					t.Errorf("the leader of run %d crosses that of run %d", i, k)
				}
			}
		}
	})
}

// TestSpecificationMarks counts: every choice has one mark in the curve and one in
// a row of each dimension, those of the stated choice in the washed column.
func TestSpecificationMarks(t *testing.T) {
	c := specified(2, 1, 3) // 18 choices of 4 dimensions
	s, err := layout(mustFaces(t), c, Page)
	if err != nil {
		t.Fatal(err)
	}
	points, marks, washed := 0, 0, 0
	for _, m := range s.marks {
		switch m := m.(type) {
		case point:
			points++
		case line:
			if m.width == 7 {
				marks++
			}
		case box:
			washed++
		}
	}
	if points != 18 || marks != 72 || washed != 1 {
		t.Errorf("%d points, %d marks and %d washed columns, want 18, 72 and 1", points, marks, washed)
	}
	c.Choices[3].Of = []int{0}
	if _, err := layout(mustFaces(t), c, Page); err == nil || !strings.Contains(err.Error(), "choice 4 has 1 options for 4 dimensions") {
		t.Errorf("error is %v", err)
	}
}
