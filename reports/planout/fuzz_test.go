package planout

import (
	"regexp"
	"strings"
	"testing"
)

// Whatever a plan file holds, it is read or refused; a plan that is
// read and resolved is written as one that reads back the same.
func FuzzRead(f *testing.F) {
	for _, s := range []string{"", "baseline: a\nalpha: 0.01\n", "runs: [a, b]\nseed: 18446744073709551615\n", "alpha: .nan\n", "runs: &r [*r]\n", "metrics:\n  - success\nstrata: [none]\n", "alpha: 0\n", "{", "\xff"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		p, err := Read("p.yaml", b)
		if err != nil {
			if !regexp.MustCompile(`^p\.yaml:[1-9][0-9]*: .`).MatchString(err.Error()) || strings.ContainsAny(err.Error(), "\n\r") {
				t.Errorf("not one line with file and line: %q", err)
			}
			return
		}
		resolved, err := p.Resolve()
		if err != nil {
			return
		}
		text, err := Text(resolved)
		if err != nil {
			t.Fatalf("%+v cannot be written: %v", resolved, err)
		}
		back, err := Read("p.yaml", []byte(text))
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		again, err := Text(back)
		if err != nil || again != text {
			t.Errorf("%v: read back as\n%s\nnot\n%s", err, again, text)
		}
	})
}
