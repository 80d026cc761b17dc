package result

import (
	"fmt"
	"slices"
	"strings"
)

// Method declares a test, an interval, an effect size or another method by the name
// that results give it: whoever prints, lists, explains or cites it reads it here.
// What it computes is a function of package stats, which the engine binds to the
// declaration (analysis/evaluate/study/tests.go and effects.go for those of two runs).
type Method struct {
	Kind    MethodKind
	Name    string   // as results spell it
	Title   string   // within a sentence
	Meaning string   // in plain words; a report's glossary prints it
	Null    string   // of a test: what it can reject
	Assumes string   // of a test: what its p-value rests on
	Cites   []string // keys of Works
	Scales  []Scale  // of a test or effect size of two runs: the data it is admissible for
	Obvious bool     // the title says it: no glossary entry
}

// MethodKind tells what a method makes.
type MethodKind uint8

// Kinds of methods. An interval may share its name with the test that it belongs to;
// within a kind a name is declared once.
const (
	PairedTest        MethodKind = iota // a p-value of two runs on the same tasks
	OtherTest                           // a p-value of more runs, of trends, of sums, or of a whole family
	IntervalMethod                      // an interval
	CorrectionMethod                    // p-values adjusted for the number of comparisons
	EffectMethod                        // an effect size of two runs on the same tasks
	CoefficientMethod                   // agreement of raters, or of two rankings
	PowerMethod                         // the power of the test that its name ends with
	ProcedureMethod                     // a step before or between the others
	EstimateMethod                      // what a model of the scores estimates
)

// String is the kind's name in a listing.
func (k MethodKind) String() string {
	return [...]string{"paired test", "test", "interval", "correction", "effect size", "coefficient", "power", "procedure", "estimate"}[k]
}

// Methods lists every method that results can name, in the order in which a report
// enumerates and explains them.
var Methods = slices.Concat(testMethods, gateMethods, intervalMethods, correctionMethods, effectMethods, coefficientMethods, estimateMethods, procedureMethods)

// MethodNamed finds a declared method by its name, and by one of the kinds where any
// are given; without, a test comes before the interval that shares its name.
func MethodNamed(name string, kinds ...MethodKind) (Method, bool) {
	for _, m := range Methods {
		if m.Name == name && (len(kinds) == 0 || slices.Contains(kinds, m.Kind)) {
			return m, true
		}
	}
	return Method{}, false
}

// MethodsOf lists the declared methods of one kind.
func MethodsOf(kind MethodKind) []Method {
	return slices.DeleteFunc(slices.Clone(Methods), func(m Method) bool { return m.Kind != kind })
}

// Sources are the works that the method cites, in the order of Works.
func (m Method) Sources() []Work { return SourcesOf([]Method{m}) }

// SourcesOf are the works that any of the methods cites, in the order of Works.
func SourcesOf(methods []Method) []Work {
	return slices.DeleteFunc(slices.Clone(Works), func(w Work) bool {
		return !slices.ContainsFunc(methods, func(m Method) bool { return slices.Contains(m.Cites, w.Key) })
	})
}

// Source names the works that the method cites by author and year.
func (m Method) Source() string {
	var short []string
	for _, w := range m.Sources() {
		short = append(short, w.Short)
	}
	return strings.Join(short, "; ")
}

// Validate refuses a declaration that leaves a reader without a name, a meaning or a
// source; of a test, without its null hypothesis and what it assumes; of a test or
// effect size of two runs, without the data that it is for.
func (m Method) Validate() error {
	tests := m.Kind == PairedTest || m.Kind == OtherTest
	for _, field := range []struct {
		name, text string
		required   bool
	}{
		{"Name", m.Name, true}, {"Title", m.Title, true}, {"Meaning", m.Meaning, true},
		{"Null", m.Null, tests}, {"Assumes", m.Assumes, tests},
	} {
		if field.required && strings.TrimSpace(field.text) == "" {
			return fmt.Errorf("the %s %q has no %s", m.Kind, m.Name, field.name)
		}
		if strings.ContainsAny(field.text, "\n\r") {
			return fmt.Errorf("the %s %q has a %s of several lines", m.Kind, m.Name, field.name)
		}
	}
	if len(m.Cites) == 0 {
		return fmt.Errorf("the %s %q cites nothing", m.Kind, m.Name)
	}
	for _, key := range m.Cites {
		if !slices.ContainsFunc(Works, func(w Work) bool { return w.Key == key }) {
			return fmt.Errorf("the %s %q cites %q, which is not among the works (works.go)", m.Kind, m.Name, key)
		}
	}
	if (m.Kind == PairedTest || m.Kind == EffectMethod) && len(m.Scales) == 0 {
		return fmt.Errorf("the %s %q has no Scales", m.Kind, m.Name)
	}
	return nil
}
