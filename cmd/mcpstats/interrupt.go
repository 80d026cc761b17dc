package main

import (
	"context"
	"errors"

	"mcpstats/analysis/evaluate"
	"mcpstats/analysis/result"
	"mcpstats/analysis/table"
)

// errInterrupted answers a user who stops the program. A report or a file that was
// under way is discarded.
var errInterrupted = errors.New("interrupted; no file was written")

// evaluateOrStop is evaluate.Evaluate for a user who may stop waiting: the evaluation
// ends with the program then.
func evaluateOrStop(ctx context.Context, t *table.Table, plan result.Plan, catalog table.Catalog) (*result.Results, error) {
	return evaluateBy(ctx, evaluate.Evaluate, t, plan, catalog)
}

// evaluator is evaluate.Evaluate, or a part of it.
type evaluator func(*table.Table, result.Plan, table.Catalog) (*result.Results, error)

func evaluateBy(ctx context.Context, work evaluator, t *table.Table, plan result.Plan, catalog table.Catalog) (*result.Results, error) {
	if ctx.Err() != nil {
		return nil, errInterrupted
	}
	var res *result.Results
	var err error
	done := make(chan struct{})
	go func() {
		defer close(done)
		res, err = work(t, plan, catalog)
	}()
	select {
	case <-done:
		if err != nil {
			// The logs are read by now: what the evaluation refuses is something that the
			// plan asks of them.
			return nil, &usageError{err}
		}
		return res, nil
	case <-ctx.Done():
		return nil, errInterrupted
	}
}

// untilStopped is each, but for who stops the program: he waits for nothing that is under way.
func untilStopped(ctx context.Context, n int, f func(i int)) error {
	done := make(chan struct{})
	go func() {
		defer close(done)
		each(n, func(i int) {
			if ctx.Err() == nil {
				f(i)
			}
		})
	}()
	select {
	case <-done:
		if ctx.Err() == nil {
			return nil
		}
	case <-ctx.Done():
	}
	return errInterrupted
}
