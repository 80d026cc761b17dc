package columnar

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/ipc"
	"github.com/apache/arrow-go/v18/arrow/memory"
	"github.com/apache/arrow-go/v18/parquet"
	"github.com/apache/arrow-go/v18/parquet/compress"
	"github.com/apache/arrow-go/v18/parquet/pqarrow"
	"github.com/google/go-cmp/cmp"

	"mcpstats/datasets"
	"mcpstats/datasets/mapping"
)

// record makes a batch from fields and the rows as JSON.
func record(t testing.TB, rows string, fields ...arrow.Field) arrow.RecordBatch {
	t.Helper()
	batch, _, err := array.RecordFromJSON(memory.DefaultAllocator, arrow.NewSchema(fields, nil), strings.NewReader(rows))
	if err != nil {
		t.Fatal(err)
	}
	return batch
}

func col(name string, t arrow.DataType) arrow.Field { return nullable(name, t) }

// asParquet writes a batch as a file.
func asParquet(t testing.TB, batch arrow.RecordBatch, options ...parquet.WriterProperty) string {
	t.Helper()
	var b bytes.Buffer
	w, err := pqarrow.NewFileWriter(batch.Schema(), &b, parquet.NewWriterProperties(options...), pqarrow.NewArrowWriterProperties(pqarrow.WithStoreSchema()))
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Write(batch); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return saved(t, b.Bytes())
}

// asArrow writes a batch as an Arrow file or stream.
func asArrow(t testing.TB, batch arrow.RecordBatch, file bool, options ...ipc.Option) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "x.arrow")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	options = append(options, ipc.WithSchema(batch.Schema()))
	var w interface {
		Write(arrow.RecordBatch) error
		Close() error
	} = ipc.NewWriter(f, options...)
	if file {
		if w, err = ipc.NewFileWriter(f, options...); err != nil {
			t.Fatal(err)
		}
	}
	for range 2 { // two batches
		if err := w.Write(batch); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}

// The rows that every codec, version, encoding and container is tried on: nulls
// at every level, lists, structs, maps.
var (
	sampleFields = []arrow.Field{
		col("run", arrow.BinaryTypes.String), col("task", arrow.BinaryTypes.String), col("trial", arrow.PrimitiveTypes.Int16),
		col("success", arrow.FixedWidthTypes.Boolean), col("reward", arrow.PrimitiveTypes.Float32),
		col("predicted", arrow.ListOf(arrow.BinaryTypes.String)), col("expected", arrow.ListOf(arrow.ListOf(arrow.BinaryTypes.String))),
		col("strata", arrow.MapOf(arrow.BinaryTypes.String, arrow.BinaryTypes.String)),
		col("steps", arrow.ListOf(arrow.StructOf(col("role", arrow.BinaryTypes.String), col("content", arrow.BinaryTypes.String),
			col("calls", arrow.ListOf(arrow.StructOf(col("tool", arrow.BinaryTypes.String), col("error", arrow.BinaryTypes.String), col("latency_ms", arrow.PrimitiveTypes.Int32))))))),
		col("prompt_tokens", arrow.PrimitiveTypes.Uint32),
	}
	sampleRows = `[
	 {"run":"a","task":"t1","trial":0,"success":true,"reward":0.5,"predicted":["x","y"],"expected":[["x","z"],["y"]],"strata":[{"key":"level","value":"L1"}],
	  "steps":[{"role":"user","content":"do"},{"role":"assistant","content":null,"calls":[{"tool":"x","error":"no","latency_ms":5},{"tool":"y"}]},{"role":"tool","content":"done","calls":[]}],"prompt_tokens":7},
	 {"run":"a","task":"t2","trial":1,"success":null,"reward":null,"predicted":[],"expected":[],"strata":null,"steps":null,"prompt_tokens":null},
	 {"run":"b","task":"t1","trial":null,"success":false,"reward":1,"predicted":null,"expected":null,"strata":[],"steps":[],"prompt_tokens":4294967295}]`
	sampleWant = []datasets.Trajectory{
		{Run: "a", Task: "t1", Success: datasets.Known(true), Reward: datasets.Known(0.5), Predicted: []string{"x", "y"},
			Expected: []datasets.Need{{AnyOf: []string{"x", "z"}}, {AnyOf: []string{"y"}}}, Strata: map[string]string{"level": "L1"},
			Steps: []datasets.Step{{Role: "user", Content: "do"},
				{Role: "assistant", Calls: []datasets.ToolCall{{Tool: "x", Error: "no", IsError: datasets.Known(true), LatencyMS: datasets.Known(5.0)}, {Tool: "y", IsError: datasets.Known(false)}}},
				{Role: "tool", Content: "done", Calls: []datasets.ToolCall{}}},
			PromptTokens: datasets.Known[int64](7)},
		{Run: "a", Task: "t2", Trial: 1, Predicted: []string{}, Expected: []datasets.Need{}},
		{Run: "b", Task: "t1", Success: datasets.Known(false), Reward: datasets.Known(1.0), Strata: map[string]string{}, Steps: []datasets.Step{}, PromptTokens: datasets.Known[int64](math.MaxUint32)},
	}
)

