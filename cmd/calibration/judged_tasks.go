package main

import (
	"fmt"
	"math"
	"math/rand/v2"

	"mcpstats/stats"
)

// attemptsAtTask is how often each task is attempted here.
const attemptsAtTask = 5

// taskCounts are the numbers of tasks; n counts tasks.
var taskCounts = []int{10, 30, 80, 300}

// byTaskCells puts the intervals and tests of judges and of failure shares to attempts
// that repeat tasks, beside those that take the attempts as independent.
func byTaskCells(seed uint64, runs float64) ([]cell, error) {
	var experiments []experiment
	for _, g := range taskCounts {
		for _, p := range []repeated{{0.5, 0.5}, {0.8, 0.5}, {0.95, 0.5}} {
			experiments = append(experiments, shareExperiment(p, g, scaled(10_000, runs)))
		}
		experiments = append(experiments, biasExperiment(g, scaled(10_000, runs)))
		if g <= 80 {
			experiments = append(experiments, kappaExperiment(g, scaled(1000, runs)))
		}
	}
	return simulateAll(seed, experiments), nil
}

// repeated is a population of tasks whose attempts share an outcome with a mean rate;
// any two attempts at one task correlate by icc. A task keeps to one rate of its own with
// probability icc (all its attempts are alike), else its attempts are independent.
type repeated struct{ rate, icc float64 }

func (p repeated) String() string {
	return fmt.Sprintf("share of %.0f%%, 5 attempts a task, correlation %.1f", 100*p.rate, p.icc)
}

// draw is the number of outcomes at one task.
func (p repeated) draw(rng *rand.Rand) int {
	if rng.Float64() < p.icc {
		return attemptsAtTask * int(success(rng, p.rate))
	}
	k := 0
	for range attemptsAtTask {
		k += int(success(rng, p.rate))
	}
	return k
}

func shareExperiment(p repeated, tasks, runs int) experiment {
	return experiment{kind: coverage, setting: p.String(), n: tasks, runs: runs,
		methods: []string{"design-adjusted Wilson, by task", "CR1 t, by task", "Wilson, attempts taken as independent"},
		worker: func() func(*rand.Rand, []outcome) {
			k, n := make([]int, tasks), make([]int, tasks)
			return func(rng *rand.Rand, out []outcome) {
				total := 0
				for g := range k {
					k[g], n[g] = p.draw(rng), attemptsAtTask
					total += k[g]
				}
				s, err := stats.ShareOfClusters(k, n)
				if err != nil {
					out[0], out[1] = undefined, undefined
				} else {
					score, err := s.ScoreInterval(level)
					out[0] = holds(score, err, p.rate)
					t, err := s.TInterval(level)
					out[1] = holds(t, err, p.rate)
				}
				w, err := stats.Wilson(total, tasks*attemptsAtTask, level)
				out[2] = holds(w, err, p.rate)
			}
		}}
}

// judgedTask draws the verdicts at one task: the reference's go by the task's difficulty,
// and the judge errs by the task, too: at one task in two never, at the others with
// probability .4 either way, so that it is not biased.
func judgedTask(rng *rand.Rand) (c stats.Confusion) {
	p := rng.Float64()
	errs := 0.4 * success(rng, 0.5)
	for range attemptsAtTask {
		truth, wrong := rng.Float64() < p, rng.Float64() < errs
		switch {
		case truth && !wrong:
			c.TP++
		case truth:
			c.FN++
		case wrong:
			c.FP++
		default:
			c.TN++
		}
	}
	return c
}

func biasExperiment(tasks, runs int) experiment {
	return experiment{kind: typeOneError, setting: "a judge that errs at some tasks, either way alike, 5 attempts a task", n: tasks, runs: runs,
		methods: []string{"t test of the tasks' means", "sign test of the tasks' means", "exact McNemar, attempts taken as independent"},
		worker: func() func(*rand.Rand, []outcome) {
			d := make([]float64, tasks)
			return func(rng *rand.Rand, out []outcome) {
				fp, fn := 0, 0
				for g := range d {
					// A task misleads the judge in one direction, and as many tasks in either.
					c := judgedTask(rng)
					wrong := c.FP + c.FN
					if rng.Float64() < 0.5 {
						wrong = -wrong
					}
					d[g] = float64(wrong) / attemptsAtTask
					fp += max(0, wrong)
					fn += max(0, -wrong)
				}
				diff, err := stats.DifferencesOf(d)
				if err != nil {
					out[0], out[1], out[2] = undefined, undefined, undefined
					return
				}
				t, err := stats.PairedT(diff, stats.PairedTOptions{})
				out[0] = rejects(t.P, err)
				s, err := stats.SignTest(diff, stats.TwoSided)
				out[1] = rejects(s.P, err)
				m, err := stats.McNemarExact(fp, fn)
				out[2] = rejects(m.P, err)
			}
		}}
}

// kappaExperiment's judge errs in 20% of all attempts, whatever the reference says, which
// says success in half: agreement .8, by chance .5, kappa .6.
func kappaExperiment(tasks, runs int) experiment {
	const kappa = 0.6
	return experiment{kind: coverage, setting: "a judge that errs at some tasks, either way alike, 5 attempts a task", n: tasks, runs: runs,
		methods: []string{"Cohen's kappa, BCa bootstrap by task", "Cohen's kappa, attempts taken as independent"},
		worker: func() func(*rand.Rand, []outcome) {
			counts := make([]stats.Confusion, tasks)
			return func(rng *rand.Rand, out []outcome) {
				var all stats.Confusion
				for g := range counts {
					counts[g] = judgedTask(rng)
					all = together(all, counts[g])
				}
				b, err := stats.BootstrapStatistic(tasks, func(drawn []int) (float64, bool) {
					var c stats.Confusion
					for _, g := range drawn {
						c = together(c, counts[g])
					}
					return kappaOf(c)
				}, stats.BootstrapOptions{Replicates: bootstrapResamples, Seed: rng.Uint64()})
				out[0] = holds(b.Interval, err, kappa)
				k, err := stats.CohenKappa([][]int{{all.TP, all.FP}, {all.FN, all.TN}}, stats.KappaOptions{})
				out[1] = holds(k.Interval, err, kappa)
			}
		}}
}

func together(a, b stats.Confusion) stats.Confusion {
	return stats.Confusion{TP: a.TP + b.TP, FP: a.FP + b.FP, FN: a.FN + b.FN, TN: a.TN + b.TN}
}

func kappaOf(c stats.Confusion) (float64, bool) {
	tp, fp, fn, tn := float64(c.TP), float64(c.FP), float64(c.FN), float64(c.TN)
	chance := (tp+fp)*(fp+tn) + (tp+fn)*(fn+tn)
	kappa := 2 * (tp*tn - fp*fn) / chance
	return kappa, !math.IsNaN(kappa)
}
