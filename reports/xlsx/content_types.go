package xlsx

import (
	"bytes"
	"regexp"
	"slices"
)

// contentTypes is the part of the archive that names the types of all others:
// excelize lists the types of pictures in the order of a map. It hands the part
// over in one piece.
type contentTypes struct{ *entry }

var defaultType = regexp.MustCompile(`<Default [^>]*></Default>`)

func (c contentTypes) Write(p []byte) (int, error) {
	types := defaultType.FindAll(p, -1)
	slices.SortFunc(types, bytes.Compare)
	next := 0
	sorted := defaultType.ReplaceAllFunc(p, func([]byte) []byte {
		next++
		return types[next-1]
	})
	_, err := c.entry.Write(sorted)
	return len(p), err
}
