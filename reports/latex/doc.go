// Package latex renders a document as LaTeX: a report that compiles by itself with pdfLaTeX and the
// packages of a plain TeX Live, and every table as a file that a paper takes in with \input.
//
// # How a document becomes pages
//
// Render writes preamble.tex, the title and the blocks in order. A table is the hard part, as LaTeX
// does not wrap a column by itself: measure.go estimates widths from the metrics of Times, column.go
// decides how each column is set (numbers aligned at the decimal point by siunitx, the percent sign
// moved into the heading), and layout.go tries what a person would: the table as it is, text columns as
// paragraphs, smaller type, a turned page. Tables that need a turned page and follow each other share it.
// Table writes one table by itself, with all rows and a comment that lists the packages it needs.
//
// # What LaTeX cannot show
//
// pdfLaTeX's fonts cover Western alphabets: any other character is written as its code point,
// "[U+65E5 672C]", so that two names that differ still do. There is no colour of warning and
// nothing to fold: careful cells carry a dagger, rows that a run beats are named by letters, and a
// long table shows shownRows rows and names the files that hold the rest. Variants of a figure are
// left out; a figure is its PDF, else its PNG, else its alternative text.
//
// # What may go wrong
//
// Text from logs is inert: every sign to which TeX gives a meaning is written as the command that
// prints it (escape.go), and no ligature arises that would change a name. A cell that no layout fits sticks
// out of its column rather than being cut. compile_test.go compiles hostile documents, and skips
// where there is no TeX.
package latex
