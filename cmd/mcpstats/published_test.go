package main

import (
	"bytes"
	"context"
	"encoding/csv"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"mcpstats/analysis/result"
)

// publishedNumber is one number that somebody printed about a log that others can get,
// and what this program makes of that log. The rows (published_numbers_test.go) are both
// the table in docs/formats.md and a test: the column Recomputed is what the program must
// print, wherever the log lies beside the checkout.
//
// A row says with the program's own words how its number is found: over the log at path,
// read with the flags, the mean of a metric of one run, or the sum over its attempts. So
// a reader of the page can repeat each row.
type publishedNumber struct {
	log       string   // the benchmark or harness, and whose log it is
	path      string   // the log, below the folder of real logs
	flags     []string // how it is read, as on the command line
	number    string   // what the number says
	published string   // as printed; "-" where the raw files alone state it
	where     string   // who prints it

	metric     string // a metric; empty counts attempts
	run        string // the end of the run's name; empty: all runs together
	tasks      string // how the ids of the tasks begin; empty: all
	take       taken
	recomputed string // what the program makes of it, to the digits shown
	why        string // what explains a difference; empty where there is none
}

// taken is how the attempts' values become one number.
type taken string

const (
	meanOf     taken = "mean"     // the summary's: over tasks, by the benchmark's denominator
	sumOf      taken = "sum"      // over attempts
	averageOf  taken = "average"  // over the attempts that have a value, whatever was promised
	attemptsOf taken = "attempts" // how many have a value
)

// TestPublishedNumbers recomputes every row whose log is here.
func TestPublishedNumbers(t *testing.T) {
	shared, ok := sharedData()
	if !ok {
		t.Skip("the real logs are not beside this checkout")
	}
	read := map[string]*publishedLog{}
	for _, n := range publishedNumbers {
		t.Run(n.log+"/"+n.number, func(t *testing.T) {
			path := filepath.Join(shared, n.path)
			if _, err := os.Stat(path); err != nil {
				t.Skipf("%s is not here", n.path)
			}
			id := n.path + " " + strings.Join(n.flags, " ")
			if read[id] == nil {
				read[id] = readPublished(t, path, n.flags)
			}
			got, ok := read[id].value(n)
			if !ok {
				t.Fatalf("no %s of %s over %q in %s", n.take, n.metric, n.run, n.path)
			}
			if s := n.shown(got); s != n.recomputed {
				t.Errorf("%s %s: found %s (%v), the table says %s", n.path, n.number, s, got, n.recomputed)
			}
			// Without a reason a difference would be ours to explain.
			if n.published != "-" && n.published != n.recomputed && n.why == "" {
				t.Errorf("%s %s: published %s, recomputed %s, and no reason is given", n.path, n.number, n.published, n.recomputed)
			}
		})
	}
}

// publishedLog is what the program says of one log: its summary, and its scores one by one.
type publishedLog struct {
	summary, scores []map[string]string
}

func readPublished(t *testing.T, path string, flags []string) *publishedLog {
	t.Helper()
	l := &publishedLog{}
	for _, part := range []struct {
		rows *[]map[string]string
		args []string
	}{{&l.summary, []string{"--summary", "--no-bootstrap", "--output", "csv"}}, {&l.scores, nil}} {
		var stdout, stderr bytes.Buffer
		args := append([]string{"score", "-q", path}, part.args...)
		for i := 0; i < len(flags); i += 2 {
			switch value := flags[i+1]; {
			case flags[i] == "--tasks" && part.args == nil: // a universe is a matter of summaries
			case strings.HasPrefix(value, "docs/"):
				args = append(args, flags[i], filepath.Join("..", "..", value))
			default:
				args = append(args, flags[i], value)
			}
		}
		if code := run(context.Background(), args, strings.NewReader(""), &stdout, &stderr); code != exitDone {
			t.Fatalf("%s: exit code %d: %s", strings.Join(args, " "), code, stderr.String())
		}
		table, err := csv.NewReader(&stdout).ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		for _, line := range table[1:] {
			row := map[string]string{}
			for i, name := range table[0] {
				row[name] = line[i]
			}
			*part.rows = append(*part.rows, row)
		}
	}
	return l
}

// value is the row's number; false where the log does not have it, or several of it.
func (l *publishedLog) value(n publishedNumber) (v float64, ok bool) {
	if n.take == meanOf {
		found := 0
		for _, row := range l.summary {
			if row["metric"] == n.metric && strings.HasSuffix(row["run"], n.run) {
				found++
				v, _ = strconv.ParseFloat(row["mean"], 64)
			}
		}
		return v, found == 1
	}
	seen := map[string]bool{}
	for _, row := range l.scores {
		if !strings.HasSuffix(row["run"], n.run) || !strings.HasPrefix(row["task"], n.tasks) || n.metric != "" && row["metric"] != n.metric {
			continue
		}
		seen[row["benchmark"]+"\x00"+row["run"]+"\x00"+row["task"]+"\x00"+row["trial"]] = true
		x, _ := strconv.ParseFloat(row["value"], 64)
		v += x
	}
	switch n.take {
	case attemptsOf:
		v = float64(len(seen))
	case averageOf:
		v /= float64(len(seen))
	}
	return v, len(seen) > 0
}

// shown writes a value with the digits that the row shows.
func (n publishedNumber) shown(v float64) string {
	text, sign := strings.ReplaceAll(n.recomputed, ",", ""), ""
	if strings.HasSuffix(text, "%") {
		text, sign, v = strings.TrimSuffix(text, "%"), "%", 100*v
	}
	_, decimals, _ := strings.Cut(text, ".")
	s := strconv.FormatFloat(v, 'f', len(decimals), 64)
	if strings.Contains(n.recomputed, ",") {
		whole, rest, point := strings.Cut(s, ".")
		for i := len(whole) - 3; i > 0; i -= 3 {
			whole = whole[:i] + "," + whole[i:]
		}
		if s = whole; point {
			s += "." + rest
		}
	}
	if strings.HasPrefix(text, ".") {
		s = strings.TrimPrefix(s, "0")
	}
	return s + sign
}

// publishedPage is the table as docs/formats.md shows it.
func publishedPage() string {
	var b strings.Builder
	b.WriteString("\n## Published numbers\n\nNumbers that the authors of public logs print, or that follow from their raw files by counting, and what `mcpstats score` makes of the same logs. " +
		"Each row says how it is found: the mean of a metric (over tasks, by the denominator that the log states), or its sum over the attempts.\n\n" +
		"| log | number | published | recomputed | by | difference explained |\n| :--- | :--- | ---: | ---: | :--- | :--- |\n")
	cell := strings.NewReplacer("|", "\\|", "\n", " ", "_", "\\_", "*", "\\*", "^", "\\^")
	for _, n := range publishedNumbers {
		by := string(n.take) + " of `" + n.metric + "`"
		if n.take == attemptsOf {
			by = "number of attempts"
		}
		if len(n.flags) > 0 {
			words := make([]string, len(n.flags))
			for i, w := range n.flags {
				words[i] = result.ShellWord(w)
			}
			by += ", read with `" + strings.Join(words, " ") + "`"
		}
		published := n.published
		if n.where != "" {
			published += " (" + n.where + ")"
		}
		for _, text := range []string{cell.Replace(n.log), cell.Replace(n.number), cell.Replace(published), cell.Replace(n.recomputed), by, cell.Replace(n.why)} {
			b.WriteString("| " + text + " ")
		}
		b.WriteString("|\n")
	}
	return b.String()
}