func TestParquetCodecsAndEncodings(t *testing.T) {
	batch := record(t, sampleRows, sampleFields...)
	for name, options := range map[string][]parquet.WriterProperty{
		"uncompressed": {parquet.WithCompression(compress.Codecs.Uncompressed)},
		"snappy":       {parquet.WithCompression(compress.Codecs.Snappy)},
		"gzip":         {parquet.WithCompression(compress.Codecs.Gzip)},
		"brotli":       {parquet.WithCompression(compress.Codecs.Brotli)},
		"zstd":         {parquet.WithCompression(compress.Codecs.Zstd)},
		"lz4_raw":      {parquet.WithCompression(compress.Codecs.Lz4Raw)},
		"plain":        {parquet.WithDictionaryDefault(false)},
		"v1":           {parquet.WithVersion(parquet.V1_0)},
		"v2 pages":     {parquet.WithDataPageVersion(parquet.DataPageV2), parquet.WithCompression(compress.Codecs.Snappy)},
		"delta": {parquet.WithDictionaryDefault(false), parquet.WithEncodingFor("trial", parquet.Encodings.DeltaBinaryPacked),
			parquet.WithEncodingFor("run", parquet.Encodings.DeltaByteArray), parquet.WithEncodingFor("task", parquet.Encodings.DeltaLengthByteArray)},
		"byte stream split": {parquet.WithDictionaryDefault(false), parquet.WithEncodingFor("reward", parquet.Encodings.ByteStreamSplit)},
		"rle bools":         {parquet.WithDataPageVersion(parquet.DataPageV2), parquet.WithEncodingFor("success", parquet.Encodings.RLE)},
		"small pages":       {parquet.WithDataPageSize(1), parquet.WithBatchSize(1)},
		"small groups":      {parquet.WithMaxRowGroupLength(1)},
	} {
		for _, rows := range []int{0, 1, 2} {
			if d := cmp.Diff(sampleWant, readAll(t, asParquet(t, batch, options...), Options{BatchRows: rows})); d != "" {
				t.Errorf("%s, batches of %d (-want +got):\n%s", name, rows, d)
			}
		}
	}
}

func TestArrowFilesAndStreams(t *testing.T) {
	batch := record(t, sampleRows, sampleFields...)
	want := append(append([]datasets.Trajectory{}, sampleWant...), sampleWant...) // written twice
	for name, options := range map[string][]ipc.Option{"plain": nil, "lz4": {ipc.WithLZ4()}, "zstd": {ipc.WithZstd()}} {
		for _, file := range []bool{true, false} {
			for _, rows := range []int{0, 1, 2} {
				path := asArrow(t, batch, file, options...)
				if d := cmp.Diff(want, readAll(t, path, Options{BatchRows: rows})); d != "" {
					t.Errorf("%s, file %v, batches of %d (-want +got):\n%s", name, file, rows, d)
				}
			}
		}
	}
}

