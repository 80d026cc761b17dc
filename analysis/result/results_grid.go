package result

// TaskGrid is every compared run's mean at every task by one metric: what a heat map of runs by
// tasks is drawn from. It answers the question "grid".
type TaskGrid struct {
	Metric string       `json:"metric"`
	Runs   []string     `json:"runs"`
	Tasks  []string     `json:"tasks"`
	Values [][]*float64 `json:"values"` // by run and task; null without a score
}

// MaxGridCells bounds the cells of a grid, which results hold one by one.
const MaxGridCells = 50_000
