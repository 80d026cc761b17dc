package relations

import (
	"fmt"
	"strings"
	"testing"
)

// told writes the findings of a report: address, number, family.
func told(r *Report) string {
	var out []string
	for _, i := range r.Findings() {
		n := r.Numbers[i]
		out = append(out, fmt.Sprintf("%s %s %s", n.ID, n.Printed, n.Check))
	}
	return strings.Join(out, "; ")
}

func TestTables(t *testing.T) {
	for _, c := range []struct{ name, rows, want string }{
		// Means by hand: 61.2+70.4+55.1 = 186.7 -> 62.23; 64.0+71.5+58.8 = 194.3 -> 64.77; 49.9+66.2+51.7 = 167.8 -> 55.93;
		// 70.1+75.0+60.9 = 206.0 -> 68.67; 58.3+69.1+54.6 = 182.0 -> 60.67, printed 66.7.
		{"mean", "M\tA\tB\tC\tAvg.\na\t61.2\t70.4\t55.1\t62.2\nb\t64.0\t71.5\t58.8\t64.8\nc\t49.9\t66.2\t51.7\t55.9\nd\t70.1\t75.0\t60.9\t68.7\ne\t58.3\t69.1\t54.6\t66.7", "t1[e, Avg.] 66.7 mean"},
		{"mean holds", "M\tA\tB\tC\tAvg.\na\t61.2\t70.4\t55.1\t62.2\nb\t64.0\t71.5\t58.8\t64.8\nc\t49.9\t66.2\t51.7\t55.9\nd\t70.1\t75.0\t60.9\t68.7\ne\t58.3\t69.1\t54.6\t60.7", ""},
		{"total row", "Kind\tTrain\tDev\tTest\tAll\na\t1200\t151\t310\t1661\nb\t845\t99\t204\t1148\nc\t402\t61\t98\t561\nTotal\t2447\t311\t612\t3470", "t1[Total, All] 3470 sum"},
		{"difference", "M\tBase\tOurs\tΔ\na\t61.2\t66.4\t+5.2\nb\t70.0\t71.9\t+1.9\nc\t49.9\t60.2\t+10.3\nd\t55.1\t59.0\t+9.3\ne\t44.0\t47.7\t+3.7", "t1[d, Δ] +9.3 difference"},
		{"shares of 95", "M\tSuccess (%)\na\t78.95\nb\t70.53\nc\t52.63\nd\t48.42\ne\t45.26\nf\t29.79\ng\t25.26", "t1[f, Success (%)] 29.79 share of n"},
		// 408+265+37+33 = 743: 54.91, 35.67, 4.98, 4.44%; printed 36.7.
		{"counts and shares", "D\tCount\t%\nlater\t408\t54.9%\nset\t265\t36.7%\nearlier\t37\t5.0%\ncleared\t33\t4.4%\nother\t0\t0.0%", "t1[set, %] 36.7 share"},
		// Two-sided p of t with 94 degrees of freedom: 2.01 .0473, 3.1 .0025, 3.8 .00026, 2.63 .0100 (normal: .0444, .0019, .0001, .0085).
		{"t and p", "M\tt\tp\na\t2.01\t0.047\nb\t3.10\t<0.001\nc\t3.80\t<0.001\nd\t2.63\t0.010", "t1[b, p] <0.001 test statistic"},
		{"bold", "M\tA\tB\tC\tD\tE\tF\na\t61.2\t*70.4*\t55.1\t30.2\t*44.4*\t10.0\nb\t64.0\t61.5\t*58.8*\t31.0\t40.0\t*11.2*\nc\t*69.9*\t66.2\t51.7\t*35.5*\t41.0\t10.7\nd\t60.1\t65.0\t50.9\t35.0\t40.4\t14.1\ne\t*62.0*\t50.0\t50.1\t30.0\t39.9\t9.0", ""},
		// Names of alleles are no counts: 01 + 467 is not 837.
		{"codes", "Gene\tAlleles\tCounts\tTotal\na\t01\t226\t226\nb\t01\t1005\t1005\nc\t01\t105\t105\nd\t01\t624\t624\ne\t01\t467\t837\nf\t01\t31\t31", ""},
		// Persons are counted once, whatever states they are in: 9899 + 1791 = 11690 is no mistake of the 9996.
		{"counted once", "From\tAlive\tDead\tRecords\tPersons\na\t7497\t2499\t9996\t9899\nb\t1088\t703\t1791\t1791\nSum\t8585\t3202\t11787\t9996", ""},
		// 3310+1124+1907 = 6341: no smaller than the largest part, but a digit off.
		{"a digit of a total", "Kind\tA\tB\tC\tD\na\t1200\t4003\t3310\t905\nb\t512\t2107\t1124\t2019\nc\t733\t818\t1907\t306\nTotal\t2445\t6928\t5341\t3230", "t1[Total, C] 5341 sum"},
		// Bytes of spilled registers are eight a register, until there are more registers than arguments.
		{"a column of eights", "fit\tints\tfloats\tspills\ttotal\n6.0%\t0\t0\t0\t256\n11.5%\t1\t8\t8\t248\n17.0%\t2\t8\t16\t240\n22.5%\t3\t8\t24\t240\n28.0%\t4\t8\t32\t232\n33.5%\t5\t8\t40\t232\n39.0%\t6\t8\t48\t232\n44.5%\t7\t8\t56\t232\n50.0%\t8\t8\t64\t232\n55.5%\t9\t8\t72\t232\n61.0%\t10\t8\t72\t232\n66.5%\t11\t8\t80\t232\n72.0%\t12\t8\t88\t232\n77.5%\t13\t8\t96\t232\n83.0%\t14\t8\t104\t232\n88.5%\t15\t8\t112\t232\n94.0%\t16\t8\t112\t232", ""},
		// A line of heads in the midst of the numbers: 50 + 2.5 is not 97.5.
		{"a line of heads", "Time\tA\tB\tC\n1\t1.34\t0.21\t1.55\n2\t2.83\t0.42\t3.25\n3\t4.11\t0.93\t5.04\n4\t6.27\t1.18\t7.45\n5\t8.02\t1.56\t9.58\nlevel\t50%\t2.5%\t97.5%", ""},
	} {
		r := Read(tabled("Success over tasks.", c.rows, "We use 95 tasks of 6 kinds."))
		if got := told(r); got != c.want {
			t.Errorf("%s: %s; want %s", c.name, got, c.want)
			for _, rel := range append(r.Relations, r.Proposals...) {
				t.Logf("  %s %s %d/%d %g", rel.Family, rel.Rule, rel.Held, rel.Of, rel.Chance)
			}
		}
	}
}
