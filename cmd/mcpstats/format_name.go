package main

import (
	"fmt"
	"strings"

	"mcpstats/datasets/formats"
)

// formatName is the flag --format, refused before any file is looked for.
type formatName string

func (f *formatName) String() string { return string(*f) }

func (f *formatName) Type() string { return "string" }

func (f *formatName) Set(s string) error {
	known := append([]string{"parquet", "arrow"}, formats.Names()...)
	for _, name := range known {
		if s == name {
			*f = formatName(s)
			return nil
		}
	}
	return fmt.Errorf("no such format; expected one of %s", strings.Join(known, ", "))
}
