package trajectories

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"

	"mcpstats/analysis/result"
	"mcpstats/internal/spelling"
	"mcpstats/reports"
)

// Folder is where the pages stand within a report directory, and ListName the list in it.
const (
	Folder   = reports.AttemptFolder
	ListName = "index.html"
)

// FileName is the name of an attempt's page: what can be read of its names, and a digest that
// tells any two attempts apart, also on systems where A.html and a.html are one file.
func FileName(a result.AttemptKey) string {
	const most = 32
	digest := sha256.Sum256(fmt.Appendf(nil, "%q %q %q %d", a.Benchmark, a.Run, a.Task, a.Trial))
	var parts []string
	for _, name := range []string{a.Run, a.Task} {
		if s := spelling.Slug(name, most); s != "" {
			parts = append(parts, s)
		}
	}
	return strings.Join(append(parts, fmt.Sprint(a.Trial), hex.EncodeToString(digest[:5])), "-") + ".html"
}
