package sample

import "mcpstats/analysis/result"

// calls is a profile of two tools of one server by two runs.
func calls(benchmark, a, b string) result.CallProfile {
	tool := func(run, server, name string, calls, failed, recovered, attempts, won, hit, hitWon int) result.ToolUse {
		t := result.ToolUse{Run: run, Server: server, Tool: name, Calls: calls, Told: calls, Failed: failed, Share: F(float64(failed) / float64(calls)), Interval: Interval(0.1, 0.4, "wilson_effective"),
			Recovered: recovered, Timed: calls, MedianMS: F(120), P90MS: F(1500), Attempts: attempts, Judged: attempts,
			Passed: result.Passed{Count: won, Share: F(float64(won) / float64(attempts)), Interval: Interval(0.2, 0.8, "wilson")}, Hit: hit}
		if failed > 0 {
			t.RecoveredShare = F(float64(recovered) / float64(failed))
			t.HitPassed = result.Passed{Count: hitWon, Share: F(float64(hitWon) / float64(hit)), Interval: Interval(0.05, 0.75, "wilson")}
		}
		return t
	}
	amount := func(n int, sum, share float64) result.Amount { return result.Amount{N: n, Sum: &sum, Share: &share} }
	return result.CallProfile{Benchmark: benchmark,
		Tools: []result.ToolUse{
			tool(a, "files", "read_file", 40, 10, 5, 20, 10, 8, 2), tool(a, "files", "write_file", 10, 2, 0, 8, 6, 2, 1), tool(b, "files", "read_file", 30, 3, 3, 20, 15, 3, 3),
			tool("", "files", "read_file", 70, 13, 8, 40, 25, 11, 5), tool("", "files", "write_file", 10, 2, 0, 8, 6, 2, 1),
		},
		Servers: []result.ToolUse{tool(a, "files", "", 50, 12, 5, 24, 12, 9, 3), tool(b, "files", "", 30, 3, 3, 20, 15, 3, 3), tool("", "files", "", 80, 15, 8, 44, 27, 12, 6)},
		Errors: []result.ErrorUse{
			{Pattern: "File not found: [path]", Calls: 12, Tools: []string{"files::read_file", "files::write_file"}, ByRun: []result.RunError{{Run: a, Calls: 10, Attempts: 7}, {Run: b, Calls: 2, Attempts: 2}},
				Attempts: 9, Judged: 9, Failed: 6, FailedOf: 80, FailedShare: F(0.075), Interval: Interval(0.03, 0.16, "wilson"), Example: result.ErrorPlace{Run: a, Task: "task-7", Trial: 1, Step: 4, Tool: "files::read_file"}},
			{Calls: 3, Tools: []string{"files::read_file"}, ByRun: []result.RunError{{Run: b, Calls: 3, Attempts: 3}}, Attempts: 3, Judged: 3, FailedOf: 80, FailedShare: F(0), Interval: Interval(0, 0.05, "wilson"),
				Example: result.ErrorPlace{Run: b, Task: "task-8", Step: 2, Tool: "files::read_file"}},
		},
		OtherErrors: &result.OtherErrors{Patterns: 2, Calls: 5, Cut: []string{b}},
		FirstErrors: []result.FirstError{
			{Run: a, Failed: true, Attempts: 6, Of: 40, Place: F(0.4), Thirds: [3]int{2, 3, 1}, StepsBefore: F(4), StepsAfter: F(7.5), CallsBefore: F(2), CallsAfter: F(3), Timed: 6, MSBefore: F(240), MSAfter: F(1800)},
			{Run: a, Attempts: 3, Of: 60, Place: F(0.5), Thirds: [3]int{1, 1, 1}, StepsBefore: F(5), StepsAfter: F(5), CallsBefore: F(2), CallsAfter: F(2)},
			{Failed: true, Attempts: 6, Of: 80, Place: F(0.4), Thirds: [3]int{2, 3, 1}, StepsBefore: F(4), StepsAfter: F(7.5), CallsBefore: F(2), CallsAfter: F(3)},
		},
		Spent: []result.Spent{
			{Run: a, Attempts: 40, Steps: amount(40, 480, 0.42), Tokens: amount(30, 90000, 0.4), USD: amount(40, 12.5, 0.45), MS: amount(40, 360000, 0.5)},
			{Run: a, Cause: "agent", Attempts: 40, Steps: amount(40, 480, 0.42), Tokens: amount(30, 90000, 0.4), USD: amount(40, 12.5, 0.45), MS: amount(40, 360000, 0.5)},
			{Run: a, Mode: "wrong_tool", Attempts: 8, Steps: amount(8, 96, 0.08), Tokens: amount(6, 18000, 0.08), USD: amount(8, 2.5, 0.09), MS: amount(8, 72000, 0.1)},
			{Run: a, Mode: "none", Attempts: 32, Steps: amount(32, 384, 0.34), Tokens: amount(24, 72000, 0.32), USD: amount(32, 10, 0.36), MS: amount(32, 288000, 0.4)},
		},
		Contrasts: []result.Contrast{
			{Run: a, Quantity: result.QuantityErrors, NTasks: 12, Failed: 20, Passed: 16, MeanFailed: F(1.75), MeanPassed: F(0.5), Difference: F(1.25), Interval: Interval(0.4, 2.1, "t")},
			{Quantity: result.QuantitySteps, NTasks: 1, Failed: 1, Passed: 2, MeanFailed: F(14), MeanPassed: F(9), Difference: F(5)},
		},
	}
}

// hostileCalls has hostile names wherever a profile has names.
func hostileCalls(benchmark string, names []string) result.CallProfile {
	p := result.CallProfile{Benchmark: benchmark}
	for i, n := range names {
		run := names[i%2]
		p.Tools = append(p.Tools, result.ToolUse{Run: run, Server: n, Tool: n, Calls: 2, Told: 2, Failed: 1, Share: F(0.5), Attempts: 1}, result.ToolUse{Server: n, Tool: n, Calls: 2, Told: 2, Failed: 1, Share: F(0.5), Attempts: 1})
		p.Errors = append(p.Errors, result.ErrorUse{Pattern: n, Calls: 1, Tools: []string{n, n}, ByRun: []result.RunError{{Run: run, Calls: 1, Attempts: 1}}, Attempts: 1, Example: result.ErrorPlace{Run: run, Task: n, Tool: n}})
		p.Spent = append(p.Spent, result.Spent{Run: run, Mode: n, Attempts: 1})
	}
	return p
}
