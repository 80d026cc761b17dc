package datasets

import (
	"errors"
	"io/fs"
	"testing"
)

func TestColumns(t *testing.T) {
	s := Of(ColRun, ColCallTexts)
	if !s.Has(ColRun) || !s.Has(ColCallTexts) || s.Has(ColSteps) || s.Len() != 2 {
		t.Errorf("the set of two columns is %b", s)
	}
	if AllColumns.Len() != int(numColumns) || AllColumns&Facts != Facts {
		t.Errorf("all columns are %d, want %d, the facts among them", AllColumns.Len(), numColumns)
	}
}

func TestErrorsNameThePlace(t *testing.T) {
	record := &RecordError{File: "a.csv", Row: 3, Column: "success", Err: fs.ErrInvalid}
	if got, want := record.Error(), `a.csv: record 3: column "success": invalid argument`; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	whole := &RecordError{File: "a.csv", Err: fs.ErrInvalid}
	if got, want := whole.Error(), "a.csv: invalid argument"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	file := &FileError{File: "a.parquet", Err: fs.ErrInvalid, Hint: "try another"}
	if got, want := file.Error(), "a.parquet: invalid argument; try another"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if !errors.Is(record, fs.ErrInvalid) || !errors.Is(file, fs.ErrInvalid) {
		t.Error("the cause is lost")
	}
}

func TestKnown(t *testing.T) {
	if v := Known(0.0); !v.Known || v.Value != 0 {
		t.Errorf("a known zero is %+v", v)
	}
	if (Maybe[bool]{}).Known {
		t.Error("the zero Maybe is known")
	}
}
