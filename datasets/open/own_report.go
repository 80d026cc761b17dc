package open

import (
	"errors"
	"os"
	"path/filepath"

	"mcpstats/datasets"
)

// reportFiles are what a folder that mcpstats wrote a report to holds.
var reportFiles = []string{"results.json", "plan.yaml", "report.md"}

var errReport = errors.New("is a report that mcpstats wrote, not a log")

// IsReport tells a folder that mcpstats wrote a report to. Its tables and scores
// look like logs and are not.
func IsReport(folder string) bool {
	for _, name := range reportFiles {
		if info, err := os.Stat(filepath.Join(folder, name)); err != nil || !info.Mode().IsRegular() {
			return false
		}
	}
	return true
}

// reportGiven refuses a report that was named as if it were logs.
func reportGiven(folder string) error {
	return &datasets.FileError{File: folder, Err: errReport,
		Hint: "name the logs that it was made of; `mcpstats report " + filepath.Join(folder, "results.json") + " -o DIR` renders it again"}
}
