package formats

import (
	"cmp"
	"strconv"
	"strings"

	"github.com/goccy/go-json"
)

// otelDocument is one line or one of several documents: an export of many resources, the spans
// of one resource without that frame, or a single span as the SDKs' own exporters print it.
type otelDocument struct {
	otelSpans
	otelSpan
	Spans []otelSpans `json:"resourceSpans"`
	Logs  []struct {
		Scopes []struct {
			Records []otelEvent `json:"logRecords"`
		} `json:"scopeLogs"`
	} `json:"resourceLogs"`
}

// otelSpans is the spans of one resource. Before OTLP 0.15 its scopes had another name.
type otelSpans struct {
	Resource otelHolder  `json:"resource"`
	Scopes   []otelScope `json:"scopeSpans"`
	Older    []otelScope `json:"instrumentationLibrarySpans"`
}

type otelScope struct {
	Spans []otelSpan `json:"spans"`
}

type otelHolder struct {
	Attributes otelAttributes `json:"attributes"`
}

type otelAttribute struct {
	Key   string    `json:"key"`
	Value otelValue `json:"value"`
}

// otelAttributes is OTLP's list of keys and wrapped values, or a plain object.
type otelAttributes []otelAttribute

// UnmarshalJSON tells the two apart.
func (a *otelAttributes) UnmarshalJSON(b []byte) error {
	if len(b) == 0 || b[0] != '{' {
		return json.Unmarshal(b, (*[]otelAttribute)(a))
	}
	return eachMember(b, func(key string, value []byte) {
		*a = append(*a, otelAttribute{key, plainOTel(value)})
	})
}

// otelSpan is a span. The members behind Events are those of the SDKs' exporters to the
// console, where they differ from OTLP's: Python's first, then JavaScript's, whose times are
// microseconds.
type otelSpan struct {
	Trace  string `json:"traceId"`
	ID     string `json:"spanId"`
	Parent string `json:"parentSpanId"`
	Name   string `json:"name"`
	Start  text   `json:"startTimeUnixNano"`
	End    text   `json:"endTimeUnixNano"`
	otelHolder
	Status struct {
		Code        text   `json:"code"`
		StatusCode  text   `json:"status_code"`
		Message     string `json:"message"`
		Description string `json:"description"`
	} `json:"status"`
	Events []otelEvent `json:"events"`

	Context struct {
		Trace string `json:"trace_id"`
		Span  string `json:"span_id"`
	} `json:"context"`
	ParentID  text `json:"parent_id"`
	StartTime text `json:"start_time"`
	EndTime   text `json:"end_time"`

	OwnID    text `json:"id"`
	ParentOf text `json:"parentId"`
	Above    struct {
		Span string `json:"spanId"`
	} `json:"parentSpanContext"`
	Timestamp number `json:"timestamp"`
	Duration  number `json:"duration"`
}

// otelEvent is an event of a span, or a log record.
type otelEvent struct {
	Trace string    `json:"traceId"`
	Span  string    `json:"spanId"`
	Name  string    `json:"name"`
	Event string    `json:"eventName"`
	Body  otelValue `json:"body"`
	otelHolder
}

// otelValue is an attribute's value: one of these.
type otelValue struct {
	String *string         `json:"stringValue"`
	Int    *text           `json:"intValue"`
	Double *number         `json:"doubleValue"`
	Bool   *bool           `json:"boolValue"`
	Array  json.RawMessage `json:"arrayValue"`
	Map    json.RawMessage `json:"kvlistValue"`
	JSON   json.RawMessage `json:"-"` // a list or an object that is not wrapped
}

// settle gives a span of the SDKs' consoles the members of OTLP's.
func (s *otelSpan) settle() {
	s.Trace = strings.TrimPrefix(cmp.Or(s.Trace, s.Context.Trace), "0x")
	s.ID = strings.TrimPrefix(cmp.Or(s.ID, s.Context.Span, string(s.OwnID)), "0x")
	s.Parent = strings.TrimPrefix(cmp.Or(s.Parent, string(s.ParentID), string(s.ParentOf), s.Above.Span), "0x")
	s.Start, s.End = cmp.Or(s.Start, s.StartTime), cmp.Or(s.End, s.EndTime)
	if s.Start == "" && s.Timestamp.Known && s.Timestamp.Value > 0 && s.Timestamp.Value < 1<<53 && s.Duration.Value >= 0 && s.Duration.Value < 1<<53 {
		s.Start = text(strconv.FormatInt(int64(s.Timestamp.Value)*1000, 10))
		s.End = text(strconv.FormatInt(int64(s.Timestamp.Value+s.Duration.Value)*1000, 10))
	}
	s.Status.Code = cmp.Or(s.Status.Code, s.Status.StatusCode)
	s.Status.Message = cmp.Or(s.Status.Message, s.Status.Description)
}

// failed reports whether a span says of itself that it failed.
func (s *otelSpan) failed() bool {
	switch s.Status.Code {
	case "2", "ERROR", "STATUS_CODE_ERROR", "StatusCode.ERROR":
		return true
	}
	return s.text("error.type") != ""
}

// message is what a span that failed says about it, or what its exception says.
func (s *otelSpan) message() string {
	if s.Status.Message != "" {
		return strings.Clone(s.Status.Message)
	}
	for i := range s.Events {
		if e := &s.Events[i]; e.Name == "exception" {
			if m := e.text("exception.message", "exception.type"); m != "" {
				return m
			}
		}
	}
	return s.text("error.message", "error.type")
}

// each hands over all spans with their resource, in the names of the GenAI conventions. The
// parts that a document does not have are empty.
func (d *otelDocument) each(take func(otelHolder, *otelSpan)) {
	adopted := func(resource otelHolder, s *otelSpan) {
		s.settle()
		s.adopt()
		take(resource, s)
	}
	if s := &d.otelSpan; s.Trace+s.Context.Trace != "" {
		adopted(d.Resource, s)
	}
	d.otelSpans.each(adopted)
	for i := range d.Spans {
		d.Spans[i].each(adopted)
	}
}

// each hands over the spans of all scopes.
func (o *otelSpans) each(take func(otelHolder, *otelSpan)) {
	for _, scopes := range [][]otelScope{o.Scopes, o.Older} {
		for j := range scopes {
			for k := range scopes[j].Spans {
				take(o.Resource, &scopes[j].Spans[k])
			}
		}
	}
}

// tellsOfSignals reports whether a document without spans has a key by which it holds them,
// or logs or metrics, all the same, in any exporter's words: one without is damaged, or not
// an exporter's at all.
func tellsOfSignals(document []byte) bool {
	tells, empty := false, true
	err := eachMember(document, func(key string, _ []byte) {
		empty = false
		key = strings.ToLower(key)
		for _, word := range []string{"span", "log", "metric", "trace", "body", "datapoint", "descriptor"} {
			tells = tells || strings.Contains(key, word)
		}
	})
	return tells || empty || err != nil
}

// events hands over the log records: an evaluation may be one of them, or an event of a span.
func (d *otelDocument) events(take func(*otelEvent)) {
	for i := range d.Logs {
		for j := range d.Logs[i].Scopes {
			for k := range d.Logs[i].Scopes[j].Records {
				take(&d.Logs[i].Scopes[j].Records[k])
			}
		}
	}
}
