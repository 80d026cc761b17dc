package columnar

import (
	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
)

// textColumn is an array of strings, whatever its layout. A value shares the
// array's memory, which stays as it is for as long as somebody holds the value.
type textColumn interface {
	Value(row int) string
	IsNull(row int) bool
	IsValid(row int) bool
	Len() int
	NullN() int
}

// textsOf gives an array of strings; false for any other.
func textsOf(a arrow.Array) (textColumn, bool) {
	switch a := a.(type) {
	case *array.String:
		return a, true
	case *array.LargeString:
		return a, true
	case *array.StringView:
		return a, true
	case *array.Binary:
		return binaryTexts{a}, true
	case *array.LargeBinary:
		return largeBinaryTexts{a}, true
	case *array.BinaryView:
		return viewTexts{a}, true
	case *array.Dictionary:
		return dictionaryOf(a)
	}
	return nil, false
}

// Writers that know no strings store them as bytes: in Parquet a string is BYTE_ARRAY
// with an annotation that some leave out (LogicalTypes.md, "STRING"). These copy each
// value, for bytes are not promised to stay as they are.
type binaryTexts struct{ *array.Binary }

func (t binaryTexts) Value(row int) string { return string(t.Binary.Value(row)) }

type largeBinaryTexts struct{ *array.LargeBinary }

func (t largeBinaryTexts) Value(row int) string { return string(t.LargeBinary.Value(row)) }

type viewTexts struct{ *array.BinaryView }

func (t viewTexts) Value(row int) string { return string(t.BinaryView.Value(row)) }

// noTexts are nulls only: an array of indices whose dictionary nobody had to make.
type noTexts struct{ *array.Dictionary }

func (noTexts) Value(int) string { return "" }

// dictionaryTexts are texts by their index into a dictionary (Arrow columnar format,
// "Dictionary-encoded Layout"). Indices have any width, and a null is either a null
// index or the index of a null. labels makes strings of the dictionary once a batch,
// which pays where it is much shorter than the batch.
type dictionaryTexts struct {
	*array.Dictionary
	indices *array.Int32 // nil: of another width
	values  textColumn
	labels  []string // the dictionary, nil where it is large
	nulls   bool     // the dictionary holds a null
}

// mostPrepared is the size of a dictionary that is prepared for each batch.
const mostPrepared = 4096

func dictionaryOf(a *array.Dictionary) (textColumn, bool) {
	if data, _ := a.Data().Dictionary().(*array.Data); data == nil {
		return noTexts{a}, a.NullN() == a.Len() // nothing was there to make a dictionary of
	}
	values, ok := textsOf(bare(a.Dictionary()))
	if !ok {
		return nil, false
	}
	t := &dictionaryTexts{Dictionary: a, values: values, nulls: values.NullN() > 0}
	t.indices, _ = a.Indices().(*array.Int32)
	if values.Len() <= mostPrepared {
		t.labels = readTexts(nil, values, 0, values.Len())
	}
	return t, true
}

func (t *dictionaryTexts) index(row int) int {
	if t.indices != nil {
		return int(t.indices.Value(row))
	}
	return t.GetValueIndex(row)
}

func (t *dictionaryTexts) Value(row int) string {
	if t.labels != nil {
		return t.labels[t.index(row)]
	}
	return t.values.Value(t.index(row))
}

func (t *dictionaryTexts) IsNull(row int) bool {
	return t.Dictionary.IsNull(row) || t.nulls && t.values.IsNull(t.index(row))
}

func (t *dictionaryTexts) IsValid(row int) bool { return !t.IsNull(row) }

func (t *dictionaryTexts) NullN() int { return t.Dictionary.NullN() + t.values.NullN() }
