package columnar

import (
	"slices"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/parquet/pqarrow"
)

// leavesOf lists the leaf columns below a field that are kept; nil keeps all. Of
// every struct at least one leaf stays: how many elements a list has stands nowhere
// but in the levels of its leaves (Dremel, section 4.1).
//
// keep sees the names of the struct fields that lead to a leaf. Lists and maps add
// none, whatever their writer called the levels between ("list.element",
// "bag.array_element", "array"): names there are the writer's own, and the format
// says not to rely on them.
func leavesOf(f *pqarrow.SchemaField, keep func(path []string) bool) []int {
	var leaves []int
	var walk func(f *pqarrow.SchemaField, path []string) bool
	walk = func(f *pqarrow.SchemaField, path []string) bool {
		if f.IsLeaf() {
			if keep == nil || keep(path) {
				leaves = append(leaves, f.ColIndex)
				return true
			}
			return false
		}
		any := false
		for i := range f.Children {
			below := path
			if f.Field.Type.ID() == arrow.STRUCT {
				below = append(path[:len(path):len(path)], f.Children[i].Field.Name)
			}
			any = walk(&f.Children[i], below) || any
		}
		if !any && f.Field.Type.ID() == arrow.STRUCT {
			leaves = append(leaves, firstLeaf(f))
			any = true
		}
		return any
	}
	if !walk(f, nil) && len(leaves) == 0 {
		leaves = append(leaves, firstLeaf(f))
	}
	slices.Sort(leaves)
	return slices.Compact(leaves)
}

// firstLeaf is the leaf that is kept only so that the elements above it can be counted: the
// first, for all of a struct's leaves have the same levels and none of them is known to be the
// cheapest before the footer's sizes are read.
func firstLeaf(f *pqarrow.SchemaField) int {
	for !f.IsLeaf() {
		f = &f.Children[0]
	}
	return f.ColIndex
}
