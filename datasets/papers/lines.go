package papers

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"

	"golang.org/x/net/html"
)

// linePrefix begins the comments by which lines of the source reach the tree of an HTML page:
// the parser keeps comments where they stand, and forgets lines.
const linePrefix = "mcpstats-line "

func lineComment(line int) string { return fmt.Sprintf("<!--%s%d-->", linePrefix, line) }

// commentLine reads such a comment.
func commentLine(data string) (int, bool) {
	n, ok := strings.CutPrefix(data, linePrefix)
	if !ok {
		return 0, false
	}
	line, err := strconv.Atoi(n)
	return line, err == nil
}

// withLines puts before every text of an HTML source the line that it begins at; first is the
// line of the source's beginning.
func withLines(source []byte, first int) []byte {
	var out bytes.Buffer
	out.Grow(len(source) * 3 / 2)
	z := html.NewTokenizer(bytes.NewReader(source))
	z.SetMaxBuf(largest)
	line := first
	raw := false // inside an element whose content is no markup
	for {
		kind := z.Next()
		if kind == html.ErrorToken {
			break
		}
		token := z.Raw()
		lines := bytes.Count(token, []byte("\n"))
		switch kind {
		case html.TextToken:
			if !raw && len(bytes.TrimSpace(token)) > 0 {
				out.WriteString(lineComment(line))
			}
			out.Write(token)
			raw = false
		case html.StartTagToken:
			out.Write(token)
			name, _ := z.TagName()
			switch string(name) {
			case "script", "style", "title", "textarea", "xmp", "iframe", "noembed", "noframes", "noscript", "plaintext":
				raw = true
			case "td", "th", "tr", "table", "img":
				out.WriteString(lineComment(line))
			}
		case html.CommentToken:
		default:
			out.Write(token)
			raw = false
		}
		line += lines
	}
	return out.Bytes()
}
