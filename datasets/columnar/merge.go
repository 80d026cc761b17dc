package columnar

import (
	"fmt"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
)

// merge joins two arrays of the same rows of one nested column, each of which has
// some of the leaves: list<struct<a>> and list<struct<b>> are list<struct<a, b>>.
// Lists and nulls were decoded in both from levels that every leaf of a column
// repeats, so they have to agree; in a damaged file they do not, and taking one's
// offsets for the other's values would pair the wrong calls. No value is copied: the
// whole is one's offsets and bitmap around the children of both.
func merge(a, b arrow.Array) (arrow.Array, error) {
	data, err := mergeData(a.Data(), b.Data())
	if err != nil {
		return nil, err
	}
	defer data.Release()
	return array.MakeFromData(data), nil
}

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

// mergeStructs has the fields of both, those that both have joined in turn.
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

// withChildren is an array's own levels over other children.
func withChildren(a arrow.ArrayData, t arrow.DataType, children ...arrow.ArrayData) arrow.ArrayData {
	return array.NewData(t, a.Len(), append([]*memory.Buffer{}, a.Buffers()...), children, a.NullN(), a.Offset())
}

func errMerge(a, b arrow.ArrayData) error {
	return fmt.Errorf("the file is damaged: the leaves of a column are %s and %s", a.DataType(), b.DataType())
}
