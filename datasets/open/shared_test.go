package open

import (
	"context"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"mcpstats/datasets"
)

// sharedData is the folder with logs of real runs, beside the repository; tests
// of facts about them skip where it is absent.
func sharedData(t testing.TB, folders ...string) string {
	t.Helper()
	root := os.Getenv("MCPSTATS_SHARED_DATA")
	if root == "" {
		root = filepath.Join("..", "..", "..", "shared", "data")
	}
	root = filepath.Join(append([]string{root}, folders...)...)
	if _, err := os.Stat(root); err != nil {
		t.Skipf("no shared data at %s (MCPSTATS_SHARED_DATA names the folder)", root)
	}
	return root
}

// kept is a trajectory that stays as it is: a source may reuse the lists of one
// for the next.
func kept(t *datasets.Trajectory) datasets.Trajectory {
	c := *t
	c.Predicted, c.Ranked, c.Available = slices.Clone(t.Predicted), slices.Clone(t.Ranked), slices.Clone(t.Available)
	c.Claims, c.Judgments, c.FailureLabels = slices.Clone(t.Claims), slices.Clone(t.Judgments), slices.Clone(t.FailureLabels)
	c.Strata, c.Reported, c.Attributes = maps.Clone(t.Strata), maps.Clone(t.Reported), maps.Clone(t.Attributes)
	c.Expected = slices.Clone(t.Expected)
	for i, n := range c.Expected {
		c.Expected[i].AnyOf, c.Expected[i].After = slices.Clone(n.AnyOf), slices.Clone(n.After)
	}
	c.Steps = slices.Clone(t.Steps)
	for i, s := range c.Steps {
		c.Steps[i].Calls = slices.Clone(s.Calls)
	}
	return c
}

// collect reads an input whole.
func collect(t testing.TB, in datasets.Source) (all []datasets.Trajectory, bad []error) {
	t.Helper()
	for tr, err := range in.Trajectories(context.Background()) {
		if err != nil {
			bad = append(bad, err)
			continue
		}
		all = append(all, kept(tr))
	}
	return all, bad
}

// write makes a file below a folder.
func write(t testing.TB, text string, path ...string) string {
	t.Helper()
	name := filepath.Join(path...)
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return name
}
