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
// # By file
//
// notebook*.go parse, directive*.go declare what a notebook may ask for (each with its arguments and its line
// in the manual), executor.go runs. section_*.go write the sections; table_*.go and figure_*.go the blocks that
// several of them show. finding*.go and verdict.go are the sentences: what may be said follows from outcome.go
// alone, so that the head, the tables and the workbook's letter never say more than the corrected test and
// its interval. methods*.go list what was done, and nothing that was not; references.go the works cited.
//
// # What may go wrong
//
// A notebook asks for what the results do not have: *NotebookError names its line, and what there is. A
// section has no content: it is left out with its heading, and links to it become text (checkLinks). Two
// names look alike when they are shortened: reports.Names keeps them apart. A number does not exist: its
// cell is a dash, and the reason from the results stands in a note. Nothing here computes a statistic; what is
// counted here are rows.
package compose
