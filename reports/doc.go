// Package reports turns results into a Document: the sections of a report, in
// order, with every number formatted once. Renderers live in the sub-packages
// and know the Document alone. Nothing here computes a statistic.
package reports
