package formats

import (
	"encoding/json"
	"testing"

	"mcpstats/datasets/mapping"

	"pgregory.net/rapid"
)

// unquoted reads what the standard library reads, or leaves it to that.
func TestUnquoted(t *testing.T) {
	letters := rapid.SampledFrom([]rune{'a', 'Z', '0', ' ', '~', '!', '"', '\\', '\n', 0x1f, 0x7f, 0x80, 'é', '☃', '/', 'u'})
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.SliceOfN(letters, 0, 12).Draw(t, "text")
		b := []byte(string(text))
		if rapid.Bool().Draw(t, "in quotes") {
			b = []byte(`"` + string(text) + `"`)
		}
		got, ok := mapping.Unquoted(b)
		var want string
		err := json.Unmarshal(b, &want)
		if ok && (err != nil || got != want) {
			t.Fatalf("Unquoted(%s) = %q; encoding/json reads %q, %v", b, got, want, err)
		}
	})
	for _, plain := range []string{`""`, `"task_id"`, `"a b/c~!"`} {
		if _, ok := mapping.Unquoted([]byte(plain)); !ok {
			t.Errorf("Unquoted(%s) is left to the decoder", plain)
		}
	}
}
