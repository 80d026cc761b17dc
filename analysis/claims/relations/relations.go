// Package relations finds how the printed numbers of a document hang together, believes a
// relation where nearly all of its rows or columns bear it out, and judges the exceptions.
package relations
