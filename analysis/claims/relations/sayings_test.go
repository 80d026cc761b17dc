package relations

import (
	"strings"
	"testing"
)

// numbersTold are the printed numbers of the findings, in the order of the document.
func numbersTold(r *Report) string {
	var out []string
	for i := range r.Numbers {
		if r.Numbers[i].Verdict == "inconsistent" {
			out = append(out, r.Numbers[i].Printed)
		}
	}
	return strings.Join(out, " ")
}

type saying struct {
	name, want string
	parts      []string
}

func tell(t *testing.T, cases []saying) {
	t.Helper()
	for _, c := range cases {
		r := Read(written(c.parts...))
		if got := numbersTold(r); got != c.want {
			t.Errorf("%s: told %q; want %q", c.name, got, c.want)
			for _, rel := range append(r.Relations, r.Proposals...) {
				t.Logf("  %s %s %d/%d %g", rel.Family, rel.Rule, rel.Held, rel.Of, rel.Chance)
			}
			for _, n := range r.Numbers {
				if n.Verdict == "inconsistent" {
					t.Logf("  %s %s", n.ID, n.Arithmetic)
				}
			}
		}
	}
}

// A dose that the ablation names in parentheses is a row of its own in the other table. By
// hand: 71.2 and 71.2, 64.0 and 64.1 (a digit), 58.3 and 58.3 agree; 0.742 is not 0.745.
const (
	dosesA  = "Table 1: Ablation, 240 patients.\nArm\tResponse\tAUC\nFull regime\t71.9\t0.760\nLow (dose = 0.5)\t58.3\t0.702\nHalf (dose = 1.0)\t64.0\t0.721\nHigh (dose = 2.0)\t71.2\t0.742"
	dosesB  = "Table 2: Dose response, 240 patients.\ndose\tResponse\tAUC\n0.0\t31.0\t0.510\n0.5\t58.3\t0.702\n1.0\t64.1\t0.721\n2.0\t71.2\t0.745\n4.0\t70.3\t0.741"
	dosesC  = "Table 2: Dose response, 120 patients.\ndose\tResponse\tAUC\n0.0\t31.0\t0.510\n0.5\t58.3\t0.702\n1.0\t64.1\t0.721\n2.0\t71.2\t0.745\n4.0\t70.3\t0.741"
	dosesD  = "Table 2: Dose response, 240 patients.\ndose\tResponse\tAUC\n0.0\t31.0\t0.510\n0.5\t55.9\t0.671\n1.0\t60.1\t0.729\n2.0\t73.2\t0.755\n4.0\t70.3\t0.741"
	inTexts = "Every arm is a group of adults."
)

func TestSettings(t *testing.T) {
	tell(t, []saying{
		{"one cell differs", "0.745", []string{inTexts, dosesA, dosesB}},
		{"other patients", "", []string{inTexts, dosesA, dosesC}},
		{"another measurement", "", []string{inTexts, dosesA, dosesD}},
		{"several runs", "", []string{"All values are means over five seeds.", dosesA, dosesB}},
	})
}

// The crop table by hand: Ares - Borealis on Spring .861-.812 = 4.9 points, on Summer
// .774-.731 = 4.3, on Autumn .702-.688 = 1.4; Ares - Control .861-.640 = 22.1, .774-.602 = 17.2, .702-.577 = 12.5.
const crops = "Table 1: Germination by season.\nVariety\tSpring\tSummer\tAutumn\nControl\t0.640\t0.602\t0.577\nBorealis\t0.812\t0.731\t0.688\nAres\t0.861\t0.774\t0.702"

var gainsRight = []string{
	"Ares gains over Borealis (Spring: +4.9 points) and (Summer: +4.3 points).",
	"Against the Control field Ares gains much (Spring: +22.1 points) and (Summer: +17.2 points).",
	"Ares improves on Borealis (Autumn: +1.4 points) and on the Control field (Autumn: +12.5 points).",
}

