package trace

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"mcpstats/datasets"
)

func compare(before, after, goal string) (StateChange, bool, error) {
	return CompareStates(&datasets.Trajectory{StateBefore: before, StateAfter: after, StateGoal: goal})
}

func TestCompareStatesByHand(t *testing.T) {
	for _, c := range []struct {
		name                string
		before, after, goal string
		want                StateChange
	}{
		{"missing is not null", `{}`, `{"a":null}`, `{}`, StateChange{Misbehaving: 1, Wrong: []string{"/a"}}},
		{"null is reached", `{}`, `{"a":null}`, `{"a":null}`, StateChange{Required: 1, Achieved: 1}},
		{"to what is neither", `{"a":1}`, `{"a":3}`, `{"a":2}`, StateChange{Required: 1, Misbehaving: 1, Wrong: []string{"/a"}}},
		{"not touched", `{"a":1}`, `{"a":1}`, `{"a":2}`, StateChange{Required: 1}},
		{"1 is 1.0 and not \"1\"", `{"a":1,"b":1}`, `{"a":1.0,"b":"1"}`, `{"a":1,"b":1}`, StateChange{Misbehaving: 1, Wrong: []string{"/b"}}},
		{"within the tolerance", `{"a":0.30000000000000004}`, `{"a":0.3}`, `{"a":0.30000000000000004}`, StateChange{}},
		{"large identifiers", `{"a":9007199254740993}`, `{"a":9007199254740992}`, `{"a":9007199254740993}`, StateChange{Misbehaving: 1, Wrong: []string{"/a"}}},
		{"list by index", `{"l":[1,2]}`, `{"l":[2,1]}`, `{"l":[1,2]}`, StateChange{Misbehaving: 2, Wrong: []string{"/l/0", "/l/1"}}},
		{"list grows", `{"l":[]}`, `{"l":["x"]}`, `{"l":["x","y"]}`, StateChange{Required: 2, Achieved: 1}},
		{"list as a set", `{"l":[1,2]}`, `{"l":[3,2,1]}`, `{"l":[1,2],"$key_paths":[{"path":"/l","as":"set"}]}`, StateChange{Misbehaving: 1, Wrong: []string{"/l/{3}"}}},
		{"set of objects", `{"l":[{"a":1,"b":2}]}`, `{"l":[{"b":2,"a":1}]}`, `{"l":[{"a":1,"b":2},{"a":2}],"$key_paths":[{"path":"/l","as":"set"}]}`, StateChange{Required: 1}},
		{"chosen paths", `{"a":1,"b":1}`, `{"a":1,"b":2}`, `{"a":2,"b":1,"$key_paths":["/a"]}`, StateChange{Required: 1}},
		{"a path counts once", `{"a":{"x":1}}`, `{"a":{"x":2}}`, `{"a":{"x":2},"$key_paths":["/a","/a/x"]}`, StateChange{Required: 1, Achieved: 1}},
		{"escaped pointer", `{"a/b":{"c~d":1}}`, `{"a/b":{"c~d":2}}`, `{"a/b":{"c~d":1},"$key_paths":["/a~1b/c~0d"]}`, StateChange{Misbehaving: 1, Wrong: []string{"/a~1b/c~0d"}}},
		{"object emptied", `{"a":{"x":1}}`, `{"a":{}}`, `{"a":{"x":1}}`, StateChange{Misbehaving: 1, Wrong: []string{"/a/x"}}},
		{"empty against missing", `{"a":{}}`, `{}`, `{"a":{}}`, StateChange{Misbehaving: 1, Wrong: []string{"/a"}}},
		// /a is another kind of value and /a/x is gone: two elements.
		{"object replaced", `{"a":{"x":1}}`, `{"a":5}`, `{"a":{"x":1}}`, StateChange{Misbehaving: 2, Wrong: []string{"/a", "/a/x"}}},
		{"whole document", `1`, `2`, `2`, StateChange{Required: 1, Achieved: 1}},
	} {
		got, known, err := compare(c.before, c.after, c.goal)
		if err != nil || !known {
			t.Fatalf("%s: %v %v", c.name, known, err)
		}
		if d := cmp.Diff(c.want, got); d != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, d)
		}
	}
}

func TestCompareStatesRefuses(t *testing.T) {
	for _, c := range []struct{ before, after, goal, want string }{
		{`{`, `{}`, `{}`, "state_before is no JSON"},
		{`{}`, `{}`, `{} x`, "state_goal is no JSON"},
		{`{}`, `{}`, `{"$key_paths":{"a":1}}`, "expected a list"},
		{`{}`, `{}`, `{"$key_paths":["/a","b"]}`, "element 2 is no JSON pointer"},
		{`{}`, `{}`, `{"$key_paths":[{"as":"set"}]}`, "element 1 is no JSON pointer"},
	} {
		if _, _, err := compare(c.before, c.after, c.goal); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.goal, err, c.want)
		}
	}
	if _, known, err := compare(`{}`, ``, `{}`); known || err != nil {
		t.Errorf("a missing state: %v %v", known, err)
	}
}

// On states of nested objects the counts are those of a flat list of key paths,
// compared one by one.
func TestCompareStatesIsFlatComparison(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		// The same keys at the same places in all three: leaves may be missing.
		draw := func(name string) (map[string]any, map[string]string) {
			doc, flat := map[string]any{}, map[string]string{}
			for _, outer := range []string{"a", "b", "c"} {
				inner := map[string]any{}
				for _, key := range []string{"x", "y", "z"} {
					if v := rapid.IntRange(0, 3).Draw(rt, name+outer+key); v > 0 {
						inner[key] = v
						flat[outer+"/"+key] = string(rune('0' + v))
					}
				}
				inner["always"] = true
				doc[outer] = inner
			}
			return doc, flat
		}
		texts, flats := make([]string, 3), make([]map[string]string, 3)
		for i, name := range []string{"before", "after", "goal"} {
			doc, flat := draw(name)
			b, err := json.Marshal(doc)
			if err != nil {
				rt.Fatal(err)
			}
			texts[i], flats[i] = string(b), flat
		}
		var want StateChange
		for _, outer := range []string{"a", "b", "c"} {
			for _, key := range []string{"x", "y", "z"} {
				b, a, g := flats[0][outer+"/"+key], flats[1][outer+"/"+key], flats[2][outer+"/"+key]
				switch {
				case b == g && a != b:
					want.Misbehaving++
				case b != g:
					want.Required++
					if a == g {
						want.Achieved++
					} else if a != b {
						want.Misbehaving++
					}
				}
			}
		}
		got, _, err := compare(texts[0], texts[1], texts[2])
		if err != nil || got.Required != want.Required || got.Achieved != want.Achieved || got.Misbehaving != want.Misbehaving {
			rt.Fatalf("%v: %+v, want %+v (%v)", texts, got, want, err)
		}
	})
}
