package stats

import "fmt"

// PassAtK estimates the probability that at least one of k attempts at a task
// succeeds, from c successes in n attempts: 1 - C(n-c,k)/C(n,k), unbiased (Chen
// et al. 2021). It is 1 where fewer than k attempts failed. It is not PassHatK.
// Errors: k < 1, or c outside 0..n; an UndefinedError where n < k.
func PassAtK(n, c, k int) (float64, error) {
	if err := checkAttempts(n, c, k, "pass@k"); err != nil {
		return 0, err
	}
	if n <= exactBinomial {
		all := binomialCoefficient(n, k)
		return (all - binomialCoefficient(n-c, k)) / all, nil
	}
	// The probability that the first success is attempt i+1, summed over i: no
	// term is negative, where 1 - ratio would cancel for few successes.
	total, failed := 0.0, 1.0
	for i := range min(k, n-c+1) {
		if failed <= unseenShare*total {
			break
		}
		left := float64(n - i)
		total += failed * float64(c) / left
		failed *= float64(n-c-i) / left
	}
	return min(1, total), nil
}

// PassHatK is tau-bench's pass^k, an estimate of the probability that all of k
// attempts at a task succeed: C(c,k)/C(n,k) (Yao et al. 2024). It is 0 where
// fewer than k attempts succeeded. Errors: as PassAtK.
func PassHatK(n, c, k int) (float64, error) {
	if err := checkAttempts(n, c, k, "pass^k"); err != nil {
		return 0, err
	}
	if c < k {
		return 0, nil
	}
	if n <= exactBinomial {
		return binomialCoefficient(c, k) / binomialCoefficient(n, k), nil
	}
	p := 1.0
	for i := range min(k, n-c) { // C(c,k)/C(n,k) = C(n-k,n-c)/C(n,n-c)
		if p == 0 {
			break
		}
		if k <= n-c {
			p *= float64(c-i) / float64(n-i)
		} else {
			p *= float64(n-k-i) / float64(n-i)
		}
	}
	return p, nil
}

// unseenShare is the share of a sum that its remainder may be and not move it.
const unseenShare = 1e-19

// exactBinomial is the largest n all of whose binomial coefficients a float64
// holds exactly.
const exactBinomial = 56

// binomialCoefficient is C(n,k), exact for n <= exactBinomial.
func binomialCoefficient(n, k int) float64 {
	c := uint64(1)
	for i := range k {
		c = c * uint64(n-i) / uint64(i+1)
	}
	return float64(c)
}

func checkAttempts(n, c, k int, stat string) error {
	switch {
	case k < 1:
		return &ArgumentError{Arg: "k", Reason: fmt.Sprintf("%d; give at least 1", k)}
	case c < 0 || c > n:
		return &ArgumentError{Arg: "c", Reason: fmt.Sprintf("%d successes in %d attempts; give 0 <= c <= n", c, n)}
	case n < k:
		return &UndefinedError{Stat: stat, Reason: fmt.Sprintf("%d attempts are fewer than k = %d", n, k)}
	}
	return nil
}

// MeanPassK averages PassAtK and PassHatK over tasks, unweighted, attempts[i] of
// which successes[i] succeeded. Errors: as PassAtK, for the first such task; no
// tasks; unequal lengths.
func MeanPassK(attempts, successes []int, k int) (passAt, passHat float64, err error) {
	if len(attempts) == 0 || len(attempts) != len(successes) {
		return 0, 0, &ArgumentError{Arg: "attempts, successes", Reason: fmt.Sprintf("%d and %d tasks; give one pair of counts a task, at least one", len(attempts), len(successes))}
	}
	for i := range attempts {
		at, err := PassAtK(attempts[i], successes[i], k)
		if err != nil {
			return 0, 0, fmt.Errorf("task %d: %w", i, err)
		}
		hat, err := PassHatK(attempts[i], successes[i], k)
		if err != nil {
			return 0, 0, fmt.Errorf("task %d: %w", i, err)
		}
		passAt += at
		passHat += hat
	}
	n := float64(len(attempts))
	return min(1, passAt/n), min(1, passHat/n), nil
}
