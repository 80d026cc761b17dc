package claims

import (
	"slices"
	"strings"
	"testing"
)

// exampleOf makes a claims file of a form's example.
func exampleOf(form Form) []byte {
	return []byte("claims:\n  - {id: own, " + form.Example + "}\n")
}

// TestDeclarations: every check is declared in full; each of its examples parses
// and is judged; and what its parser asks for is what it declares, no more and no
// less.
func TestDeclarations(t *testing.T) {
	seen := map[string]bool{}
	for _, c := range checks {
		if err := c.Validate(); err != nil {
			t.Error(err)
			continue
		}
		if seen[c.Name] {
			t.Errorf("%s is declared twice", c.Name)
		}
		seen[c.Name] = true
		var asked, declared []string
		for _, form := range c.Forms {
			asked = append(asked, judgeExample(t, c, form)...)
			for _, f := range form.Fields {
				declared = append(declared, f.Name)
				if f.Alias != "" {
					declared = append(declared, f.Alias)
				}
			}
		}
		slices.Sort(asked)
		slices.Sort(declared)
		if asked, declared = slices.Compact(asked), slices.Compact(declared); !slices.Equal(asked, declared) {
			t.Errorf("%s: asks for %q, declares %q", c.Name, asked, declared)
		}
	}
}

// judgeExample parses and judges the example of a form, and returns the fields
// that the parser asked for.
func judgeExample(t *testing.T, c Check, form Form) (asked []string) {
	t.Helper()
	ask := c.ask
	i := slices.IndexFunc(checks, func(have Check) bool { return have.Name == c.Name })
	checks[i].ask = func(a *args) judgment {
		judge := ask(a)
		asked = append(asked, a.asked...)
		return judge
	}
	defer func() { checks[i].ask = ask }()
	f, err := Parse("example.yaml", exampleOf(form))
	if err != nil {
		t.Errorf("%s: %v", c.Name, err)
		return nil
	}
	got := Verify(f, Logs{})[0]
	want := Consistent
	switch c.Name {
	case "recompute":
		want = Unverifiable // without logs
	case "equals":
		want = Depends // "90%" for 93.61 only if rounded to tens
	}
	if got.Verdict != want || got.Arithmetic == "" || len(got.Checks) != 1 || got.Checks[0].Check != c.Name {
		t.Errorf("%s: %s is %s: %s (%s); want %s", c.Name, form.Example, got.Verdict, got.Arithmetic, got.Fits, want)
	}
	return asked
}

// TestValidateRefusesGaps: a declaration with any part left out is refused.
func TestValidateRefusesGaps(t *testing.T) {
	form := func() Form {
		return Form{Fields: []Field{{Name: "n", Doc: "the number of trials"}}, Example: "printed: '1', check: {x: {n: 2}}"}
	}
	whole := func() Check {
		return declare(Check{Name: "x", Doc: "is it so?", Cite: "arithmetic", Forms: []Form{form()}}, parseProportion, proportion.judge)
	}
	if err := whole().Validate(); err != nil {
		t.Fatal(err)
	}
	for name, spoil := range map[string]func(*Check){
		"no name":         func(c *Check) { c.Name = "" },
		"no doc":          func(c *Check) { c.Doc = "" },
		"a long doc":      func(c *Check) { c.Doc = strings.Repeat("x", maxDoc+1) },
		"no cite":         func(c *Check) { c.Cite = "" },
		"no form":         func(c *Check) { c.Forms = nil },
		"no field":        func(c *Check) { c.Forms[0].Fields = nil },
		"no field's name": func(c *Check) { c.Forms[0].Fields[0].Name = "" },
		"no field's doc":  func(c *Check) { c.Forms[0].Fields[0].Doc = "" },
		"no example":      func(c *Check) { c.Forms[0].Example = "" },
		"fields and a value": func(c *Check) {
			c.Forms[0].Value = "a number"
		},
		"no parser": func(c *Check) {
			*c = declare[proportion](Check{Name: c.Name, Doc: c.Doc, Cite: c.Cite, Forms: c.Forms}, nil, proportion.judge)
		},
		"no judge": func(c *Check) {
			*c = declare(Check{Name: c.Name, Doc: c.Doc, Cite: c.Cite, Forms: c.Forms}, parseProportion, nil)
		},
	} {
		c := whole()
		spoil(&c)
		if c.Validate() == nil {
			t.Errorf("%s: accepted", name)
		}
	}
}

// TestConfusionDeclaresItsRates: the fields are the rates that are computed.
func TestConfusionDeclaresItsRates(t *testing.T) {
	var fields []string
	for _, f := range checkConfusion.Forms[0].Fields[1:] {
		fields = append(fields, f.Name)
	}
	var computed []string
	for _, r := range rates {
		computed = append(computed, r.name)
	}
	slices.Sort(fields)
	slices.Sort(computed)
	if !slices.Equal(fields, computed) {
		t.Errorf("declares %q, computes %q", fields, computed)
	}
}
