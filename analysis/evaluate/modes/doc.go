// Package modes counts how attempts fail, for each source by itself: what the harness recorded, what people
// or judges labelled, what detectors found. Shares are of failed attempts, with intervals by task; modes are
// set against successes (lift), against each other (co-occurrence) and between two runs (transitions).
package modes
