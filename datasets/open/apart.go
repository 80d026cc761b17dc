package open

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"hash"
	"hash/fnv"
	"math"
	"path/filepath"
	"slices"
	"strings"

	"mcpstats/datasets"
	"mcpstats/datasets/formats"
	"mcpstats/datasets/mapping"
)

// One run may be told by several files: its attempts spread over them, which is as it should
// be; the same attempts in two forms (a log and what it was converted to, a file and the
// packed copy beside it), which must count once; or reruns that nothing but their folders
// tells apart, which are runs of their own. Which of these it is shows in the attempts.

// Settle looks into inputs of which one run's attempts repeat, when that is known to be so,
// and says whether it changed anything: what is told twice is left out, and the runs of
// reruns get the shortest part of the path that differs into their names. It reads all
// inputs once. A run that the user's mapping names is left as it is.
func Settle(ctx context.Context, inputs []*Input, opt Options) (rest []*Input, out []Skipped, changed bool, _ error) {
	if opt.Map.Maps("run") {
		return inputs, nil, false, nil
	}
	told, err := tellings(ctx, inputs)
	if err != nil {
		return inputs, nil, false, err
	}
	twice := map[string]string{} // a file, and the one that tells the same
	for _, r := range told {
		r.findTwice(twice)
	}
	for _, r := range told {
		changed = r.rename(twice) || changed
	}
	for _, in := range inputs {
		for _, file := range in.Files {
			first, ok := twice[file]
			if !ok || in == nil {
				continue
			}
			out = append(out, Skipped{Path: file, Kind: secondForm, Reason: "tells the same attempts as " + first})
			if in, err = in.Without(file); err != nil {
				return inputs, nil, false, err
			}
		}
		if in != nil {
			rest = append(rest, in)
		}
	}
	return rest, out, changed || len(out) > 0, nil
}

// runTelling is who tells what of one run.
type runTelling struct {
	benchmark, run string
	files          []*fileTelling // in the order of the inputs
	by             map[uint64][]int
}

// fileTelling is what one file tells of one run.
type fileTelling struct {
	path     string
	in       *Input
	attempts int
	sum      uint64 // of the digests of its attempts, in any order
	rich     bool   // it states what no two attempts share by chance
}

// tellings reads all inputs.
func tellings(ctx context.Context, inputs []*Input) ([]*runTelling, error) {
	type name struct{ benchmark, run string }
	found := map[name]*runTelling{}
	var runs []*runTelling
	for _, in := range inputs {
		at := map[string]map[name]int{} // file and run, to the number of the file there
		for t, err := range in.Trajectories(ctx) {
			var bad *datasets.RecordError
			if errors.As(err, &bad) {
				continue
			}
			if err != nil {
				return nil, err
			}
			path := in.placeOf(t)
			n := name{t.Benchmark, t.Run}
			r := found[n]
			if r == nil {
				n = name{strings.Clone(t.Benchmark), strings.Clone(t.Run)}
				r = &runTelling{benchmark: n.benchmark, run: n.run, by: map[uint64][]int{}}
				found[n], runs = r, append(runs, r)
			}
			if at[path] == nil {
				at[path] = map[name]int{}
			}
			i, ok := at[path][n]
			if !ok {
				i = len(r.files)
				at[path][n] = i
				r.files = append(r.files, &fileTelling{path: path, in: in})
			}
			r.files[i].add(t)
			id := identityOf(t)
			if list := r.by[id]; !slices.Contains(list, i) {
				r.by[id] = append(list, i)
			}
		}
	}
	return runs, nil
}

// identityOf is an attempt's identity within its run.
func identityOf(t *datasets.Trajectory) uint64 {
	h := fnv.New64a()
	hashText(h, t.Task)
	hashNumber(h, float64(t.Trial))
	return h.Sum64()
}

// add takes an attempt's facts, those that no conversion changes.
func (f *fileTelling) add(t *datasets.Trajectory) {
	h := fnv.New64a()
	hashText(h, t.Task)
	hashNumber(h, float64(t.Trial))
	hashText(h, string(t.Exit))
	verdict := datasets.Maybe[float64]{Known: t.Success.Known}
	if t.Success.Value {
		verdict.Value = 1
	}
	calls := 0
	for i := range t.Steps {
		calls += len(t.Steps[i].Calls)
	}
	for _, n := range []datasets.Maybe[float64]{verdict, t.Reward, t.LatencyMS, t.CostUSD, whole(t.PromptTokens), whole(t.CompletionTokens), datasets.Known(float64(len(t.Steps))), datasets.Known(float64(calls))} {
		if n.Known {
			hashNumber(h, n.Value)
		} else {
			hashText(h, "")
		}
	}
	f.attempts++
	f.sum += h.Sum64()
	f.rich = f.rich || t.LatencyMS.Known || t.CostUSD.Known || t.PromptTokens.Known || len(t.Steps) > 1
}

