package main

import (
	"context"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"mcpstats/analysis/evaluate"
	"mcpstats/analysis/result"
	"mcpstats/analysis/transcript"
	"mcpstats/datasets"
	"mcpstats/datasets/open"
	"mcpstats/reports/compose"
)

// What a report holds of a case: enough to follow it, with the evidence. The attempt's page has more.
var caseLimits = transcript.Limits{Text: 300, Total: 20_000, Steps: 60, Calls: 60, Hits: 3}

// fillCases reads the logs again for the attempts that the plan's questions chose, and adds their
// transcripts: the first reading keeps no texts. Whether one is found is the log's to say; that it
// is gone since is told as for pages.
func (r *reading) fillCases(ctx context.Context, paths []string, res *result.Results, limits transcript.Limits) error {
	wanted := map[string]map[int][]*result.Case{} // by log and record: one attempt may be several cases
	for _, c := range res.Cases() {
		if c.Input >= len(res.Provenance.Inputs) {
			continue
		}
		c.File = res.Provenance.Inputs[c.Input].Path
		if wanted[c.File] == nil {
			wanted[c.File] = map[int][]*result.Case{}
		}
		wanted[c.File][c.Record] = append(wanted[c.File][c.Record], c)
	}
	if len(wanted) == 0 {
		return nil
	}
	inputs, _, err := r.inputs(ctx, paths, datasets.AllColumns)
	if err != nil {
		return err
	}
	errs := make([]error, len(inputs))
	each(len(inputs), func(i int) { errs[i] = r.fillFrom(ctx, inputs[i], wanted[inputs[i].Name], limits) })
	return firstError(errs)
}

// fillFrom fills the cases of one log.
func (r *reading) fillFrom(ctx context.Context, in *open.Input, wanted map[int][]*result.Case, limits transcript.Limits) error {
	if len(wanted) == 0 {
		return nil
	}
	record, left := 0, len(wanted)
	for t, err := range in.Trajectories(ctx) {
		record++
		list := wanted[record]
		if list == nil {
			continue
		}
		if err != nil {
			return err
		}
		of := list[0].Of
		if t.Task != of.Task {
			break
		}
		t.Run, t.Trial = of.Run, of.Trial // as logs are told apart, and trials numbered
		r.label(t)
		one := transcriptOf(t, in, record, limits)
		one.Benchmark = of.Benchmark
		for _, c := range list {
			c.Transcript = one
		}
		if left--; left == 0 {
			return nil
		}
	}
	if ctx.Err() != nil {
		return errInterrupted
	}
	return attemptsGone(in, left)
}

// choice is the flags of show that choose attempts by what is said of them.
type choice struct {
	labels, modes []string
	disagrees     string
	by            string
	runs          []string
}

func (s *choice) register(c *cobra.Command) {
	f := c.Flags()
	f.StringSliceVar(&s.labels, "label", nil, "show an attempt with each of these `labels`, in the words of the log; all: with every label of every annotator")
	f.StringSliceVar(&s.modes, "mode", nil, "show an attempt with each of these failure `modes`, as rules find them; all: with every mode")
	f.StringVar(&s.disagrees, "disagrees", "", "show an attempt of each way in which this `judge` and the reference disagree; all: the judge that agrees most")
	f.StringVar(&s.by, "annotator", "", "of labels, those of this `annotator`")
	f.StringSliceVar(&s.runs, "runs", nil, "choose among the attempts of these `runs`")
	c.MarkFlagsMutuallyExclusive("label", "mode", "disagrees")
}

// question is what the flags ask for; false where none does.
func (s *choice) question(c *cobra.Command) (result.Question, bool, error) {
	args := map[string]string{}
	set := func(name string, value string) {
		if value != "all" {
			args[name] = value
		}
	}
	f := c.Flags()
	switch {
	case f.Changed("label"):
		args["of"] = result.CasesOfLabels
		set("name", strings.Join(s.labels, ","))
	case f.Changed("mode"):
		args["of"] = result.CasesOfModes
		set("name", strings.Join(s.modes, ","))
	case f.Changed("disagrees"):
		args["of"] = result.CasesOfDisagreements
		set("by", s.disagrees)
	case f.Changed("annotator") || f.Changed("runs"):
		return result.Question{}, false, usagef("show: --annotator and --runs belong to --label, --mode or --disagrees; say which attempts")
	default:
		return result.Question{}, false, nil
	}
	if s.by != "" {
		if args["of"] != result.CasesOfLabels {
			return result.Question{}, false, usagef("show: --annotator is of labels; leave it out, or say --label")
		}
		args["by"] = s.by
	}
	args["runs"] = strings.Join(s.runs, ",")
	return result.AskedBy("cases", func(name string) string { return args[name] }), true, nil
}

// showCases prints the attempts that a question chooses.
func (p *program) showCases(c *cobra.Command, s *showing, q result.Question, paths []string) error {
	plan := result.Plan{Ask: []string{q.String()}, Benchmarks: s.benchmarks}
	catalog := catalogFor(plan)
	var err error
	if s.r.taxonomy, err = taxonomy(&plan); err != nil {
		return err
	}
	l, err := p.load(c.Context(), &s.r, paths, &plan, catalog)
	if err != nil {
		return err
	}
	if err := l.anything(); err != nil {
		return err
	}
	res, err := evaluateBy(c.Context(), evaluate.Ask, l.table, plan, catalog)
	if err != nil {
		return err
	}
	res.Provenance.Inputs = l.inputs
	limits := shortly
	if s.full || s.output == "json" {
		limits = transcript.Limits{}
	}
	if err := s.r.fillCases(c.Context(), paths, res, limits); err != nil {
		return err
	}
	var found []result.Case
	for _, one := range res.Cases() {
		if one.Transcript != nil {
			found = append(found, *one)
		}
	}
	if len(found) == 0 {
		return usagef("show: %s; `mcpstats failures` lists what there is", whyNone(res))
	}
	if s.output == "json" {
		return p.printJSON(found)
	}
	doc, err := compose.CaseBook(found)
	if err != nil {
		return err
	}
	return p.printDocument(s.output, doc)
}

// whyNone is why no question has a case.
func whyNone(res *result.Results) string {
	at := slices.IndexFunc(res.Answers, func(a result.Answer) bool { return a.Unanswered != "" })
	if at < 0 {
		return "the log of the attempts is not at hand"
	}
	return res.Answers[at].Unanswered
}