func TestGains(t *testing.T) {
	with := func(s ...string) []string { return append(append([]string{}, append(gainsRight, s...)...), crops) }
	tell(t, []saying{
		{"right", "", with()},
		{"a slip", "+4.6", with("Ares stays ahead (Summer: +4.6 points).")},
		{"another field, far off", "", with("Ares stays ahead (Summer: +9.6 points).")},
		{"relative", "", with("In relative terms Ares is ahead (Summer: +4.6 points).")},
		{"no season named", "", with("Ares stays ahead (+4.6 points).")},
		{"in all", "31.7", with("Borealis underperforms Ares by 31.7 points overall.")},
		{"in all, rightly: the mean of 4.9, 4.3 and 1.4", "", with("Borealis underperforms Ares by 3.5 points overall.")},
		{"about something else", "", with("On the second farm Borealis underperforms Ares by 31.7 points overall.")},
		{"too few that hold", "", []string{gainsRight[0], "Ares stays ahead (Summer: +4.6 points).", crops}},
	})
}

func TestBoth(t *testing.T) {
	right := []string{"Borealis has a Spring rate of 0.812.", "Ares has an Autumn rate of 0.702.", "In Summer Borealis reaches 0.731, as Table 1 shows."}
	with := func(s string) []string {
		return append(append([]string{}, append(right, "Spring (sown early): "+s)...), crops)
	}
	tell(t, []saying{
		{"one of two differs", "0.861", with("Borealis and Ares both reach 0.861.")},
		{"neither, so another rate", "", with("Borealis and Ares both reach 0.911.")},
		{"not both", "", with("Borealis and Ares reach 0.861 together.")},
	})
}

// 1 - 340/2400 = 85.8%; 1 - 340/2000 = 83%; 1 - 300/2000 = 85%.
func TestReductions(t *testing.T) {
	tell(t, []saying{
		{"in one sentence", "79", []string{"Mulching cut the water from 2400 to 340 litres, a 79% reduction."}},
		{"right", "", []string{"Mulching cut the water from 2400 to 340 litres, an 86% reduction."}},
		{"from the sentence before", "60", []string{"A field takes 2000 litres a day. Mulching reduces this to 340 litres, a 60% reduction in all."}},
		{"said again", "60 60", []string{"A field takes 2000 litres a day. Mulching reduces this to 340 litres, a 60% reduction in all.", "The 60% litre reduction pays.", "A 60% weed reduction comes with it."}},
		{"other things", "", []string{"A field takes 2000 litres and 40 workers. Mulching reduces this to 340 workers, a 60% reduction in all."}},
		{"round numbers", "", []string{"A field takes about 2,000 litres. Mulching reduces this to about 300 litres, an 83% reduction."}},
		{"points", "", []string{"Mulching cut losses from 40% to 25%, a 15% reduction."}},
		{"of something else", "", []string{"Mulching cut the water from 2400 to 340 litres, a 79% cost reduction."}},
		{"of what was before that", "", []string{"Ditches take 9000 litres. Pipes take 2000 litres. Mulching reduces this to 340 litres, a 96% reduction."}},
		{"of several", "", []string{"Mulching and drip lines cut the water to 340 litres, a 79% reduction."}},
	})
}

func TestRangesOfRanges(t *testing.T) {
	tell(t, []saying{
		{"too large", "19", []string{"A crew has 11-19 sailors (4-8 officers plus 6-10 deckhands)."}},
		{"right", "", []string{"A crew has 11-18 sailors (4-8 officers plus 6-10 deckhands)."}},
		{"too small, said again", "9 9", []string{"A crew has 9-18 sailors (4-8 officers plus 6-10 deckhands).", "The 9-18 sailors of a crew take turns.", "There are 9-18 lifeboats."}},
		{"not all parts", "", []string{"A crew has 11-29 sailors (including 4-8 officers and 6-10 deckhands)."}},
		{"either", "", []string{"A crew has 4-10 sailors (4-8 officers or 6-10 deckhands)."}},
	})
}

