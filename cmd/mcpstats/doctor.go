package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"

	"github.com/spf13/cobra"

	"mcpstats/analysis/metrics"
	"mcpstats/analysis/result"
	"mcpstats/analysis/scale/shards"
	"mcpstats/analysis/table"
	"mcpstats/datasets"
	"mcpstats/datasets/open"
	"mcpstats/reports/compose"
)

func (p *program) doctorCommand() *cobra.Command {
	var r reading
	var plans planning
	var output, template string
	c := &cobra.Command{
		Use:   "doctor [PATH...]",
		Short: "Say what is in logs: formats, columns, coverage, the denominator ledger, problems",
		Long: `doctor reads logs and says what they are: the format of each, how its columns were
understood, in a mapping's own language, which units its times and prices have,
how many attempts state which field, what every metric rests on, who is missing from
whose denominator, and what to be careful about. A log with so many unreadable records
that no other command takes it is shown as far as it could be read; the exit code
is still 3.

--map-template FILE writes the mapping in force. Where no reader knows the logs, it writes
a first guess: which keys may be the run, the task, the trial, the verdict and the messages,
why, and what it could not find.`,
		RunE: func(c *cobra.Command, paths []string) error {
			plan, err := plans.resolve(c)
			if err != nil {
				return err
			}
			found, unreadable, err := p.inspect(c.Context(), &r, paths, plan)
			if template != "" {
				if known, err := p.writeTemplate(c.Context(), &r, template, paths, found, err); err != nil || !known {
					return err
				}
			}
			if err != nil {
				return err
			}
			if err := p.printInspection(output, found); err != nil {
				return err
			}
			return unreadable
		},
	}
	r.register(c.Flags())
	plans.register(c.Flags())
	registerOutput(c.Flags(), &output)
	c.Flags().StringVar(&template, "map-template", "", "write the mapping in force to this `file` (- for the output), to change and give back with --map; of a log that no reader knows, a first guess with its reasons")
	return c
}

func (p *program) printInspection(output string, found *result.Inspection) error {
	if output == "json" {
		e := json.NewEncoder(p.stdout)
		e.SetIndent("", "  ")
		return e.Encode(found)
	}
	doc, err := compose.Inspection(found)
	if err != nil {
		return err
	}
	return p.printDocument(output, doc)
}

// inspect reads every log once, surveying and scoring it on the way. Duplicates
// are what a doctor is asked about: they are counted, and the first of each kept.
// So are records that cannot be read: unreadable is the first log's with too many.
func (p *program) inspect(ctx context.Context, r *reading, paths []string, plan result.Plan) (_ *result.Inspection, unreadable, _ error) {
	r.beside(&plan)
	inputs, skipped, err := r.inputs(ctx, paths, datasets.AllColumns)
	if err != nil {
		return nil, nil, err
	}
	catalog := table.Catalog(metrics.All())
	var builder *table.Builder
	var logs []result.InspectedLog
	var errs []error
	var tab *table.Table
	var built error
	for round := 0; ; round++ {
		builder, logs, errs = table.NewBuilder(), make([]result.InspectedLog, len(inputs)), make([]error, len(inputs))
		each(len(inputs), func(i int) { logs[i], errs[i] = inspectInput(ctx, inputs[i], i, catalog, builder) })
		rest, bad := withoutBad(ctx, inputs, errs)
		if bad == nil {
			if tab, built = builder.Build(plan.Duplicates); built == nil || firstError(errs) != nil {
				break
			}
			if rest, bad, err = r.settle(ctx, inputs, plan.Duplicates, round, built); err != nil {
				break // which the ledger shows
			}
		}
		inputs, skipped = rest, append(skipped, bad...)
	}
	for i, err := range errs {
		if tooMany := (*open.UnreadableError)(nil); errors.As(err, &tooMany) {
			unreadable, errs[i] = cmp.Or(unreadable, err), nil
		}
	}
	if err := firstError(errs); err != nil {
		return nil, nil, err
	}
	found := &result.Inspection{Logs: logs, Skipped: []result.SkippedFile{}}
	for _, s := range skipped {
		found.Skipped = append(found.Skipped, result.SkippedFile{Path: s.Path, Reason: s.Reason, Kind: s.Kind})
	}
	var repeated *table.DuplicateError
	if errors.As(built, &repeated) {
		found.Warnings = append(found.Warnings, result.Warning{Code: "duplicates", Where: repeated.Run, Message: repeated.Error(), Decisive: true})
		tab, built = builder.Build("first")
	}
	if built != nil {
		return nil, nil, built
	}
	plan.Strata = []string{"none"}
	res, err := evaluateOrStop(ctx, tab, plan, catalog)
	if err != nil {
		return nil, nil, err
	}
	found.Ledger, found.Metrics, found.Bases = res.Ledger, res.Metrics, bases(res.Metrics, catalog)
	var read []result.Input
	for _, l := range logs {
		found.Warnings = append(found.Warnings, unreadWarnings(l.Input)...)
		found.Warnings = append(found.Warnings, noteWarnings(l.Input)...)
		read = append(read, l.Input)
	}
	found.Warnings = append(found.Warnings, priceWarnings(read)...)
	found.Warnings = append(found.Warnings, res.Warnings...)
	return found, unreadable, nil
}

func inspectInput(ctx context.Context, in *open.Input, number int, catalog table.Catalog, b *table.Builder) (result.InspectedLog, error) {
	id, err := shards.Identify(in)
	if err != nil {
		return result.InspectedLog{}, err
	}
	found := result.InspectedLog{Input: id, Files: in.Files}
	for _, t := range in.Taken() {
		found.Columns = append(found.Columns, result.TakenColumn{Column: t.Column, From: t.From, How: t.How})
	}
	survey := table.NewSurvey()
	err = shards.Read(ctx, in, number, &found.Input, func() {}, func(o table.Origin, t *datasets.Trajectory) {
		survey.Add(t)
		b.Add(o, table.ScoreTrajectory(t, catalog))
	})
	for _, p := range in.Promises() {
		found.Promises = append(found.Promises, result.StatedPromise{Benchmark: p.Benchmark, Run: p.Run, Tasks: max(len(p.Tasks), p.NTasks), Trials: p.Trials, Attempts: p.Attempts, Source: p.Source})
	}
	b.AddPromises(number, in.Promises())
	found.Mapping, found.Amounts = mappingInForce(in, survey), loggedAmounts(in, survey)
	found.Steps, found.Calls = survey.Steps, survey.Calls
	found.Coverage = survey.Coverage()
	for _, field := range survey.Fields() {
		found.Values = append(found.Values, result.FieldValues{Field: field, Values: survey.Values(field)})
	}
	return found, err
}
