// Package figures draws the charts of a report.
//
// One chart goes through three stops:
//
//  1. layout measures every text and decides the size of the canvas: a scene,
//     a list of lines, boxes, marks and texts in CSS pixels.
//  2. a writer (SVG, PNG, PDF, TikZ) turns the scene into bytes. A writer decides
//     nothing about position.
//  3. Render collects the bytes of all figures as assets of the report.
//
// Text is set in Liberation Sans, whose widths are those of Arial, so that an
// SVG shown with either keeps the measured layout. Colours are those of Okabe
// and Ito, "Color Universal Design" (2008), by series; whatever is not data is
// grey. SVG follows the reader's dark mode through its own style sheet.
//
// Of the layout, axis.go chooses domains and ticks, label.go fits names into the room
// there is without making two of them alike, rows.go shares a canvas between names, plot
// and notes, and one file a chart puts them together. format.go holds the sizes: a page
// may grow with its names, the column of a journal may not, and so has other ways out
// (names above their rows, a legend below, numbered columns). What a chart shows is
// decided before it comes here: nothing in this package computes a statistic.
package figures
