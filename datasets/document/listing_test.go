package document

import (
	"fmt"
	"strings"
	"testing"
)

// listed prints numbers as a person would note them: printed, unit, what it equals, marks,
// role where it is no value, approximate as ~.
func noted(ns []Number) string {
	var out []string
	for _, n := range ns {
		s := n.Printed
		if n.Approx {
			s = "~" + s
		}
		if n.Unit != "" {
			s += " " + n.Unit
		}
		if n.Marks != "" {
			s += "'" + n.Marks
		}
		if n.Symbol != "" {
			s = n.Symbol + "=" + s
		}
		if n.Role != "value" {
			s += ":" + n.Role
		}
		if n.PlusMinus != nil {
			s += fmt.Sprintf("{±%s}", n.PlusMinus.Printed)
		}
		if len(n.Interval) == 2 {
			s += fmt.Sprintf("{%s..%s}", n.Interval[0].Printed, n.Interval[1].Printed)
		}
		if n.InParens != nil {
			s += fmt.Sprintf("{(%s)}", n.InParens.Printed)
		}
		if n.Of != nil {
			s += fmt.Sprintf("{of %s}", n.Of.Printed)
		}
		out = append(out, s)
	}
	return strings.Join(out, "; ")
}

func TestNumbersOfSentences(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"We achieve 78.95* on average.", "78.95'*"},
		{"The mean was 0.854, up from 0.840.", "0.854; 0.840"},
		{"The improvement is -1.9 points and −2.1 points, then –3.0.", "-1.9 points; -2.1 points; -3.0"},
		{"F(2, 45) = 3.1, p = .048", "2:df; 45:df; F=3.1:statistic; p=.048:p"},
		{"t(94) = 2.0, p < .001 (two-tailed)", "94:df; t=2.0:statistic; p=<.001:p"},
		{"χ²(1, N = 95) = 4.2, p=0.04", "1:df; N=95:n; χ²=4.2:statistic; p=0.04:p"},
		{"about ~70 of them, ≈55%, roughly 12 s", "~70; ~55 %; ~12 s"},
		{"44.5 ± 1.7 and 44.50±0.01%", "44.5{±1.7}; 1.7:plusminus; 44.50{±0.01}; 0.01 %:plusminus"},
		{"a rate of 38/95 (40.0%), or 38 of 95 tasks", "38{(40.0)}{of 95}; 95:of; 40.0 %:parenthesis; 38{of 95}; 95 tasks:of"},
		{"44.5% (95% CI [40.1, 48.9])", "44.5 %{40.1..48.9}; 95 %:level; 40.1:low; 48.9:high"},
		{"44.5, 95% CI 40.1 to 48.9.", "44.5{40.1..48.9}; 95 %:level; 40.1:low; 48.9:high"},
		{"failed in 34-52% and 8.0% – 38.3%", "34 %:low; 52 %:high; 8.0 %:low; 38.3 %:high"},
		{"with 1,200 tokens, 1\u2009200 tokens and 16,000+ APIs", "1,200 tokens; 1\u2009200 tokens; ~16,000 apis"},
		{"cost $0.42 or $3.5M; 5.76x faster, 30k tokens", "0.42 $; 3.5 $M; 5.76 x; 30 k"},
		{"p = 1.2e-5 and 3 × 10⁻⁵ and 10^-4", "p=1.2e-5:p; 3e-5; 1e-4"},
		{"582 test cases across six tiers", "582 cases; six tiers"},
		{"scores of [1, 0.5, 0.5, 0], then [1, 1, 0, 0] and [1, 1, 1]", "1; 0.5; 0.5; 0; 1; 1; 0; 0; 1; 1; 1"},
		{"it stays in the 30–-50% range, and in 20--30 of them", "30 %:low; 50 %:high; 20:low; 30:high"},
		{"a rise of 1–2 points, or of -1.5 – -0.5 points", "1 points:low; 2 points:high; -1.5; -0.5 points"},
		// No results.
		{"In 2023 (Smith, 2023; Lee et al., 2024a) and [12], [3, 4] see Section 4.2, Tables 2 and 3, Fig. 3a.", ""},
		{"GPT-4.1, v2.1, Llama-3-8B, Qwen2.5-72B, BM25, R@5, pass@1, top-10 and over100 on 4xH100", ""},
		{"On June 24, 2022 and 2022-06-24 at 10:30, see https://a.b/c/12.3 and 10.1000/182 and arXiv:2510.19423.", ""},
		{"We use Gemini 2.5 Pro, Claude Opus 4.1 and Ubuntu 22.04.", ""},
		{"An 8B model with a 5-shot prompt, version 1.2.3", ""},
		{"Gemini 2.5 Pro reaches 44.7% and GPT-4o 14.9% success", "44.7 %; 14.9 %"},
		{"three problems: (1) tool retrieval and (2) over-confidence", "three problems"},
		{"n = 582 (47 per group)", "n=582:n; 47"},
	} {
		got := noted(textNumbers(Text{Plain: c.text}, Place{}, 0, conventions{}))
		if got != c.want {
			t.Errorf("%s\n got %s\nwant %s", c.text, got, c.want)
		}
	}
}
