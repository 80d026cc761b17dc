package calc

import (
	"math"

	"mcpstats/stats"
)

var passKHandlers = []handler{
	define(Statistic{
		Name: "pass_k", What: "pass@k and pass^k of a task, or their mean over tasks",
		Takes: "inputs n attempts, c successes, k; or tasks_n_c, k",
	}, passK),
}

type passKInputs struct {
	N     int         `json:"n"`
	C     int         `json:"c"`
	K     int         `json:"k"`
	Tasks []countPair `json:"tasks_n_c"`
}

type passKOptions struct {
	Aggregate string `json:"aggregate"` // informative: the unweighted mean is the only one
}

// passK averages over tasks, each task weighing the same whatever its number of attempts. A
// task with fewer than k attempts has neither, and then the mean has neither.
func passK(in passKInputs, _ passKOptions) (any, error) {
	if in.Tasks == nil {
		in.Tasks = []countPair{{in.N, in.C}}
	}
	attempts, successes := make([]int, len(in.Tasks)), make([]int, len(in.Tasks))
	for i, t := range in.Tasks {
		attempts[i], successes[i] = t[0], t[1]
	}
	at, hat, err := stats.MeanPassK(attempts, successes, in.K)
	if err != nil {
		nan := number(math.NaN())
		return fields{{"pass_at_k", nan}, {"pass_hat_k", nan}, {"error", true}, {"reason", err.Error()}}, nil
	}
	return fields{{"pass_at_k", number(at)}, {"pass_hat_k", number(hat)}}, nil
}
