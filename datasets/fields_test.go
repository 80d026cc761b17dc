package datasets

import (
	"fmt"
	"reflect"
	"testing"
)

// Every field of a Trajectory is listed, once, in the order of the struct, so that
// nothing that a log can hold is left out of reading, mapping and writing. What a
// record does not say, as where it stands, is marked in the struct.
func TestFieldsAreTheTrajectory(t *testing.T) {
	var x Trajectory
	v := reflect.ValueOf(&x).Elem()
	next := 0
	for i := range v.NumField() {
		name := v.Type().Field(i).Name
		if v.Type().Field(i).Tag.Get("json") == "-" {
			continue
		}
		if next == len(Fields) {
			t.Fatalf("Trajectory.%s is in no line of Fields", name)
		}
		f := Fields[next]
		if f.Slot.In(&x) != v.Field(i).Addr().Interface() {
			t.Fatalf("Trajectory.%s is followed in Fields by %s, which stands elsewhere", name, f.Name)
		}
		next++
	}
	if next != len(Fields) {
		t.Errorf("%s is not in Trajectory", Fields[next].Name)
	}
}

// Fields of one kind have one type, every kind and every column has a field, and
// clearing a field leaves the zero value.
func TestKindsAndColumns(t *testing.T) {
	types := map[Kind]string{}
	asked := Of(ColStepTexts, ColCallTexts, ColClaimTexts) // parts of fields, which have no field of their own
	var x Trajectory
	for _, f := range Fields {
		typ := fmt.Sprintf("%T", f.Slot)
		if other, ok := types[f.Kind]; ok && other != typ {
			t.Errorf("%s is %s, other fields of its kind are %s", f.Name, typ, other)
		}
		types[f.Kind] = typ
		asked |= Of(f.Column)
		p := reflect.ValueOf(f.Slot.In(&x)).Elem()
		if p.Kind() == reflect.String {
			p.SetString("x")
		} else if p.Kind() == reflect.Slice {
			p.Set(reflect.MakeSlice(p.Type(), 1, 1))
		}
		f.Slot.Clear(&x)
		if !p.IsZero() {
			t.Errorf("%s is %v when cleared", f.Name, p)
		}
	}
	for k := range numKinds {
		if types[k] == "" {
			t.Errorf("no field is of kind %d", k)
		}
	}
	if asked != AllColumns {
		t.Errorf("columns without a field: %b", AllColumns&^asked)
	}
}
