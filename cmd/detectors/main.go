// Detectors holds the rules of package failures against attempts that somebody read: how
// many of a mode's hits are right, how many of its occurrences are found, whether the
// primary mode, the cause and the first deviating step are those that the reader names.
//
//	go run ./cmd/detectors -readings FILE -labels FILE LOG...
//
// A file of readings is JSON: {"judged": [modes that were looked for], "attempts": [{run,
// task, trial, true: [modes that happened], open: [modes that one may argue about],
// primary: [what may be named as the main reason], cause: [agent, environment or judge],
// step: message where it first goes wrong}], "hits": [{run, task, trial, mode, right}]}.
// A mode that was judged and is in neither list did not happen. A file of labels is JSON
// lines of {run, task, trial, annotator, mode, step, root}: only the steps of roots are
// compared, as the modes are the annotator's own words.
//
// It writes Markdown tables, for docs/failure-modes.md, and with -each every disagreement.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"

	"mcpstats/analysis/failures"
	"mcpstats/analysis/table"
	"mcpstats/datasets"
	"mcpstats/datasets/open"
	"mcpstats/stats"
)

func main() {
	readings := flag.String("readings", "", "file of readings")
	labels := flag.String("labels", "", "file of labels")
	each := flag.Bool("each", false, "list every disagreement")
	flag.Parse()
	if err := run(*readings, *labels, *each, flag.Args(), os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "detectors:", err)
		os.Exit(1)
	}
}

// attempt names one attempt of a log.
type attempt struct {
	Run   string `json:"run"`
	Task  string `json:"task"`
	Trial int    `json:"trial"`
}

// reading is what a reader says of one attempt.
type reading struct {
	attempt
	True    []string `json:"true"`
	Open    []string `json:"open"`
	Primary []string `json:"primary"`
	Cause   []string `json:"cause"`
	Step    *int     `json:"step"`
}

// hit is what a reader says of one hit of a rule.
type hit struct {
	attempt
	Mode  string `json:"mode"`
	Right bool   `json:"right"`
}

type readingsFile struct {
	Judged   []string  `json:"judged"`
	Attempts []reading `json:"attempts"`
	Hits     []hit     `json:"hits"`
}

// label is one line of a file of labels.
type label struct {
	attempt
	Step *int `json:"step"`
	Root bool `json:"root"`
}

func run(readings, labels string, each bool, logs []string, out io.Writer) error {
	found, err := detect(logs)
	if err != nil {
		return err
	}
	if readings != "" {
		var file readingsFile
		text, err := os.ReadFile(readings)
		if err == nil {
			err = json.Unmarshal(text, &file)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", readings, err)
		}
		compare(&file, found, each, out)
	}
	if labels != "" {
		roots, err := readLabels(labels)
		if err != nil {
			return err
		}
		compareSteps(roots, found, each, out)
	}
	return nil
}

// detect applies the taxonomy to every attempt of the logs.
func detect(logs []string) (map[attempt]table.Detected, error) {
	taxonomy := failures.Taxonomy()
	inputs, _, err := open.Paths(context.Background(), logs, open.Options{Columns: taxonomy.Needs()})
	if err != nil {
		return nil, err
	}
	out := map[attempt]table.Detected{}
	for _, in := range inputs {
		for t, err := range in.Trajectories(context.Background()) {
			if err != nil {
				return nil, err
			}
			out[attempt{strings.Clone(t.Run), strings.Clone(t.Task), t.Trial}] = table.DetectFailures(t, taxonomy)
		}
	}
	return out, nil
}

func readLabels(path string) (out []label, err error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<24)
	for n := 1; lines.Scan(); n++ {
		var l label
		if err := json.Unmarshal(lines.Bytes(), &l); err != nil {
			return nil, fmt.Errorf("%s: line %d: %w", path, n, err)
		}
		out = append(out, l)
	}
	return out, lines.Err()
}

// tally counts agreement with a reader.
type tally struct{ right, wrong, missed, neither int }

func compare(file *readingsFile, found map[attempt]table.Detected, each bool, out io.Writer) {
	modes := failures.Taxonomy()
	tallies := map[string]*tally{}
	of := func(mode string) *tally {
		if tallies[mode] == nil {
			tallies[mode] = &tally{}
		}
		return tallies[mode]
	}
	var some, primary, primaries, cause, causes, exact, near, steps, missing int
	for _, r := range file.Attempts {
		d, ok := found[r.attempt]
		if !ok {
			missing++
			continue
		}
		shown := map[string]bool{}
		for _, m := range d.Modes {
			shown[modes[m.Mode].Name] = true
		}
		right := false
		for _, mode := range file.Judged {
			switch is := slices.Contains(r.True, mode); {
			case slices.Contains(r.Open, mode):
			case shown[mode] && is:
				of(mode).right++
				right = true
			case shown[mode]:
				of(mode).wrong++
				note(each, out, r.attempt, "finds %s, which did not happen", mode)
			case is:
				of(mode).missed++
				note(each, out, r.attempt, "misses %s", mode)
			default:
				of(mode).neither++
			}
		}
		for mode := range shown {
			right = right || slices.Contains(r.True, mode)
		}
		if right {
			some++
		} else {
			note(each, out, r.attempt, "has no true mode; it happened: %s", strings.Join(r.True, ", "))
		}
		name := "none"
		if p := d.Course.Primary; p.Known {
			name = modes[p.Value].Name
		}
		if len(r.Primary) > 0 {
			primaries++
			if slices.Contains(r.Primary, name) {
				primary++
			} else {
				note(each, out, r.attempt, "primary %s, read as %s", name, strings.Join(r.Primary, " or "))
			}
		}
		if len(r.Cause) > 0 {
			causes++
			if c := d.Course.OfFailure().String(); slices.Contains(r.Cause, c) {
				cause++
			} else {
				note(each, out, r.attempt, "cause %s, read as %s", c, strings.Join(r.Cause, " or "))
			}
		}
		if r.Step != nil {
			steps++
			e, n := near1(d.Course.First, *r.Step)
			exact, near = exact+e, near+n
			if e == 0 {
				note(each, out, r.attempt, "first step %v, read as %d", d.Course.First, *r.Step)
			}
		}
	}
	fmt.Fprintf(out, "| mode | right | wrong | missed | neither | precision | recall | F1 | kappa |\n| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n")
	total := &tally{}
	for _, mode := range file.Judged {
		t := of(mode)
		row(out, mode, t)
		total.right, total.wrong, total.missed, total.neither = total.right+t.right, total.wrong+t.wrong, total.missed+t.missed, total.neither+t.neither
	}
	row(out, "together", total)
	fmt.Fprintf(out, "\nA true mode: %s. The right primary mode: %s. The right cause: %s. The first step: exactly %s, within one message %s.\n",
		share(some, len(file.Attempts)-missing), share(primary, primaries), share(cause, causes), share(exact, steps), share(near, steps))
	judged(file.Hits, found, each, out)
	if missing > 0 {
		fmt.Fprintf(out, "\n%d attempts are not in the logs.\n", missing)
	}
}

