package table

import (
	"hash/maphash"
	"maps"
	"slices"

	"mcpstats/datasets"
)

// What tasks want and what they are offered are facts of tasks: every attempt at one should say
// the same. Most logs repeat them in every record, and some state them in one run's records
// alone, so that the first telling is kept and each further one held against it. Where two
// differ, nothing is known of the task, whichever came first.

// taskOffer is what attempts at a task say of its plan and of the tools it offers.
type taskOffer struct {
	wanted  [][]string
	differs bool // two attempts state different plans

	offered int    // tools that could be seen; meaningful where sum is set
	sum     uint64 // of the hashes of their names; 0: no attempt says it
	varies  bool   // attempts saw different tools, as where runs differ in what they offer
}

var offerSeed = maphash.MakeSeed()

// take holds what an attempt says of its task against what others said.
func (o *taskOffer) take(a *Attempt, all map[string]struct{}) {
	if a.Wanted != nil && o.wanted == nil {
		o.wanted = make([][]string, len(a.Wanted))
		for i, need := range a.Wanted {
			o.wanted[i] = keepAll(need)
		}
	} else if a.Wanted != nil && !slices.EqualFunc(o.wanted, a.Wanted, slices.Equal) {
		o.differs = true
	}
	if a.Offered == nil {
		return
	}
	sum := uint64(1)
	for _, name := range a.Offered {
		sum += maphash.String(offerSeed, name)
	}
	if sum == 0 {
		sum = 1
	}
	if sum == o.sum {
		return
	}
	o.varies = o.varies || o.sum != 0
	o.offered, o.sum = len(a.Offered), sum
	for _, name := range a.Offered {
		if _, ok := all[name]; !ok {
			all[string([]byte(name))] = struct{}{}
		}
	}
}

// offer is the task's part of it; -1 and nil are not known.
func (o *taskOffer) offer() (wanted [][]string, offered int) {
	offered = -1
	if o.sum != 0 && !o.varies {
		offered = o.offered
	}
	if o.differs {
		return nil, offered
	}
	return o.wanted, offered
}

// AddCatalog takes what the catalog beside the log of that number says that there is; nil says
// nothing.
func (b *Builder) AddCatalog(input int, c *datasets.ToolCatalog) {
	if c == nil {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.catalogs == nil {
		b.catalogs = map[int]*datasets.ToolCatalog{}
	}
	b.catalogs[input] = c
}

// catalogsOf are the catalogs of the logs that a benchmark's attempts stand in, each once.
func (b *Builder) catalogsOf(g *gathering) []*datasets.ToolCatalog {
	var out []*datasets.ToolCatalog
	seen := map[string]bool{}
	for _, input := range slices.Sorted(maps.Keys(b.catalogs)) {
		c := b.catalogs[input]
		if !seen[c.Path] && slices.ContainsFunc(g.origins, func(s source) bool { return int(s.input) == input }) {
			seen[c.Path] = true
			out = append(out, c)
		}
	}
	return out
}
