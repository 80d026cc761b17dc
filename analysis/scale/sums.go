package scale

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"mcpstats/analysis/result"
	"mcpstats/analysis/table"
	"mcpstats/datasets"
	"mcpstats/stats"
)

// Sums is what is kept of a table, or of many tables, where the scores themselves
// are too many to be in one place: sums that merge, and whose size does not grow
// with the number of tasks. Numbers are added exactly (stats.ExactSum), so that no
// order of merging shows in a result.
//
// All attempts of a run at a task must lie in one table: the sums over its attempts
// in two places cannot be told from two tasks.
type Sums struct {
	Settings SumsSettings
	Runs     []SumsRun          // by benchmark and run
	Cells    []SumsCell         // by key
	Failures []SumsFailure      // by benchmark, run, source and mode
	Stated   []datasets.Promise // what the logs state that their runs set out to attempt, which sums cannot follow
	Dropped  []string           // strata with too many values to be parts of a benchmark: "benchmark\x00name", sorted
}

// SumsSettings are what sums depend on besides the scores.
type SumsSettings struct {
	Seed       uint64   `json:"seed"`
	Replicates int      `json:"replicates"`        // of the Poisson bootstrap
	Metrics    []string `json:"metrics,omitempty"` // that have replicates besides the main ones
	Primary    string   `json:"primary,omitempty"`
	Strata     []string `json:"strata,omitempty"` // kept however many values they have; "none": no strata
	Cluster    string   `json:"cluster,omitempty"`
	Duplicates string   `json:"duplicates"`
}

// SumsReplicates is how many replicates sums have unless something else is asked for:
// the Monte Carlo error of their standard errors is 1/sqrt(2000), 2.2%.
const SumsReplicates = 1000

// SumsRun is a run's attempts, whatever they scored.
type SumsRun struct {
	Benchmark, Run string
	Tasks          TaskSet // that it attempted
	Attempts       int
	Duplicates     int    // further records of attempts already present
	Errors         int    // attempts ended by an error of agent or harness
	Clustered      bool   // some task names its cluster
	Primary        string // headline metric by which Outcomes are; empty: none, or shards took different ones for it
	Outcomes       [3]int // attempts without outcome, failed, succeeded
}

// SumsKey names what a cell is about: the tasks of a run, overall or in a stratum,
// that were attempted and scored so many times each. Tasks are kept apart by these
// numbers so that the policy for what has no score can be chosen after merging.
type SumsKey struct {
	Benchmark, Run, Metric string
	Stratum, Value         string // empty: overall
	Attempts, Scored       int    // of each task
}

// SumsCell is the sums over the tasks of a key. A task's total is the sum of its
// scores.
type SumsCell struct {
	SumsKey
	Tasks     TaskSet
	Graded    bool               // some score is neither 0 nor 1
	Undecided TaskSet            // tasks without any score, of a metric that applies only where some run has one
	Total     stats.ExactSum     // of the tasks' totals
	Squares   stats.ExactSum     // of their squares
	Means     stats.LogHistogram // of total / Scored, where that exists

	// Weights and Replicates are, by replicate of the Poisson bootstrap, the sum of
	// the tasks' weights, and of weight times total. Nil for metrics that are not
	// compared.
	Weights    []int64
	Replicates []stats.ExactSum
}

// TaskSet is how many tasks there are, and a sum of their names' hashes: sets that
// agree in both hold the same tasks, but for a chance of 2^-128.
type TaskSet struct {
	N    int
	Hash [2]uint64
}

// taskSet is the set of one task.
func taskSet(task string) TaskSet {
	h := sha256.Sum256([]byte(task))
	return TaskSet{1, [2]uint64{binary.LittleEndian.Uint64(h[:]), binary.LittleEndian.Uint64(h[8:])}}
}

func (s *TaskSet) merge(o TaskSet) {
	var carry uint64
	s.N += o.N
	s.Hash[0], carry = bits.Add64(s.Hash[0], o.Hash[0], 0)
	s.Hash[1], _ = bits.Add64(s.Hash[1], o.Hash[1], carry)
}

func (a SumsKey) compare(b SumsKey) int {
	return cmp.Or(strings.Compare(a.Benchmark, b.Benchmark), strings.Compare(a.Run, b.Run), strings.Compare(a.Metric, b.Metric),
		strings.Compare(a.Stratum, b.Stratum), result.CompareNatural(a.Value, b.Value), cmp.Compare(a.Attempts, b.Attempts), cmp.Compare(a.Scored, b.Scored))
}

