package main

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"mcpstats/analysis/failures"
	"mcpstats/analysis/result"
	"mcpstats/analysis/transcript"
	"mcpstats/datasets"
	"mcpstats/datasets/open"
	"mcpstats/reports"
	"mcpstats/reports/compose"
)

// What show prints of an attempt unless --full asks for all: a screen or two, with the evidence.
var shortly = transcript.Limits{Text: 600, Steps: 120, Hits: 10}

// showing is the flags of show.
type showing struct {
	r          reading
	output     string
	trial      int
	benchmarks []string
	full       bool
	choice     choice
}

func (p *program) showCommand() *cobra.Command {
	var s showing
	c := &cobra.Command{
		Use:   "show RUN TASK [TRIAL] [PATH...]",
		Short: "Show one attempt, two runs side by side, or an example of each label, mode or disagreement",
		Long: `show prints one attempt as a reader wants it who doubts a number: how it ended and why,
the task, the judges' words, what each rule and label says, the plan beside the calls, and
the messages, numbered from 0, each finding below the message that shows it.
  mcpstats show RUN TASK PATH...
  mcpstats show RUN TASK TRIAL PATH...

With two runs it lays their attempts at a task side by side: the claims with each one's score
and the coverage below, the judges' verdicts, and the calls, aligned where tool and arguments
are the same.
  mcpstats show A B TASK PATH...

Which of the three words is what is settled by the runs and tasks that the logs hold; --trial
says the trial where they hold both.

Without names it shows examples: an attempt with each label in the words of the log, with each
failure mode that rules find, or of each way in which a judge and the reference disagree; of
several the first that failed, of a mode the first that it explains best.
  mcpstats show --label WORD PATH...
  mcpstats show --label all --annotator human PATH...
  mcpstats show --mode premature_stop PATH...
  mcpstats show --disagrees all PATH...

Long texts are cut, with the evidence kept in sight; --full prints them whole.`,
		RunE: func(c *cobra.Command, args []string) error {
			q, chosen, err := s.choice.question(c)
			switch {
			case err != nil:
				return err
			case chosen && c.Flags().Changed("trial"):
				return usagef("show: --trial is of a task that is named; leave it out")
			case chosen:
				return p.showCases(c, &s, q, args)
			case len(args) < 2:
				return usagef("show: expected RUN TASK, or --label, --mode or --disagrees")
			}
			return p.show(c, &s, args)
		},
		ValidArgsFunction: twoRunsThenFiles,
	}
	s.choice.register(c)
	s.r.register(c.Flags())
	s.r.registerLabels(c.Flags())
	registerOutput(c.Flags(), &s.output)
	c.Flags().IntVar(&s.trial, "trial", 0, "the `trial` to show, from 0 (default the first)")
	c.Flags().StringSliceVar(&s.benchmarks, "benchmarks", nil, "look at these benchmarks only")
	c.Flags().BoolVar(&s.full, "full", false, "print all steps and texts whole")
	return c
}

func (p *program) show(c *cobra.Command, s *showing, args []string) error {
	wanted, paths, err := p.findAttempts(c, s, args)
	if err != nil {
		return err
	}
	limits := shortly
	if s.full || s.output == "json" {
		limits = transcript.Limits{}
	}
	found := make([]*result.Transcript, len(wanted))
	for i, a := range wanted {
		if found[i], err = s.read(c.Context(), a, paths, limits); err != nil {
			return err
		}
		if len(a.others) > 1 && !p.quiet {
			fmt.Fprintf(p.stderr, "mcpstats: run %q has %d trials of task %q: %s; this is %d\n", a.key.Run, len(a.others), a.key.Task, someOf(a.others), a.key.Trial)
		}
	}
	if s.output == "json" {
		if len(found) == 1 {
			return p.printJSON(found[0])
		}
		return p.printJSON(found)
	}
	var doc *reports.Document
	if len(found) == 1 {
		doc, err = compose.Transcript(found[0])
	} else {
		doc, err = compose.Transcripts(sideBySide(found[0], found[1], s.full))
	}
	if err != nil {
		return err
	}
	return p.printDocument(s.output, doc)
}

// printJSON writes what was found: one attempt is an object, several are a list.
func (p *program) printJSON(found any) error {
	e := json.NewEncoder(p.stdout)
	e.SetIndent("", "  ")
	return e.Encode(found)
}

// sideBySide aligns the calls of two attempts.
func sideBySide(a, b *result.Transcript, whole bool) compose.SideBySide {
	out := compose.SideBySide{A: a, B: b, Whole: whole}
	x, y := transcript.CallsOf(a), transcript.CallsOf(b)
	for _, pair := range transcript.Align(x, y) {
		var line compose.SideLine
		if pair.A >= 0 {
			line.A, line.StepA = x[pair.A].TranscriptCall, x[pair.A].Step
		}
		if pair.B >= 0 {
			line.B, line.StepB = y[pair.B].TranscriptCall, y[pair.B].Step
		}
		out.Lines = append(out.Lines, line)
	}
	return out
}

// read reads one attempt with all its texts. Its log was opened for names alone and is opened
// anew.
func (s *showing) read(ctx context.Context, a *place, paths []string, limits transcript.Limits) (*result.Transcript, error) {
	inputs, _, err := s.r.inputs(ctx, paths, datasets.AllColumns)
	if err != nil {
		return nil, err
	}
	at := slices.IndexFunc(inputs, func(in *open.Input) bool { return in.Name == a.input.Name && in.Format == a.input.Format })
	gone := &datasets.FileError{File: a.input.Name, Err: fmt.Errorf("record %d is not what it was", a.record), Hint: hintChanged}
	if at < 0 {
		return nil, gone
	}
	record := 0
	for t, err := range inputs[at].Trajectories(ctx) {
		if record++; record < a.record {
			continue
		}
		if err != nil {
			return nil, err
		}
		if t.Task != a.key.Task {
			return nil, gone
		}
		t.Run, t.Trial = a.key.Run, a.key.Trial // as the logs are told apart, and trials numbered
		s.r.label(t)
		return transcriptOf(t, inputs[at], a.record, limits), nil
	}
	if ctx.Err() != nil {
		return nil, errInterrupted
	}
	return nil, gone
}

// transcriptOf is the transcript of a record, which says where it stands also where the
// reader does not.
func transcriptOf(t *datasets.Trajectory, in *open.Input, record int, limits transcript.Limits) *result.Transcript {
	out := transcript.Of(t, failures.Taxonomy(), limits)
	if out.File == "" {
		out.File, out.Record = in.Name, record
	}
	return out
}
