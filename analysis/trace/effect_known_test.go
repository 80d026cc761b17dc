package trace

import (
	"testing"

	"mcpstats/datasets"
)

// The mapping beats annotations, these beat the name; a whole name beats one without its server,
// and that a pattern; annotations that contradict themselves leave the name to decide.
func TestEffectIn(t *testing.T) {
	annotated := func(effect string) string { return datasets.ToolEffect(effect, datasets.ByAnnotations) }
	mapped := func(effect string) string { return datasets.ToolEffect(effect, datasets.ByMapping) }
	for name, c := range map[string]struct {
		effects      map[string]string
		server, tool string
		want         Knowledge
		said         string
	}{
		"the name alone":             {nil, "s", "cancel_order", Knowledge{Effect: Writes, Changes: true}, ""},
		"another tool's annotations": {map[string]string{"s::get": annotated("reads")}, "s", "cancel_order", Knowledge{Effect: Writes, Changes: true}, ""},
		"read-only, by annotations":  {map[string]string{"s::cancel_order": annotated("reads")}, "s", "cancel_order", Knowledge{Effect: Reads, Source: "annotations", Against: "its name says otherwise"}, "reads by its annotations, its name says otherwise"},
		"destructive, nameless":      {map[string]string{"run": annotated("destroys")}, "s", "run", Knowledge{Effect: Writes, Changes: true, Source: "annotations"}, "writes by its annotations"},
		"only adds":                  {map[string]string{"edit": annotated("adds")}, "", "edit", Knowledge{Effect: Writes, Source: "annotations"}, "writes by its annotations"},
		"contradictory":              {map[string]string{"get_x": annotated("contradicts")}, "", "get_x", Knowledge{Effect: Reads, Against: "its annotations contradict each other"}, "reads by its name, its annotations contradict each other"},
		"the mapping's pattern":      {map[string]string{"s::run": annotated("reads"), "r*": mapped("writes")}, "s", "run", Knowledge{Effect: Writes, Source: "mapping"}, "writes by the mapping"},
		"a name before a pattern":    {map[string]string{"run": mapped("reads"), "r*": mapped("writes")}, "s", "run", Knowledge{Effect: Reads, Source: "mapping"}, "reads by the mapping"},
		"the server's before all":    {map[string]string{"run": mapped("reads"), "s::run": mapped("writes")}, "s", "run", Knowledge{Effect: Writes, Source: "mapping"}, "writes by the mapping"},
		"the longer pattern":         {map[string]string{"s::*": mapped("writes"), "s::r*n": mapped("reads")}, "s", "run", Knowledge{Effect: Reads, Source: "mapping"}, "reads by the mapping"},
		"two patterns of a length":   {map[string]string{"*un": mapped("reads"), "ru*": mapped("writes")}, "", "run", Knowledge{Effect: Writes, Source: "mapping"}, "writes by the mapping"},
	} {
		got := EffectIn(&datasets.Trajectory{ToolEffects: c.effects}, c.server, c.tool)
		if got != c.want || got.Said() != c.said {
			t.Errorf("%s: %+v %q, want %+v %q", name, got, got.Said(), c.want, c.said)
		}
	}
}

// A star stands for any text, none included.
func TestFits(t *testing.T) {
	for _, c := range []struct {
		pattern, name string
		want          bool
	}{
		{"*", "", true}, {"*", "a", true}, {"a*", "a", true}, {"a*", "ba", false}, {"*a", "ba", true}, {"a*a", "a", false}, {"a*a", "aa", true},
		{"a*b*c", "axbyc", true}, {"a*b*c", "acb", false}, {"send_*", "send_message", true}, {"send_*", "resend_message", false},
	} {
		if got := fits(c.pattern, c.name); got != c.want {
			t.Errorf("%q fits %q: %v", c.pattern, c.name, got)
		}
	}
}
