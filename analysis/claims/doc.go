// Package claims checks the numbers that a paper prints: against each other, and
// against the logs they were made from.
//
// # The parts
//
// A claims file, which [Parse] reads into a [File], lists printed numbers and what
// is asked of each. [Printed] is a number as a paper prints it, and a [Claim] is
// such a number with its place and unit. A [Check] declares one relation that
// numbers can be held to; a [Question] is a check asked of one claim. [Verify] asks
// them all. [ReadPaper] opens the files of papers that come with the program;
// package relations goes the other way and makes a claims file of a document.
//
//	paper: {title: ..., source: ..., date: ...}
//	logs: {livemcpbench: [livemcpbench]}   # benchmark: paths or names of examples
//	claims:
//	  - id: table4-gemini                  # unique, and not a number
//	    where: Table 4
//	    printed: "29.79"                   # exactly as printed
//	    unit: percent                      # see Units
//	    check: {proportion: {n: 95}}       # one check, several in one map, or a list of maps
//	    note: the row of Gemini-2.5-Pro    # optional
//	  - id: t2-latency
//	    printed: "<0.1 ms"
//	    unverifiable: the timings themselves   # what would be needed
//
// # How they work together
//
// Printed numbers are rounded, so nothing here compares two numbers. A printed
// number is read as a span: the set of values that print so under one rule of
// rounding. A check computes with spans, in exact rationals, and asks whether what
// it computed and what is printed have a value in common. It asks once for each
// rule in the list readings, which runs from rounding half up, through cutting
// digits off, to mixtures of the two; the first rule that holds decides the
// verdict, since a paper rounds in one way. Where no rule holds, no unrounded
// numbers can give what is printed, and that is what "inconsistent" means.
//
// An operand of a check is the id of another claim, or a number in quotes, which
// is rounded as its digits say, or a bare integer, which is exact. An operand
// without a percent sign has the unit of the claim it stands in; the id of a claim
// has that claim's own. Percent, points and proportions are converted into each
// other where they meet, unless a check is given a scale.
//
// A check is declared in one value, next to the function that parses its fields
// into a typed input and the one that judges that input; checks.go lists them in
// order. Parsing happens once, with the file, so that a mistake is refused with
// its line before anything is judged; operands that name claims are resolved when
// all claims are known. The pages and messages that tell users about checks are
// made from the declarations.
//
// Recomputation, the last of the checks, does not compare numbers of the paper
// with each other but with logs: [Logs] are scored attempts, of which it takes the
// mean, or what the claim says, under every reading of a judge's verdicts and every
// policy for missing scores, and shows those that end in another verdict.
//
// # What may go wrong
//
// An operand that occurs twice in a formula is taken as two independent numbers.
// Spans then come out too wide, never too narrow: a contradiction may be missed,
// and is never made up.
//
// Distributions are computed in floating point, so their values are widened by
// slack before they are compared. A printed number would need nine digits for that
// to matter.
//
// Checks that search (denominators, McNemar's counts, confusion matrices) are
// bounded, and say that a question cannot be answered where it is beyond them.
//
// A verdict speaks of the claims file, not of the paper: a wrong n, a unit left
// out, or a definition that the paper never stated ends in a verdict about numbers
// that nobody printed. What depends on something unstated is therefore said to
// depend, with the values that would fit. "Inconsistent" does not say which of the
// numbers involved is the wrong one.
package claims
