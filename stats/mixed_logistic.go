package stats

import (
	"fmt"
	"math"
)

// Outcomes are passes and fails of runs at tasks: one entry an attempt, tasks and runs
// numbered from 0.
type Outcomes struct {
	Pass      []bool
	Task, Run []int
}

// MixedLogistic is a fitted hierarchical model of success: each run's ability and each
// task's ease on the scale of log odds.
type MixedLogistic struct {
	// Coef holds the log odds of the reference run at an average task, then each other run's
	// difference from it, in the order of the runs' numbers; SE their standard errors.
	Coef, SE []float64
	Ability  []float64 // log odds at an average task, by run
	// AbilityCovariance is the covariance of Ability, from which that of any difference of two
	// runs comes.
	AbilityCovariance [][]float64
	Sigma             float64 // standard deviation of tasks
	// SigmaSE is the standard error of Sigma; none, 0, at the edge.
	SigmaSE float64
	Edge    bool // Sigma is exactly 0: tasks differ no more than chance makes them
	LogLik  float64
}

// FitMixedLogistic fits
//
//	logit P(pass) = ability of the run + u of the task,  u ~ N(0, sigma^2)
//
// to attempts, any number of each run at each task, by the exact maximum of the
// marginal likelihood: the integral over u is done to about 1e-12, so that it is what
// adaptive Gauss-Hermite quadrature tends to with many nodes, and not Laplace's approximation.
// Standard errors are of the inverse observed information of abilities and sigma together.
//
// Attempts are independent given run and task, and tasks' log odds normal; it speaks of odds at an
// average task, which differ from odds of averages. Standard errors are of
// large samples: with few tasks they are too small.
//
// Errors: *ArgumentError for lists of unequal lengths and numbers out of range;
// *UndefinedError for one task, no task with two attempts, a run of which all or no attempts pass,
// and other separation.
//
// Also called: logistic-normal model, random-intercept logistic regression, glmer(pass ~ run +
// (1 | task), binomial) of lme4 with 25 nodes. Sources: Pinheiro & Bates (1995), JCGS 4; Bowyer,
// Aitchison & Ivanova (2025), arXiv 2503.01747, on evaluations.
func FitMixedLogistic(o Outcomes, reference int) (MixedLogistic, error) {
	const stat = "mixed logistic model"
	m, err := o.cells(stat)
	if err != nil {
		return MixedLogistic{}, err
	}
	if reference < 0 || reference >= m.columns {
		return MixedLogistic{}, &ArgumentError{Arg: "reference", Reason: fmt.Sprintf("run %d; the runs are 0 to %d", reference, m.columns-1)}
	}
	f, edge, err := m.fitCommon(stat)
	if err != nil {
		return MixedLogistic{}, err
	}
	r := MixedLogistic{Ability: f.params[:m.columns], Sigma: f.params[m.columns], Edge: edge, LogLik: f.at.loglik}
	if !edge {
		r.SigmaSE = math.Sqrt(f.covariance[m.columns][m.columns])
	}
	for _, row := range f.covariance[:m.columns] {
		r.AbilityCovariance = append(r.AbilityCovariance, row[:m.columns])
	}
	v := r.AbilityCovariance
	r.Coef, r.SE = []float64{r.Ability[reference]}, []float64{math.Sqrt(v[reference][reference])}
	for j := range m.columns {
		if j != reference {
			r.Coef = append(r.Coef, r.Ability[j]-r.Ability[reference])
			r.SE = append(r.SE, math.Sqrt(v[j][j]+v[reference][reference]-2*v[j][reference]))
		}
	}
	return r, nil
}

// cells count attempts and passes by task and run.
func (o Outcomes) cells(stat string) (*logisticNormal, error) {
	if len(o.Pass) == 0 || len(o.Task) != len(o.Pass) || len(o.Run) != len(o.Pass) {
		return nil, &ArgumentError{Arg: "y, task, run", Reason: fmt.Sprintf("%d, %d and %d entries; give one of each for every attempt", len(o.Pass), len(o.Task), len(o.Run))}
	}
	m := &logisticNormal{common: true}
	for i := range o.Pass {
		if o.Task[i] < 0 || o.Run[i] < 0 || o.Task[i] > len(o.Pass) || o.Run[i] > len(o.Pass) {
			return nil, &ArgumentError{Arg: "task, run", Reason: fmt.Sprintf("attempt %d is of task %d and run %d; number both from 0 without gaps", i, o.Task[i], o.Run[i])}
		}
		m.groups, m.columns = max(m.groups, o.Task[i]+1), max(m.columns, o.Run[i]+1)
	}
	m.y, m.n = make([]float64, m.groups*m.columns), make([]float64, m.groups*m.columns)
	attempts, passes := make([]int, m.columns), make([]int, m.columns)
	ofTask := make([]int, m.groups)
	repeated := false
	for i, pass := range o.Pass {
		cell := o.Task[i]*m.columns + o.Run[i]
		m.n[cell]++
		attempts[o.Run[i]]++
		ofTask[o.Task[i]]++
		repeated = repeated || ofTask[o.Task[i]] > 1
		if pass {
			m.y[cell]++
			passes[o.Run[i]]++
		}
	}
	switch {
	case m.groups < 2:
		return nil, &UndefinedError{Stat: stat, Reason: "one task has nothing to vary between; at least two are needed"}
	case !repeated:
		return nil, &UndefinedError{Stat: stat, Reason: "no task has two attempts, so that tasks cannot be told from chance"}
	}
	for j, n := range attempts {
		switch passes[j] {
		case 0, n:
			return nil, &UndefinedError{Stat: stat, Reason: fmt.Sprintf("run %d passes %d of %d attempts, so that its log odds have no finite estimate", j, passes[j], n)}
		}
	}
	return m, nil
}