// Every layout of strings and lists gives the same trajectory.
func TestLayouts(t *testing.T) {
	dictionary := &arrow.DictionaryType{IndexType: arrow.PrimitiveTypes.Int8, ValueType: arrow.BinaryTypes.String}
	for name, text := range map[string]arrow.DataType{
		"string": arrow.BinaryTypes.String, "large string": arrow.BinaryTypes.LargeString, "string view": arrow.BinaryTypes.StringView,
		"dictionary": dictionary,
	} {
		for shape, list := range map[string]func(arrow.DataType) arrow.DataType{
			"list":        func(t arrow.DataType) arrow.DataType { return arrow.ListOf(t) },
			"large list":  func(t arrow.DataType) arrow.DataType { return arrow.LargeListOf(t) },
			"fixed lists": func(t arrow.DataType) arrow.DataType { return arrow.FixedSizeListOf(2, t) },
			"list view":   func(t arrow.DataType) arrow.DataType { return arrow.ListViewOf(t) },
		} {
			batch := record(t, `[{"run":"r","task":"t","predicted":["a","b"],"failure_labels":["loop","loop"]},{"run":"r","task":"u","predicted":null}]`,
				col("run", text), col("task", text), col("predicted", list(text)), col("failure_labels", list(text)))
			one := []datasets.Trajectory{
				{Run: "r", Task: "t", Predicted: []string{"a", "b"}, FailureLabels: []datasets.FailureLabel{{Mode: "loop"}, {Mode: "loop"}}},
				{Run: "r", Task: "u"},
			}
			want := append(append([]datasets.Trajectory{}, one...), one...)
			if d := cmp.Diff(want, readAll(t, asArrow(t, batch, true), Options{})); d != "" {
				t.Errorf("Arrow, %s in %s (-want +got):\n%s", name, shape, d)
			}
			if strings.HasSuffix(name, "view") || strings.HasSuffix(shape, "view") {
				continue // Parquet has no views
			}
			if d := cmp.Diff(one, readAll(t, asParquet(t, batch), Options{})); d != "" {
				t.Errorf("Parquet, %s in %s (-want +got):\n%s", name, shape, d)
			}
		}
	}
}

