package compose

import (
	"mcpstats/analysis/result"
	"mcpstats/reports"
)

// named is the declared method of a name. Results that a later version made can name
// one that is not declared: its name stands for its title then, as it is spelled.
func named(name string, kinds ...result.MethodKind) result.Method {
	if m, ok := result.MethodNamed(name, kinds...); ok {
		return m
	}
	return result.Method{Name: name, Title: reports.ShortName(name)}
}

func intervalNamed(name string) result.Method { return named(name, result.IntervalMethod) }

// glossaryName is the name by which a method is noted for the glossary: a test and its
// interval share theirs in results.
func glossaryName(m result.Method) string { return m.Kind.String() + " " + m.Name }

// method returns the title of a test, an effect size or a correction, or of an interval
// whose name no test shares, and notes it for the glossary.
func (c *composer) method(name string) string { return c.explain(named(name)) }

// interval is method for the name of an interval, which a test may share.
func (c *composer) interval(name string) string { return c.explain(intervalNamed(name)) }

func (c *composer) explain(m result.Method) string {
	c.use(glossaryName(m))
	return m.Title
}

// methodTitle is method outside a document.
func methodTitle(name string) string { return named(name).Title }