func (r *SumsRun) compare(o *SumsRun) int {
	return cmp.Or(strings.Compare(r.Benchmark, o.Benchmark), strings.Compare(r.Run, o.Run))
}

// Merge adds the sums of other tables. It keeps nothing of o's memory. Errors:
// replicates that do not belong together.
func (s *Sums) Merge(o *Sums) error {
	if s.Settings.Seed != o.Settings.Seed || s.Settings.Replicates != o.Settings.Replicates {
		return fmt.Errorf("analysis: sums of %d replicates from seed %d and of %d from seed %d cannot be merged",
			s.Settings.Replicates, s.Settings.Seed, o.Settings.Replicates, o.Settings.Seed)
	}
	for i := range o.Runs {
		at, ok := slices.BinarySearchFunc(s.Runs, &o.Runs[i], func(a SumsRun, b *SumsRun) int { return a.compare(b) })
		if !ok {
			s.Runs = slices.Insert(s.Runs, at, o.Runs[i])
			continue
		}
		s.Runs[at].merge(&o.Runs[i])
	}
	s.mergeFailures(o)
	merged := make([]SumsCell, 0, max(len(s.Cells), len(o.Cells)))
	mine, theirs := s.Cells, o.Cells
	for len(mine) > 0 || len(theirs) > 0 {
		order := 0
		switch {
		case len(mine) == 0:
			order = 1
		case len(theirs) == 0:
			order = -1
		default:
			order = mine[0].compare(theirs[0].SumsKey)
		}
		if order <= 0 {
			merged = append(merged, mine[0])
			mine = mine[1:]
		} else {
			merged = append(merged, SumsCell{SumsKey: theirs[0].SumsKey})
		}
		if order >= 0 {
			merged[len(merged)-1].merge(&theirs[0])
			theirs = theirs[1:]
		}
	}
	s.Cells = merged
	s.Dropped = append(s.Dropped, o.Dropped...)
	s.drop()
	return nil
}

func (r *SumsRun) merge(o *SumsRun) {
	r.Tasks.merge(o.Tasks)
	r.Attempts += o.Attempts
	r.Duplicates += o.Duplicates
	r.Errors += o.Errors
	r.Clustered = r.Clustered || o.Clustered
	if r.Primary != o.Primary {
		r.Primary = ""
	}
	for k := range r.Outcomes {
		r.Outcomes[k] += o.Outcomes[k]
	}
}

func (c *SumsCell) merge(o *SumsCell) {
	c.Tasks.merge(o.Tasks)
	c.Graded = c.Graded || o.Graded
	c.Undecided.merge(o.Undecided)
	c.Total.Merge(&o.Total)
	c.Squares.Merge(&o.Squares)
	c.Means.Merge(&o.Means)
	if o.Weights == nil {
		return
	}
	if c.Weights == nil {
		c.Weights = make([]int64, len(o.Weights))
		c.Replicates = make([]stats.ExactSum, len(o.Replicates))
	}
	for r := range o.Weights {
		c.Weights[r] += o.Weights[r]
		c.Replicates[r].Merge(&o.Replicates[r])
	}
}

// drop leaves out the strata that turn out to have more values than divide a
// benchmark into parts that a reader could compare. A stratum that is dropped once
// stays so, which makes the outcome the same for every order of merging.
func (s *Sums) drop() {
	type column struct{ benchmark, name string }
	values := map[column]map[string]bool{}
	for i := range s.Cells {
		k := &s.Cells[i].SumsKey
		if k.Stratum == "" || slices.Contains(s.Settings.Strata, k.Stratum) {
			continue
		}
		c := column{k.Benchmark, k.Stratum}
		if values[c] == nil {
			values[c] = map[string]bool{}
		}
		values[c][k.Value] = true
	}
	for c, v := range values {
		if len(v) > table.MaxStratumValues {
			s.Dropped = append(s.Dropped, c.benchmark+"\x00"+c.name)
		}
	}
	slices.Sort(s.Dropped)
	s.Dropped = slices.Compact(s.Dropped)
	if len(s.Dropped) == 0 {
		return
	}
	s.Cells = slices.DeleteFunc(s.Cells, func(c SumsCell) bool {
		if c.Stratum == "" {
			return false
		}
		_, dropped := slices.BinarySearch(s.Dropped, c.Benchmark+"\x00"+c.Stratum)
		return dropped
	})
}
