package formats

import (
	"bytes"
	"fmt"
	"path/filepath"
	"regexp"
	"strings"

	"mcpstats/datasets"
)

// sweSplits are the sizes of the published splits, by the words that name them in
// folders and files. "test" is the full one in the experiments repository's
// evaluation/test alone: elsewhere the word says nothing.
var sweSplits = []struct {
	word string
	size int
}{{"verified", 500}, {"lite", 300}, {"multimodal", 517}, {"multilingual", 300}, {"full", 2294}}

// sweSplitOf finds the split that a path names, the folder nearest to the file first.
func sweSplitOf(path string) (name string, size int) {
	parts := strings.Split(filepath.ToSlash(path), "/")
	for i := len(parts) - 1; i >= 0; i-- {
		words := strings.FieldsFunc(strings.ToLower(parts[i]), func(r rune) bool { return (r < 'a' || r > 'z') && (r < '0' || r > '9') })
		for _, w := range words {
			for _, s := range sweSplits {
				if w == s.word {
					return s.word, s.size
				}
			}
		}
		if parts[i] == "bash-only" { // the experiments repository's, on Verified
			return parts[i], 500
		}
		if parts[i] == "test" && i > 0 && parts[i-1] == "evaluation" {
			return "test", 2294
		}
	}
	return "", 0
}

// promises are what the runs answer for.
func (l *sweLog) promises() []datasets.Promise {
	out := make([]datasets.Promise, 0, len(l.runs))
	for _, r := range l.runs {
		if p := r.promise(); p.Tasks != nil || p.NTasks > 0 || p.Open {
			out = append(out, p)
		}
	}
	return out
}

// promise says how many instances a run answers for, which is the denominator of its rate.
// What the file states goes before what its path suggests, and that before what lies beside
// it. A size smaller than the number of instances that are named cannot be right and is passed
// over. Where nothing says it, the promise is Open: a rate over the instances that happen to
// be named would be too high, since those that were never resolved are the ones without a
// name.
func (r *sweRun) promise() datasets.Promise {
	const most = 1 << 20 // no benchmark has as many; a number beyond is damage
	p := datasets.Promise{Benchmark: r.benchmark(), Run: r.Name, Trials: 1}
	count := func(n number) int {
		if i, err := n.index(); err == nil && i <= most {
			return i
		}
		return 0
	}
	named := len(r.ids())
	if r.split != nil {
		named = len(r.split.named)
	}
	total, sent := count(r.report.Total), count(r.report.Sent)
	split, size := "", 0
	if r.split != nil {
		split, size = sweSplitOf(r.path)
	}
	switch {
	case r.split == nil && len(r.report.Submitted) > 0:
		p.Tasks, p.Source = r.report.Submitted, "submitted_ids"
	case r.split == nil && sent > 0:
		p.NTasks, p.Source = sent, "submitted_instances"
	case total > 0:
		p.NTasks, p.Source = total, "total_instances"
	case r.split == nil && r.listed != "":
		p.Tasks, p.Source = r.ids(), "the instances listed in "+r.listed
	case r.split == nil:
	case size >= named && size > 0:
		p.NTasks, p.Source = size, fmt.Sprintf("the split %q in the path", split)
		if r.byRepo > 0 && r.byRepo != size {
			p.Source += fmt.Sprintf(", where resolved_by_repo.json counts %d", r.byRepo)
		}
	case r.byRepo >= named && r.byRepo > 0:
		p.NTasks, p.Source = r.byRepo, "the totals of resolved_by_repo.json"
	default:
		p.Open, p.Source = true, "neither the path nor a total says of how many instances"
	}
	return p
}

// swePro is the size of SWE-bench Pro's public set; the others are not published.
const swePro = 731

// notes tell of a second denominator: the one that was not taken, and how to take it.
func (l *sweLog) notes() []datasets.Note {
	var out []datasets.Note
	for _, r := range l.runs {
		p := r.promise()
		n := max(len(p.Tasks), p.NTasks)
		whole, what := 0, "total_instances"
		if total, err := r.report.Total.index(); err == nil {
			whole = total
		}
		if r.pro {
			whole, what = swePro, "the size of the public set"
		}
		if r.split != nil || n == 0 || whole <= n {
			continue
		}
		out = append(out, datasets.Note{Code: datasets.NoteTotals, Decisive: true, Message: fmt.Sprintf(
			"%s: the rate is over %d instances (%s); %s is %d, and --tasks %d counts the other %d as not resolved", r.Name, n, p.Source, what, whole, whole, whole-n)})
	}
	return out
}

// isByRepo recognises {"owner/repo": {"resolved": n, "total": n}, ...}, and the same by year.
func isByRepo(f File) bool {
	s := f.shape()
	return !s.List && len(s.Keys) > 0 && (strings.Count(s.Keys[0], "/") == 1 || sweYear.MatchString(s.Keys[0])) && bytes.Contains(f.Head, []byte(`"resolved"`)) && bytes.Contains(f.Head, []byte(`"total"`))
}

// sweYear is a year, or the words for those before the first one that is listed.
var sweYear = regexp.MustCompile(`^([Bb]efore )?20[0-9][0-9]$`)

// readByRepo adds the totals.
func readByRepo(f File) (int, error) {
	var repos map[string]struct {
		Total number `json:"total"`
	}
	if err := decodeSWE(f, &repos); err != nil {
		return 0, err
	}
	sum := 0
	for _, r := range repos {
		n, err := r.Total.index()
		if err != nil {
			return 0, element{}.bad(f, "total", err)
		}
		sum += n
	}
	return sum, nil
}

// withoutTrailingCommas drops commas before a closing bracket, which people leave in
// lists that they write by hand.
func withoutTrailingCommas(text []byte) []byte {
	out := make([]byte, 0, len(text))
	inside := false
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch {
		case inside && c == '\\' && i+1 < len(text):
			out = append(out, c)
			i++
			c = text[i]
		case c == '"':
			inside = !inside
		case !inside && c == ',':
			rest := bytes.TrimLeft(text[i+1:], " \t\r\n")
			if len(rest) > 0 && (rest[0] == ']' || rest[0] == '}') {
				continue
			}
		}
		out = append(out, c)
	}
	return out
}
