// Package notebook renders a document as a Jupyter notebook, nbformat 4.5, with its outputs embedded.
//
// # How a document becomes cells
//
// Prose is gathered into Markdown cells. Every table and every figure is a code cell whose output is
// here already, and which makes the same output again, byte by byte, from tables/*.csv and figures/*
// when it is run beside them, with Python's standard library alone. The first cell (setup.py) defines
// the functions that they call; its rules for escaping and for formatting numbers are those of
// escape.go and numbers.go, and rerun_test.go runs every cell and compares.
//
// A table's output is a bundle of HTML, Markdown and plain text, of which a front end shows the
// richest that it trusts: GitHub the HTML, a terminal the text.
//
// # What a notebook cannot show
//
// Long tables show shownRows rows and name their CSV. A figure's output is its PNG, else its
// SVG, else its alternative text; variants are left out.
// A cell whose text is shown otherwise than its CSV has it (an escaped or shortened name) carries
// the words themselves in its source. There is no colour: what a tone means, the text says too.
//
// # What may go wrong
//
// Text from logs is inert in both: it neither formats, nor links, nor runs, nor is taken for a
// formula between dollar signs. Names reach Python as string literals, never as code
// (injection_test.go parses both with parsers that are not ours).
package notebook
