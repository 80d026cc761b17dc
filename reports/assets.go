package reports

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
