package main

import (
	"github.com/spf13/pflag"

	"mcpstats/datasets"
)

// registerLimits registers what one file may take; sizes that a file declares are
// not trusted.
func (r *reading) registerLimits(f *pflag.FlagSet) {
	r.limits.Record = datasets.DefaultRecord
	f.Var(&r.limits.Record, "max-record-bytes", "what one record may take in memory; a larger one ends its file with an error")
	f.Var(&r.limits.Expanded, "max-decompressed", "what one compressed file may expand to (default 200 times its size, 1 GB at least)")
}