// judged compares single hits that were read: whether rules still find those that were
// right, and no longer those that were wrong.
func judged(hits []hit, found map[attempt]table.Detected, each bool, out io.Writer) {
	modes := failures.Taxonomy()
	byMode := map[string]*[4]int{} // right and kept, right and lost, wrong and kept, wrong and gone
	var names []string
	for _, h := range hits {
		d, ok := found[h.attempt]
		if !ok {
			continue
		}
		if byMode[h.Mode] == nil {
			byMode[h.Mode] = &[4]int{}
			names = append(names, h.Mode)
		}
		shown := slices.ContainsFunc(d.Modes, func(m table.DetectedMode) bool { return modes[m.Mode].Name == h.Mode })
		at := 0
		if !h.Right {
			at = 2
		}
		if !shown {
			at++
		}
		byMode[h.Mode][at]++
		if at == 1 || at == 2 {
			note(each, out, h.attempt, "%s: right %v, found %v", h.Mode, h.Right, shown)
		}
	}
	if len(names) == 0 {
		return
	}
	slices.Sort(names)
	fmt.Fprintf(out, "\n| mode | right, found | right, not found | wrong, found | wrong, not found |\n| --- | ---: | ---: | ---: | ---: |\n")
	for _, n := range names {
		c := byMode[n]
		fmt.Fprintf(out, "| %s | %d | %d | %d | %d |\n", n, c[0], c[1], c[2], c[3])
	}
}

func compareSteps(labels []label, found map[attempt]table.Detected, each bool, out io.Writer) {
	var exact, near, n int
	for _, l := range labels {
		d, ok := found[l.attempt]
		if !ok || !l.Root || l.Step == nil {
			continue
		}
		n++
		e, w := near1(d.Course.First, *l.Step)
		exact, near = exact+e, near+w
		if e == 0 {
			var shown []string
			for _, m := range d.Modes {
				shown = append(shown, fmt.Sprintf("%s (%d)", failures.Taxonomy()[m.Mode].Name, m.Shown[0].Step.Value))
			}
			note(each, out, l.attempt, "first step %v, labelled %d; it shows %s", d.Course.First, *l.Step, strings.Join(shown, ", "))
		}
	}
	fmt.Fprintf(out, "\nRoot steps that were labelled: exactly %s, within one message %s.\n", share(exact, n), share(near, n))
}

// near1 counts a step that is the labelled one, and one that is at most a message away.
func near1(first datasets.Maybe[int], step int) (exact, near int) {
	if !first.Known {
		return 0, 0
	}
	if first.Value == step {
		exact = 1
	}
	if max(first.Value, step)-min(first.Value, step) <= 1 {
		near = 1
	}
	return exact, near
}

func row(out io.Writer, name string, t *tally) {
	precision, recall := share(t.right, t.right+t.wrong), share(t.right, t.right+t.missed)
	f1 := "-"
	if n := 2*t.right + t.wrong + t.missed; n > 0 {
		f1 = strconv.FormatFloat(2*float64(t.right)/float64(n), 'f', 2, 64)
	}
	fmt.Fprintf(out, "| %s | %d | %d | %d | %d | %s | %s | %s | %s |\n", name, t.right, t.wrong, t.missed, t.neither, precision, recall, f1, kappa(t))
}

// kappa is Cohen's, of two raters who say yes or no; a dash where it is not defined.
func kappa(t *tally) string {
	k, err := stats.CohenKappa([][]int{{t.right, t.wrong}, {t.missed, t.neither}}, stats.KappaOptions{})
	if err != nil {
		return "-"
	}
	return strconv.FormatFloat(k.Value, 'f', 2, 64)
}

func share(k, n int) string {
	if n == 0 {
		return "-"
	}
	return fmt.Sprintf("%d/%d (%.0f%%)", k, n, 100*float64(k)/float64(n))
}

func note(each bool, out io.Writer, a attempt, format string, args ...any) {
	if each {
		fmt.Fprintf(out, "%s, task %s, trial %d: %s\n", a.Run, a.Task, a.Trial, fmt.Sprintf(format, args...))
	}
}
