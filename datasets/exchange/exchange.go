package exchange

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"

	"mcpstats/datasets"
)

// Target is a form that attempts can be written in.
type Target struct {
	Name    string // as in --to
	Title   string // as its authors call it
	Format  string // the name of the format that reads it
	Ending  string // of the files that hold attempts
	Folder  bool   // it takes a file a run, so that a folder is written
	Holds   string // which fields come back as they were, for the documentation
	Changes string // which do not, and why

	// apart are the attempts that go into one file.
	apart func(t *datasets.Trajectory) part
	// head and tail are written before and behind a file's records, separator between them.
	head      func(f *file) ([]byte, error)
	record    func(f *file, t *datasets.Trajectory) ([]byte, error)
	separator string
	tail      string
	// beside is a second file that goes with f; its name's ending comes first.
	beside func(f *file) (ending string, content []byte, err error)
}

// Targets lists what --to takes besides Parquet.
var Targets = []Target{inspectTarget, eeeTarget, plainTarget}

// ByName finds a target.
func ByName(name string) (Target, bool) {
	i := slices.IndexFunc(Targets, func(t Target) bool { return t.Name == name })
	if i < 0 {
		return Target{}, false
	}
	return Targets[i], true
}

// part is what the attempts of one file have in common.
type part struct{ benchmark, run, model, agent, version string }

// Outline is what is known of the attempts before the first of them is written.
type Outline struct {
	target Target
	files  []*file
	byPart map[part]*file
}

// file is one of the files that will be written.
type file struct {
	part
	name     string // without the target's ending
	tasks    []string
	trials   map[string]int // by task: attempts
	attempts int
	promises []datasets.Promise

	verdicts, passed int // attempts with a verdict, and with a good one

	headline string            // Inspect: the judge whose verdict is that of every attempt; "": none
	scored   bool              // Inspect: an attempt with a score was there
	scorers  []string          // Inspect: the judges, in the order of their appearance
	ids      map[string]string // attributes that all attempts so far share and that the file's head has
}

// NewOutline begins a first pass.
func NewOutline(target Target) *Outline {
	return &Outline{target: target, byPart: map[part]*file{}}
}

// Add takes note of an attempt.
func (o *Outline) Add(t *datasets.Trajectory) {
	key := o.target.apart(t)
	f := o.byPart[key]
	if f == nil {
		f = &file{part: part{strings.Clone(key.benchmark), strings.Clone(key.run), strings.Clone(key.model), strings.Clone(key.agent), strings.Clone(key.version)}, trials: map[string]int{}}
		o.byPart[f.part] = f
		o.files = append(o.files, f)
	}
	if f.trials[t.Task] == 0 {
		f.tasks = append(f.tasks, strings.Clone(t.Task))
	}
	f.trials[t.Task]++
	f.shareIDs(t)
	f.attempts++
	if t.Success.Known {
		f.verdicts++
		if t.Success.Value {
			f.passed++
		}
	}
	f.addScores(t)
}

// Promise takes note of what logs say that their runs set out to attempt.
func (o *Outline) Promise(all []datasets.Promise) {
	for _, p := range all {
		for _, f := range o.files {
			if f.benchmark == p.Benchmark && f.run == p.Run {
				f.promises = append(f.promises, p)
			}
		}
	}
}

// Files is how many files hold attempts.
func (o *Outline) Files() int { return len(o.files) }

// epochs is how often every task was attempted, 0 where that differs between them.
func (f *file) epochs() int {
	n := 0
	for _, task := range f.tasks {
		if n == 0 {
			n = f.trials[task]
		}
		if f.trials[task] != n {
			return 0
		}
	}
	return n
}

// headIDs are the attributes that stand in the head of a log and not in its records.
var headIDs = []string{"eval_id", "run_id", "evaluation_id"}

// shareIDs keeps those of them that all attempts agree on.
func (f *file) shareIDs(t *datasets.Trajectory) {
	if f.ids == nil {
		f.ids = map[string]string{}
		for _, key := range headIDs {
			if v := t.Attributes[key]; v != "" {
				f.ids[key] = strings.Clone(v)
			}
		}
		return
	}
	for key, v := range f.ids {
		if t.Attributes[key] != v {
			delete(f.ids, key)
		}
	}
}

// nameFiles gives every file a name that all file systems take, by its benchmark and run, and
// adds a digest where two would have the same.
func (o *Outline) nameFiles() {
	taken := map[string]bool{}
	for _, f := range o.files {
		f.name = safeName(strings.Trim(f.benchmark+"_"+f.run, "_"))
		for n := 0; taken[strings.ToLower(f.name)]; n++ {
			sum := sha256.Sum256([]byte(strings.Join([]string{f.benchmark, f.run, f.model, f.agent, f.version, strings.Repeat("+", n)}, "\x00")))
			f.name = safeName(f.benchmark+"_"+f.run) + "-" + hex.EncodeToString(sum[:4])
		}
		taken[strings.ToLower(f.name)] = true
	}
}

// safeName is a text as a file's name: letters of the ASCII alphabet, digits, and .-_ with no
// point in front, short enough for every file system.
func safeName(s string) string {
	const most = 120
	s = strings.Map(func(r rune) rune {
		if r < 0x80 && (r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("._-", r)) {
			return r
		}
		return '_'
	}, s)
	s = strings.TrimLeft(s, ".-")
	return cmp.Or(s[:min(len(s), most)], "run")
}
