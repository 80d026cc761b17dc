package open

import (
	"fmt"
	"sync"

	"mcpstats/datasets"
)

// cutFiles are the files of logs of several that end inside of a list: such a log is read, and
// each of these up to its last whole record. Readers note them, some from several goroutines
// and in every pass.
type cutFiles struct {
	mu   sync.Mutex
	said map[string]string
}

func (c *cutFiles) note(path string, err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.said == nil {
		c.said = map[string]string{}
	}
	c.said[path] = err.Error()
}

// notes are those of a log's files, in their order.
func (c *cutFiles) notes(files []string) (notes []datasets.Note) {
	if c == nil {
		return nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, path := range files {
		if said, ok := c.said[path]; ok {
			notes = append(notes, datasets.Note{Code: datasets.NoteUnended, Decisive: true, Message: fmt.Sprintf(
				"%s: %s; it is read up to there: it is still being written, or was cut off", path, said)})
		}
	}
	return notes
}
