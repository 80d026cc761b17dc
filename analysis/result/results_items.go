package result

// ItemSet is what the runs' answers say of a benchmark's tasks as items of a test, by a headline
// metric whose scores are pass or fail.
type ItemSet struct {
	Benchmark string   `json:"benchmark"`
	Metric    string   `json:"metric"`
	Runs      []string `json:"runs"`  // that enter: those that are ranked
	Items     []Item   `json:"items"` // every task that a run answered, in the order of the log
	// Alive are the items that some attempt solved and some did not; of the others no more can be said.
	Alive       int               `json:"alive"`
	Alpha       float64           `json:"alpha"`                 // below which an item is flagged; not corrected for the number of items
	Abilities   []Ability         `json:"abilities,omitempty"`   // of the runs, best first; none without a model
	Spread      *float64          `json:"spread,omitempty"`      // standard deviation of abilities, in logits
	Information []ItemInformation `json:"information,omitempty"` // of all items together, over abilities
	Subset      *ItemSubset       `json:"subset,omitempty"`
	Notes       []string          `json:"notes"` // what was not computed, and why
}

// Item is one task.
type Item struct {
	Task     string   `json:"task"`
	Runs     int      `json:"runs"`
	Attempts int      `json:"attempts"`
	Share    *float64 `json:"share"`     // mean over runs of their shares of attempts that solved it
	ItemRest *float64 `json:"item_rest"` // its correlation, over runs, with the sum of the other items
	Below    *float64 `json:"p_below"`   // the chance of an item-rest correlation as low, where it is below 0
	B        *float64 `json:"b"`         // difficulty by the Rasch model, in logits
	BSE      *float64 `json:"b_se"`      // its standard error
	Infit    *float64 `json:"infit"`     // mean square of residuals weighted by information: near 1 where the model holds
	Surprise *float64 `json:"surprise"`  // the chance, by the model, of as many runs that do what it gives at most 5%
	Flags    []Flag   `json:"flags"`     // what makes it worth a look
}

// Kinds of Flag.
const (
	FlagAll       = "solved_by_all"
	FlagNone      = "solved_by_none"
	FlagContrary  = "contrary"
	FlagSurprise  = "surprising"
	FlagDuplicate = "duplicate"
)

// Flag is a reason to look at a task.
type Flag struct {
	Kind  string   `json:"kind"`
	Runs  []string `json:"runs"`  // of a surprise, those that did what the model does not expect
	Tasks []string `json:"tasks"` // of a duplicate, the earlier task that it repeats
	Why   string   `json:"why"`   // in words
}

// Ability is how able a run is by the model.
type Ability struct {
	Run     string  `json:"run"`
	Ability float64 `json:"ability"` // posterior mean, in logits; 0 is the mean of the runs' population
	SD      float64 `json:"sd"`      // posterior standard deviation
}

// ItemInformation is what all items together tell of a run of an ability.
type ItemInformation struct {
	Ability     float64  `json:"ability"`
	Information float64  `json:"information"`
	SE          *float64 `json:"se"` // of an ability estimated there, in logits
}

// ItemSubset says how few tasks keep the order of the runs.
type ItemSubset struct {
	Goal   float64          `json:"goal"`  // of tau
	Least  int              `json:"least"` // the smallest number of tasks from which on tau stays at the goal; 0: none below all
	Tasks  []string         `json:"tasks"` // those, the most discriminating first
	Splits int              `json:"splits"`
	Sizes  []ItemSubsetSize `json:"sizes"`
}

// ItemSubsetSize is the mean tau of held-out runs between so many tasks and all.
type ItemSubsetSize struct {
	Tasks  int     `json:"tasks"`
	Tau    float64 `json:"tau"`
	Random float64 `json:"random"` // of as many tasks drawn at random
}
