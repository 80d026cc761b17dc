package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"mcpstats/reports/jsonout"
)

// TestCountsAreOfTheList: every count of failures follows from the list of attempts.
func TestCountsAreOfTheList(t *testing.T) {
	t.Run("examples", func(t *testing.T) { recountLogs(t) })
	for seed := range uint64(6) {
		t.Run(fmt.Sprint("made up ", seed), func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "log.jsonl")
			if err := os.WriteFile(path, madeUpFailures(rand.New(rand.NewPCG(seed, 7))), 0o644); err != nil {
				t.Fatal(err)
			}
			recountLogs(t, path, "--missing", []string{"fail", "drop"}[seed%2])
		})
	}
}

func recountLogs(t *testing.T, args ...string) {
	t.Helper()
	of := func(args ...string) []byte {
		code, stdout, stderr := invoke(args...)
		if code != exitDone {
			t.Fatalf("%v: exit %d: %s", args, code, stderr)
		}
		return []byte(stdout)
	}
	quick := []string{"-q", "--resamples", "100"}
	res, err := jsonout.Read(bytes.NewReader(of(append(append([]string{"failures", "--output", "json"}, quick...), args...)...)))
	if err != nil {
		t.Fatal(err)
	}
	if len(res.Failures) == 0 || len(res.Breakdowns) == 0 {
		t.Fatal("nothing was counted")
	}
	recount(t, res, readCounted(t, string(of(append(append([]string{"failures", "--attempts", "--output", "csv"}, quick...), args...)...))))
}

// madeUpFailures draws a log of two or three runs: tools that fail and are tried again,
// plans that are kept or not, texts that are logged or not, exits, labels of two annotators,
// verdicts of a judge, strata, and, every second time, several attempts at a task.
func madeUpFailures(rng *rand.Rand) []byte {
	type object = map[string]any
	tools := []string{"get_order", "update_order", "cancel_order", "search_flights", "delete_file"}
	several := rng.IntN(2) == 0
	pick := func(of ...string) string { return of[rng.IntN(len(of))] }
	var out bytes.Buffer
	tasks := 8 + rng.IntN(12)
	plans := make([][]object, tasks)
	for k := range plans {
		for range 1 + rng.IntN(3) {
			plans[k] = append(plans[k], object{"any_of": []string{pick(tools...)}, "arguments": fmt.Sprintf(`{"id":%d}`, rng.IntN(3))})
		}
	}
	for _, run := range []string{"a", "b", "c"}[:2+rng.IntN(2)] {
		for k := range tasks {
			trials := 1
			if several {
				trials = 1 + rng.IntN(3)
			}
			for trial := range trials {
				one := object{"benchmark": "made up", "run": run, "task": fmt.Sprint("t", k), "trial": trial, "strata": object{"level": []string{"easy", "hard"}[k%2]},
					"exit": pick("completed", "completed", "completed", "timeout", "max_turns", "harness_error")}
				if rng.IntN(12) > 0 {
					one["success"] = rng.IntN(2) == 0
				}
				if k%3 > 0 {
					one["expected"] = plans[k]
				}
				steps := []object{{"role": "user", "content": "Please see to order 1."}}
				calls := rng.IntN(6)
				if k%3 > 0 && rng.IntN(3) == 0 { // all as planned
					calls = 0
					for _, need := range plans[k] {
						steps = append(steps, object{"role": "assistant", "calls": []object{{"tool": need["any_of"].([]string)[0], "arguments": need["arguments"], "result": "ok"}}})
					}
				}
				for range calls {
					call := object{"id": "1", "tool": pick(tools...), "arguments": fmt.Sprintf(`{"id":%d}`, rng.IntN(3))}
					if rng.IntN(4) > 0 {
						call["result"] = pick("ok", "Error: request timed out", "validation error: id is required", "Order not found")
						call["is_error"] = call["result"] != "ok"
					}
					steps = append(steps, object{"role": "assistant", "content": "", "calls": []object{call}})
				}
				steps = append(steps, object{"role": "assistant", "content": pick("Done.", "I am sorry, I cannot do that.", "It costs 123, 456, 789, 1011 and 1213.")})
				one["steps"] = steps
				if rng.IntN(3) > 0 {
					one["judgments"] = []object{{"judge": "j", "verdict": rng.IntN(2)}}
				}
				var labels []object
				for range rng.IntN(4) {
					labels = append(labels, object{"mode": pick("wrong_arguments", "missing_write", "no_tool_use", "said so"), "source": "human", "annotator": pick("ann", "bob"),
						"step": rng.IntN(len(steps)), "root": rng.IntN(4) == 0, "note": pick("", "see there")})
				}
				if labels != nil {
					one["failure_labels"] = labels
				}
				line, err := json.Marshal(one)
				if err != nil {
					panic(err) // maps of strings, numbers and lists alone
				}
				out.Write(append(line, '\n'))
			}
		}
	}
	return out.Bytes()
}

// A list that results do not hold whole is not taken for one that they do.
func TestAttemptsLeftOut(t *testing.T) {
	dir := t.TempDir()
	log := filepath.Join(dir, "log.csv")
	var b strings.Builder
	b.WriteString("run,task,success\n")
	for i := range 10_050 { // succeeded, one line each
		fmt.Fprintf(&b, "a,t%d,true\n", i)
	}
	if err := os.WriteFile(log, []byte(b.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	report, again := filepath.Join(dir, "report"), filepath.Join(dir, "again")
	if code, _, stderr := invoke("report", log, "-o", report, "-q"); code != exitDone {
		t.Fatal(stderr)
	}
	text, err := os.ReadFile(filepath.Join(report, "results.json"))
	if err != nil {
		t.Fatal(err)
	}
	res, err := jsonout.Read(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	if a := res.Attempts; a == nil || len(a.Rows) != 10_000 || a.LeftOut != 50 {
		t.Errorf("%d lines and %d left out", len(a.Rows), a.LeftOut)
	}
	list, err := os.ReadFile(filepath.Join(report, "tables", "attempts.csv"))
	if n := bytes.Count(list, []byte("\n")); err != nil || n != 10_051 {
		t.Errorf("%v, %d lines", err, n)
	}
	code, _, stderr := invoke("report", report, "-o", again)
	if code != exitDone || !strings.Contains(stderr, "the first 10000 lines of the list of attempts and not the other 50") {
		t.Errorf("exit %d: %s", code, stderr)
	}
	if _, err := os.Stat(filepath.Join(again, "tables", "attempts.csv")); err == nil {
		t.Error("a part of the list is written as if it were all")
	}
	if code, _, stderr := invoke("failures", report, "--attempts"); code != exitUsage || !strings.Contains(stderr, "do not hold all of the list") {
		t.Errorf("exit %d: %s", code, stderr)
	}
}
