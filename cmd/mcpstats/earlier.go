package main

import (
	"os"
	"path/filepath"
	"reflect"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"mcpstats/analysis/result"
)

// asComputed refuses flags and plans that ask an earlier report for what it was not
// computed with: rendered again, a report shows other forms of the same numbers.
// compare may choose among its pairs; a report's ranks and tests of all runs at
// once are of those that it was computed with. What names are called is no question of computing.
func asComputed(c *cobra.Command, plan result.Plan, res *result.Results) error {
	have := res.Provenance.Plan
	chooses := c.Name() == "compare"
	var refused error
	c.Flags().Visit(func(given *pflag.Flag) {
		if given.Name != "plan" && planFlags[given.Name] == nil {
			return
		}
		c.Flags().VisitAll(func(f *pflag.Flag) {
			lay := planFlags[f.Name]
			if refused != nil || lay == nil || f.Name == "label" || f.Name == "runs" && chooses || given.Name != "plan" && given.Name != f.Name {
				return
			}
			want := have
			if lay(&want, &plan); !samePlan(have, want) {
				of := ""
				if given.Name == "plan" {
					of = " has another " + f.Name
				}
				refused = usagef("--%s %s%s: the results of the earlier report were computed without it; give the logs instead, or leave it out", given.Name, given.Value, of)
			}
		})
	})
	return refused
}

// keepsScores refuses to put a report in place of the one it is made from: the
// results hold no single scores, and those that lie there would be lost.
func keepsScores(earlier, out string) error {
	if filepath.Base(earlier) == marker {
		earlier = filepath.Dir(earlier)
	}
	from, err := os.Stat(earlier)
	if err != nil {
		return err
	}
	to, err := os.Stat(out)
	if err != nil || !os.SameFile(from, to) {
		return nil // nothing is replaced, or something else
	}
	if _, err := os.Stat(filepath.Join(out, "scores.parquet")); err != nil {
		return nil
	}
	return usagef("-o %s: is the report that is rendered again, whose scores would be lost; name another directory", out)
}

// samePlan compares plans field by field; of lists, none and an empty one are the same.
func samePlan(a, b result.Plan) bool {
	x, y := reflect.ValueOf(a), reflect.ValueOf(b)
	for i := range x.NumField() {
		if x.Type().Field(i).Tag.Get("json") == "-" {
			continue // read from a file that another field names
		}
		p, q := x.Field(i), y.Field(i)
		if p.Kind() == reflect.Slice && p.Len() == 0 && q.Len() == 0 {
			continue
		}
		if !reflect.DeepEqual(p.Interface(), q.Interface()) {
			return false
		}
	}
	return true
}
