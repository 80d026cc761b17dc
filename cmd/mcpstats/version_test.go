package main

import (
	"runtime"
	"runtime/debug"
	"testing"
)

// What the build knows stands behind the declared version, and nothing is made up
// where it knows nothing.
func TestVersion(t *testing.T) {
	target := runtime.Version() + " " + runtime.GOOS + "/" + runtime.GOARCH
	setting := func(kv ...string) (out []debug.BuildSetting) {
		for i := 0; i < len(kv); i += 2 {
			out = append(out, debug.BuildSetting{Key: kv[i], Value: kv[i+1]})
		}
		return out
	}
	for name, c := range map[string]struct {
		info *debug.BuildInfo
		want string
	}{
		"no build info":                  {nil, "0.1.0 (" + target + ")"},
		"a test binary":                  {&debug.BuildInfo{}, "0.1.0 (" + target + ")"},
		"a checkout without its history": {&debug.BuildInfo{Main: debug.Module{Version: "(devel)"}}, "0.1.0 (" + target + ")"},
		"a module":                       {&debug.BuildInfo{Main: debug.Module{Version: "v0.1.0"}}, "0.1.0 (module v0.1.0, " + target + ")"},
		"a commit": {&debug.BuildInfo{Main: debug.Module{Version: "v0.0.0-20261122"},
			Settings: setting("vcs.revision", "0123456789abcdef0123", "vcs.modified", "false")},
			"0.1.0 (commit 0123456789ab, " + target + ")"},
		"a changed commit": {&debug.BuildInfo{Settings: setting("vcs.revision", "0123", "vcs.modified", "true")},
			"0.1.0 (commit 0123, with changes, " + target + ")"},
	} {
		if got := version(func() (*debug.BuildInfo, bool) { return c.info, c.info != nil }); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}
