package claims

import (
	"slices"
	"strings"

	"mcpstats/internal/spelling"
)

// resolve finds the claims that operands name, and refuses claims that are derived from
// themselves. Of claims that are derived from each other in a circle, none is given and
// all would be confirmed by the others.
func (p *parsing) resolve() error {
	for _, o := range p.pending {
		if err := p.resolveOperand(o); err != nil {
			return err
		}
	}
	w := &derivations{parsing: p, state: make([]visit, len(p.file.Claims))}
	for i := range p.file.Claims {
		if err := w.follow(i); err != nil {
			return err
		}
	}
	return nil
}

func (p *parsing) resolveOperand(o *operand) error {
	i, ok := p.ids[o.text]
	if !ok {
		hint := ""
		if near := spelling.Nearest(o.text, p.names()); near != "" {
			hint = "; the nearest id is " + near
		}
		return p.at(o.line, "operand %q is neither the id of a claim nor a number%s", clipText(o.text), hint)
	}
	c := &p.file.Claims[i]
	if c.Printed.value == nil {
		return p.at(o.line, "operand %s: claim %s prints %q, which is not a number", o.text, c.ID, clipText(c.Printed.Text))
	}
	o.claim = c
	return nil
}

// visit is how far the derivation of a claim has been followed.
type visit int

const (
	unseen visit = iota
	open         // its operands are being followed: to meet it again is a cycle
	done
)

// derivations follows claims to those that they are derived from, depth first.
type derivations struct {
	*parsing
	state []visit
	path  []string // the claims that are open
}

func (d *derivations) follow(i int) error {
	if d.state[i] == done {
		return nil
	}
	c := &d.file.Claims[i]
	d.path = append(d.path, c.ID)
	if d.state[i] == open {
		from := slices.Index(d.path, c.ID)
		return d.at(c.Line, "claim %s is derived from itself: %s; expected one of these claims to be derived from other numbers", c.ID, strings.Join(d.path[from:], " <- "))
	}
	d.state[i] = open
	for _, from := range c.derivedFrom() {
		if err := d.follow(d.ids[from.ID]); err != nil {
			return err
		}
	}
	d.state[i] = done
	d.path = d.path[:len(d.path)-1]
	return nil
}

// derivedFrom are the claims that a claim's checks compute it from, once each time
// that they are named.
func (c *Claim) derivedFrom() []*Claim {
	var out []*Claim
	for _, q := range c.Questions {
		for _, o := range q.uses {
			if o.claim != nil {
				out = append(out, o.claim)
			}
		}
	}
	return out
}

func (p *parsing) names() []string {
	out := make([]string, len(p.file.Claims))
	for i := range p.file.Claims {
		out[i] = p.file.Claims[i].ID
	}
	return out
}
