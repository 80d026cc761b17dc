package claims

import (
	"slices"
	"strings"

	"mcpstats/internal/spelling"
)

// resolve finds the claims that operands name, and refuses claims that are
// derived from themselves.
func (p *parsing) resolve() error {
	for _, o := range p.pending {
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
			return p.at(o.line, "operand %s: claim %s prints %q, which is no number", o.text, c.ID, clipText(c.Printed.Text))
		}
		o.claim = c
	}
	const (
		unseen = iota
		open
		done
	)
	state := make([]int, len(p.file.Claims))
	var path []string
	var visit func(i int) error
	visit = func(i int) error {
		c := &p.file.Claims[i]
		if state[i] == done {
			return nil
		}
		path = append(path, c.ID)
		if state[i] == open {
			from := slices.Index(path, c.ID)
			return p.at(c.Line, "claim %s is derived from itself: %s; expected one of these claims to be derived from other numbers", c.ID, strings.Join(path[from:], " <- "))
		}
		state[i] = open
		for _, k := range c.Checks {
			for _, o := range k.uses {
				if o.claim == nil {
					continue
				}
				if err := visit(p.ids[o.claim.ID]); err != nil {
					return err
				}
			}
		}
		state[i] = done
		path = path[:len(path)-1]
		return nil
	}
	for i := range p.file.Claims {
		if err := visit(i); err != nil {
			return err
		}
	}
	return nil
}

func (p *parsing) names() []string {
	out := make([]string, len(p.file.Claims))
	for i := range p.file.Claims {
		out[i] = p.file.Claims[i].ID
	}
	return out
}
