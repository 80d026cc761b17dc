package formats

import (
	"bytes"
	std "encoding/json"
	"errors"
	"fmt"
	"math"
	"reflect"
	"strings"

	"github.com/goccy/go-json"

	"mcpstats/datasets"
	"mcpstats/datasets/mapping"
)

// text is a JSON string, number or boolean read as text: task ids are integers
// in one benchmark and strings in the next. null and absence are empty.
type text string

func (t *text) UnmarshalJSON(b []byte) error {
	switch b[0] {
	case '"':
		var s string
		if err := json.Unmarshal(b, &s); err != nil {
			return err
		}
		*t = text(s)
	case 'n':
		*t = ""
	case '{', '[':
		return fmt.Errorf("expected a string or a number, found %s", excerpt(b))
	default:
		*t = text(b)
	}
	return nil
}

// number is a member that mapping.Number reads: unknown where it is absent or null.
type number struct{ datasets.Maybe[float64] }

func (n *number) UnmarshalJSON(b []byte) (err error) {
	n.Value, n.Known, err = mapping.Number(b)
	return err
}

// excerpt shortens a piece of a log for an error message.
func excerpt(b []byte) string {
	const most = 60
	if len(b) <= most {
		return string(b)
	}
	return string(bytes.ToValidUTF8(b[:most], nil)) + "..."
}

// index is a number as an index from 0: absent is 0.
func (n number) index() (int, error) {
	i := int(n.Value)
	if float64(i) != n.Value || i < 0 || i > math.MaxInt32 {
		return 0, fmt.Errorf("expected a whole number from 0, found %v", n.Value)
	}
	return i, nil
}

var errMissing = errors.New("the key is missing or empty")

var errNoIDs = errors.New("expected a list of instance ids")

// unmarshal reads a JSON value. The standard library decides what is JSON; the
// faster parser, which lets some damage pass, only decodes.
func unmarshal(b []byte, v any) error {
	if err := valid(b); err != nil {
		return err
	}
	return json.Unmarshal(b, v)
}

// unquoted is what a JSON string says where it says so letter by letter: in printable
// ASCII without escapes, which names and most labels are.
func unquoted(b []byte) (s string, ok bool) {
	if len(b) < 2 || b[0] != '"' || b[len(b)-1] != '"' {
		return "", false
	}
	for _, c := range b[1 : len(b)-1] {
		if c < ' ' || c > '~' || c == '"' || c == '\\' {
			return "", false
		}
	}
	return string(b[1 : len(b)-1]), true
}

// valid says what is wrong with a JSON value, nil for nothing.
func valid(b []byte) error {
	if std.Valid(b) {
		return nil
	}
	var any std.RawMessage
	return fmt.Errorf("not valid JSON: %w", std.Unmarshal(b, &any))
}

// sound says what is wrong with a record: it is not JSON, or a key stands twice in it
// with different values.
func sound(b []byte) error {
	if err := valid(b); err != nil {
		return err
	}
	if key := mapping.RepeatedKey(b); key != "" {
		return fmt.Errorf("the key %q stands twice, with different values", key)
	}
	return nil
}

// decode reads one record into v. The error is a RecordError that names the key
// where the decoder knows it. Strings may share the memory of the record: clone
// what is kept beyond it.
func decode(f File, e element, v any) error {
	if err := sound(e.Text); err != nil {
		return e.bad(f, "", err)
	}
	err := json.Unmarshal(e.Text, v)
	if wrong, ok := err.(*json.UnmarshalTypeError); ok {
		return e.bad(f, wrong.Field, fmt.Errorf("found a %s where %s is expected", wrong.Value, expected(wrong.Type)))
	}
	if err != nil {
		return e.bad(f, "", err)
	}
	return nil
}