func whole(n datasets.Maybe[int64]) datasets.Maybe[float64] {
	return datasets.Maybe[float64]{Value: float64(n.Value), Known: n.Known}
}

// hashText and hashNumber add a value with its length, so that no two values run together.
func hashText(h hash.Hash64, s string) {
	hashNumber(h, float64(len(s)))
	h.Write([]byte(s))
}

func hashNumber(h hash.Hash64, v float64) {
	var b [8]byte
	binary.LittleEndian.PutUint64(b[:], math.Float64bits(v))
	h.Write(b[:])
}

// findTwice finds files that tell the same attempts with the same facts. In one folder, under
// one name but for the endings, that is two forms of one log whatever it says; elsewhere only
// where it says enough: that two reruns solve the same tasks happens.
func (r *runTelling) findTwice(twice map[string]string) {
	for i, f := range r.files {
		for _, g := range r.files[:i] {
			if _, gone := twice[g.path]; gone || f.sum != g.sum || f.attempts != g.attempts || f.path == g.path || f.in.Format != g.in.Format && f.in.Own() != g.in.Own() {
				continue
			}
			forms := filepath.Dir(f.path) == filepath.Dir(g.path) && mapping.Stem(f.path) == mapping.Stem(g.path)
			if forms || f.rich && g.rich {
				twice[f.path] = g.path
				break
			}
		}
	}
}

// rename tells reruns apart.
func (r *runTelling) rename(twice map[string]string) bool {
	var clashes [][]int
	for _, files := range r.by {
		files = slices.DeleteFunc(slices.Clone(files), func(i int) bool { _, gone := twice[r.files[i].path]; return gone })
		if len(files) > 1 && !slices.ContainsFunc(clashes, func(c []int) bool { return slices.Equal(c, files) }) {
			clashes = append(clashes, files)
		}
	}
	if len(clashes) == 0 {
		return false
	}
	paths := make([]string, len(r.files))
	for i, f := range r.files {
		paths[i] = filepath.Join(filepath.Dir(f.path), mapping.Stem(f.path))
	}
	changed := false
	var names []string
	for i, part := range formats.TellApart(paths, clashes) {
		if part == "" || part == r.run {
			continue
		}
		f := r.files[i]
		if f.in.names == nil {
			f.in.names = map[renamed]string{}
		}
		name := r.run + " " + part
		f.in.names[renamed{r.benchmark, r.run, f.path}] = name
		changed = true
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	if changed {
		in := r.files[0].in
		in.notes = append(in.notes, datasets.Note{Code: datasets.NoteApart, Message: fmt.Sprintf(
			"several files tell attempts of the run %q that differ; by what differs in their paths they are %d runs: %s", r.run, len(names), listed(names))})
	}
	return changed
}

// listed names the first of many.
func listed(names []string) string {
	const most = 3
	if len(names) <= most {
		return strings.Join(names, ", ")
	}
	return fmt.Sprintf("%s and %d more", strings.Join(names[:most], ", "), len(names)-most)
}

// renamed is a run as one file tells it.
type renamed struct{ benchmark, run, file string }

// name gives an attempt's run the name that tells it apart.
func (in *Input) name(t *datasets.Trajectory) {
	if in.names == nil {
		return
	}
	if name, ok := in.names[renamed{t.Benchmark, t.Run, in.placeOf(t)}]; ok {
		t.Run = name
	}
}

// placeOf is the file that tells an attempt.
func (in *Input) placeOf(t *datasets.Trajectory) string {
	switch {
	case len(in.Files) == 0: // an example
		return in.Name
	case len(in.Files) == 1 || t.Place.File == "" || !slices.Contains(in.Files, t.Place.File):
		return in.Files[0]
	}
	return t.Place.File
}

// promise renames the promises of runs that have got one new name; those of several are
// nobody's, as a promise does not say in which file it stands.
func (in *Input) promise(all []datasets.Promise) []datasets.Promise {
	var out []datasets.Promise
	for _, p := range all {
		names := map[string]bool{}
		for at, name := range in.names {
			if at.benchmark == p.Benchmark && at.run == p.Run {
				names[name] = true
			}
		}
		if len(names) > 1 {
			continue
		}
		for name := range names {
			p.Run = name
		}
		out = append(out, p)
	}
	return out
}
