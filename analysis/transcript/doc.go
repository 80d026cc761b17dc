// Package transcript makes, of one attempt, what a person reads who doubts a number: the
// messages with what each rule saw at its step, the plan beside the calls, the verdicts.
//
// Of is a pure function of an attempt, a taxonomy and limits. It asks the rules again instead of
// remembering what they found: a report keeps a line of evidence for each mode, a reader wants every place,
// and the rules give the same answer whenever they are asked. Texts are cut to the limits (passage.go),
// with the evidence kept in sight, so that an attempt of any size becomes a page of a bounded one; what
// is missing is counted. Aligned lays two attempts side by side by their calls.
//
// What may go wrong: a log without texts has transcripts without texts, and its rules find
// less; NotApplicable says how many could not look.
package transcript
