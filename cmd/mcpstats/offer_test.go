package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// The counts of a catalog and of what tasks want are held against sets made of the random log's
// own lines, whichever way a plan spells a tool.
func TestOfferAgainstALog(t *testing.T) {
	dir := t.TempDir()
	notebook := filepath.Join(dir, "n.md")
	if err := os.WriteFile(notebook, []byte("# R\n\n```mcpstats tasks\n```\n\n```mcpstats catalog\n```\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	rapid.Check(t, func(r *rapid.T) {
		type tool struct {
			Name string `json:"name"`
		}
		type server struct {
			Name  string `json:"name"`
			Tools []tool `json:"tools"`
		}
		var catalog struct {
			Servers []server `json:"servers"`
		}
		var all [][2]string
		for s := range rapid.IntRange(1, 5).Draw(r, "servers") {
			one := server{Name: fmt.Sprint("s", s)}
			for k := range rapid.IntRange(1, 4).Draw(r, "tools") {
				one.Tools = append(one.Tools, tool{fmt.Sprint("t", k)})
				all = append(all, [2]string{one.Name, fmt.Sprint("t", k)})
			}
			catalog.Servers = append(catalog.Servers, one)
		}
		wanted, servers, sets := map[[2]string]map[int]bool{}, map[string]bool{}, map[string]bool{}
		several, needs := 0, 0
		var lines strings.Builder
		tasks := rapid.IntRange(1, 8).Draw(r, "tasks")
		for task := range tasks {
			type need struct {
				AnyOf []string `json:"any_of"`
			}
			plan := []need{}
			on := map[string]bool{}
			for range rapid.IntRange(1, 3).Draw(r, "needs") {
				var n need
				members := map[[2]string]bool{}
				for k := range rapid.IntRange(1, 2).Draw(r, "any of") {
					at := rapid.SampledFrom(all).Draw(r, "tool")
					n.AnyOf = append(n.AnyOf, at[0]+rapid.SampledFrom([]string{"::", "__", ":", "/", "."}).Draw(r, "sign")+at[1])
					if wanted[at] == nil {
						wanted[at] = map[int]bool{}
					}
					wanted[at][task], servers[at[0]], members[at] = true, true, true
					if k == 0 {
						on[at[0]] = true
					}
				}
				if len(members) == 2 {
					sets[fmt.Sprint(members)] = true // printed in the order of the keys
				}
				plan = append(plan, n)
			}
			needs += len(plan)
			if len(on) > 1 {
				several++
			}
			line, err := json.Marshal(map[string]any{"run": "x", "task": fmt.Sprint(task), "success": true, "expected": plan})
			if err != nil {
				r.Fatal(err)
			}
			lines.Write(append(line, '\n'))
		}
		text, err := json.Marshal(catalog)
		if err != nil {
			r.Fatal(err)
		}
		logs := filepath.Join(dir, "logs")
		if err := os.MkdirAll(logs, 0o755); err != nil {
			r.Fatal(err)
		}
		for name, content := range map[string]string{"catalog.json": string(text), "log.jsonl": lines.String()} {
			if err := os.WriteFile(filepath.Join(logs, name), []byte(content), 0o600); err != nil {
				r.Fatal(err)
			}
		}
		out := filepath.Join(dir, "out")
		mustRun(t, "report", logs, "--notebook", notebook, "-o", out, "--resamples", "100", "--figures", "none")
		table := readTable(t, out, "catalog-part")
		wanted1 := func(row, column string, n int) { wantedNumber(r, table, row, column, float64(n)) }
		wanted1("tools", "all", len(all))
		wanted1("tools", "wanted", len(wanted))
		wanted1("tools", "never", len(all)-len(wanted))
		wanted1("servers", "all", len(catalog.Servers))
		wanted1("servers", "wanted", len(servers))
		wanted1("equal function sets", "all", len(sets))
		table = readTable(t, out, "tasks-part")
		wantedNumber(r, table, "needs", "mean", float64(needs)/float64(tasks))
		wanted1("several_servers", "count", several)
	})
}
