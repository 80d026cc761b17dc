// Package terminal prints a document as plain text: aligned tables without boxes, paragraphs wrapped
// to the width of the window, colour where the window has it (a Window says both; a pipe has
// neither).
//
// A table that is wider than the window first wraps its texts, and is then folded into tables below
// one another, each of which begins with the columns that name the row, as a line that a terminal wraps by
// itself cannot be read. A column that fits nowhere stands by itself and overflows; none is lost. Figures
// are left out: their values stand in tables, and `mcpstats report` draws them. Links are plain text.
//
// What may go wrong: a name that holds control characters would move the cursor or colour the
// window. Text is cleaned of everything that a terminal obeys; wide characters (CJK, emoji) count as
// two columns.
package terminal
