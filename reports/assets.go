package reports

import (
	"net/url"
	"strings"
)

// Assets are the files that were drawn for a document, by their path within
// the report directory: "figures/leaderboard-terminal-bench.svg". A renderer
// that embeds or links a figure finds it here.
type Assets map[string][]byte

// FigurePath is the path of a figure's file of the given kind ("svg", "pdf",
// "png", "tikz") within the report directory.
func FigurePath(id, ext string) string { return "figures/" + id + "." + ext }

// TablePath is the path of a table's file of the given kind ("csv", "tex") within the
// report directory.
func TablePath(id, ext string) string { return "tables/" + id + "." + ext }

// AttemptFolder is where the pages of attempts stand within the report directory.
const AttemptFolder = "attempts"

// IsPage tells whether a link leads to a page beside the report instead of a block in it: IDs of
// blocks have neither a slash nor a dot. The other half of a report in Markdown is such a page.
func IsPage(link string) bool {
	return strings.HasPrefix(link, AttemptFolder+"/") || strings.HasPrefix(link, appendixFile+"#") || strings.HasPrefix(link, reportFile+"#")
}

// AttemptList is the link to the list of attempts, of which it shows a part: pairs of a filter's
// name and its value, as "run", "agent", "mode", "wrong_tool". Empty values are left out.
func AttemptList(pairs ...string) string {
	link, mark := AttemptFolder+"/index.html", "#"
	for i := 0; i+1 < len(pairs); i += 2 {
		if pairs[i+1] != "" {
			link += mark + pairs[i] + "=" + url.QueryEscape(Visible(pairs[i+1]))
			mark = "&"
		}
	}
	return link
}
