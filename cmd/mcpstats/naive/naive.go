// Package naive is a second implementation of what a report's numbers are, for tests:
// each rule of docs/statistics as plainly as it can be written, without regard to
// speed, and without a line in common with the program. Tests hold the whole program
// against it on random small tables.
package naive

import (
	"maps"
	"slices"
)

// Attempt is one run's try at a task.
type Attempt struct {
	Run, Task, Level, Cluster string
	Trial                     int
	Value                     *float64 // nil: without outcome
}

// Table is a log of one metric.
type Table struct {
	Attempts []Attempt
	Filled   bool // the metric counts what is missing as 0; else it is left out
	Binary   bool // all values are 0 or 1
	Better   int  // 1: higher, -1: lower, 0: not known
}

// Promise is what a run answers for.
type Promise struct {
	Trials int
	Tasks  []string
	Subset bool // of the benchmark's core it lacks more than a tenth
}

// Ledger counts a run's attempts: present + missing - surplus is promised.
type Ledger struct{ Promised, Present, Missing, Surplus, NoOutcome int }

// Runs lists the runs.
func (t *Table) Runs() []string { return distinct(t.Attempts, func(a Attempt) string { return a.Run }) }

// Clustered tells whether tasks come in clusters.
func (t *Table) Clustered() bool { return t.Attempts[0].Cluster != "" }

func distinct(of []Attempt, name func(Attempt) string) []string {
	seen := map[string]bool{}
	for _, a := range of {
		seen[name(a)] = true
	}
	return slices.Sorted(maps.Keys(seen))
}

// cell is a run's attempts at a task.
func (t *Table) cell(run, task string) []Attempt {
	var out []Attempt
	for _, a := range t.Attempts {
		if a.Run == run && a.Task == task {
			out = append(out, a)
		}
	}
	return out
}

// tasks of a run that it attempted.
func (t *Table) tasks(run string) []string {
	return distinct(slices.DeleteFunc(slices.Clone(t.Attempts), func(a Attempt) bool { return a.Run != run }), func(a Attempt) string { return a.Task })
}

// Core is the tasks that at least half of the runs attempted.
func (t *Table) Core() []string {
	var core []string
	for _, task := range distinct(t.Attempts, func(a Attempt) string { return a.Task }) {
		by := 0
		for _, run := range t.Runs() {
			if len(t.cell(run, task)) > 0 {
				by++
			}
		}
		if 2*by >= len(t.Runs()) {
			core = append(core, task)
		}
	}
	return core
}

// Promise goes by the run's own habit: the commonest number of attempts at a task, of
// equals the largest; the core where the run has nine tenths of it, else its own tasks.
func (t *Table) Promise(run string) Promise {
	times := map[int]int{}
	own := t.tasks(run)
	for _, task := range own {
		times[len(t.cell(run, task))]++
	}
	p := Promise{Tasks: own, Subset: true}
	for n, k := range times {
		if k > times[p.Trials] || k == times[p.Trials] && n > p.Trials {
			p.Trials = n
		}
	}
	core, has := t.Core(), 0
	for _, task := range core {
		if slices.Contains(own, task) {
			has++
		}
	}
	if 10*has >= 9*len(core) {
		p.Tasks, p.Subset = core, false
	}
	return p
}

// Ledger counts.
func (t *Table) Ledger(run string) Ledger {
	p := t.Promise(run)
	l := Ledger{Promised: p.Trials * len(p.Tasks)}
	for _, task := range distinct(t.Attempts, func(a Attempt) string { return a.Task }) {
		cell := t.cell(run, task)
		l.Present += len(cell)
		promised := 0
		if slices.Contains(p.Tasks, task) {
			promised = p.Trials
		}
		l.Missing += max(0, promised-len(cell))
		l.Surplus += max(0, len(cell)-promised)
		for _, a := range cell {
			if a.Value == nil && promised > 0 { // others enter nothing
				l.NoOutcome++
			}
		}
	}
	return l
}

// Column is a run's score at each task that counts: under `fail` the sum over the
// larger of its attempts and those promised; of a metric that is not filled in the
// mean of what is known. level chooses a stratum; empty: all tasks.
func (t *Table) Column(run, level string) map[string]float64 {
	p := t.Promise(run)
	out := map[string]float64{}
	for _, task := range p.Tasks {
		if level != "" && t.levelOf(task) != level {
			continue
		}
		cell := t.cell(run, task)
		sum, known := 0.0, 0
		for _, a := range cell {
			if a.Value != nil {
				sum, known = sum+*a.Value, known+1
			}
		}
		switch {
		case t.Filled:
			out[task] = sum / float64(max(p.Trials, len(cell)))
		case known > 0:
			out[task] = sum / float64(known)
		}
	}
	return out
}

func (t *Table) levelOf(task string) string {
	for _, a := range t.Attempts {
		if a.Task == task {
			return a.Level
		}
	}
	return ""
}

// ClusterOf is a task's cluster.
func (t *Table) ClusterOf(task string) string {
	for _, a := range t.Attempts {
		if a.Task == task {
			return a.Cluster
		}
	}
	return ""
}

// Clusters counts those of some tasks.
func (t *Table) Clusters(tasks []string) int {
	seen := map[string]bool{}
	for _, task := range tasks {
		seen[t.ClusterOf(task)] = true
	}
	return len(seen)
}

// Single tells whether none of these runs has two attempts at a task.
func (t *Table) Single(runs ...string) bool {
	for _, run := range runs {
		for _, task := range t.tasks(run) {
			if len(t.cell(run, task)) > 1 {
				return false
			}
		}
	}
	return true
}
