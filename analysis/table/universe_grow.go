package table

import (
	"slices"
	"strings"
)

// sized is a list of tasks with room for those that no record names.
func (u *universe) sized(tasks []bool, size int) []bool {
	out := make([]bool, size)
	copy(out, tasks)
	return out
}

// grow lists the tasks with those that no record names.
func (u *universe) grow(tasks []Task) []Task {
	if len(u.extra) == 0 {
		return tasks
	}
	tasks = slices.Clone(tasks)
	for _, id := range u.extra {
		tasks = append(tasks, Task{ID: strings.Clone(id), PlanLength: -1, Offered: -1})
	}
	return tasks
}

func (u *universe) growStrata(columns []StratumColumn) []StratumColumn {
	if len(u.extra) == 0 {
		return columns
	}
	columns = slices.Clone(columns)
	for i := range columns {
		of := slices.Clone(columns[i].Of)
		for range u.extra {
			of = append(of, -1)
		}
		columns[i].Of = of
	}
	return columns
}

// statedTrials is the largest number of attempts at a task that the log states.
func (b *Benchmark) statedTrials() int {
	n := 0
	for _, s := range b.stated {
		n = max(n, s.Trials)
	}
	return n
}
