package formats

import (
	"errors"
	"strings"
	"testing"

	"mcpstats/datasets"
	"mcpstats/datasets/mapping"
)

func otelMap(t testing.TB) *mapping.Mapping {
	t.Helper()
	m, err := mapping.Parse("otel.yaml", []byte("benchmark: eval.suite\ntask: eval.task.id\ntrial: eval.attempt\nstrata: {level: eval.level}\n"))
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestOpenTelemetryGolden(t *testing.T) {
	golden(t, "otel", OpenTelemetry, onDisk(t, "testdata/otel/spans.jsonl"), Options{Map: otelMap(t)})
}

// Without a mapping nothing says what a task is: the error names the attributes.
func TestOpenTelemetryNeedsMap(t *testing.T) {
	_, err := OpenTelemetry.Read(onDisk(t, "testdata/otel/spans.jsonl"), Options{})
	var fe *datasets.FileError
	if !errors.As(err, &fe) || !strings.Contains(err.Error(), `no column "task"`) || !strings.Contains(err.Error(), "eval.task.id") || !strings.Contains(err.Error(), "--map") {
		t.Error(err)
	}
	if _, err := OpenTelemetry.Read([]File{inMemory("x.jsonl", `{"resourceLogs": []}`)}, Options{}); err == nil || !strings.Contains(err.Error(), "no spans") {
		t.Error(err)
	}
}

func TestOpenTelemetryDamage(t *testing.T) {
	span := func(trace, attributes string) string {
		return `{"resourceSpans": [{"resource": {}, "scopeSpans": [{"spans": [{"traceId": "` + trace + `", "spanId": "1", "name": "x", "attributes": [` + attributes + `]}]}]}]}`
	}
	task := func(id string) string {
		return `{"key": "eval.task.id", "value": {"stringValue": "` + id + `"}}, {"key": "eval.suite", "value": {"stringValue": "s"}}, {"key": "eval.attempt", "value": {"intValue": "0"}}, {"key": "eval.level", "value": {"intValue": 1}}`
	}
	good := span("t1", task("a"))
	for name, test := range map[string]struct{ text, tasks, says string }{
		"truncated":     {good + "\n" + good[:80], "a", "record 2"},
		"wrong types":   {good + "\n" + `{"resourceSpans": {"resource": 5}}`, "a", "record 2"},
		"no task":       {good + "\n" + span("t2", ""), "a", `column "eval.task.id"`},
		"messages":      {good + "\n" + span("t2", task("b")+`, {"key": "gen_ai.operation.name", "value": {"stringValue": "chat"}}, {"key": "gen_ai.input.messages", "value": {"stringValue": "[5]"}}`), "a", "trace t2"},
		"task twice":    {good + "\n" + span("t2", task("a")), "a a", ""},
		"NaN, no UTF-8": {span("t1", task("\xff")+`, {"key": "gen_ai.usage.input_tokens", "value": {"doubleValue": NaN}}`), "", "is not UTF-8"},
		"one document":  {strings.ReplaceAll(good, "{\"traceId\"", "\n{\"traceId\""), "a", ""},
	} {
		src, err := OpenTelemetry.Read([]File{inMemory("x.jsonl", test.text)}, Options{Map: otelMap(t)})
		if err != nil {
			t.Fatal(name, err)
		}
		var tasks []string
		var bad []error
		for tr, err := range src.Trajectories(t.Context()) {
			if err != nil {
				bad = append(bad, err)
				continue
			}
			tasks = append(tasks, tr.Task)
		}
		if strings.Join(tasks, " ") != test.tasks || (len(bad) > 0) != (test.says != "") || len(bad) > 0 && !strings.Contains(bad[0].Error(), test.says) {
			t.Errorf("%s: tasks %q, errors %v", name, tasks, bad)
		}
	}
}

// A source can be read again.
func TestOpenTelemetryTwice(t *testing.T) {
	src, err := OpenTelemetry.Read(onDisk(t, "testdata/otel/spans.jsonl"), Options{Map: otelMap(t)})
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		n := 0
		for range src.Trajectories(t.Context()) {
			n++
		}
		if n != 4 {
			t.Error(n)
		}
	}
}
