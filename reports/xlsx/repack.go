package xlsx

import (
	"archive/zip"
	"bytes"
	"cmp"
	"io"
	"slices"
)

// repack writes a workbook's zip archive again with its entries sorted and
// without times: excelize orders them by a map.
func repack(w io.Writer, archive []byte) error {
	r, err := zip.NewReader(bytes.NewReader(archive), int64(len(archive)))
	if err != nil {
		return err
	}
	entries := slices.SortedFunc(slices.Values(r.File), func(a, b *zip.File) int { return cmp.Compare(a.Name, b.Name) })
	out := zip.NewWriter(w)
	for _, e := range entries {
		to, err := out.CreateHeader(&zip.FileHeader{Name: e.Name, Method: zip.Deflate})
		if err != nil {
			return err
		}
		from, err := e.Open()
		if err != nil {
			return err
		}
		_, err = io.Copy(to, from)
		if closing := from.Close(); err == nil {
			err = closing
		}
		if err != nil {
			return err
		}
	}
	return out.Close()
}