func TestEverywhere(t *testing.T) {
	rows := func(autumn string) string {
		return "Table 1: Germination by season.\nVariety\tSpring\tSummer\tAutumn\nControl\t0.640\t0.602\t0.577\nBorealis\t0.812\t0.731\t0.688\nAres\t0.861\t0.774\t" + autumn
	}
	tell(t, []saying{
		{"beaten once", "0.671", []string{"Table 1 shows that Ares has the highest rate in all seasons.", rows("0.671")}},
		{"best", "", []string{"Table 1 shows that Ares has the highest rate in all seasons.", rows("0.702")}},
		{"with an exception", "", []string{"Table 1 shows that Ares has the highest rate in all seasons except one.", rows("0.671")}},
		{"by a digit", "", []string{"Table 1 shows that Ares has the highest rate in all seasons.", rows("0.687")}},
		{"smaller may be better there", "", []string{"Table 1 shows that Ares has the highest rate in all seasons.", rows("0.501")}},
		{"smaller is better", "", []string{"Table 1 shows that Ares has the best rate in all seasons.", strings.Replace(rows("0.671"), "season.", "season, lower is better.", 1)}},
		{"no table named", "", []string{"Ares has the highest rate in all seasons.", rows("0.671")}},
		{"expected", "", []string{"By Table 1 we expected that Ares has the highest rate in all seasons.", rows("0.671")}},
	})
}

// 9.05% of 814 is 73.67 calls; 73/814 = 8.97, 74/814 = 9.09.
func TestSamples(t *testing.T) {
	tell(t, []saying{
		{"no count", "9.05", []string{"We examined 814 letters of one clerk. Only 9.05% were unsigned."}},
		{"a count", "", []string{"We examined 814 letters of one clerk. Only 9.09% were unsigned."}},
		{"of something else", "", []string{"We examined 814 letters of one clerk. Of the stamps 9.05% were forged."}},
		{"two samples", "", []string{"We examined 300 cards and 814 letters. Only 9.05% were unsigned."}},
		{"any share fits", "", []string{"We examined 814 letters of one clerk. Only 9.1% were unsigned."}},
		{"weighted", "", []string{"Answers are weighted by age.", "We examined 814 letters of one clerk. Only 9.05% were unsigned."}},
		{"later", "", []string{"We examined 814 letters of one clerk. The work took weeks. Only 9.05% were unsigned."}},
	})
}

func TestHierarchies(t *testing.T) {
	above := "Table 1: kinds of damage.\nKind\t% of all losses\nHail\t20-34%\nPests\t40-51%\nFrost\t2-6%"
	below := func(s string) string {
		return "Table 2: the commonest.\nKind → form\tAvg. share of losses\nHail → Leaves torn\t21.50%\nPests → Aphids\t18.20%\nPests → Slugs\t12.10%\nFrost → Buds\t" + s
	}
	one := "Table 3: farm 7.\nForm\t% of losses of farm 7\nAphids\t31.0%\nLeaves torn\t25.0%\nBuds\t8.8%"
	tell(t, []saying{
		{"of one farm", "8.8", []string{"The ranges are across all farms of the county.", above, below("5.40%"), one}},
		{"of a farm elsewhere", "", []string{above, below("5.40%"), one}},
		{"larger than its kind", "9.40", []string{above, below("9.40%")}},
		{"a part", "", []string{above, below("5.40%")}},
		{"of something else", "", []string{above, strings.Replace(below("9.40%"), "losses", "harvest", 1)}},
	})
}

func TestAllOfThem(t *testing.T) {
	table := "Table 1: Germination.\nVariety\tSpring\nControl\t0.640\nBorealis\t0.812\nAres\t0.861\nCeres\t0.790"
	say := []string{"We grow four varieties.", "The four varieties differ.", table}
	tell(t, []saying{
		{"another number", "five", append([]string{"We weighed all five varieties of the main trial."}, say...)},
		{"the same", "", append([]string{"We weighed all four varieties of the main trial."}, say...)},
		{"of another trial", "", append([]string{"We weighed all five varieties of the second trial."}, say...)},
	})
}
