// Package beamscore scores the shards of a large log on a distributed engine, by
// Apache Beam's Go SDK: Flink, Spark, Dataflow, or the embedded Prism runner. It is
// a module of its own, so that nobody else pays for the engine's libraries.
//
//  1. Patterns are matched to shards, on local disks or in an object store.
//  2. The shards are dealt anew, each to one worker at a time.
//  3. A worker scores a whole shard as "mcpstats score --partial" does and writes its
//     partial: all attempts of a shard are combined before anything leaves the
//     worker, and no attempt passes through the engine.
//
// A partial's name follows from its shard and the settings, and the file appears when
// it is complete: an engine that runs a shard twice, or at two places at once, writes
// the same bytes under the same name. "mcpstats reduce" merges the partials.
package beamscore
