package jsonout

import (
	"bytes"
	"encoding/json"
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"mcpstats/analysis/result"
	"mcpstats/reports/internal/sample"
)

func written(t *testing.T, res *result.Results) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := Write(&out, res); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func TestRoundTrip(t *testing.T) {
	infinite := sample.Two(true)
	infinite.Comparisons[0].Interval.Low, infinite.Comparisons[0].Interval.High = result.Float(math.Inf(-1)), result.Float(math.Inf(1))
	infinite.Comparisons[0].P = sample.F(5e-324)
	for name, res := range map[string]*result.Results{
		"empty": sample.Empty(), "full": sample.Full(), "judged": sample.Judged(), "hostile": sample.Hostile(), "infinite": infinite,
	} {
		text := written(t, res)
		back, err := Read(bytes.NewReader(text))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if diff := cmp.Diff(res, back, cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
		if again := written(t, back); !bytes.Equal(text, again) {
			t.Errorf("%s: written again it differs", name)
		}
	}
}

// Written list by list or all at once, the text is the same.
func TestWriteIsWhatEncodingJSONWrites(t *testing.T) {
	for name, res := range map[string]*result.Results{
		"empty": sample.Empty(), "full": sample.Full(), "judged": sample.Judged(), "hostile": sample.Hostile(), "two": sample.Two(true),
	} {
		var whole bytes.Buffer
		e := json.NewEncoder(&whole)
		e.SetEscapeHTML(false)
		e.SetIndent("", " ")
		if err := e.Encode(complete(res)); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(whole.String(), string(written(t, res))); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

func TestNumbersAreLossless(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		res := sample.Two(true)
		res.Summaries[0].Mean = sample.F(rapid.Float64Range(-math.MaxFloat64, math.MaxFloat64).Draw(t, "v"))
		var out bytes.Buffer
		if err := Write(&out, res); err != nil {
			t.Fatal(err)
		}
		back, err := Read(&out)
		if err != nil || *back.Summaries[0].Mean != *res.Summaries[0].Mean {
			t.Fatalf("%v came back as %v (%v)", *res.Summaries[0].Mean, back.Summaries[0].Mean, err)
		}
	})
}

// Lists that other programs read are never null, and text is not escaped for HTML.
func TestListsAreLists(t *testing.T) {
	text := written(t, sample.Empty())
	var top map[string]json.RawMessage
	if err := json.Unmarshal(text, &top); err != nil {
		t.Fatal(err)
	}
	for _, key := range []string{"ledger", "metrics", "summaries", "comparisons", "rankings", "agreement", "failures", "reported", "claims", "warnings"} {
		if string(top[key]) != "[]" {
			t.Errorf("%s is %s, want []", key, top[key])
		}
	}
	res := sample.Two(true)
	res.Ledger[0].Run = "<a> & b"
	res.Comparisons[0].Tests[0].DF = nil
	text = written(t, res)
	for _, want := range []string{`"<a> & b"`, `"df": []`, `"stratum": null`} {
		if !bytes.Contains(text, []byte(want)) {
			t.Errorf("no %s in the output", want)
		}
	}
	if res.Comparisons[0].Tests[0].DF != nil {
		t.Error("the results were changed")
	}
}

func TestWriteNamesWhatIsNoNumber(t *testing.T) {
	res := sample.Two(true)
	res.Summaries[1].SD = sample.F(math.NaN())
	if err := Write(&bytes.Buffer{}, res); err == nil || !strings.Contains(err.Error(), "results.summaries[1].sd is NaN") {
		t.Errorf("got %v", err)
	}
	res = sample.Two(true)
	res.Comparisons[0].P = sample.F(math.Inf(1))
	if err := Write(&bytes.Buffer{}, res); err == nil || !strings.Contains(err.Error(), "results.comparisons[0].p is +Inf") {
		t.Errorf("got %v", err)
	}
}

func TestReadRefuses(t *testing.T) {
	good := string(written(t, sample.Two(true)))
	for _, c := range []struct {
		name, text, want string
		other            bool // no results at all
	}{
		{"no JSON", "hello", "expected an object", true},
		{"a log", `[{"task": "1"}]`, "expected an object", true},
		{"another object", `{"version": 1, "runs": []}`, "expected an object", true},
		{"nothing", "", "expected an object", true},
		{"cut", good[:len(good)/2], "cut short or damaged", false},
		{"two documents", good + good, "cut short or damaged", false},
		{"another program's, cut", `{"version": 1, "provenance": {"tool": "harness 2", `, "expected an object", true},
		{"another version", strings.Replace(good, `"version": 1`, `"version": 2`, 1), "version is 2, expected 1", false},
		{"wrong type", strings.Replace(good, `"n_tasks": 100`, `"n_tasks": "many"`, 1), "n_tasks is a string, expected int", false},
		{"no float", strings.Replace(good, `"low": 0.5`, `"low": "wide"`, 1), `"wide" is not a number`, false},
	} {
		_, err := Read(strings.NewReader(c.text))
		if err == nil || !strings.Contains(err.Error(), c.want) || errors.Is(err, ErrNotResults) != c.other {
			t.Errorf("%s: got %v, want %q", c.name, err, c.want)
		}
	}
}
