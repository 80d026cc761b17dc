package calls

import (
	"cmp"
	"slices"
	"strings"

	"mcpstats/analysis/evaluate/study"
	"mcpstats/analysis/result"
)

// Offer is what a benchmark offers and what of it is used; ok is false where nothing names a
// tool. Calls are those of the plan's runs, behind a router where there is one.
func Offer(st *study.Study) (out result.ToolOffer, ok bool) {
	b := st.Bench
	o := &offering{names: newResolver(b), tools: map[place]*offered{}, out: result.ToolOffer{Benchmark: b.Name}}
	for _, c := range b.Catalogs {
		o.out.Catalogs = append(o.out.Catalogs, c.Path)
		for _, s := range c.Servers {
			for _, t := range s.Tools {
				one := o.at(place{s.Name, t.Name})
				one.inCatalog = true
				one.server, one.category = cmp.Or(one.server, s.Category), cmp.Or(one.category, t.Category)
			}
			o.addServer(s.Name, s.Category, true)
		}
	}
	for _, name := range b.Offered {
		if at, clear := o.names.of(name); clear {
			o.at(at).offered = true
		}
	}
	o.says.offered = len(b.Offered) > 0
	planned := o.wants(st)
	for _, r := range st.Runs {
		used := &b.Logged[r].Used
		o.says.called = o.says.called || used.N > 0
		for u := range used.All() {
			called := map[place]bool{}
			for _, t := range u.Tools {
				at, clear := o.names.call(used.Tools[t.Tool])
				if !clear {
					continue
				}
				one := o.at(at)
				one.calls += t.Calls
				if !called[at] {
					called[at] = true
					one.attempts++
				}
			}
		}
	}
	if len(o.tools) == 0 {
		return out, false
	}
	o.count(planned)
	return o.out, true
}

// offered is one tool while it is counted.
type offered struct {
	server, category string // categories of its server and its own
	inCatalog        bool
	offered          bool
	tasks            int
	calls, attempts  int
}

type offering struct {
	names   *resolver
	tools   map[place]*offered
	servers []result.ServerOffer
	listed  map[string]bool // servers of the catalog
	byTask  map[string]map[int]bool
	says    seen // what the log speaks of at all
	out     result.ToolOffer
}

// seen is what became of a tool or a server.
type seen struct{ offered, wanted, called bool }

func (o *offering) at(p place) *offered {
	one := o.tools[p]
	if one == nil {
		one = &offered{}
		o.tools[p] = one
		o.addServer(p.server, "", false)
	}
	return one
}

func (o *offering) addServer(name, category string, inCatalog bool) {
	if o.listed == nil {
		o.listed = map[string]bool{}
	}
	if inCatalog {
		o.listed[name] = true
	}
	if name == "" {
		return
	}
	for i := range o.servers {
		if o.servers[i].Server == name {
			o.servers[i].Category = cmp.Or(o.servers[i].Category, category)
			return
		}
	}
	o.servers = append(o.servers, result.ServerOffer{Server: name, Category: category})
}

// wants counts the tasks that want each tool, and the sets of tools that do the same; how many
// tasks have a plan.
func (o *offering) wants(st *study.Study) (planned int) {
	sets := map[string]bool{}
	o.byTask = map[string]map[int]bool{}
	for t := range st.Bench.Tasks {
		plan := st.Bench.Tasks[t].Wanted
		if plan == nil {
			continue
		}
		planned++
		wanted := map[place]bool{}
		for _, need := range plan {
			o.equal(sets, need)
			for _, name := range need {
				if at, clear := o.names.of(name); clear && !wanted[at] {
					wanted[at] = true
					o.at(at).tasks++
					if o.byTask[at.server] == nil {
						o.byTask[at.server] = map[int]bool{}
					}
					o.byTask[at.server][t] = true
				}
			}
		}
	}
	o.out.EqualSets, o.out.EqualSetsFrom = len(sets), "plans"
	given := map[string]bool{}
	said := false
	for _, c := range st.Bench.Catalogs {
		said = said || c.EqualSets != nil
		for _, set := range c.EqualSets {
			o.equal(given, set)
		}
	}
	if said {
		o.out.EqualSets, o.out.EqualSetsFrom = len(given), "catalog"
	} else if planned == 0 {
		o.out.EqualSetsFrom = ""
	}
	return planned
}