// Numbers of every width, decimals, durations and timestamps.
func TestNumbers(t *testing.T) {
	for _, typ := range []arrow.DataType{
		arrow.PrimitiveTypes.Int8, arrow.PrimitiveTypes.Int16, arrow.PrimitiveTypes.Int32, arrow.PrimitiveTypes.Int64,
		arrow.PrimitiveTypes.Uint8, arrow.PrimitiveTypes.Uint16, arrow.PrimitiveTypes.Uint32, arrow.PrimitiveTypes.Uint64,
		arrow.FixedWidthTypes.Float16, arrow.PrimitiveTypes.Float32, arrow.PrimitiveTypes.Float64,
		&arrow.Decimal128Type{Precision: 10, Scale: 2}, &arrow.Decimal256Type{Precision: 40, Scale: 3},
	} {
		batch := record(t, `[{"run":"r","task":"t","trial":3,"reward":1,"prompt_tokens":12,"latency_ms":12,"success":1}]`,
			col("run", arrow.BinaryTypes.String), col("task", arrow.BinaryTypes.String), col("trial", typ), col("reward", typ), col("prompt_tokens", typ), col("latency_ms", typ), col("success", typ))
		want := []datasets.Trajectory{{Run: "r", Task: "t", Trial: 3, Reward: datasets.Known(1.0), PromptTokens: datasets.Known[int64](12), LatencyMS: datasets.Known(12.0), Success: datasets.Known(true)}}
		if d := cmp.Diff(append(want, want...), readAll(t, asArrow(t, batch, true), Options{})); d != "" {
			t.Errorf("%s (-want +got):\n%s", typ, d)
		}
		if d := cmp.Diff(want, readAll(t, asParquet(t, batch), Options{})); typ.ID() != arrow.FLOAT16 && d != "" {
			t.Errorf("Parquet, %s (-want +got):\n%s", typ, d)
		}
	}
	batch := record(t, `[{"run":"r","task":"t","latency":1500}]`, col("run", arrow.BinaryTypes.String), col("task", arrow.BinaryTypes.String), col("latency", arrow.FixedWidthTypes.Duration_us))
	if got := readAll(t, asArrow(t, batch, false), Options{})[0].LatencyMS; got != datasets.Known(1.5) {
		t.Errorf("a duration of 1500 us is %+v ms", got)
	}
	batch = record(t, `[{"run":"r","task":"t","started_at":1735689600000,"ended_at":1735689602500000},{"run":"r","task":"u","started_at":1735689600000}]`,
		col("run", arrow.BinaryTypes.String), col("task", arrow.BinaryTypes.String), col("started_at", arrow.FixedWidthTypes.Timestamp_ms), col("ended_at", arrow.FixedWidthTypes.Timestamp_us))
	rows := readAll(t, asParquet(t, batch), Options{})
	if rows[0].LatencyMS != datasets.Known(2500.0) || rows[1].LatencyMS.Known {
		t.Errorf("timestamps: %+v, %+v", rows[0].LatencyMS, rows[1].LatencyMS)
	}
}

// Nested values as JSON strings, and messages as chat APIs have them, either as
// a string or as real structs, which are the same conversation.
func TestMessages(t *testing.T) {
	const messages = `[{"role":"user","content":"hi"},
	 {"role":"assistant","content":null,"tool_calls":[{"id":"c1","type":"function","function":{"name":"mcp__github__search","arguments":"{\"q\":1}"}}]},
	 {"role":"tool","content":"found","tool_call_id":"c1"}]`
	want := []datasets.Step{{Role: "user", Content: "hi"},
		{Role: "assistant", Calls: []datasets.ToolCall{{ID: "c1", Server: "github", Tool: "search", Arguments: `{"q":1}`, Result: "found"}}},
		{Role: "tool", Content: "found"}}
	text := record(t, fmt.Sprintf(`[{"run":"r","task":"t","messages":%q}]`, messages), col("run", arrow.BinaryTypes.String), col("task", arrow.BinaryTypes.String), col("messages", arrow.BinaryTypes.String))
	structs := record(t, fmt.Sprintf(`[{"run":"r","task":"t","messages":%s}]`, messages), col("run", arrow.BinaryTypes.String), col("task", arrow.BinaryTypes.String),
		col("messages", arrow.ListOf(arrow.StructOf(col("role", arrow.BinaryTypes.String), col("content", arrow.BinaryTypes.String), col("tool_call_id", arrow.BinaryTypes.String),
			col("tool_calls", arrow.ListOf(arrow.StructOf(col("id", arrow.BinaryTypes.String), col("type", arrow.BinaryTypes.String),
				col("function", arrow.StructOf(col("name", arrow.BinaryTypes.String), col("arguments", arrow.BinaryTypes.String))))))))))
	for name, batch := range map[string]arrow.RecordBatch{"text": text, "structs": structs} {
		if d := cmp.Diff(want, readAll(t, asParquet(t, batch), Options{})[0].Steps); d != "" {
			t.Errorf("%s (-want +got):\n%s", name, d)
		}
	}
}

