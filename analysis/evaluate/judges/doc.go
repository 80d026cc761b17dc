// Package judges holds judges against the reference and against each other.
//
// # The parts
//
// A judge's verdicts on a run are a vector over its attempts, read twice where the log allows it:
// as the log stores them (ReadingStored), and parsed again from the judge's own text
// (ReadingReparsed). Attempts whose two readings differ are listed as flips: a harness that misreads
// its judge is found by nothing else. Votes of several judges are judges of their own ("vote>=half",
// "vote>half", "any").
//
// For each judge, run by run, Agreement counts the confusion with the reference (people's
// verdicts) and gives agreement, Cohen's kappa, Gwet's AC1, precision, recall, F1, Matthews'
// correlation; the success rate corrected for the judge's errors (Rogan and Gladen, "Estimating
// prevalence from the results of a screening test", 1978); and a test of bias, of whether the
// judge says success as often as the reference does. A panel adds the agreement of all judges with
// one another: Fleiss' kappa, Krippendorff's alpha, AC1, and every pair.
//
// # The unit
//
// Counts are kept by task (judgeCounts, panelCounts), because verdicts on several attempts at a task
// are alike: seven copies of every attempt must change no p-value. Where every attempt is at a task
// of its own and there are no clusters, the intervals are each coefficient's published ones;
// otherwise tasks or clusters are resampled, and a coefficient is computed again from sums of the
// tasks drawn, which needs no attempts.
//
// # What may go wrong
//
//   - Judge and reference both give one verdict throughout: chance agreement is 1 and kappa does not
//     exist. Where almost all verdicts are alike kappa is low however well they agree; AC1 and the
//     share of the commonest verdict (Constant) stand beside it for that reason.
//   - A judge does not tell success from failure at all (sensitivity + specificity <= 1): no rate
//     can be corrected.
//   - The reference covers every judged attempt: the corrected rate is then the reference's own by
//     construction, and a note says so.
//   - An attempt lacks one judge's verdict: it has no vote, but counts in AC1 and alpha, which
//     admit gaps; Fleiss' kappa takes attempts that all judged.
package judges
