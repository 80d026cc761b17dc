package stats

import "math/rand/v2"

// StratifiedBootstrap gives percentile intervals of a statistic of one or two systems that
// were run several times over the same tasks: in every replicate the trials of each task
// are drawn anew with replacement, within the task and independently of the others, so that the tasks stay
// what they are. It speaks of these tasks and other trials, not of other tasks.
//
// systems are matrices of trials by tasks; statistic takes matrices of the same shapes,
// which it must not keep. Each replicate depends on Seed and its number alone.
//
// Errors: *ArgumentError as AggregateScores and for options out of range; *UndefinedError
// where no system has two trials: then every replicate is the sample; errors of statistic.
//
// Source: Agarwal et al. (2021), NeurIPS 34, section 4.
func StratifiedBootstrap(systems [][][]float64, statistic func(systems [][][]float64) (float64, error), opt BootstrapOptions) (Bootstrap, error) {
	opt, err := opt.withDefaults()
	if err != nil {
		return Bootstrap{}, err
	}
	repeated := false
	for _, s := range systems {
		if _, _, err := rectangular("systems", s); err != nil {
			return Bootstrap{}, err
		}
		repeated = repeated || len(s) > 1
	}
	if !repeated {
		return Bootstrap{}, &UndefinedError{Stat: "stratified bootstrap", Reason: "no system has two trials, so that there is nothing to draw"}
	}
	estimate, err := statistic(systems)
	if err != nil {
		return Bootstrap{}, err
	}
	drawn := make([][][]float64, len(systems))
	for s, system := range systems {
		for _, row := range system {
			drawn[s] = append(drawn[s], make([]float64, len(row)))
		}
	}
	replicates := make([]float64, opt.Replicates)
	for r := range replicates {
		rng := rand.New(rand.NewPCG(opt.Seed, mix64(uint64(r))))
		for s, system := range systems {
			for i := range system {
				for j := range system[i] {
					drawn[s][i][j] = system[rng.IntN(len(system))][j]
				}
			}
		}
		if replicates[r], err = statistic(drawn); err != nil {
			return Bootstrap{}, err
		}
	}
	opt.Method = Percentile
	return BootstrapFromReplicates(replicates, estimate, Acceleration{}, opt)
}
