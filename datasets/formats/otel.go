package formats

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"

	"mcpstats/datasets"
	"mcpstats/datasets/mapping"
)

// OpenTelemetry is spans of agents, as exporters write them: OTLP JSON of the collector's file
// exporter, one export a line; resources or single spans one after another, however they are
// laid out; the SDKs' own console format. "resourceSpans", "scopeSpans" or a span's ids decide.
//
// The semantic conventions for generative AI are in development: the names of 2025
// (gen_ai.system, a message an event) and of 2026 (gen_ai.provider.name, messages as attributes)
// are both read, and so are those that instrumentations use beside them (otel_conventions.go).
//
// One trace is one attempt, and the conventions have no attribute for the task, the trial or
// the price; unless the trace itself is the task, a mapping names them from the attributes
// that a harness adds. Spans arrive in any order and interleaved: a first pass finds where
// each trace ends, so that no more are held than are open at once.
//
//   - otel.go: the file, its attributes as columns, its traces as rows,
//   - otel_span.go, otel_value.go: a span, its attributes, in OTLP's and the consoles' JSON,
//   - otel_conventions.go, otel_messages.go: what other conventions call the same,
//   - otel_trace.go: what the spans of a trace mean together,
//   - otel_talk.go, otel_tree.go: its conversation, and whose it is among agents and sub-agents.
var OpenTelemetry = Format{
	Name:    "otel",
	Title:   "OpenTelemetry traces",
	Meaning: "Traces of agents by the GenAI conventions and others, one trace an attempt",
	Doc: "OpenTelemetry traces of agents, OTLP JSON as the collector's file exporter writes it: lines of {resourceSpans: [...]} (resourceLogs for evaluation events), or documents of {resource, scopeSpans} one after another, or spans as the SDKs' console exporters print them. " +
		"The GenAI conventions are read, and OpenInference, OpenLLMetry (Traceloop) and Vercel's AI SDK in their terms. One trace is one attempt. No convention names a task or a trial: --map says which attributes do, as in `task: eval.task.id`; an attribute counts wherever it stands, on the root span first, then on others, then on the resource. " +
		"Without a mapping an attribute called task_id or the like is the task, else every trace is a task of its own (trace_id), and a warning says so; traces without a span of an agent, a model or a tool are then no attempts, and are counted. " +
		"Without a run it is the agent on top and the model that it called most, else the file's name; traces of one task are its trials, in the order of the file. " +
		"The denominator is the traces in the file, as nothing says how many there should be. Tokens are summed over the model's calls (over the agent's spans where those have none; of two that describe one call, the outer counts), the conversation is the longest that the model of the agent on top was given, with its answer; calls are those in it and those that execute_tool spans alone tell of, as a sub-agent's are, with their errors and times, " +
		"gen_ai.evaluation.result events are judges, and a single one with a label that says pass or fail is the verdict. Spans of the MCP conventions count as calls too. A cost is read where an instrumentation counts dollars, and 0 with tokens used is unknown",
	Cite:       "opentelemetry.io/docs/specs/semconv/gen-ai (status: development; names of 2025 and 2026)",
	Sniff:      sniffOTel,
	Read:       readOTel,
	Duplicates: "trials",
}

// sniffOTel takes any export of spans, as their attributes may begin behind the head. A file of
// logs, and spans without a frame, must show a convention's own prefix: records of other programs
// look the same.
func sniffOTel(f File) Match {
	s := f.shape()
	shown := slices.ContainsFunc([]string{`gen_ai.`, `openinference.`, `traceloop.`, `"ai.operationId"`, `"llm.`}, func(mark string) bool { return bytes.Contains(f.Head, []byte(mark)) })
	switch {
	case s.has("resourceSpans"), s.has("scopeSpans"), s.has("instrumentationLibrarySpans"):
		return Log
	case shown && (s.has("resourceLogs") || s.has("traceId") && (s.has("spanId") || s.has("id")) || s.has("name", "context") && (s.has("parent_id") || s.has("attributes"))):
		return Log
	}
	return No
}

const otelTraceID = "trace_id"

