package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"mcpstats/internal/testlength"
)

// pricedAttempt is one attempt of a log whose costs are computed, as its line says it.
type pricedAttempt struct {
	Run        string   `json:"run"`
	Task       string   `json:"task"`
	Model      string   `json:"model"`
	Date       string   `json:"date,omitempty"`
	Success    bool     `json:"success"`
	Prompt     int      `json:"prompt_tokens"`
	Completion int      `json:"completion_tokens"`
	Cached     int      `json:"cached_tokens,omitempty"`
	Cost       *float64 `json:"cost_usd,omitempty"`
}

// Totals, means, costs of a success and the frontier are held against sums over the lines of random
// logs: models with prices of two days, with cached tokens and without, and costs that the log states.
func TestCostsAgainstALog(t *testing.T) {
	dir := t.TempDir()
	notebook := filepath.Join(dir, "n.md")
	if err := os.WriteFile(notebook, []byte("# R\n\n```mcpstats costs\n```\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	logs, out := filepath.Join(dir, "logs"), filepath.Join(dir, "out")
	if err := os.Mkdir(logs, 0o700); err != nil {
		t.Fatal(err)
	}
	const table = "model,from,prompt,completion,cached\nsmall*,2025-01-01,3,15,0.3\nsmall*,2025-06-01,2,10,\nLARGE,,20,80,5\n"
	if err := os.WriteFile(filepath.Join(logs, "prices.csv"), []byte(table), 0o600); err != nil {
		t.Fatal(err)
	}
	// By hand from the table, in USD a token.
	price := func(a pricedAttempt) float64 {
		prompt, completion, cached := 20e-6, 80e-6, 5e-6
		switch {
		case a.Cost != nil:
			return *a.Cost
		case a.Model == "small-1" && a.Date < "2025-06-01":
			prompt, completion, cached = 3e-6, 15e-6, .3e-6
		case a.Model == "small-1":
			prompt, completion, cached = 2e-6, 10e-6, 2e-6
		}
		return float64(a.Prompt-a.Cached)*prompt + float64(a.Cached)*cached + float64(a.Completion)*completion
	}
	rapid.Check(t, func(r *rapid.T) {
		var log []pricedAttempt
		var lines strings.Builder
		tasks := rapid.IntRange(4, 9).Draw(r, "tasks")
		for _, run := range []string{"x", "y", "z"} {
			model := map[string]string{"x": "small-1", "y": "openai/Large", "z": rapid.SampledFrom([]string{"small-1", "large"}).Draw(r, "model")}[run]
			for i := range tasks {
				a := pricedAttempt{Run: run, Task: fmt.Sprint(i), Model: model, Date: rapid.SampledFrom([]string{"2025-02-03", "2025-05-31", "2025-06-01", "2026-01-01"}).Draw(r, "date"),
					Success: i == 0 || rapid.Bool().Draw(r, "success"), Prompt: rapid.IntRange(10, 90_000).Draw(r, "prompt"), Completion: rapid.IntRange(1, 9_000).Draw(r, "completion")}
				if rapid.Bool().Draw(r, "cached") {
					a.Cached = rapid.IntRange(1, a.Prompt).Draw(r, "cached tokens")
				}
				if run == "z" && rapid.Bool().Draw(r, "logged") {
					cost := float64(rapid.IntRange(1, 100).Draw(r, "cents")) / 100
					a.Cost = &cost
				}
				log = append(log, a)
				line, err := json.Marshal(a)
				if err != nil {
					r.Fatal(err)
				}
				lines.Write(append(line, '\n'))
			}
		}
		if err := os.WriteFile(filepath.Join(logs, "log.jsonl"), []byte(lines.String()), 0o600); err != nil {
			r.Fatal(err)
		}
		mustRun(t, "report", logs, "--notebook", notebook, "-o", out, "--resamples", "100", "--figures", "none")
		heldCosts(r, log, price, readTable(t, out, "frontier-part"), readTableBy(t, out, "ratios-part", 1, 3))
	})
}

// heldCosts compares the tables with sums over attempts, one a task.
func heldCosts(t *rapid.T, log []pricedAttempt, price func(pricedAttempt) float64, frontier, ratios map[string]map[string]string) {
	type sums struct{ cost, solved, n float64 }
	of := map[string]*sums{}
	for _, a := range log {
		s := of[a.Run]
		if s == nil {
			s = &sums{}
			of[a.Run] = s
		}
		s.cost, s.n = s.cost+price(a), s.n+1
		if a.Success {
			s.solved++
		}
	}
	for run, s := range of {
		wantedNumber(t, frontier, run, "total", s.cost)
		wantedNumber(t, frontier, run, "cost", s.cost/s.n)
		wantedNumber(t, frontier, run, "quality", s.solved/s.n)
		wantedNumber(t, ratios, "cost_per_success "+run, "value", s.cost/s.solved)
		on := "yes"
		for _, o := range of {
			cheaper, better := o.cost/o.n-s.cost/s.n, o.solved/o.n-s.solved/s.n
			if math.Abs(cheaper) < 1e-12 {
				cheaper = 0
			}
			if cheaper <= 0 && better >= 0 && (cheaper < 0 || better > 0) {
				on = "no"
			}
		}
		if got := frontier[run]["on_frontier"]; got != on {
			t.Errorf("%s is on the frontier: %s, want %s", run, got, on)
		}
	}
}

// On the made-up logs of LiveMCPBench, whose costs are taken away, and with the prices beside them
// the report has what a sum over the lines has, and what the logs stated.
func TestPricedPapers(t *testing.T) {
	if !testlength.Long() {
		t.Skip("made-up logs are written: MCPSTATS_LONG=1 does")
	}
	made := madeUpPapers()
	if made == "" {
		t.Skip("the made-up logs of the papers, or Python to make them, are not beside this checkout")
	}
	table, err := os.ReadFile(filepath.Join(made, "livemcpbench", "prices.csv"))
	if err != nil {
		t.Fatal(err)
	}
	prices := map[string][2]float64{}
	for _, line := range strings.Split(strings.TrimSpace(string(table)), "\n")[1:] {
		cells := strings.Split(line, ",")
		var two [2]float64
		for i := range two {
			if two[i], err = strconv.ParseFloat(cells[i+1], 64); err != nil {
				t.Fatal(err)
			}
		}
		prices[cells[0]] = two
	}
	notebook := filepath.Join(t.TempDir(), "n.md")
	if err := os.WriteFile(notebook, []byte("# R\n\n```mcpstats costs\n```\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		log, primary string
		priced       bool // its own costs were made by the prices beside it
	}{{"livemcpbench/agents.jsonl", "judge_success[deepseek-v3]", true}, {"complexmcp/models.jsonl", "trajectory_correct", false}} {
		t.Run(c.log, func(t *testing.T) {
			held := pricedLog(t, filepath.Join(made, filepath.FromSlash(c.log)), prices)
			out := filepath.Join(t.TempDir(), "out")
			mustRun(t, "report", held.dir, "-q", "--notebook", notebook, "--primary", c.primary, "-o", out, "--resamples", "100", "--figures", "none", "--trajectories", "none")
			frontier, err := filepath.Glob(filepath.Join(out, "tables", "frontier-*.csv"))
			if err != nil || len(frontier) != 1 {
				t.Fatalf("frontiers: %v, %v", frontier, err)
			}
			got := readTable(t, out, strings.TrimSuffix(filepath.Base(frontier[0]), ".csv"))
			if len(got) != len(held.total) {
				t.Errorf("%d runs with costs, want %d", len(got), len(held.total))
			}
			for run, total := range held.total {
				wantedNumber(t, got, run, "total", total)
				wantedNumber(t, got, run, "cost", total/float64(held.n[run]))
				if stated := held.stated[run]; c.priced && math.Abs(stated-total) > 1e-3*total {
					t.Errorf("%s: %v from tokens, %v as the made-up log stated", run, total, stated)
				}
			}
		})
	}
}

// pricedPaper is a log without its costs in a folder with prices, and sums over its lines by run.
type pricedPaper struct {
	dir           string
	total, stated map[string]float64
	n             map[string]int
}

// pricedLog makes one. Runs of models that the table lacks have the price of the row "*", which is
// added to it.
func pricedLog(t *testing.T, path string, prices map[string][2]float64) pricedPaper {
	t.Helper()
	p := pricedPaper{dir: t.TempDir(), total: map[string]float64{}, stated: map[string]float64{}, n: map[string]int{}}
	table := "model,prompt,completion\n*,7,11\n"
	for model, two := range prices {
		table += fmt.Sprintf("%s,%v,%v\n", model, two[0], two[1])
	}
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	var lines strings.Builder
	scan := bufio.NewScanner(file)
	scan.Buffer(nil, 1<<24)
	for scan.Scan() {
		var all map[string]json.RawMessage
		var a struct {
			Run, Model string
			Prompt     *float64 `json:"prompt_tokens"`
			Completion *float64 `json:"completion_tokens"`
			Cost       float64  `json:"cost_usd"`
		}
		if json.Unmarshal(scan.Bytes(), &all) != nil || json.Unmarshal(scan.Bytes(), &a) != nil {
			t.Fatalf("%s: %s", path, scan.Text())
		}
		delete(all, "cost_usd")
		line, err := json.Marshal(all)
		if err != nil {
			t.Fatal(err)
		}
		lines.Write(append(line, '\n'))
		if a.Prompt == nil || a.Completion == nil {
			continue
		}
		if a.Model == "" {
			a.Model = a.Run
		}
		two, ok := prices[a.Model]
		if !ok {
			two = [2]float64{7, 11}
		}
		p.total[a.Run] += (*a.Prompt*two[0] + *a.Completion*two[1]) / 1e6
		p.stated[a.Run] += a.Cost
		p.n[a.Run]++
	}
	for name, text := range map[string]string{"log.jsonl": lines.String(), "prices.csv": table} {
		if err := os.WriteFile(filepath.Join(p.dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return p
}
