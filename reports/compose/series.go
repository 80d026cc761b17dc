package compose

// maxSeries is how many runs of a benchmark figures can tell apart, by colour and
// shape; the rest are grey.
const maxSeries = 28

// maxSegments is how many segments of a bar can be told apart by colour and tint.
const maxSegments = 8

// assignSeries gives the runs of every benchmark their series. A run keeps the one
// that it has in an earlier benchmark where no other run there holds it; the rest
// take the lowest that are free, in the order of their ranks.
func assignSeries(views []*view) {
	earlier := map[string]int{}
	for _, v := range views {
		v.series = map[string]int{}
		taken := map[int]bool{}
		take := func(run string, s int) {
			v.series[run], taken[s] = s, true
			if _, ok := earlier[run]; !ok {
				earlier[run] = s
			}
		}
		for _, run := range v.runs {
			if s, ok := earlier[run]; ok && !taken[s] {
				take(run, s)
			}
		}
		next := 0
		for _, run := range v.runs {
			if _, ok := v.series[run]; ok {
				continue
			}
			for taken[next] {
				next++
			}
			take(run, next)
		}
	}
}

// colour returns a run's series, the same in every figure of its benchmark; -1 is
// grey.
func (v *view) colour(run string) int {
	if s, ok := v.series[run]; ok && s < maxSeries {
		return s
	}
	return -1
}
