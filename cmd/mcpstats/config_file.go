package main

import (
	"fmt"
	"io"
	"os"

	"mcpstats/datasets"
)

// mostConfig is what a mapping, a plan, a notebook or a claims file may take. A
// person writes them.
const mostConfig = 16 << 20

// readConfig reads a text that people write. It may be a pipe; what never ends is
// refused, and so is what is not text. Errors do not name the file.
func readConfig(path string) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, cause(err)
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, mostConfig+1))
	if err == nil && len(text) > mostConfig {
		err = fmt.Errorf("larger than %s, the most that such a file may have", datasets.Size(mostConfig))
	}
	if err == nil {
		err = expectText(path, text)
	}
	return text, err
}
