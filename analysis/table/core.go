package table

// The core of a benchmark is what its runs have in common: a run that answers for it has a
// mean over the same tasks as the others. A slice has a core of its own.

// coreOf are the tasks that at least half of the runs with any attempt attempted.
func coreOf(counts [][]int32, tasks int) []bool {
	runs, by := 0, make([]int, tasks)
	for _, of := range counts {
		any := false
		for t, n := range of {
			if n > 0 {
				by[t]++
				any = true
			}
		}
		if any {
			runs++
		}
	}
	core := make([]bool, tasks)
	for t := range core {
		core[t] = by[t] > 0 && 2*by[t] >= runs
	}
	return core
}

// answers tells whether a run that has these tasks answers for the core: there is one, and
// the run has nine tenths of it.
func answers(tasks, core []bool) bool {
	n, of := 0, 0
	for t := range core {
		if core[t] {
			of++
			if tasks[t] {
				n++
			}
		}
	}
	return of > 0 && AtLeast(n, CoreShare, of)
}
