package result

import (
	"slices"
	"strings"
	"testing"
)

// Every method is declared in full, and once within its kind; every power is that of a
// declared test.
func TestMethodsAreDeclaredInFull(t *testing.T) {
	if len(Methods) < 60 {
		t.Fatalf("%d methods", len(Methods))
	}
	seen := map[string]bool{}
	for _, m := range Methods {
		if err := m.Validate(); err != nil {
			t.Error(err)
		}
		key := m.Kind.String() + " " + m.Name
		if seen[key] {
			t.Errorf("%s is declared twice", key)
		}
		seen[key] = true
		if !strings.HasSuffix(m.Meaning, ".") || strings.HasSuffix(m.Title, ".") {
			t.Errorf("%s: a meaning is a sentence, and a title stands within one", key)
		}
		if found, ok := MethodNamed(m.Name, m.Kind); !ok || found.Title != m.Title {
			t.Errorf("%s is not found by its name", key)
		}
		if test, ok := strings.CutPrefix(m.Name, "power "); ok != (m.Kind == PowerMethod) {
			t.Errorf("%s: the power of which test?", key)
		} else if _, declared := MethodNamed(test, PairedTest); ok && !declared {
			t.Errorf("%s is that of no declared test", key)
		}
	}
}

// A declaration that lacks anything is refused, and says what it lacks.
func TestValidateRefuses(t *testing.T) {
	for name, spoil := range map[string]func(*Method){
		"no Name":                  func(m *Method) { m.Name = "" },
		"no Title":                 func(m *Method) { m.Title = " " },
		"no Meaning":               func(m *Method) { m.Meaning = "" },
		"no Null":                  func(m *Method) { m.Null = "" },
		"no Assumes":               func(m *Method) { m.Assumes = "" },
		"Meaning of several lines": func(m *Method) { m.Meaning = "One.\nTwo." },
		"cites nothing":            func(m *Method) { m.Cites = nil },
		"not among the works":      func(m *Method) { m.Cites = []string{"nobody1900"} },
		"no Scales":                func(m *Method) { m.Scales = nil },
	} {
		m := McNemarExact
		spoil(&m)
		if err := m.Validate(); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// A test comes before the interval that shares its name; by kind, either is found.
func TestMethodNamed(t *testing.T) {
	for _, kinds := range [][]MethodKind{nil, {PairedTest}, {IntervalMethod, PairedTest}} {
		if m, ok := MethodNamed("cluster_robust_t", kinds...); !ok || m.Kind != PairedTest {
			t.Errorf("of %v: %v", kinds, m)
		}
	}
	if m, ok := MethodNamed("cluster_robust_t", IntervalMethod); !ok || m.Title != "cluster-robust t interval" {
		t.Error(m)
	}
	if m, ok := MethodNamed("yules_q"); ok {
		t.Error(m)
	}
}

// Every work is some method's source and is led to by its short form, and the list is
// in alphabetical order.
func TestWorks(t *testing.T) {
	for i, w := range Works {
		if !slices.ContainsFunc(Methods, func(m Method) bool { return slices.Contains(m.Cites, w.Key) }) {
			t.Errorf("%s is nobody's source", w.Key)
		}
		year := w.Short[len(w.Short)-4:]
		if !strings.Contains(w.Full, "("+year+")") || !strings.HasPrefix(w.Full, strings.FieldsFunc(w.Short, func(r rune) bool { return r == ',' || r == ' ' })[0]) {
			t.Errorf("%q does not lead to %q", w.Short, w.Full)
		}
		if i > 0 && strings.ToLower(Works[i-1].Short) > strings.ToLower(w.Short) && Works[i-1].Short[:4] != w.Short[:4] {
			t.Errorf("%s stands after %s", w.Short, Works[i-1].Short)
		}
		if slices.ContainsFunc(Works[:i], func(other Work) bool { return other.Key == w.Key || other.Short == w.Short }) {
			t.Errorf("%s, %s: twice", w.Key, w.Short)
		}
	}
}
