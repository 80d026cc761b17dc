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

// OpenTelemetry is spans of the semantic conventions for generative AI, as the collector's
// file exporter writes them (OTLP JSON). The conventions are in development: the names of
// 2025 (gen_ai.system, events) and of 2026 (gen_ai.provider.name, messages as attributes)
// are both read. "resourceSpans" or "scopeSpans" decides.
//
// One trace is one attempt, and the conventions have no attribute for the task, the trial or
// the price; unless the trace itself is the task, a mapping names them from the attributes
// that a harness adds. Spans arrive in any order and interleaved: a first pass finds where
// each trace ends, so that no more are held than are open at once.
var OpenTelemetry = Format{
	Name:    "otel",
	Title:   "OpenTelemetry traces",
	Meaning: "Traces of agents by the GenAI conventions, one trace an attempt",
	Doc: "OpenTelemetry traces of agents, OTLP JSON as the collector's file exporter writes it: lines of {resourceSpans: [...]} (resourceLogs for evaluation events), or documents of {resource, scopeSpans} one after another. One trace is one attempt. The conventions name no task and no trial: --map says which attributes do, " +
		"as in `task: eval.task.id`, or `task: trace_id` where each trace is a task of its own; an attribute counts wherever it stands, on the root span first, then on others, then on the resource. Without a run it is gen_ai.agent.name and gen_ai.request.model; traces of one task are its trials, in the order of the file. " +
		"Tokens are summed over the model's calls (over the agent's spans where those have none), the conversation is the longest that the model of the agent on top was given, with its answer; calls are those in it and those that execute_tool spans alone tell of, as a sub-agent's are, with their errors and times, " +
		"gen_ai.evaluation.result events are judges, and a single one with a label that says pass or fail is the verdict. Spans of the MCP conventions count as calls too",
	Cite:       "opentelemetry.io/docs/specs/semconv/gen-ai (status: development; names of 2025 and 2026)",
	Sniff:      sniffOTel,
	Read:       readOTel,
	Duplicates: "trials",
}

// sniffOTel takes any file of spans, as their attributes may begin behind the head. A file of
// logs must show the conventions' own prefix: logs of other programs have the same frame.
func sniffOTel(f File) Match {
	s := sniffJSON(f.Head)
	if !s.List && (s.has("resourceSpans") || s.has("scopeSpans") || s.has("resourceLogs") && bytes.Contains(f.Head, []byte("gen_ai."))) {
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
	if o.table, err = newTable(f, columns, opt, nil); err != nil {
		return nil, err
	}
	return o, nil
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

// otelNative are the attributes that are read by their meaning and are not facts of
// an attempt.
func otelNative(key string) bool {
	for _, prefix := range []string{"gen_ai.input.", "gen_ai.output.", "gen_ai.system_instructions", "gen_ai.tool.", "gen_ai.usage.", "gen_ai.response.id", "gen_ai.evaluation."} {
		if strings.HasPrefix(key, prefix) {
			return true
		}
	}
	return false
}

// Trajectories collects the spans of each trace and yields it at its end.
func (o *otelTable) Trajectories(ctx context.Context) iter.Seq2[*datasets.Trajectory, error] {
	return source(func(_ context.Context, yield yield) {
		open := map[string]*otelTrace{}
		goOn := true
		err := eachDocument(o.file, func(e element) bool {
			var d otelDocument
			if err := decode(o.file, e, &d); err != nil {
				goOn = yield(nil, err)
				return goOn
			}
			var ended []*otelTrace
			d.each(func(resource otelHolder, s *otelSpan) {
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
	trace.named()
	t, err := o.trajectory(row{Row: e.Row, Cells: trace.cells})
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

// eachDocument hands over the lines of a file, or the documents that stand in it one
// after another, whatever the line breaks.
func eachDocument(f File, take func(element) bool) error {
	if sniffLines(f) == Log {
		return eachLine(f, take)
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
