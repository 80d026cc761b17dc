package open

import (
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"os"
	"strings"
	"testing"

	"mcpstats/datasets"
)

// A log to which more is written while it is read is read to its old size, once and again, with
// the digest of just these bytes, and that is said. What was written makes no half record.
func TestGrownWhileRead(t *testing.T) {
	var long strings.Builder // more than a head, so that the file is opened anew for each reading
	for i := range 4000 {
		fmt.Fprintf(&long, `{"run":"a","task":"%d","success":true}`+"\n", i)
	}
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	if _, err := z.Write([]byte(long.String())); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name, text, more string
		want             int
	}{
		{"small.csv", "run,task,success\na,1,1\na,2,0\n", "a,3,1\n", 2},
		{"small.jsonl", `{"run":"a","task":"1","success":true}` + "\n", `{"run":"a","task":"2"`, 1},
		{"long.jsonl", long.String(), `{"run":"a","task":"more","success":true}` + "\n", 4000},
		{"packed.jsonl.gz", packed.String(), packed.String(), 4000},
	} {
		for _, identified := range []bool{true, false} {
			t.Run(fmt.Sprint(c.name, " ", identified), func(t *testing.T) {
				path := write(t, c.text, t.TempDir(), c.name)
				inputs, _ := paths(t, Options{}, path)
				before, err := DigestOf(path)
				if err != nil {
					t.Fatal(err)
				}
				f, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
				if err != nil {
					t.Fatal(err)
				}
				defer f.Close()
				if _, err := f.WriteString(c.more); err != nil {
					t.Fatal(err)
				}
				if identified {
					if d, err := inputs[0].Digests(); err != nil || d[0].SHA256 != before.SHA256 {
						t.Errorf("the digest is %v, of the bytes before %v (%v)", d, before, err)
					}
				}
				for range 2 {
					if all, bad := collect(t, inputs[0]); len(all) != c.want || len(bad) != 0 {
						t.Errorf("%d attempts of %d, and %v", len(all), c.want, bad)
					}
					notes := inputs[0].Notes()
					if len(notes) != 1 || notes[0].Code != datasets.NoteUnended || !notes[0].Decisive || !strings.Contains(notes[0].Message, path+" grew while it was read") {
						t.Errorf("said: %+v", notes)
					}
				}
			})
		}
	}
}

// A columnar file is known from its end, and is refused as before.
func TestGrownColumnar(t *testing.T) {
	b, err := os.ReadFile("../examples/tau-bench.parquet")
	if err != nil {
		t.Fatal(err)
	}
	path := write(t, string(b), t.TempDir(), "x.parquet")
	inputs, _ := paths(t, Options{}, path)
	if err := os.WriteFile(path, append(b, 'x'), 0o644); err != nil {
		t.Fatal(err)
	}
	var last error
	for _, err := range inputs[0].Trajectories(context.Background()) {
		last = err
	}
	if last == nil {
		t.Error("read without a word")
	}
}
