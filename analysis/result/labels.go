package result

import (
	"reflect"
	"slices"
	"strings"
)

// NameKind is what bears a name that a report shows: "run", "metric", "mode".
type NameKind string

// Names is every name of one kind, in natural order.
type Names struct {
	Kind  NameKind
	Names []string
}

// nameFields are the fields of results that hold a name, by their key in JSON; in a field that
// is a list, every element is one.
var nameFields = map[string]NameKind{
	"benchmark": "benchmark", "run": "run", "runs": "run", "low_run": "run", "high_run": "run",
	"metric": "metric", "mode": "mode", "category": "category", "unused": "mode", "judge": "judge", "judges": "judge",
	"annotator": "annotator", "label": "label", "tool": "tool", "server": "server",
}

// namedTypes are the types whose fields "name" and "value" are names, and of which kind.
var namedTypes = map[reflect.Type][2]NameKind{
	reflect.TypeFor[Stratum]():    {"stratum", "value of a stratum"},
	reflect.TypeFor[MetricInfo](): {"metric", ""},
}

// Borne lists the names that the results hold, kind by kind: what the plan's Labels can rename.
func (r *Results) Borne() []Names {
	b := borne{}
	b.visit(reflect.ValueOf(r).Elem())
	var out []Names
	for kind, names := range b {
		list := make([]string, 0, len(names))
		for name := range names {
			list = append(list, name)
		}
		out = append(out, Names{kind, UniqueNatural(list)})
	}
	slices.SortFunc(out, func(a, b Names) int { return strings.Compare(string(a.Kind), string(b.Kind)) })
	return out
}

// borne are names by their kind.
type borne map[NameKind]map[string]bool

func (b borne) add(kind NameKind, name string) {
	if kind == "" || name == "" {
		return
	}
	if b[kind] == nil {
		b[kind] = map[string]bool{}
	}
	b[kind][name] = true
}

// provenanceType holds what was asked, and no answer: a plan may name what the logs lack.
var provenanceType = reflect.TypeFor[Provenance]()

func (b borne) visit(v reflect.Value) {
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			b.visit(v.Elem())
		}
	case reflect.Slice, reflect.Array:
		switch v.Type().Elem().Kind() {
		case reflect.Struct, reflect.Pointer, reflect.Slice:
			for i := range v.Len() {
				b.visit(v.Index(i))
			}
		}
	case reflect.Struct:
		if v.Type() != provenanceType {
			b.fields(v)
		}
	}
}

func (b borne) fields(v reflect.Value) {
	of := namedTypes[v.Type()]
	for i := range v.NumField() {
		key, _, _ := strings.Cut(v.Type().Field(i).Tag.Get("json"), ",")
		field, kind := v.Field(i), nameFields[key]
		switch {
		case field.Kind() != reflect.String:
		case key == "name":
			kind = of[0]
		case key == "value":
			kind = of[1]
		}
		switch {
		case field.Kind() == reflect.String:
			b.add(kind, field.String())
		case kind != "" && (field.Kind() == reflect.Slice || field.Kind() == reflect.Array) && field.Type().Elem().Kind() == reflect.String:
			for j := range field.Len() {
				b.add(kind, field.Index(j).String())
			}
		default:
			b.visit(field)
		}
	}
}
