package formats

import (
	"github.com/goccy/go-json"
)

// otelDocument is one line, or the spans of one resource by themselves.
type otelDocument struct {
	otelSpans
	Spans []otelSpans `json:"resourceSpans"`
	Logs  []struct {
		Scopes []struct {
			Records []otelEvent `json:"logRecords"`
		} `json:"scopeLogs"`
	} `json:"resourceLogs"`
}

// otelSpans is the spans of one resource.
type otelSpans struct {
	Resource otelHolder `json:"resource"`
	Scopes   []struct {
		Spans []otelSpan `json:"spans"`
	} `json:"scopeSpans"`
}

type otelHolder struct {
	Attributes []otelAttribute `json:"attributes"`
}

type otelAttribute struct {
	Key   string    `json:"key"`
	Value otelValue `json:"value"`
}

type otelSpan struct {
	Trace  string `json:"traceId"`
	ID     string `json:"spanId"`
	Parent string `json:"parentSpanId"`
	Name   string `json:"name"`
	Start  text   `json:"startTimeUnixNano"`
	End    text   `json:"endTimeUnixNano"`
	otelHolder
	Events []otelEvent `json:"events"`
	Status struct {
		Code    text   `json:"code"`
		Message string `json:"message"`
	} `json:"status"`
}

// otelEvent is an event of a span, or a log record.
type otelEvent struct {
	Trace string `json:"traceId"`
	Name  string `json:"name"`
	Event string `json:"eventName"`
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
}

// each hands over all spans with their resource. A document is an export of many resources, or
// one resource's spans without that frame; the part that is not there is empty.
func (d *otelDocument) each(take func(otelHolder, *otelSpan)) {
	d.otelSpans.each(take)
	for i := range d.Spans {
		d.Spans[i].each(take)
	}
}

// each hands over the spans of all scopes.
func (o *otelSpans) each(take func(otelHolder, *otelSpan)) {
	for j := range o.Scopes {
		for k := range o.Scopes[j].Spans {
			take(o.Resource, &o.Scopes[j].Spans[k])
		}
	}
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
