package columnar

import (
	"errors"
	"fmt"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"

	"mcpstats/datasets"
	"mcpstats/datasets/mapping"
)

// errType is an array whose type is not what the schema, by which its filler was chosen, had
// announced.
func errType(want string, a arrow.Array) error {
	return fmt.Errorf("expected %s, found the Arrow type %s", want, a.DataType())
}

// lists is a list array of a batch, and which part of its elements the batch uses: all of
// them, or fewer where the array is a slice of a longer one. A list array has one array of
// all rows' elements and, for each row, where its own begin (Arrow columnar format,
// "Variable-size List Layout"):
//
//	rows       [a b] null [] [c]
//	offsets    0 2 2 2 3
//	validity   1 0 1 1
//	elements   a b c
//
// A slice of rows 1 to 3 has the offsets 2 2 2 3 and still all three elements. So element
// numbers come in two kinds: those of the array, and those among the used ones, from 0, by
// which slabs are indexed. from is the difference. Lists within lists are the same again,
// with the elements of the outer as rows of the inner.
type lists struct {
	l        array.ListLike
	from, to int // elements
}

// elementOf is the element type of a list; nil for any other type.
func elementOf(t arrow.DataType) arrow.DataType {
	switch t := storage(t).(type) {
	case *arrow.ListType:
		return t.Elem()
	case *arrow.LargeListType:
		return t.Elem()
	case *arrow.FixedSizeListType:
		return t.Elem()
	}
	return nil
}

// listsOf gives the elements that the rows from up to to of a list array use. It is the one
// place where the offsets of a file are checked: every index into a slab is computed from them.
// List views, whose rows may lie in any order, are not read here but cell by cell.
func listsOf(a arrow.Array, from, to int) (lists, error) {
	var x lists
	switch l := bare(a).(type) {
	case *array.List, *array.LargeList, *array.FixedSizeList, *array.Map:
		x.l = l.(array.ListLike)
	default:
		return x, errType("a list", a)
	}
	// The first and the last offset bound the others in a sound file. In a damaged one an
	// offset between them can still point anywhere: at and part panic then, which guard
	// turns into the file's error.
	if to > from {
		first, _ := x.l.ValueOffsets(from)
		_, last := x.l.ValueOffsets(to - 1)
		x.from, x.to = int(first), int(last)
	}
	if x.from < 0 || x.to < x.from || x.to > x.l.ListValues().Len() {
		return x, errors.New("the file is damaged: lists reach beyond their elements")
	}
	return x, nil
}

// elements is the array of all elements.
func (x *lists) elements() arrow.Array { return bare(x.l.ListValues()) }

// len is the number of elements that the batch uses.
func (x *lists) len() int { return x.to - x.from }

// at is where the list of a row lies among the used elements; ok is false for a null list,
// which is not an empty one.
func (x *lists) at(row int) (from, to int, ok bool) {
	if x.l.IsNull(row) {
		return 0, 0, false
	}
	a, b := x.l.ValueOffsets(row)
	return int(a) - x.from, int(b) - x.from, true
}

// grown is a slab of n elements, the old one where it is large enough. It is never nil: an
// empty list is not an absent one. Its content is left over from the batch before; a
// filler that does not set every element clears it.
func grown[T any](slab []T, n int) []T {
	if cap(slab) >= n && slab != nil {
		return slab[:n]
	}
	return make([]T, n, n+n/4)
}

// part is a list within a slab, whose capacity ends with it: a consumer that appends to
// one row's calls must not write over the next row's.
func part[T any](slab []T, from, to int) []T { return slab[from:to:to] }

// readTexts puts a range of texts into a slab, nulls as empty strings; the bytes are not
// copied. The two layouts that this package's own files have are read without a call
// through an interface for each text.
func readTexts(slab []string, c textColumn, from, to int) []string {
	slab = grown(slab, to-from)
	switch s := c.(type) {
	case *array.String:
		if s.NullN() == 0 {
			for i := range slab {
				slab[i] = s.Value(from + i)
			}
			return slab
		}
	case *dictionaryTexts:
		if s.labels != nil && s.indices != nil && !s.nulls {
			for i := range slab {
				if slab[i] = ""; s.indices.IsValid(from + i) {
					slab[i] = s.labels[s.indices.Value(from+i)]
				}
			}
			return slab
		}
	}
	for i := range slab {
		if slab[i] = ""; c.IsValid(from + i) {
			slab[i] = c.Value(from + i)
		}
	}
	return slab
}

// textList reads a batch's lists of texts.
type textList struct {
	lists
	texts textColumn
	slab  []string
}

// bindRange reads the lists of the rows from up to to. A filler of plain lists takes the
// batch's rows, one of nested lists the elements of the outer list.
func (f *textList) bindRange(a arrow.Array, from, to int) (err error) {
	if f.lists, err = listsOf(a, from, to); err != nil {
		return err
	}
	texts, ok := textsOf(f.elements())
	if !ok {
		return errType("a list of texts", a)
	}
	f.texts = texts
	f.slab = readTexts(f.slab, texts, f.from, f.to)
	return nil
}

// list is the list of a row, nil for a null. A null element is an error, since it would be
// a tool without a name.
func (f *textList) list(row int) ([]string, error) {
	from, to, ok := f.at(row)
	if !ok {
		return nil, nil
	}
	if f.texts.NullN() > 0 {
		for i := from; i < to; i++ {
			if f.texts.IsNull(f.from + i) {
				return nil, fmt.Errorf("element %d: expected a text, found null", i-from+1)
			}
		}
	}
	return part(f.slab, from, to), nil
}

// namesFiller fills a list of tools.
type namesFiller struct {
	textList
	slot datasets.Slot[[]string]
}

func (f *namesFiller) bind(sources []arrow.Array, rows int) error {
	return f.bindRange(sources[0], 0, rows)
}

func (f *namesFiller) fill(row int, t *datasets.Trajectory) (err error) {
	*f.slot(t), err = f.list(row)
	return err
}

// isText reports whether textsOf reads the type. Hashes of fixed length and times of day
// are texts to the mapping as well, but texts that have to be made value by value.
func isText(t arrow.DataType) bool {
	return kindOf(t) == mapping.Text && storage(t).ID() != arrow.FIXED_SIZE_BINARY && storage(t).ID() != arrow.TIME32 && storage(t).ID() != arrow.TIME64
}

// isNumber reports whether numbersOf reads the type without a dictionary.
func isNumber(t arrow.DataType) bool {
	k := kindOf(t)
	return (k == mapping.Int || k == mapping.Float || k == mapping.Bool) && !isDictionary(t)
}

func isBool(t arrow.DataType) bool { return kindOf(t) == mapping.Bool && !isDictionary(t) }

// isDictionary reports whether the values stand in a dictionary, as those of a pandas
// category do. For texts that is common, and they are read directly; numbers in a
// dictionary are rare and go cell by cell, since an index may lead to a null.
func isDictionary(t arrow.DataType) bool {
	for {
		switch x := t.(type) {
		case arrow.ExtensionType:
			t = x.StorageType()
		case *arrow.DictionaryType:
			return true
		default:
			return false
		}
	}
}

func isTextList(t arrow.DataType) bool {
	e := elementOf(t)
	return e != nil && isText(e)
}
