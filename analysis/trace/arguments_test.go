package trace

import "testing"

func TestEqualJSON(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want bool
	}{
		{`{"a":1,"b":2}`, `{"b":2.0,"a":1e0}`, true},
		{`{"a":1}`, `{"a":"1"}`, false},
		{`{"a":1}`, `{"a":1,"b":null}`, false},
		{`[1,2]`, `[2,1]`, false},
		{`{"id":9007199254740993}`, `{"id":9007199254740992}`, false},
		{`{"id":9007199254740993}`, `{"id":9007199254740993}`, true},
		{`{} {}`, `{}`, false},
		{``, ``, false},
		{`oops`, `oops`, false},
	} {
		if got := EqualJSON(c.a, c.b); got != c.want {
			t.Errorf("EqualJSON(%s, %s) = %v", c.a, c.b, got)
		}
	}
}
