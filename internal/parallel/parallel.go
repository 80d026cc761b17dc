// Package parallel spreads independent work over the processors. The order of what is
// written by index does not depend on how many there are.
package parallel

import (
	"runtime"
	"sync"
)

// For calls f for every i from 0 to n-1, on as many goroutines as there are processors,
// and returns when all are done. f writes only what belongs to its i.
func For(n int, f func(i int)) {
	var wg sync.WaitGroup
	next := make(chan int)
	for range min(n, runtime.GOMAXPROCS(0)) {
		wg.Go(func() {
			for i := range next {
				f(i)
			}
		})
	}
	for i := range n {
		next <- i
	}
	close(next)
	wg.Wait()
}
