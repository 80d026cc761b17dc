package formats

import (
	"bytes"
	"fmt"
	"math"

	"github.com/goccy/go-json"

	"mcpstats/datasets"
	"mcpstats/datasets/mapping"
)

// text is a JSON string, number or boolean read as text: task ids are integers
// in one benchmark and strings in the next. null and absence are empty.
type text string

// UnmarshalJSON refuses objects and lists: a name is a scalar.
func (t *text) UnmarshalJSON(b []byte) error {
	switch b[0] {
	case '"':
		var s string
		if err := json.Unmarshal(b, &s); err != nil {
			return err
		}
		*t = text(s)
	case 'n':
		*t = ""
	case '{', '[':
		return fmt.Errorf("expected a string or a number, found %s", excerpt(b))
	default:
		*t = text(b)
	}
	return nil
}

// number is a member that mapping.Number reads: unknown where it is absent or null.
type number struct{ datasets.Maybe[float64] }

// UnmarshalJSON is mapping.Number.
func (n *number) UnmarshalJSON(b []byte) (err error) {
	n.Value, n.Known, err = mapping.Number(b)
	return err
}

// excerpt shortens a piece of a log for an error message.
func excerpt(b []byte) string {
	const most = 60
	if len(b) <= most {
		return string(b)
	}
	return string(bytes.ToValidUTF8(b[:most], nil)) + "..."
}

// index is a number as an index from 0: absent is 0.
func (n number) index() (int, error) {
	i := int(n.Value)
	if float64(i) != n.Value || i < 0 || i > math.MaxInt32 {
		return 0, fmt.Errorf("expected a whole number from 0, found %v", n.Value)
	}
	return i, nil
}
