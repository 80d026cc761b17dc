package relations

// texts finds the relations that running text states, and those between places.
func (p *paper) texts() {
	p.reportedTests()
	p.inside()
	p.parts()
	p.differences()
	p.ofTrials()
	p.repeats()
	p.twins()
	p.settings()
	p.gains()
	p.reductions()
	p.rangesOfRanges()
	p.everywhere()
	p.samples()
	p.hierarchies()
	p.allOfThem()
	p.statisticsInText()
}
