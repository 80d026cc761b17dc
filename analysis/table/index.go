package table

import "strings"

// index numbers strings in order of arrival.
type index struct {
	ids   map[string]int32
	names []string
	last  int32 // the one asked for before
}

// id is the number of a name. A new one is copied. Names come together, or in turn
// as an attempt's metrics do: most are found without the map.
func (x *index) id(name string) int32 {
	if len(x.names) > 0 {
		if x.names[x.last] == name {
			return x.last
		}
		next := x.last + 1
		if int(next) == len(x.names) {
			next = 0
		}
		if x.names[next] == name {
			x.last = next
			return next
		}
	}
	id, ok := x.ids[name]
	if !ok {
		if x.ids == nil {
			x.ids = map[string]int32{}
		}
		id = int32(len(x.names))
		kept := strings.Clone(name) // a variable of its own: name does not escape
		x.ids[kept] = id
		x.names = append(x.names, kept)
	}
	x.last = id
	return id
}

// kept is the one copy of a string.
func (x *index) kept(s string) string { return x.names[x.id(s)] }

// attemptIndex numbers a run's attempts by task and trial. Trials are few and
// their tasks many, and most often all of them: places in pages take a third of a
// map's memory.
type attemptIndex struct {
	pages map[attemptPage]*[pageTasks]int32 // number + 1, 0 where there is none
	last  attemptPage
	page  *[pageTasks]int32 // of last
}

// attemptPage is pageTasks consecutive tasks at one trial.
type attemptPage struct{ first, trial int32 }

const pageTasks = 64

// id is the number of an attempt: next where it is new.
func (x *attemptIndex) id(task, trial, next int32) (id int32, isNew bool) {
	at := attemptPage{task / pageTasks, trial}
	if x.page == nil || x.last != at {
		if x.page = x.pages[at]; x.page == nil {
			if x.pages == nil {
				x.pages = map[attemptPage]*[pageTasks]int32{}
			}
			x.page = new([pageTasks]int32)
			x.pages[at] = x.page
		}
		x.last = at
	}
	place := &x.page[task%pageTasks]
	if *place == 0 {
		*place = next + 1
		return next, true
	}
	return *place - 1, false
}
