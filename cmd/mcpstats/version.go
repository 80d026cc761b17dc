package main

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"
)

// version is what --version prints: the declared version, which results carry so that
// their bytes do not depend on who built the program, and what the build itself knows:
// the module version or the commit, whether the sources were changed, and the target.
func version(read func() (*debug.BuildInfo, bool)) string {
	declared := strings.TrimPrefix(tool, "mcpstats ")
	target := fmt.Sprintf("%s %s/%s", runtime.Version(), runtime.GOOS, runtime.GOARCH)
	info, ok := read()
	if !ok {
		return fmt.Sprintf("%s (%s)", declared, target)
	}
	var commit, changed string
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			commit = s.Value[:min(12, len(s.Value))]
		case "vcs.modified":
			if s.Value == "true" {
				changed = ", with changes"
			}
		}
	}
	switch v := info.Main.Version; {
	case commit != "":
		return fmt.Sprintf("%s (commit %s%s, %s)", declared, commit, changed, target)
	case v != "" && v != "(devel)":
		return fmt.Sprintf("%s (module %s, %s)", declared, v, target)
	}
	return fmt.Sprintf("%s (%s)", declared, target)
}
