package formats

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestTellApart(t *testing.T) {
	for name, c := range map[string]struct {
		paths   []string
		clashes [][]int
		want    []string
	}{
		"one folder":             {[]string{"r/a/out/results", "r/b/out/results"}, nil, []string{"a", "b"}},
		"the file's name":        {[]string{"r/x", "r/y"}, nil, []string{"x", "y"}},
		"the shorter of two":     {[]string{"r/2026-05-31/a/f", "r/2026-06-01/b/f"}, nil, []string{"a", "b"}},
		"the one on top":         {[]string{"r/a/x/f", "r/b/y/f"}, nil, []string{"a", "b"}},
		"two folders together":   {[]string{"r/a/x/f", "r/a/y/f", "r/b/x/f"}, nil, []string{"a/x", "a/y", "b/x"}},
		"the run, not the task":  {[]string{"r/a/t1", "r/a/t2", "r/b/t1", "r/b/t2"}, [][]int{{0, 2}, {1, 3}}, []string{"a", "a", "b", "b"}},
		"nothing to tell by":     {[]string{"a/f", "a/f"}, nil, []string{"", ""}},
		"one above the other":    {[]string{"f", "deep/f"}, nil, []string{"f", "deep"}},
		"only one, and no clash": {[]string{"r/a"}, nil, []string{""}},
	} {
		if d := cmp.Diff(c.want, TellApart(c.paths, c.clashes)); d != "" {
			t.Errorf("%s (-want +got):\n%s", name, d)
		}
	}
}
