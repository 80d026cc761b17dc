package compose

// method returns the title of a test, an interval, an effect size or a
// correction, and notes it for the glossary. A name without a title is shown with
// spaces.
func (c *composer) method(name string) string {
	for _, list := range [][]term{methods, effects} {
		if t, ok := lookup(list, name); ok {
			c.use(name)
			return t.title
		}
	}
	return methodTitle(name)
}

// interval is method for the name of an interval, which a test may share.
func (c *composer) interval(name string) string {
	if _, ok := lookup(methods, name+" interval"); ok {
		name += " interval"
	}
	return c.method(name)
}
