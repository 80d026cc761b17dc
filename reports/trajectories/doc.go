// Package trajectories writes pages on which a person reads attempts: one page an attempt (Page) and
// the list that leads to them (List).
//
// Every page stands alone: its style and script are inside, nothing is fetched, and all of it
// reads without JavaScript; the script of the list only searches and filters. Pages know one another and
// the report by relative links. FileName says what the page of an attempt is called, the same whoever
// asks, so that a report can link pages before they are written.
//
// What may go wrong: a log's texts and names are hostile. They enter the page as text through html/template, with what is
// invisible spelled out; no link, image or attribute is made of them but anchors of numbers and file names of
// letters, digits and hyphens. How long a page gets is the transcript's to bound.
package trajectories
