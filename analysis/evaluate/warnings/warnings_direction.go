package warnings

import (
	"mcpstats/analysis/evaluate/study"
	"mcpstats/analysis/result"
)

// warnDirection speaks of compared metrics whose direction nobody knows, and of a
// headline that is taken as better when lower by its name alone.
func warnDirection(st *study.Study, _ *result.Results) []result.Warning {
	var ws []result.Warning
	for _, i := range st.Compared {
		m := &st.Measures[i]
		switch d := m.Direction; {
		case d.Better == result.Unknown:
			ws = append(ws, st.Warn("direction_unknown", m.Name, i == st.Primary,
				"which direction of %s is better is not known: rows say \"higher\", never \"better\", and nothing is ranked by it. State it with %s, or with %s.",
				m.Name, flag("--higher", m.Name), flag("--lower", m.Name)))
		case d.From == result.FromName && d.Better == result.Lower && i == st.Primary:
			ws = append(ws, st.Warn("direction_by_name", m.Name, true,
				"lower %s is taken as better because of the word %q in its name. If higher is better, state it with %s.", m.Name, d.Word, flag("--higher", m.Name)))
		}
	}
	return ws
}

// flag is a flag with its value as a shell takes it.
func flag(name, value string) string { return name + " " + result.ShellWord(value) }