// expected names a Go type as JSON calls it.
func expected(t reflect.Type) string {
	switch t.Kind() {
	case reflect.Struct, reflect.Map:
		return "an object"
	case reflect.Slice:
		return "a list"
	case reflect.String:
		return "a string"
	case reflect.Bool:
		return "true or false"
	default:
		return "a number"
	}
}

// bad is what is wrong with one key of an element, or with all of it.
func (e element) bad(f File, key string, err error) error {
	return &datasets.RecordError{File: f.Path, Row: e.Row, Column: key, Err: err}
}

// report keeps a number that the harness computed.
func report(t *datasets.Trajectory, name string, v number) {
	if !v.Known {
		return
	}
	if t.Reported == nil {
		t.Reported = map[string]float64{}
	}
	t.Reported[name] = v.Value
}

// attribute keeps a fact that no canonical column names.
func attribute(t *datasets.Trajectory, name, value string) {
	if value == "" {
		return
	}
	if t.Attributes == nil {
		t.Attributes = map[string]string{}
	}
	t.Attributes[name] = value
}

// stratum keeps a scalar fact of a task: under its own name where reports slice
// by it without being told, else as an attribute.
func stratum(t *datasets.Trajectory, name, value string) {
	if value == "" {
		return
	}
	if !mapping.IsStratum(name) {
		attribute(t, name, value)
		return
	}
	if t.Strata == nil {
		t.Strata = map[string]string{}
	}
	t.Strata[name] = value
}

// addTokens adds a count to a sum, which is known once one count is.
func addTokens(sum *datasets.Maybe[int64], n number) {
	if n.Known && n.Value >= 0 && n.Value < 1<<53 {
		*sum = datasets.Known(sum.Value + int64(n.Value))
	}
}

// plain is a JSON value as text: a string's content, any other value's own text,
// nothing for null.
func plain(raw json.RawMessage) string {
	if !stated(raw) {
		return ""
	}
	if raw[0] == '"' {
		var s string
		if json.Unmarshal(raw, &s) == nil {
			return s
		}
	}
	return string(raw)
}

// joined is a list of texts as one text, any other value as plain has it.
func joined(raw json.RawMessage) string {
	var texts []string
	if len(raw) > 0 && raw[0] == '[' && json.Unmarshal(raw, &texts) == nil {
		return strings.Join(texts, "; ")
	}
	return plain(raw)
}

// firstText is the first text inside of lists of lists.
func firstText(raw json.RawMessage) string {
	for depth := 0; depth < 8 && len(raw) > 0 && raw[0] == '['; depth++ {
		var list []json.RawMessage
		if json.Unmarshal(raw, &list) != nil || len(list) == 0 {
			return ""
		}
		raw = list[0]
	}
	if len(raw) > 0 && raw[0] == '"' {
		return plain(raw)
	}
	return ""
}

// nestedSum adds the numbers inside of lists of lists.
func nestedSum(raw json.RawMessage) (sum float64, known bool, err error) {
	if !stated(raw) {
		return 0, false, nil
	}
	if raw[0] != '[' {
		var n number
		err := n.UnmarshalJSON(raw)
		return n.Value, n.Known, err
	}
	var list []json.RawMessage
	if err := json.Unmarshal(raw, &list); err != nil {
		return 0, false, err
	}
	for _, item := range list {
		v, ok, err := nestedSum(item)
		if err != nil {
			return 0, false, err
		}
		sum, known = sum+v, known || ok
	}
	return sum, known, nil
}

// isStratum reports whether a member of a task's record is a stratum: a scalar
// of a stratum's name.
func isStratum(key string, value []byte) bool {
	k := kindOf(value)
	return mapping.IsStratum(key) && k != mapping.Nested && k != mapping.Null
}

// stringOr is a JSON value's text, or that of a member of it.
func stringOr(raw json.RawMessage, member string) string {
	if len(raw) > 0 && raw[0] == '{' {
		v, _ := eachNamed(raw, member)
		return plain(v)
	}
	return plain(raw)
}
