package relations

// statistics finds what heads and captions of a table say of spreads, intervals, effects and
// counts of hits and errors.
func (p *paper) statistics(g *grid) {
	ns := p.counted()
	for _, flip := range []bool{false, true} {
		v := view{g, flip}
		for _, c := range headed(v, ns[:min(len(ns), 12)]) {
			p.keep(c.ruled(), c.decide())
		}
		p.spreads(v, ns)
		p.discordantColumns(v)
	}
	p.shareIntervals(g, ns)
	p.passes(g)
	p.confusionTable(g)
}

// statisticsInText finds them in running text.
func (p *paper) statisticsInText() {
	p.countIntervals()
	p.discordantText()
	p.effectsInText()
	p.groupsInText()
}
