package relations

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"mcpstats/analysis/claims"
)

var (
	passAt  = regexp.MustCompile(`(?i)\bpass\s?@\s?([0-9]+)\b`)
	passAll = regexp.MustCompile(`(?i)\bpass\s?\^\s?\{?([0-9]+)\}?`)
	// sampled tells that the trials of the columns may not be the same.
	sampled = regexp.MustCompile(`(?i)\b(?:greedy|temperature|majority|maj@|best[\s-]of|reranked)`)
)

// passes holds pass@k and pass^k against pass@1 of the same row: of the same trials a task
// passes at most k times as often as in one, and never less often. That the trials are the
// same the rows tell, nine in ten of which must bear it out.
func (p *paper) passes(g *grid) {
	if sampled.MatchString(g.Caption.Plain) {
		return
	}
	type column struct {
		c, k int
		all  bool
		key  string
	}
	var columns []column
	for c := g.firstCol; c < g.cols; c++ {
		head := g.colHeads[c]
		for _, m := range []struct {
			head *regexp.Regexp
			all  bool
		}{{passAt, false}, {passAll, true}} {
			if at := m.head.FindStringSubmatchIndex(head); at != nil {
				k, _ := strconv.Atoi(head[at[2]:at[3]])
				columns = append(columns, column{c, k, m.all, strings.ToLower(head[:at[0]] + head[at[1]:])})
				break
			}
		}
	}
	h := &hypothesis{ruled: ruled{family: "pass@k", stated: true, rule: g.name() + ": what k trials pass is bounded by what one passes"}}
	for _, one := range columns {
		if one.k != 1 {
			continue
		}
		for _, c := range columns {
			if c.k < 2 || c.key != one.key || one.all != c.all {
				continue
			}
			for row := g.firstRow; row < g.rows; row++ {
				x, y := g.cells[row][one.c], g.cells[row][c.c]
				if x == nil || y == nil {
					continue
				}
				kind := "any"
				if c.all {
					kind = "all"
				}
				unit := claims.Proportion
				if x.value > 1 || y.value > 1 || x.Unit == "%" || y.Unit == "%" {
					unit = claims.Percent
				}
				h.add(y, []*quantity{x}, unit, .5, func(ids []string) string {
					return fmt.Sprintf("{pass_k: {one: %q, k: %d, kind: %s}}", ids[0], c.k, kind)
				})
			}
		}
	}
	p.test(h)
	p.keep(&h.ruled, h.support.held >= 4 && 10*h.support.failed <= h.support.all()+9 && 4*h.support.failed <= h.support.held)
}