// otelTable is a source over a file of spans.
type otelTable struct {
	*table
	file    File
	columns map[string]int
	last    map[string]int // the record after which a trace has no more spans
	byTrace bool           // no attribute names the task
	other   int            // traces of the last pass that are about no agent
}

// readOTel makes a table whose rows are traces and whose columns are the attributes, so that a
// mapping names task and run as it does in any table.
func readOTel(files []File, opt Options) (datasets.Source, error) {
	f, err := onlyFile(files)
	if err != nil {
		return nil, err
	}
	o := &otelTable{file: f, columns: map[string]int{}, last: map[string]int{}}
	columns, err := o.survey()
	if err != nil {
		return nil, err
	}
	if o.table, err = newTable(f, columns, opt, nil); err == nil {
		return o, nil
	}
	// Nothing names the task: the column of the traces' ids does, under the name of a task for
	// Resolve and under its own for the reader.
	names := make([]string, len(columns))
	for i, c := range columns {
		names[i] = c.Name
	}
	if mapping.NamesTask(names) {
		return nil, err
	}
	columns[0].Name = "task"
	byTrace, failed := newTable(f, columns, opt, nil)
	if failed != nil {
		return nil, err
	}
	byTrace.names[0] = otelTraceID
	own := *byTrace.plan // other files may have the same
	own.Taken = slices.Clone(own.Taken)
	byTrace.plan = &own
	for i := range byTrace.plan.Taken {
		if t := &byTrace.plan.Taken[i]; t.Column == "task" {
			t.From, t.How, t.Note = otelTraceID, mapping.ByDialect, "no attribute names the task: each trace is one"
		}
	}
	o.table, o.byTrace = byTrace, true
	return o, nil
}

// Notes are the columns' and what was taken for a task in want of one.
func (o *otelTable) Notes() []datasets.Note {
	notes := slices.Clone(o.table.Notes())
	if o.byTrace {
		message := fmt.Sprintf("%s: no attribute names the task, so that each trace is a task of its own and no two runs share one; --map 'task: ATTRIBUTE' names it", o.file.Path)
		const most = 12
		names := slices.DeleteFunc(slices.Sorted(slices.Values(o.names[1:])), otelOwn)
		if len(names) > 0 {
			message += ", one of " + strings.Join(names[:min(most, len(names))], ", ")
			if len(names) > most {
				message += fmt.Sprintf(" and %d more", len(names)-most)
			}
		}
		notes = append(notes, datasets.Note{Code: datasets.NoteTask, Message: message})
	}
	if o.other > 0 {
		notes = append(notes, datasets.Note{Code: datasets.NoteTask, Message: fmt.Sprintf(
			"%s: %d of its %d traces hold no span of an agent, a model or a tool, and are not counted as attempts", o.file.Path, o.other, len(o.last))})
	}
	return notes
}

// survey lists the attributes, and where each trace ends, so that no more traces
// than are open at once are held.
func (o *otelTable) survey() ([]mapping.Source, error) {
	// The trace's own id is a column too: where nothing else names a task, every
	// trace may be one.
	columns := []mapping.Source{{Name: otelTraceID, Kind: mapping.Text}}
	o.columns[otelTraceID] = 0
	note := func(h otelHolder) {
		for _, a := range h.Attributes {
			if _, ok := o.columns[a.Key]; ok || otelNative(a.Key) || a.Value.nested() {
				continue
			}
			o.columns[strings.Clone(a.Key)] = len(columns)
			columns = append(columns, mapping.Source{Name: strings.Clone(a.Key)})
		}
	}
	err := eachDocument(o.file, func(e element) bool {
		var d otelDocument
		if decode(o.file, e, &d) != nil {
			return true // an error when it is read
		}
		d.each(func(resource otelHolder, s *otelSpan) {
			if s.Trace == "" {
				return
			}
			o.last[strings.Clone(s.Trace)] = e.Row
			note(s.otelHolder)
			note(resource)
		})
		d.events(func(ev *otelEvent) {
			if _, ok := o.last[ev.Trace]; ok {
				o.last[ev.Trace] = e.Row
			}
		})
		return true
	})
	if err != nil {
		return nil, err
	}
	if len(o.last) == 0 {
		return nil, &datasets.FileError{File: o.file.Path, Err: errors.New("no spans"), Hint: "logs and metrics alone hold no attempts; export the traces too"}
	}
	return columns, nil
}

