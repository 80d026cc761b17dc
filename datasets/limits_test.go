package datasets

import (
	"math"
	"strings"
	"testing"
)

func TestSize(t *testing.T) {
	// 2^10, 2^20, 1.5 x 2^30, 2 x 2^40, by hand.
	for text, want := range map[string]Size{
		"1000": 1000, "1B": 1, "1KB": 1024, "1 MB": 1048576, "1.5gb": 1610612736, "2TB": 2199023255552, "64k": 65536, "3MiB": 3145728, "1e3": 1000,
	} {
		var s Size
		if err := s.Set(text); err != nil || s != want {
			t.Errorf("%q is %d, %v; want %d", text, s, err, want)
		}
	}
	for _, text := range []string{"", "0", "-1", "1XB", "MB", "NaN", "inf", "1e30", "0.1B", "9223372036854775807"} {
		s := Size(7)
		if err := s.Set(text); err == nil || !strings.Contains(err.Error(), "such as 256MB") || s != 7 {
			t.Errorf("%q is %d, %v", text, s, err)
		}
	}
	for s, want := range map[Size]string{0: "0", 1: "1 B", 1023: "1023 B", 1024: "1 KB", 256 << 20: "256 MB", 3 << 29: "1.5 GB", 1 << 40: "1 TB"} {
		if got := s.String(); got != want {
			t.Errorf("%d is %q, want %q", int64(s), got, want)
		}
		var back Size
		if s > 0 {
			if err := back.Set(s.String()); err != nil || back != s {
				t.Errorf("%q reads back as %d, %v", s, int64(back), err)
			}
		}
	}
}

func TestLimits(t *testing.T) {
	for _, c := range []struct {
		limits       Limits
		stored, want int64
	}{
		{Limits{}, 10, 1 << 30},
		{Limits{}, 1 << 30, 200 << 30},
		{Limits{}, math.MaxInt64, math.MaxInt64},
		{Limits{Expanded: 5}, 1 << 40, 5},
	} {
		if got := c.limits.MostExpanded(c.stored); got != c.want {
			t.Errorf("%+v of %d bytes: %d, want %d", c.limits, c.stored, got, c.want)
		}
	}
	if got := (Limits{}).MostRecord(); got != 256<<20 {
		t.Error(got)
	}
	if got := (Limits{Record: 9}).MostRecord(); got != 9 {
		t.Error(got)
	}
}
