package relations

// texts finds the relations that running text states, and those between places.
func (p *paper) texts() {
	p.reportedTests()
	p.inside()
	p.parts()
	p.repeats()
	p.twins()
}
