// Package partial holds what one worker finds out about its shards, as a file
// that others merge: the way of an analysis that is too large for one machine.
//
//  1. A worker scores the attempts of its shards (package shards) and writes one
//     partial: either the scored attempts themselves, or sums over them, whose size
//     does not grow with the number of attempts.
//  2. Gather takes any number of partials, in any order, refuses those that are
//     incomplete, damaged, made with other settings or overlapping in part, and
//     counts one that is given twice once.
//  3. The attempts of a Set go into an table.Builder with the origin that they
//     would have on one machine: the table, and every output, is the same. The sums
//     of a Set are merged exactly, so that no order of the partials shows.
//
// The file: a magic line; a header and blocks, each a kind, a length and a payload;
// then a footer that lists the inputs and the SHA-256 of all before it. A file
// without its footer is one whose writer did not finish.
package partial
