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
		if values, ok := textsOf(bare(a.Dictionary())); ok {
			return dictionaryTexts{a, values}, true
		}
	}
	return nil, false
}

// Writers that know no strings store them as bytes.
type binaryTexts struct{ *array.Binary }

func (t binaryTexts) Value(row int) string { return string(t.Binary.Value(row)) }

type largeBinaryTexts struct{ *array.LargeBinary }

func (t largeBinaryTexts) Value(row int) string { return string(t.LargeBinary.Value(row)) }

type viewTexts struct{ *array.BinaryView }

func (t viewTexts) Value(row int) string { return string(t.BinaryView.Value(row)) }

type dictionaryTexts struct {
	*array.Dictionary
	values textColumn
}

func (t dictionaryTexts) Value(row int) string { return t.values.Value(t.GetValueIndex(row)) }

func (t dictionaryTexts) IsNull(row int) bool {
	return t.Dictionary.IsNull(row) || t.values.IsNull(t.GetValueIndex(row))
}

func (t dictionaryTexts) IsValid(row int) bool { return !t.IsNull(row) }

func (t dictionaryTexts) NullN() int { return t.Dictionary.NullN() + t.values.NullN() }
