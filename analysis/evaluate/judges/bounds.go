package judges

import (
	"mcpstats/analysis/evaluate/study"
	"mcpstats/analysis/result"
	"mcpstats/stats"
)

// unitCounts counts k of n by task, or by cluster of tasks.
type unitCounts map[int32][2]int

func (u unitCounts) add(st *study.Study, task int32, hit bool) {
	if st.Cluster != nil {
		task = st.Cluster[task]
	}
	c := u[task]
	c[1]++
	if hit {
		c[0]++
	}
	u[task] = c
}

func (u unitCounts) interval(st *study.Study) *result.IntervalEstimate {
	var counts stats.ClusterCounts
	for _, c := range u { // sums of whole numbers: in any order the same
		counts.Add(c[0], c[1])
	}
	return st.ShareInterval(counts, 1)
}

// bounds are, by reading, on how many attempts some judge and every judge is right; nothing
// for a judge alone, whose agreement it would be.
func (p *panelOf) bounds(st *study.Study) (out []result.JudgeBound) {
	for _, reading := range []struct {
		name   string
		judges []verdicts
	}{{ReadingStored, p.stored}, {ReadingReparsed, p.reread}} {
		if len(reading.judges) < 2 {
			continue
		}
		b := result.JudgeBound{Run: p.run, Reading: reading.name}
		for _, j := range reading.judges {
			b.Judges = append(b.Judges, j.judge)
		}
		some, every, tasks := unitCounts{}, unitCounts{}, map[int32]bool{}
		for i, is := range p.reference.of {
			if !p.reference.ok[i] {
				continue
			}
			known, right := 0, 0
			for _, j := range reading.judges {
				if j.ok[i] {
					known++
					if (j.of[i] >= 0.5) == (is >= 0.5) {
						right++
					}
				}
			}
			if known < len(reading.judges) {
				b.LeftOut++
				continue
			}
			task := p.reference.task[i]
			tasks[task] = true
			b.N++
			if right > 0 {
				b.Some++
			}
			if right == known {
				b.All++
			}
			some.add(st, task, right > 0)
			every.add(st, task, right == known)
		}
		b.NTasks = len(tasks)
		b.Share, b.AllOf = study.Ratio(b.Some, b.N), study.Ratio(b.All, b.N)
		b.Int, b.AllInt = some.interval(st), every.interval(st)
		out = append(out, b)
	}
	return out
}
