package formats

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"mcpstats/datasets/mapping"
)

// A key's kind is that of all its values that are not null, Float where some are Int,
// and none where they are mixed: however the records are divided into parts.
func TestSurveyInParts(t *testing.T) {
	values := map[string]mapping.Kind{
		"null": mapping.Null, "1": mapping.Int, "-20": mapping.Int, "1.5": mapping.Float, "1e3": mapping.Float,
		`"a"`: mapping.Text, "true": mapping.Bool, "[1]": mapping.Nested, `{"b":1}`: mapping.Nested,
	}
	literals := rapid.SampledFrom([]string{"null", "1", "-20", "1.5", "1e3", `"a"`, "true", "[1]", `{"b":1}`})
	rapid.Check(t, func(t *rapid.T) {
		var records []element
		var order []string
		kinds := map[string]map[mapping.Kind]bool{}
		for row := range rapid.IntRange(0, 8).Draw(t, "records") {
			var members []string
			for _, key := range rapid.SliceOfNDistinct(rapid.SampledFrom([]string{"k", "l", "m"}), 0, 3, rapid.ID).Draw(t, "keys") {
				literal := literals.Draw(t, "value")
				members = append(members, fmt.Sprintf("%q: %s", key, literal))
				if kinds[key] == nil {
					kinds[key] = map[mapping.Kind]bool{}
					order = append(order, key)
				}
				kinds[key][values[literal]] = true
			}
			records = append(records, element{row + 1, []byte("{" + strings.Join(members, ", ") + "}")})
		}
		var want []mapping.Source
		for _, key := range order {
			delete(kinds[key], mapping.Null)
			c := mapping.Source{Name: key, Mixed: len(kinds[key]) > 1}
			if kinds[key][mapping.Float] {
				delete(kinds[key], mapping.Int)
			}
			if len(kinds[key]) == 1 {
				for kind := range kinds[key] {
					c.Kind = kind
				}
			}
			want = append(want, c)
		}
		whole := newSurvey()
		for rest := records; len(rest) > 0; {
			n := rapid.IntRange(1, len(rest)).Draw(t, "part")
			whole.merge(surveyOf(rest[:n]))
			rest = rest[n:]
		}
		if diff := cmp.Diff(want, whole.columns); diff != "" {
			t.Fatalf("columns (-want +got):\n%s", diff)
		}
		for i, c := range whole.columns {
			if whole.at[c.Name] != i {
				t.Fatalf("%q is said to be at %d", c.Name, whole.at[c.Name])
			}
		}
	})
}
