package mapping

// Mapping is what a user's YAML says about the columns of a foreign log:
//
//	run: system                                  # a column
//	task: {join: [suite, id], with: "/"}         # several columns
//	exit: {column: failure_mode, values: {unset: completed, agent_timeout: timeout}}
//	latency_ms: {from: agent_started_at, to: agent_ended_at}
//	benchmark: {constant: terminal-bench}
//	prompt_tokens: {column: input_tokens, zero: unknown}
//	strata: {difficulty: difficulty}             # or [difficulty, domain]
//	judgments: {human: {column: label, reference: true}, gpt-4: gpt4_label}
//	cost_usd: ~                                  # take no column for it
//	duplicates: first                            # first, last, trials or error
//	tasks: 500                                   # or a file of their ids: what every run promised
//
// The keys are the canonical columns, "duplicates" and "tasks".
type Mapping struct {
	Name       string // as the user named the file
	Duplicates string // which of several records of one attempt counts; "" where not stated
	Tasks      string // the universe of tasks: how many there are, or a file of their ids; "" where not stated
	rules      []rule // in the order of the file
}

// rule is one canonical column, or one key of a keyed one, and where it comes
// from. Neither column, constant nor from: nothing fills it.
type rule struct {
	field     string
	key       string // within a keyed column
	column    string
	join      []string // of an id: several columns
	with      string   // between them
	separated bool     // with is stated
	constant  string
	fixed     bool // the constant is the value
	from, to  string
	scores    string            // of a ranking: the column with its scores
	values    map[string]string // renamed values
	unit      string            // of a latency or a cost
	lenient   bool              // a value of another kind is unknown
	zero      bool              // 0 means unknown
	base      int               // of a trial: the first index
	reference bool              // of a judgment: the human or gold judge
	line      int
}

// MapsColumns reports whether the mapping says anything about columns, and not about the
// attempts as a whole alone.
func (m *Mapping) MapsColumns() bool { return m != nil && len(m.rules) > 0 }

// columns are the file's columns that the rule reads.
func (r *rule) columns() []string {
	var names []string
	for _, name := range append([]string{r.column, r.from, r.to, r.scores}, r.join...) {
		if name != "" {
			names = append(names, name)
		}
	}
	return names
}

// rule is the rule of an unkeyed canonical column, nil where the mapping has
// none.
func (m *Mapping) rule(field string) *rule {
	if m == nil {
		return nil
	}
	for i := range m.rules {
		if m.rules[i].field == field {
			return &m.rules[i]
		}
	}
	return nil
}

// Mentions reports whether the mapping reads the column of that name.
func (m *Mapping) Mentions(column string) bool {
	if m == nil {
		return false
	}
	for i := range m.rules {
		for _, c := range m.rules[i].columns() {
			if c == column {
				return true
			}
		}
	}
	return false
}
