package columnar

import (
	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
)

// textColumn is an array of strings, whatever its layout. A value shares the array's memory,
// which is not reused for as long as the string is held.
//
// The layouts: string (32-bit offsets) is most writers' default; large_string (64-bit offsets)
// holds more than 2 GB in a column; string_view (16-byte views, short texts inline) is what
// newer engines work on and save; binary is a string whose writer left the annotation out; a
// dictionary is a pandas category, a Polars enum, or a Parquet column that was read by its
// indices.
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

// binaryTexts, largeBinaryTexts and viewTexts are strings that their writer stored as
// bytes: in Parquet a string is BYTE_ARRAY with an annotation that some leave out
// (LogicalTypes.md, "STRING"). Each value is copied, for unlike the arrays of strings the
// library does not promise that bytes stay as they are.
type binaryTexts struct{ *array.Binary }

func (t binaryTexts) Value(row int) string { return string(t.Binary.Value(row)) }

type largeBinaryTexts struct{ *array.LargeBinary }

func (t largeBinaryTexts) Value(row int) string { return string(t.LargeBinary.Value(row)) }

type viewTexts struct{ *array.BinaryView }

func (t viewTexts) Value(row int) string { return string(t.BinaryView.Value(row)) }

// noTexts is a dictionary array of nulls only, for which the library made no dictionary.
type noTexts struct{ *array.Dictionary }

func (noTexts) Value(int) string { return "" }

// dictionaryTexts are texts by their index into a dictionary (Arrow columnar format,
// "Dictionary-encoded Layout"). Indices may have any integer width, and a null is either a
// null index or the index of a null. labels holds the dictionary's strings, made once a
// batch, which pays where the dictionary is much shorter than the batch.
type dictionaryTexts struct {
	*array.Dictionary
	indices *array.Int32 // nil: of another width
	values  textColumn
	labels  []string // the dictionary, nil where it is large
	nulls   bool     // the dictionary holds a null
}

// mostPrepared is the largest dictionary, in entries, that is prepared for each batch.
const mostPrepared = 4096

// dictionaryOf gives a dictionary array of texts; false where its values are not texts, or
// where it has rows but no dictionary.
func dictionaryOf(a *array.Dictionary) (textColumn, bool) {
	if data, _ := a.Data().Dictionary().(*array.Data); data == nil {
		return noTexts{a}, a.NullN() == a.Len()
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

// IsNull is true for a null index and for the index of a null.
func (t *dictionaryTexts) IsNull(row int) bool {
	return t.Dictionary.IsNull(row) || t.nulls && t.values.IsNull(t.index(row))
}

func (t *dictionaryTexts) IsValid(row int) bool { return !t.IsNull(row) }

// NullN is 0 where no row is null; otherwise only a sign that some may be, for nulls of the
// dictionary are counted once and not by the rows that point to them.
func (t *dictionaryTexts) NullN() int { return t.Dictionary.NullN() + t.values.NullN() }
