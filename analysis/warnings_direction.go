package analysis

// warnDirection speaks of compared metrics whose direction nobody knows, and of a
// headline that is taken as better when lower by its name alone.
func (e *evaluation) warnDirection(*Results) []Warning {
	var ws []Warning
	for _, i := range e.compared {
		m := &e.measures[i]
		switch d := m.direction; {
		case d.better == Unknown:
			ws = append(ws, e.warn("direction_unknown", m.Name, i == e.primary,
				"which direction of %s is better is not known: rows say higher, never better, and nothing is ranked by it. State it with %s, or with %s.",
				m.Name, flag("--higher", m.Name), flag("--lower", m.Name)))
		case d.from == FromName && d.better == Lower && i == e.primary:
			ws = append(ws, e.warn("direction_by_name", m.Name, true,
				"lower %s is taken as better, by the word %q in its name. If higher is better, state it with %s.", m.Name, d.word, flag("--higher", m.Name)))
		}
	}
	return ws
}

// flag is a flag with its value as a shell takes it.
func flag(name, value string) string { return name + " " + ShellWord(value) }
