// Package reports is what a report is made of, for who writes one and who draws one.
//
// A Document is a list of Blocks: headings, prose, lists, tables of typed cells, figures,
// footnotes. Package compose writes it from results by a notebook, section by section; every
// renderer (markdown, html, latex, notebook, xlsx, terminal, csvout; figures draws the Charts)
// reads it and knows nothing else. A Cell holds its number twice: formatted once, as every output
// prints it, and whole, for the workbook and the files that machines read. How numbers are formatted
// stands here, so that two outputs never round one number differently: a Scale knows a metric's unit
// and decimals, the Format functions the rest.
//
// What may go wrong: names in logs are hostile (Visible shows what is invisible, Shorten cuts,
// every renderer escapes for its own format); a value may not exist (its cell is a dash, with the
// reason in a footnote). Nothing here computes a statistic.
package reports
