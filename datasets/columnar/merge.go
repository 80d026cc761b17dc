package columnar

import (
	"fmt"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
)

// merge joins two arrays of the same rows of one nested column, each of which has some of
// the leaves: list<struct<a>> and list<struct<b>> become list<struct<a, b>>. The lists and
// nulls of both were decoded from levels that every leaf of a column repeats, so they have
// to agree; in a damaged file they do not, and combining the offsets of one with the
// values of the other would pair the wrong calls. What is compared is the number of
// elements at each level, the cheap part of that. No value is copied: the whole is the
// offsets and the bitmap of a around the children of both. The result is a new reference;
// a and b stay the caller's to release.
func merge(a, b arrow.Array) (arrow.Array, error) {
	data, err := mergeData(a.Data(), b.Data())
	if err != nil {
		return nil, err
	}
	defer data.Release()
	return array.MakeFromData(data), nil
}

// mergeData is merge below the level of typed arrays, recursively: structs unite their fields,
// lists merge their elements. Anything else present in both (one leaf decoded twice, a map,
// whose leaves share.go keeps together) is an error.
func mergeData(a, b arrow.ArrayData) (arrow.ArrayData, error) {
	if a.Len() != b.Len() || a.Offset() != b.Offset() {
		return nil, fmt.Errorf("the file is damaged: the leaves of a column have %d and %d elements", a.Len(), b.Len())
	}
	if s, ok := a.DataType().(*arrow.StructType); ok {
		t, ok := b.DataType().(*arrow.StructType)
		if !ok {
			return nil, errMerge(a, b)
		}
		return mergeStructs(a, b, s, t)
	}
	list, ok := a.DataType().(arrow.ListLikeType)
	if !ok || b.DataType().ID() != a.DataType().ID() || len(b.Children()) != 1 {
		return nil, errMerge(a, b)
	}
	element, err := mergeData(a.Children()[0], b.Children()[0])
	if err != nil {
		return nil, err
	}
	defer element.Release()
	field := list.ElemField()
	field.Type = element.DataType()
	var t arrow.DataType
	switch list := list.(type) {
	case *arrow.ListType:
		t = arrow.ListOfField(field)
	case *arrow.LargeListType:
		t = arrow.LargeListOfField(field)
	case *arrow.FixedSizeListType:
		t = arrow.FixedSizeListOfField(list.Len(), field)
	default:
		return nil, errMerge(a, b)
	}
	return withChildren(a, t, element), nil
}

// mergeStructs has the fields of a, then those that only b has; fields of both are merged.
// Field order follows the lanes and may differ from the file's, so everything behind looks
// fields up by name.
func mergeStructs(a, b arrow.ArrayData, s, t *arrow.StructType) (arrow.ArrayData, error) {
	fields := append([]arrow.Field{}, s.Fields()...)
	children := append([]arrow.ArrayData{}, a.Children()...)
	for j, f := range t.Fields() {
		i, both := s.FieldIdx(f.Name)
		if !both {
			fields, children = append(fields, f), append(children, b.Children()[j])
			continue
		}
		child, err := mergeData(a.Children()[i], b.Children()[j])
		if err != nil {
			return nil, err
		}
		defer child.Release()
		fields[i].Type, children[i] = child.DataType(), child
	}
	return withChildren(a, arrow.StructOf(fields...), children...), nil
}

// withChildren is an array with the length, offsets and bitmap of a, of type t, over other
// children.
func withChildren(a arrow.ArrayData, t arrow.DataType, children ...arrow.ArrayData) arrow.ArrayData {
	return array.NewData(t, a.Len(), append([]*memory.Buffer{}, a.Buffers()...), children, a.NullN(), a.Offset())
}

// errMerge is for leaves whose types cannot be parts of one column.
func errMerge(a, b arrow.ArrayData) error {
	return fmt.Errorf("the file is damaged: the leaves of a column are %s and %s", a.DataType(), b.DataType())
}
