package relations

import "testing"

const scoresTable = "Model\tSteps\tRecall@5\tF1\nAlpha-7B-2025\t20.09\t0.868\t70.1\nBeta-13B\t16.76\t0.854\t75.3\nGamma-70B\t10.33\t0.702\t61.4\nOurs\t11.21\t0.891\t80.2"

// three sentences that name their cells rightly, as any paper has.
var rightly = []string{
	"Alpha-7B needs 20.09 steps.",
	"Beta-13B reaches a Recall@5 of 0.854.",
	"Gamma-70B stays at an F1 of 61.4.",
}

// TestRepeats: what the text says of the cells that it names, and what it may say without
// contradicting the table.
func TestRepeats(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		// Mistakes: the next row's number, swapped digits, a digit.
		{"Alpha-7B needs 16.76 steps.", "16.76"},
		{"Gamma-70B needs 13.03 steps.", ""}, // no slip that can be told from another setting
		{"Gamma-70B needs 10.83 steps.", "10.83"},
		{"Beta-13B reaches a Recall@5 of 0.845.", "0.845"},
		{"Alpha-7B outperforms Beta-13B in Recall@5 (0.868 vs. 0.858).", "0.858"},
		{"In F1 Alpha-7B is at 70.1 vs. Beta-13B at 75.8.", "75.8"},
		// Right, or about something else.
		{"Alpha-7B outperforms Beta-13B in Recall@5 (0.868 vs. 0.854).", ""},
		{"Beta-13B improves on Alpha-7B in F1 from 70.1 to 75.3.", ""},
		{"Compared with Gamma-70B, our method reaches an F1 of 80.2.", ""},
		{"Our method is better than Alpha-7B with an F1 of 80.2.", ""},
		{"While Alpha-7B is strong, ours has an F1 of 80.2.", ""},
		{"Without memory Alpha-7B needs 20.90 steps.", ""},
		{"In the original paper Beta-13B has a Recall@5 of 0.845.", ""},
		{"Alpha-7B gains 5.2 F1 over the year.", ""},
		{"Alpha-7B needs about 20 steps, and Beta-13B 17.", ""},
		{"The baseline that beats Beta-13B needs 20.09 steps.", ""},
		{"Alpha-7B reaches a Recall@5 of 86.8%.", ""},
	} {
		r := Read(tabled("Table 1: scores.", scoresTable, append(append([]string{}, rightly...), c.text)...))
		got := ""
		for _, i := range r.Findings() {
			got += r.Numbers[i].Printed
		}
		if got != c.want {
			t.Errorf("%s: %q; want %q", c.text, got, c.want)
		}
	}
}