// Other tools' tables are recognised by their columns.
func TestDialects(t *testing.T) {
	s, i, f := arrow.BinaryTypes.String, arrow.PrimitiveTypes.Int64, arrow.PrimitiveTypes.Float64
	scout := record(t, `[{"transcript_id":"x1","source_id":"e1","task_set":"gaia","task_id":"7","task_repeat":2,"agent":"react","model":"m","score":"0.5","success":true,"total_time":1.5,"limit":"time","messages":"[{\"role\":\"user\",\"content\":\"q\"}]"}]`,
		col("transcript_id", s), col("source_id", s), col("task_set", s), col("task_id", s), col("task_repeat", i), col("agent", s), col("model", s), col("score", s), col("success", arrow.FixedWidthTypes.Boolean), col("total_time", f), col("limit", s), col("messages", s))
	want := []datasets.Trajectory{{Benchmark: "gaia", Run: "react/m", Task: "7", Trial: 1, Agent: "react", Model: "m", Reward: datasets.Known(0.5), Success: datasets.Known(true),
		LatencyMS: datasets.Known(1500.0), Exit: datasets.ExitTimeout, Steps: []datasets.Step{{Role: "user", Content: "q"}}, Attributes: map[string]string{"transcript_id": "x1", "source_id": "e1"}}}
	if d := cmp.Diff(want, readAll(t, asParquet(t, scout), Options{})); d != "" {
		t.Errorf("Inspect Scout (-want +got):\n%s", d)
	}
	samples := record(t, `[{"sample_id":"u1","eval_id":"e1","id":"5","epoch":1,"score_match":"C","target":"Yes","total_time":0.5},
	 {"sample_id":"u2","eval_id":"e1","id":"6","epoch":1,"score_match":"P","target":"No","total_time":0.5}]`,
		col("sample_id", s), col("eval_id", s), col("id", s), col("epoch", i), col("score_match", s), col("target", s), col("total_time", f))
	want = []datasets.Trajectory{
		{Run: "e1", Task: "5", Success: datasets.Known(true), Reward: datasets.Known(1.0), ExpectedAnswer: "Yes", LatencyMS: datasets.Known(500.0), Attributes: map[string]string{"sample_id": "u1"}},
		{Run: "e1", Task: "6", Success: datasets.Known(false), Reward: datasets.Known(0.5), ExpectedAnswer: "No", LatencyMS: datasets.Known(500.0), Attributes: map[string]string{"sample_id": "u2"}}}
	if d := cmp.Diff(want, readAll(t, asParquet(t, samples), Options{})); d != "" {
		t.Errorf("Inspect samples (-want +got):\n%s", d)
	}
}

// A struct that no field claims is offered field by field.
func TestStructFields(t *testing.T) {
	batch := record(t, `[{"run":"r","task":"t","info":{"reward":0.25,"note":"n"}},{"run":"r","task":"u","info":null}]`, col("run", arrow.BinaryTypes.String), col("task", arrow.BinaryTypes.String),
		col("info", arrow.StructOf(col("reward", arrow.PrimitiveTypes.Float64), col("note", arrow.BinaryTypes.String))))
	m, err := mapping.Parse("map.yaml", []byte("reward: info.reward"))
	if err != nil {
		t.Fatal(err)
	}
	want := []datasets.Trajectory{{Run: "r", Task: "t", Reward: datasets.Known(0.25), Attributes: map[string]string{"info.note": "n"}}, {Run: "r", Task: "u"}}
	if d := cmp.Diff(want, readAll(t, asParquet(t, batch), Options{Map: m})); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}

