package mapping

import "slices"

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
//	success: evaluation.utility                  # a path into a nested value (path.go)
//	run: {path: "jobs/{run}/*/result.json"}      # a part of the file's path (glob.go)
//	writes: [update_order, "send_*"]             # what tools do, where their names do not say (effects.go); reads: too
//	files: {one_per: object}                     # which files, and where in them the records stand (files.go)
//
// The keys are the canonical columns, "duplicates", "tasks", "writes", "reads" and "files".
type Mapping struct {
	Name       string  // as the user named the file
	Duplicates string  // which of several records of one attempt counts; "" where not stated
	Tasks      string  // the universe of tasks: how many there are, or a file of their ids; "" where not stated
	Joins      []*Join // second files whose columns belong to the attempts
	effects    effectRules
	files      *Files
	wide       *Wide
	aside      []string // columns of other runs in a wide table, which are no attributes of this one
	rules      []rule   // in the order of the file
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
	shape     *shape            // of a list: how its elements are made; column is the list
	glob      *Glob             // of the file's path
	part      string            // the named part of it that is the value
	scores    string            // of a ranking: the column with its scores
	values    map[string]string // renamed values
	unit      string            // of a latency or a cost
	lenient   bool              // a value of another kind is unknown
	better    string            // of a metric: which direction is
	scale     string            // of a metric: ordinal or interval
	zero      bool              // 0 means unknown
	base      int               // of a trial: the first index
	reference bool              // of a judgment: the human or gold judge
	line      int
}

// MapsColumns reports whether the mapping says anything about columns, and not about the
// attempts as a whole alone.
func (m *Mapping) MapsColumns() bool {
	return m != nil && (len(m.rules) > 0 || m.wide != nil)
}

// Better is which direction of a metric is better, as the mapping says it of the log's own.
func (m *Mapping) Better() map[string]string {
	out := map[string]string{}
	for i := range m.rules {
		if r := &m.rules[i]; r.field == "metrics" && r.better != "" {
			out[r.key] = r.better
		}
	}
	return out
}

// Ordinal are the log's own metrics that the mapping calls ordinal.
func (m *Mapping) Ordinal() (names []string) {
	for i := range m.rules {
		if r := &m.rules[i]; r.field == "metrics" && r.scale == "ordinal" {
			names = append(names, r.key)
		}
	}
	return names
}

// OwnMetrics are the names that the mapping gives to the log's own metrics.
func (m *Mapping) OwnMetrics() (names []string) {
	for i := range m.rules {
		if r := &m.rules[i]; r.field == "metrics" && r.key != "" {
			names = append(names, r.key)
		}
	}
	return names
}

// Maps reports whether the mapping says what becomes the column of that canonical name.
func (m *Mapping) Maps(name string) bool {
	return m != nil && slices.ContainsFunc(m.rules, func(r rule) bool { return r.field == name })
}

// columns are the file's columns that the rule reads.
func (r *rule) columns() []string {
	var names []string
	if r.glob != nil {
		names = append(names, r.pathColumn())
	}
	for _, name := range append([]string{r.column, r.from, r.to, r.scores}, r.join...) {
		if name != "" {
			names = append(names, name)
		}
	}
	return names
}

// pathColumn is the name of the derived column that is a part of the file's path.
func (r *rule) pathColumn() string { return pathColumn + r.part + ":" + r.glob.text }

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
