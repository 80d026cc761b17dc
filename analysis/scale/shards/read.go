package shards

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"mcpstats/analysis/result"
	"mcpstats/analysis/table"
	"mcpstats/datasets"
	"mcpstats/datasets/open"
	"mcpstats/datasets/prices"
)

// maxListedErrors bounds the unreadable records that are named one by one.
const maxListedErrors = 10

// Identify names an input by its content. Its counts are still zero.
func Identify(in *open.Input) (result.Input, error) {
	out := result.Input{Path: in.Name, Format: in.Format}
	digests, err := in.Digests()
	if err != nil {
		return out, err
	}
	if len(digests) == 1 {
		out.SHA256 = digests[0].SHA256
		return out, nil
	}
	list := sha256.New()
	for _, d := range digests {
		fmt.Fprintf(list, "%s  %s\n", d.SHA256, d.Path)
		out.Files = append(out.Files, result.File{Path: d.Path, SHA256: d.SHA256})
	}
	out.SHA256 = hex.EncodeToString(list.Sum(nil))
	return out, nil
}

// Read hands every attempt of a log on with its origin, the log being the input of
// that number, and counts in found what was read and what could not be. seen is
// called for every record, readable or not.
func Read(ctx context.Context, in *open.Input, number int, found *result.Input, seen func(), each func(table.Origin, *datasets.Trajectory)) error {
	record := 0
	costs := in.Prices()
	for t, err := range in.Trajectories(ctx) {
		record++
		seen()
		if err == nil {
			found.Trajectories++
			noteUnread(found, t.Unread)
			if costs != nil {
				if err := costs.Price(t); err != nil {
					return err
				}
			}
			each(table.Origin{Input: number, Record: record, Format: in.Format, Own: in.Own(), Rule: in.Duplicates()}, t)
			continue
		}
		var bad *datasets.RecordError
		if !errors.As(err, &bad) {
			return err
		}
		NoteError(found, bad)
	}
	found.Prices = pricesOf(costs)
	for _, n := range in.Notes() {
		found.Notes = append(found.Notes, result.Note(n))
	}
	return nil
}

// pricesOf is what a table of prices did for a log; nil where it did nothing and had nothing to do.
func pricesOf(costs *prices.Tally) *result.Prices {
	if costs == nil {
		return nil
	}
	out := &result.Prices{Path: costs.Table.Path, All: costs.All}
	computed := 0
	for _, r := range costs.Runs() {
		computed += r.Computed
		out.Runs = append(out.Runs, result.PricedRun(r))
	}
	for _, u := range costs.Unpriced() {
		out.Unpriced = append(out.Unpriced, result.Unpriced{Why: string(u.Gap), Model: u.Model, Attempts: u.Attempts, Run: u.Run, Task: u.Task})
	}
	if computed == 0 && len(out.Unpriced) == 0 {
		return nil
	}
	return out
}

// maxUnread bounds the kinds of data that are named one by one.
const maxUnread = 20

// noteUnread counts what the messages of an attempt hold that no reader knows.
func noteUnread(in *result.Input, unread []datasets.Unread) {
	for _, u := range unread {
		i := slices.IndexFunc(in.Unread, func(n result.Unread) bool { return n.What == u.What })
		if i < 0 && len(in.Unread) == maxUnread {
			continue
		}
		if i < 0 {
			i = len(in.Unread)
			in.Unread = append(in.Unread, result.Unread{What: strings.Clone(u.What)})
		}
		n := &in.Unread[i]
		n.Count, n.Attempts, n.Calls = n.Count+u.Count, n.Attempts+1, n.Calls || u.Calls
	}
}

// NoteError counts a record that could not be read, and lists the first ones.
func NoteError(in *result.Input, bad *datasets.RecordError) {
	in.RecordErrors++
	if len(in.Errors) < maxListedErrors {
		in.Errors = append(in.Errors, strings.Join(strings.Fields(bad.Error()), " "))
	}
}

// Promoted names the attributes that a plan breaks down by: its strata, and its
// cluster where it has one.
func Promoted(strata []string, cluster string) []string {
	names := slices.Clone(strata)
	if cluster != "" {
		names = append(names, cluster)
	}
	return names
}

// Promote makes strata of the attributes of these names. A reader may give attempts
// with the same strata one map, so that the attempt gets a map of its own.
func Promote(t *datasets.Trajectory, names []string) {
	own := false
	for _, name := range names {
		if _, ok := t.Strata[name]; ok {
			continue
		}
		if v, ok := t.Attributes[name]; ok && v != "" {
			if !own {
				t.Strata, own = maps.Clone(t.Strata), true
			}
			if t.Strata == nil {
				t.Strata = map[string]string{}
			}
			t.Strata[name] = v
		}
	}
}
