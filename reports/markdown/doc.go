// Package markdown renders a document as GitHub-flavoured Markdown: report.md, failures.md, the
// reference pages of docs/ and `--output markdown`.
//
// Render goes through the blocks in order. With assets, figures are linked to their files and tables to
// their CSV, and a long table shows shownRows rows; without, the document stands alone and
// shows everything.
//
// What Markdown cannot show: it has no colour, so that a tone is a word or a sign in its cell; no small
// print, so that notes follow as paragraphs; no drawing, so that a figure is a link with its alternative
// text. Variants of a figure are left out.
//
// What may go wrong: a name in a log is markup. Every text is escaped, and more at the start of a
// line, where a plus or a number with a dot would open a list (escape.go). Numbers and intervals
// need no escape and keep their look in the source. injection_test.go holds what comes out against goldmark.
package markdown
