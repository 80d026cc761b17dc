// Package figures draws the charts of a report.
//
// One chart goes through three stops:
//
//  1. layout measures every text and decides the size of the canvas: a scene,
//     a list of lines, boxes, marks and texts in CSS pixels.
//  2. a writer (SVG, PNG, PDF) turns the scene into bytes. A writer decides
//     nothing about position.
//  3. Render collects the bytes of all figures as assets of the report.
//
// Text is set in Liberation Sans, whose widths are those of Arial, so that an
// SVG shown with either keeps the measured layout. Colours are those of Okabe
// and Ito, "Color Universal Design" (2008), by series; whatever is not data is
// grey. SVG follows the reader's dark mode through its own style sheet.
package figures
