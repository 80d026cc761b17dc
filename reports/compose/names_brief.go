package compose

import "slices"

// leaveOut finds what the names of each benchmark's runs have in common, which tables and figures
// leave out. Benchmarks that have a run in common are looked at together, so that a run is called
// the same in all of them.
func (c *composer) leaveOut() {
	done := map[*view]bool{}
	for _, v := range c.views {
		if done[v] {
			continue
		}
		group, runs := []*view{v}, slices.Clone(v.runs)
		for i := 0; i < len(group); i++ {
			done[group[i]] = true
			for _, other := range c.views {
				if !done[other] && slices.ContainsFunc(other.runs, func(run string) bool { return slices.Contains(runs, run) }) {
					done[other] = true
					group = append(group, other)
					for _, run := range other.runs {
						addOnce(&runs, run)
					}
				}
			}
		}
		shared := c.names.LeaveOut(runs)
		for _, member := range group {
			member.shared = shared
		}
	}
}

// leftOutNote says what tables and figures leave out of the runs' names; empty: nothing.
func (v *view) leftOutNote() string { return v.shared.Sentence("each run's name") }

// noteLeftOut adds to a table's notes what is left out of the runs' names.
func (v *view) noteLeftOut(notes *[]string) {
	if note := v.leftOutNote(); note != "" {
		*notes = append(*notes, note)
	}
}
