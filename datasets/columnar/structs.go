package columnar

import (
	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
)

// structOf is the struct type of a list's elements; nil for any other type.
func structOf(t arrow.DataType) *arrow.StructType {
	if e := elementOf(t); e != nil {
		if s, ok := storage(e).(*arrow.StructType); ok {
			return s
		}
	}
	return nil
}

// has reports whether a struct has a field of the given kind.
func has(s *arrow.StructType, name string, kind func(arrow.DataType) bool) bool {
	f, ok := s.FieldByName(name)
	return ok && kind(f.Type)
}

// hasOrLacks reports whether a struct has no field of that name, or one of the
// given kind.
func hasOrLacks(s *arrow.StructType, name string, kind func(arrow.DataType) bool) bool {
	f, ok := s.FieldByName(name)
	return !ok || kind(f.Type)
}

// member is a field of a struct array, nil where the struct lacks it or the projection left
// it out: to a filler both mean "not known", so that one filler serves every projection.
// The struct's own validity is not applied: below a null element the field holds anything,
// but a null struct in a list has no meaning in a log, and its fields are null there in
// all files that Parquet can express.
func member(s *array.Struct, name string) arrow.Array {
	i, ok := s.DataType().(*arrow.StructType).FieldIdx(name)
	if !ok {
		return nil
	}
	return bare(s.Field(i))
}

// memberTexts reads a text field of structs into a slab; all empty where the
// struct lacks it.
func memberTexts(slab []string, s *array.Struct, name string, from, to int) ([]string, error) {
	m := member(s, name)
	if m == nil {
		slab = grown(slab, to-from)
		clear(slab)
		return slab, nil
	}
	texts, ok := textsOf(m)
	if !ok {
		return nil, errType("texts in "+name, m)
	}
	return readTexts(slab, texts, from, to), nil
}

// numberMember gives access to a numeric field of structs; value is nil where the struct
// lacks it. Many writers give a field the type null when they have seen nothing but nulls;
// it is treated as absent.
type numberMember struct {
	source arrow.Array
	value  func(int) float64
}

// memberNumbers finds a numeric field of structs; an absent one is not an error, one of another
// type is.
func memberNumbers(s *array.Struct, name string) (numberMember, error) {
	m := member(s, name)
	if m == nil {
		return numberMember{}, nil
	}
	if m.DataType().ID() == arrow.NULL {
		return numberMember{}, nil
	}
	value, ok := numbersOf(m)
	if !ok {
		return numberMember{}, errType("numbers in "+name, m)
	}
	return numberMember{m, value}, nil
}

// at is the number at i; known is false for a null and for NaN.
func (n *numberMember) at(i int) (v float64, known bool) {
	if n.value == nil || n.source.IsNull(i) {
		return 0, false
	}
	v = n.value(i)
	return v, v == v
}

// structs is the struct array of a list's elements.
func (x *lists) structs() (*array.Struct, error) {
	s, ok := x.elements().(*array.Struct)
	if !ok {
		return nil, errType("a list of structs", x.elements())
	}
	return s, nil
}
