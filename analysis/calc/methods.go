package calc

import (
	"fmt"

	"mcpstats/analysis/result"
)

// A Statistic describes one value of "stat": what the reader of a list sees of it.
// Titles, meanings and sources are those of the declared methods (analysis/result)
// that it computes; what has no declared method, as a distribution function, is
// described by What alone.
type Statistic struct {
	Name    string
	What    string          // what it computes
	Takes   string          // its inputs and options
	Methods []result.Method // the declared methods among what it computes
}

// Doc is one line: what the statistic computes, and its inputs and options.
func (s Statistic) Doc() string { return s.What + "; " + s.Takes }

// of are the declared methods of a kind, by their names. It panics where one of them
// is not declared: the lists of package calc are made as the program starts, so that
// no build with such a name gets past its first test.
func of(kind result.MethodKind, names ...string) []result.Method {
	list := make([]result.Method, len(names))
	for i, name := range names {
		m, ok := result.MethodNamed(name, kind)
		if !ok {
			panic(fmt.Sprintf("calc: no %s called %q is declared in analysis/result", kind, name))
		}
		list[i] = m
	}
	return list
}

// computed binds a declared method to the function that computes it, and to its key in
// a result.
type computed[F any] struct {
	key    string
	method result.Method
	value  F
}

// bind binds the declared method of that kind and name under its own name as key.
func bind[F any](kind result.MethodKind, name string, value F) computed[F] {
	return computed[F]{name, of(kind, name)[0], value}
}

// methodsOf are the methods that a list binds.
func methodsOf[F any](list []computed[F]) []result.Method {
	methods := make([]result.Method, len(list))
	for i, c := range list {
		methods[i] = c.method
	}
	return methods
}