// equal enters a set of tools that do the same, if it has two members however they are spelt.
func (o *offering) equal(sets map[string]bool, names []string) {
	var set []string
	for _, name := range names {
		if at, clear := o.names.of(name); clear {
			name = at.server + "::" + at.tool
		}
		set = append(set, name)
	}
	slices.Sort(set)
	if set = slices.Compact(set); len(set) > 1 {
		sets[strings.Join(set, "\x00")] = true
	}
}

// count makes the tables of what was gathered. Where there is a catalog, what it does not have is
// in no count of it.
func (o *offering) count(planned int) {
	known := o.names.known
	categories := map[string]*result.CategoryOffer{}
	category := func(name string) *result.CategoryOffer {
		if categories[name] == nil {
			categories[name] = &result.CategoryOffer{Category: name}
		}
		return categories[name]
	}
	byServers := slices.ContainsFunc(o.servers, func(s result.ServerOffer) bool { return s.Category != "" })
	counts := func(c *result.OfferCount, offered, wanted, called bool) {
		c.All++
		for _, add := range []struct {
			is, known bool
			to        **int
		}{{offered, o.says.offered, &c.Offered}, {wanted, planned > 0, &c.Wanted}, {called, o.says.called, &c.Called}, {!wanted && !called, planned > 0 || o.says.called, &c.Never}} {
			if add.known && *add.to == nil {
				*add.to = new(int)
			}
			if add.known && add.is {
				**add.to++
			}
		}
	}
	ofServer := map[string]*seen{}
	place := map[string]int{}
	for i, s := range o.servers {
		ofServer[s.Server], place[s.Server] = &seen{}, i
	}
	for at, t := range o.tools {
		row := result.OfferedTool{Server: at.server, Tool: at.tool, Category: cmp.Or(t.category, t.server), Tasks: t.tasks, Share: study.Ratio(t.tasks, planned), Calls: t.calls, Attempts: t.attempts}
		o.out.ByTool = append(o.out.ByTool, row)
		if i, ok := place[at.server]; ok {
			s := &o.servers[i]
			s.Calls += t.calls
			if !known || t.inCatalog {
				s.Tools++
				addIf(&s.WantedTools, t.tasks > 0)
				addIf(&s.CalledTools, t.calls > 0)
			}
			of := ofServer[at.server]
			of.offered, of.wanted, of.called = of.offered || t.offered, of.wanted || t.tasks > 0, of.called || t.calls > 0
		}
		if known && !t.inCatalog {
			continue
		}
		counts(&o.out.Tools, t.offered, t.tasks > 0, t.calls > 0)
		name := t.category
		if byServers {
			name = t.server
		}
		if name != "" {
			c := category(name)
			c.Tools++
			c.Calls += t.calls
			addIf(&c.WantedTools, t.tasks > 0)
			addIf(&c.CalledTools, t.calls > 0)
		}
	}
	for i := range o.servers {
		s := &o.servers[i]
		s.Tasks = len(o.byTask[s.Server])
		if known && !o.listed[s.Server] {
			continue
		}
		of := ofServer[s.Server]
		counts(&o.out.Servers, of.offered, of.wanted, of.called)
		if byServers && s.Category != "" {
			category(s.Category).Servers++
		}
	}
	for _, c := range categories {
		o.out.ByCategory = append(o.out.ByCategory, *c)
	}
	o.out.Categories, o.out.ByServer = len(categories), o.servers
	slices.SortFunc(o.out.ByCategory, func(a, b result.CategoryOffer) int {
		return cmp.Or(cmp.Compare(b.Servers, a.Servers), cmp.Compare(b.Tools, a.Tools), result.CompareNatural(a.Category, b.Category))
	})
	slices.SortFunc(o.out.ByServer, func(a, b result.ServerOffer) int {
		return cmp.Or(cmp.Compare(b.Tasks, a.Tasks), cmp.Compare(b.Calls, a.Calls), result.CompareNatural(a.Server, b.Server), cmp.Compare(a.Server, b.Server))
	})
	slices.SortFunc(o.out.ByTool, func(a, b result.OfferedTool) int {
		return cmp.Or(cmp.Compare(b.Tasks, a.Tasks), cmp.Compare(b.Calls, a.Calls), result.CompareNatural(a.Server, b.Server), result.CompareNatural(a.Tool, b.Tool), cmp.Compare(a.Server, b.Server), cmp.Compare(a.Tool, b.Tool))
	})
	if known {
		o.out.Unknown, o.out.Unknowns = listed(o.names.unknown)
	}
	o.out.Ambiguous, o.out.Ambiguity = listed(o.names.ambiguous)
}

func addIf(to *int, is bool) {
	if is {
		*to++
	}
}
