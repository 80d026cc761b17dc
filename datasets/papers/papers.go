// Package papers reads papers from files: plain text, Markdown, LaTeX projects, HTML, Word,
// Jupyter and PDF, each into the one model of package document.
package papers