// A row that cannot be read is named, with its column and what was expected, and
// the others are read.
func TestRecordErrors(t *testing.T) {
	batch := record(t, `[{"run":"r","task":"a","success":"pass","claims":[{"text":"c","score":1}]},
	 {"run":"r","task":"b","success":"maybe","claims":null},
	 {"run":"r","task":null,"success":"fail","claims":null},
	 {"run":"r","task":"d","success":"fail","claims":[{"text":"c","score":null}]},
	 {"run":"r","task":"e","success":null,"claims":[]}]`,
		col("run", arrow.BinaryTypes.String), col("task", arrow.BinaryTypes.String), col("success", arrow.BinaryTypes.String),
		col("claims", arrow.ListOf(arrow.StructOf(col("text", arrow.BinaryTypes.String), col("score", arrow.PrimitiveTypes.Float64)))))
	path := asParquet(t, batch)
	for _, rows := range []int{0, 1, 2} {
		got, errs := readSome(t, path, Options{BatchRows: rows})
		if len(got) != 2 || got[0].Task != "a" || got[1].Task != "e" {
			t.Errorf("batches of %d: read %+v", rows, got)
		}
		want := []string{`record 2: column "success": "maybe" is not a verdict`, `record 3: column "task": no task`, `record 4: column "claims": element 1: the claim has no score`}
		if len(errs) != len(want) {
			t.Fatalf("batches of %d: errors %v", rows, errs)
		}
		for i, err := range errs {
			if !strings.HasPrefix(err.Error(), path+": "+want[i]) {
				t.Errorf("batches of %d: %v, want ...%s", rows, err, want[i])
			}
		}
	}
}

// A consumer may stop, and so may the context.
func TestStopping(t *testing.T) {
	path := saved(t, written(t, manyTrajectories(200, 10)))
	f, err := Open(path, Options{BatchRows: 10})
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	n := 0
	var last error
	for _, err := range f.Trajectories(ctx) {
		last = err
		if n++; n == 15 {
			cancel()
		}
	}
	if last != context.Canceled || n > 60 {
		t.Errorf("after cancelling: %v, %d rows", last, n)
	}
	for range f.Trajectories(context.Background()) { // read again from the beginning
		break
	}
}

// A column of texts that is called like a list is one where a text looks like one, in whatever row;
// else it is an attribute, though its name is an alias. Values of one row that is broken are that
// row's error.
func TestListsByContents(t *testing.T) {
	text := arrow.BinaryTypes.String
	for _, c := range []struct {
		name, rows string
		columns    map[string]string // canonical name by column
		bad        int
	}{
		{"words", `[{"task":"1","tools":"browser"},{"task":"2","tools":null},{"task":"3","tools":"10"}]`, map[string]string{"task": "task", "attributes.tools": "tools"}, 0},
		{"a list at last", `[{"task":"1","tools":"browser"},{"task":"2","tools":"10"},{"task":"3","tools":"[\"a\"]"}]`, map[string]string{"task": "task", "available": "tools"}, 1},
		{"a broken list", `[{"task":"1","tools":"[\"a\""},{"task":"2","tools":"10"}]`, map[string]string{"task": "task", "available": "tools"}, 2},
		{"nothing", `[{"task":"1","tools":null}]`, map[string]string{"task": "task", "available": "tools"}, 0},
	} {
		for kind, path := range map[string]string{
			"parquet": asParquet(t, record(t, c.rows, col("task", text), col("tools", text))),
			"arrow":   asArrow(t, record(t, c.rows, col("task", text), col("tools", text)), true),
			"stream":  asArrow(t, record(t, c.rows, col("task", text), col("tools", text)), false),
		} {
			f, err := Open(path, Options{})
			if err != nil {
				t.Fatal(err)
			}
			got := map[string]string{}
			for _, taken := range f.Columns() {
				if taken.Column != "run" {
					got[taken.Column] = taken.From
				}
			}
			if d := cmp.Diff(c.columns, got); d != "" {
				t.Errorf("%s, %s (-want +got):\n%s", c.name, kind, d)
			}
			want := c.bad
			if kind != "parquet" {
				want *= 2 // asArrow writes its batch twice
			}
			bad := 0
			for _, err := range f.Trajectories(context.Background()) {
				if err != nil {
					bad++
				}
			}
			if bad != want {
				t.Errorf("%s, %s: %d bad rows, want %d", c.name, kind, bad, want)
			}
			f.Close()
		}
	}
}
