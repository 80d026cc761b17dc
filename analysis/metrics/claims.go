package metrics

import (
	"fmt"
	"strconv"
	"strings"

	"mcpstats/analysis/result"
	"mcpstats/analysis/table"
	"mcpstats/analysis/trace"
	"mcpstats/datasets"
)

const (
	mcpAtlas       = "MCP-Atlas, scale.com/leaderboard/mcp_atlas, coverage and pass rate"
	mcpAtlasScorer = "github.com/scaleapi/mcp-atlas, services/scoring/score_claims.py"
)

// claims are MCP-Atlas's: how far the answer meets the claims of the reference.
// Two readings stand beside each other. coverage and pass take the claims as the
// log scores them; atlas_coverage and atlas_pass do what the released scorer does:
// round before the threshold, score an empty or "ERROR:" response 0, and leave out
// of the denominator what the judge could not score.
func claims() []table.Metric {
	coverage := claimMetric("coverage", "Mean score of the task's claims (1 met, 0.5 partly, 0 not); undefined where the log scores no claims.",
		mcpAtlas, coverageOf)
	coverage.Main = true
	coverage.ReportedAs = []string{"coverage_score"}
	pass := passAt(75)
	pass.Name = "pass"
	pass.Main = true
	scored := claimMetric("atlas_coverage", "The released scorer's coverage: mean claim score rounded to 3 decimals; 0 where the response is empty or begins with ERROR:, judged or not; undefined where a response met no claims, or outside MCP-Atlas.",
		mcpAtlasScorer, scorerCoverage)
	scored.Missing = result.Drop
	scored.ReportedAs = []string{"coverage_score"}
	return []table.Metric{pass, coverage, passAt(50), scored, scorerPass("atlas_pass", 0.75), scorerPass("atlas_pass_50", 0.5)}
}

func claimMetric(name, doc, cite string, score func(*datasets.Trajectory) (float64, bool)) table.Metric {
	return table.Metric{
		Name:    name,
		Doc:     doc,
		Cite:    cite,
		Unit:    "share",
		Scale:   result.Interval,
		Better:  result.Higher,
		Missing: result.FailWhereScored,
		Needs:   datasets.Of(datasets.ColClaims, datasets.ColResponse),
		Score:   score,
	}
}

// passAt is the share of tasks whose coverage reaches a threshold in percent.
func passAt(percent int) table.Metric {
	m := claimMetric(fmt.Sprintf("pass_%d", percent), fmt.Sprintf("1 where coverage is at least %s, before any rounding; undefined where coverage is.", threshold(percent)),
		mcpAtlas, func(t *datasets.Trajectory) (float64, bool) {
			c, ok := coverageOf(t)
			// A half less than the smallest difference of two coverages: what
			// rounding in the sum may lack of the threshold itself.
			return indicator(c >= float64(percent)/100-1e-9), ok
		})
	m.Scale = result.Binary
	return m
}

func threshold(percent int) string { return strconv.FormatFloat(float64(percent)/100, 'g', -1, 64) }

// passThreshold reads "pass_60", a threshold that is not listed.
func passThreshold(name string) (table.Metric, bool) {
	digits, ok := strings.CutPrefix(name, "pass_")
	if !ok {
		return table.Metric{}, false
	}
	percent, err := strconv.Atoi(digits)
	if err != nil || percent < 1 || percent > 100 || strconv.Itoa(percent) != digits {
		return table.Metric{}, false
	}
	return passAt(percent), true
}

func coverageOf(t *datasets.Trajectory) (float64, bool) {
	sum := 0.0
	for _, c := range t.Claims {
		sum += c.Score
	}
	return sum / float64(max(len(t.Claims), 1)), len(t.Claims) > 0
}

// scorerCoverage is coverage as the released scorer has it. The scorer never asks
// the judge about an empty response, so claims with scores above 0 tell that there
// was one, in a log that does not keep responses.
func scorerCoverage(t *datasets.Trajectory) (float64, bool) {
	if !trace.NamesBenchmark(t.Benchmark, "mcpatlas") {
		return 0, false
	}
	c, scored := coverageOf(t)
	switch {
	// An empty response is 0 before anybody asks whether claims were scored, as in the
	// scorer: what stands below is undefined instead, and leaves the denominator.
	case strings.HasPrefix(t.Response, "ERROR:"), strings.TrimSpace(t.Response) == "" && c == 0:
		return 0, true
	case !scored:
		return 0, false
	}
	// Python's round(c, 3): the decimals of the double itself, ties to even.
	rounded, err := strconv.ParseFloat(strconv.FormatFloat(c, 'f', 3, 64), 64)
	return rounded, err == nil
}

func scorerPass(name string, at float64) table.Metric {
	m := claimMetric(name, fmt.Sprintf("The released scorer's pass: 1 where atlas_coverage is at least %g; undefined where that is, so that tasks the judge failed on leave the denominator (compare pass, and the ledger's policies).", at),
		mcpAtlasScorer, func(t *datasets.Trajectory) (float64, bool) {
			c, ok := scorerCoverage(t)
			return indicator(c >= at), ok
		})
	m.Scale = result.Binary
	m.Missing = result.Drop
	return m
}
