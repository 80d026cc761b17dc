package result

// TaskSet is what a benchmark's tasks are made of, whatever the runs made of them.
type TaskSet struct {
	Benchmark string      `json:"benchmark"`
	Tasks     int         `json:"tasks"`
	Planned   int         `json:"planned"` // tasks whose expected plan is known
	Facts     []TaskFact  `json:"facts"`
	Shares    []TaskShare `json:"shares"`
	Strata    []TaskGroup `json:"strata"` // by every stratum of the log, also where the plan breaks nothing down by it
}

// TaskFact is a number of each task, over the tasks that have it.
type TaskFact struct {
	Name   string   `json:"name"`
	What   string   `json:"what"` // in words
	N      int      `json:"n"`    // tasks
	Mean   *float64 `json:"mean"`
	Min    *float64 `json:"min"`
	Median *float64 `json:"median"`
	Max    *float64 `json:"max"`
}

// TaskShare counts the tasks of which something holds.
type TaskShare struct {
	Name  string   `json:"name"`
	What  string   `json:"what"`
	Count int      `json:"count"`
	Of    int      `json:"of"` // tasks of which it is known
	Share *float64 `json:"share"`
}

// TaskGroup is the tasks with one value of a stratum.
type TaskGroup struct {
	Stratum
	Tasks   int      `json:"tasks"`
	Share   *float64 `json:"share"`   // of all tasks
	Example string   `json:"example"` // its first task
}

// The facts and shares of a task set; facts that a plan asks for (Plan.Also) are named as there.
const (
	FactNeeds    = "needs"
	FactTools    = "distinct_tools"
	FactServers  = "servers"
	FactOffered  = "tools_offered"
	ShareSeveral = "several_servers"
	ShareNothing = "nothing_expected"
)

// ToolOffer is what there is to be used: as the catalog beside the logs says, where there is one,
// else as tasks and calls name it; and what of it tasks could see, want, and runs called.
type ToolOffer struct {
	Benchmark string   `json:"benchmark"`
	Catalogs  []string `json:"catalogs,omitempty"` // paths; none: nobody says what there is

	Servers    OfferCount `json:"servers"`
	Tools      OfferCount `json:"tools"`
	Categories int        `json:"categories"` // of servers, else of tools
	// EqualSets are sets of two or more tools that do the same, as the catalog gives them
	// ("catalog") or as the needs of expected plans name them ("plans").
	EqualSets     int    `json:"equal_sets"`
	EqualSetsFrom string `json:"equal_sets_from,omitempty"`

	ByCategory []CategoryOffer `json:"by_category"`
	ByServer   []ServerOffer   `json:"by_server"`
	ByTool     []OfferedTool   `json:"by_tool"` // most wanted first, then most called

	Unknown   []string `json:"unknown,omitempty"`   // names in the logs that the catalog does not have, at most twenty
	Unknowns  int      `json:"unknowns,omitempty"`  // of them there are
	Ambiguous []string `json:"ambiguous,omitempty"` // tools without a server, of which several servers have one
	Ambiguity int      `json:"ambiguity,omitempty"`
}

// OfferCount counts tools, or servers.
type OfferCount struct {
	All     int  `json:"all"`     // in the catalog; without one, that are named anywhere
	Offered *int `json:"offered"` // that some attempt could see; nil: the log does not say
	Wanted  *int `json:"wanted"`  // that some expected plan names; nil: no plan is known
	Called  *int `json:"called"`  // nil: no call is known
	Never   *int `json:"never"`   // neither wanted nor called, as far as either is known
}

// CategoryOffer is one category of servers (or of tools, where servers have none).
type CategoryOffer struct {
	Category    string `json:"category"`
	Servers     int    `json:"servers"`
	Tools       int    `json:"tools"`
	WantedTools int    `json:"wanted_tools"`
	CalledTools int    `json:"called_tools"`
	Calls       int    `json:"calls"`
}

// ServerOffer is one server.
type ServerOffer struct {
	Server      string `json:"server"`
	Category    string `json:"category,omitempty"`
	Tools       int    `json:"tools"`
	WantedTools int    `json:"wanted_tools"`
	CalledTools int    `json:"called_tools"`
	Tasks       int    `json:"tasks"` // whose plan wants some tool of it
	Calls       int    `json:"calls"`
}

// OfferedTool is one tool.
type OfferedTool struct {
	Server   string   `json:"server,omitempty"`
	Tool     string   `json:"tool"`
	Category string   `json:"category,omitempty"`
	Tasks    int      `json:"tasks"` // distinct tasks whose plan names it: its reference count
	Share    *float64 `json:"share"` // of the tasks whose plan is known
	Calls    int      `json:"calls"`
	Attempts int      `json:"attempts"` // that called it
}