// Trajectories collects the spans of each trace and yields it at its end.
func (o *otelTable) Trajectories(ctx context.Context) iter.Seq2[*datasets.Trajectory, error] {
	return source(func(_ context.Context, yield yield) {
		o.other = 0
		open := map[string]*otelTrace{}
		goOn := true
		err := eachDocument(o.file, func(e element) bool {
			var d otelDocument
			if err := decode(o.file, e, &d); err != nil {
				goOn = yield(nil, err)
				return goOn
			}
			var ended []*otelTrace
			spans := 0
			d.each(func(resource otelHolder, s *otelSpan) {
				spans++
				if s.Trace == "" {
					return
				}
				t := open[s.Trace]
				if t == nil {
					t = newOTelTrace(strings.Clone(s.Trace), len(o.columns))
					open[t.id] = t
				}
				t.add(o, resource, s)
				if o.last[t.id] == e.Row && !slices.Contains(ended, t) {
					// Yielded once all spans of this record are in.
					ended = append(ended, t)
				}
			})
			d.events(func(ev *otelEvent) {
				t := open[ev.Trace]
				if t == nil {
					return
				}
				t.event(ev)
				if o.last[t.id] == e.Row && !slices.Contains(ended, t) {
					ended = append(ended, t)
				}
			})
			if spans == 0 && !tellsOfSignals(e.Text) {
				goOn = yield(nil, e.bad(o.file, "", errors.New("holds neither spans nor logs nor metrics")))
				return goOn
			}
			for _, t := range ended {
				delete(open, t.id)
				if goOn = o.finish(e, t, yield); !goOn {
					return false
				}
			}
			return true
		})
		if err != nil {
			yield(nil, err)
		}
	}).Trajectories(ctx)
}

// finish yields a trace.
func (o *otelTable) finish(e element, trace *otelTrace, yield yield) bool {
	if o.byTrace && !trace.about() {
		o.other++
		return true
	}
	trace.named()
	unnamed := o.runless(trace.cells)
	if unnamed >= 0 {
		trace.cells[unnamed] = mapping.TextCell(o.file.Stem())
	}
	t, err := o.trajectory(row{Row: e.Row, Cells: trace.cells})
	if unnamed >= 0 && err == nil {
		t.Agent, t.Model = "", ""
	}
	if err == nil {
		err = trace.fill(t)
		if err != nil {
			err = e.bad(o.file, "", fmt.Errorf("trace %s: %w", trace.id, err))
		}
	}
	if err != nil {
		return yield(nil, err)
	}
	return yield(project(t, o.opt.Columns), nil)
}

// runless is a column of the agent or the model where the two stand for the run and a trace has
// neither, as one of calls alone; -1 for any other trace.
func (o *otelTable) runless(cells []mapping.Cell) int {
	i := slices.IndexFunc(o.plan.Fields, func(f mapping.Field) bool { return f.Name == "run" })
	if i < 0 || len(o.plan.Fields[i].Sources) == 0 || o.opt.Map.Mentions(o.names[o.plan.Fields[i].Sources[0]]) {
		return -1
	}
	for _, s := range o.plan.Fields[i].Sources {
		if cells[s].Kind != mapping.Null || !strings.HasPrefix(o.names[s], "gen_ai.") {
			return -1
		}
	}
	return o.plan.Fields[i].Sources[0]
}

// eachDocument hands over the lines of a file, the elements of its list, or the documents that
// stand in it one after another, whatever the line breaks.
func eachDocument(f File, take func(element) bool) error {
	switch {
	case sniffLines(f) == Log:
		return eachLine(f, take)
	case f.shape().List:
		return each(f, "", take)
	}
	r, err := f.Open()
	if err != nil {
		return &datasets.FileError{File: f.Path, Err: err}
	}
	defer r.Close()
	for e, err := range documents(f.scanner(r)) {
		if err != nil {
			return unusable(f, err)
		}
		if !take(e) {
			return nil
		}
	}
	return nil
}
