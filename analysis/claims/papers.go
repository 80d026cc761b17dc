package claims

import (
	"embed"
	"fmt"
	"path"
	"strings"
)

// papers holds the claims files of five papers: numbers, where they stand, and
// what they can be held against.
//
//go:embed papers/*.yaml
var papers embed.FS

// Papers lists the names of the papers whose claims are embedded.
func Papers() []string {
	files, err := papers.ReadDir("papers")
	if err != nil {
		return nil
	}
	var out []string
	for _, f := range files {
		out = append(out, strings.TrimSuffix(f.Name(), ".yaml"))
	}
	return out
}

// ReadPaper parses the claims of an embedded paper. The error lists the names.
func ReadPaper(name string) (*File, error) {
	file, err := match("paper", name, Papers())
	if err != nil {
		return nil, fmt.Errorf("no paper %q; the papers are %s", name, strings.Join(Papers(), ", "))
	}
	text, err := papers.ReadFile(path.Join("papers", file+".yaml"))
	if err != nil {
		return nil, err
	}
	return Parse(file+".yaml", text)
}
