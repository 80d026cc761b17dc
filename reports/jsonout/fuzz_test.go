package jsonout

import (
	"bytes"
	"testing"

	"mcpstats/reports/internal/sample"
)

// Whatever a results file holds, it is read or refused; what is read is written
// again, or refused for a number that JSON cannot hold.
func FuzzRead(f *testing.F) {
	var whole bytes.Buffer
	if err := Write(&whole, sample.Two(true)); err != nil {
		f.Fatal(err)
	}
	f.Add(whole.Bytes())
	f.Add(whole.Bytes()[:whole.Len()/2])
	for _, s := range []string{`{"version":1}`, `{"version":99}`, `{"version":1,"comparisons":[null]}`, `{"version":1,"summaries":[{"mean":1e999}]}`, `[]`, `null`, `{"version":1} {}`, "\ufeff{}"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		res, err := Read(bytes.NewReader(b))
		if err != nil {
			return
		}
		var once, twice bytes.Buffer
		if err := Write(&once, res); err != nil {
			t.Fatalf("read and cannot be written: %v", err)
		}
		back, err := Read(bytes.NewReader(once.Bytes()))
		if err != nil {
			t.Fatalf("written and cannot be read: %v", err)
		}
		if err := Write(&twice, back); err != nil || !bytes.Equal(once.Bytes(), twice.Bytes()) {
			t.Errorf("%v: written twice, not the same", err)
		}
	})
}
