package mapping

import (
	"encoding/binary"
	"slices"
	"sync"
)

// Plans remembers what Resolve decided, for the many files of one folder: a hundred thousand
// attempts of one harness, one a file, have the same columns, and what these mean is decided
// once. The zero value is ready; a nil one remembers nothing. It may be used by several
// goroutines at once. Who gets a plan from it must not change it.
type Plans struct {
	mu   sync.Mutex
	made map[plansKey]*Plan
}

// plansKey is all that a plan depends on besides the name of the file (Plan.ofOneFile).
type plansKey struct {
	m         *Mapping
	canonical bool
	columns   string
}

// Resolve is the function of that name, or what it said of another file with the same columns.
// Errors, which name the file, are not remembered.
func (p *Plans) Resolve(file File, m *Mapping) (*Plan, error) {
	if p == nil {
		return Resolve(file, m)
	}
	key := plansKey{m, file.Canonical, keyOf(file.Columns)}
	p.mu.Lock()
	plan := p.made[key]
	p.mu.Unlock()
	if plan != nil {
		return plan, nil
	}
	plan, err := Resolve(file, m)
	if err != nil || plan.ofOneFile() {
		return plan, err
	}
	// What somebody appends to these is theirs alone.
	plan.Fields, plan.Attributes = slices.Clip(plan.Fields), slices.Clip(plan.Attributes)
	plan.Taken, plan.Notes = slices.Clip(plan.Taken), slices.Clip(plan.Notes)
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.made == nil {
		p.made = map[plansKey]*Plan{}
	}
	p.made[key] = plan
	return plan, nil
}

// keyOf spells columns so that no two lists of them are spelled alike.
func keyOf(columns []Source) string {
	var key []byte
	for _, c := range columns {
		mixed := byte(0)
		if c.Mixed {
			mixed = 1
		}
		key = binary.AppendUvarint(key, uint64(len(c.Name)))
		key = append(key, c.Name...)
		key = binary.AppendUvarint(key, uint64(len(c.Unit)))
		key = append(key, c.Unit...)
		key = append(binary.AppendUvarint(key, uint64(c.Kind)), mixed)
	}
	return string(key)
}

// ofOneFile reports whether the plan holds for the file alone that it was made for: the run has
// the file's name, or a list is reshaped, which counts the elements of this file (shaping).
func (p *Plan) ofOneFile() bool {
	return slices.ContainsFunc(p.Taken, func(t Taken) bool { return t.How == ByFileName }) ||
		slices.ContainsFunc(p.Fields, func(f Field) bool { return f.shape != nil })
}
