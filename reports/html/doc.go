// Package html renders a document as one page that stands alone: styles, the script and every
// figure are inside, nothing is fetched, and all of it reads without JavaScript. With it a reader
// sorts, filters and copies tables, chooses the runs that a benchmark's tables and figures show,
// switches a figure to its variants, and points at a mark to see what it shows.
//
// # How a document becomes a page
//
// view.go turns the list of blocks into parts, one under each heading of the first level, and a
// table of contents; table.go, cell.go and figure.go turn blocks into what page.html.tmpl prints;
// Render executes the template once, with style.css and the parts of script/ in it. A figure's
// SVG stands in the page; the style sheets of all figures, which are nearly alike, are merged into
// one (drawings), so that a hundred figures do not carry a hundred copies.
//
// # What a page cannot show
//
// A table of thousands of rows would be most of the page: a long one is folded, has at most mostRows
// rows and names its CSV; paper has what the reader has unfolded. Columns set aside, which say the same in every
// row, are in the CSV alone. A figure without a drawing in the assets is described by its alternative
// text. A link to a block that the document does not have is plain text. Colour never speaks alone:
// every tone is also said in words or by a sign.
//
// # What may go wrong
//
// Logs are written by strangers, and a name in one may be markup. Every text is escaped by
// html/template or its escaper; the only markup taken as it comes is that of the figures' SVG,
// which package figures wrote. A content security policy in the page refuses whatever else would
// load or run, should an escape fail. Cells are most of a page's bytes and are written by hand
// (cell.go): its tests parse them with golang.org/x/net/html.
package html
