// Package compose writes the document of a report.
//
// A notebook (ParseNotebook) is Markdown with directives between its paragraphs. Report executes it:
// an executor goes through its steps, repeats the part under a heading {{benchmark}} for each
// benchmark, and hands each directive to what writes it. The sections of a benchmark are one list
// (benchmarkSections): each becomes a directive, a part of the shipped report
// (templates/report.md), and a source of tables and figures that a notebook can pick by name. The
// terminal's commands (Comparisons, Failures, Agreement, Power...) are documents of the same parts.
//
// A composer gathers the blocks of one document and what they have in common: the names shown,
// which stay apart however alike; the works cited; the terms that the glossary must explain. A view
// is one benchmark of the results, with its runs best first.
//
// What may go wrong: a notebook asks for what the results do not have (*NotebookError names its
// line, and what there is); a section has no content (it is left out, with its heading).
package compose
