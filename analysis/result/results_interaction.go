package result

// Interaction is whether one factor of runs does more to a metric at some levels of another:
// every task has a value in each cell of the table of both, so that the differences of
// differences are taken task by task.
type Interaction struct {
	Metric       string            `json:"metric"`
	Rows         string            `json:"rows"` // the factors
	Columns      string            `json:"columns"`
	RowLevels    []string          `json:"row_levels"`
	ColumnLevels []string          `json:"column_levels"`
	Cells        []InteractionCell `json:"cells"` // row by row
	NTasks       int               `json:"n_tasks"`
	Clusters     int               `json:"clusters,omitempty"` // the units of the test, where tasks come in clusters; else tasks are
	// Over all contrasts at once: Hotelling's T-squared and its F.
	Method   string    `json:"method"`
	TSquared *float64  `json:"t_squared"`
	F        *float64  `json:"f"`
	DF       []float64 `json:"df,omitempty"`
	P        *float64  `json:"p"`
	// Contrasts are those of every two rows at every two columns; none where there are too many
	// to read.
	Contrasts  []InteractionContrast `json:"contrasts,omitempty"`
	Correction string                `json:"correction"` // over the contrasts
	Notes      []string              `json:"notes,omitempty"`
}

// InteractionCell is one level of each factor.
type InteractionCell struct {
	Row    string  `json:"row"`
	Column string  `json:"column"`
	Runs   int     `json:"runs"`
	Mean   float64 `json:"mean"` // over the tasks that every cell has a value of
}

// InteractionContrast is (A - B at C) - (A - B at D).
type InteractionContrast struct {
	A         string            `json:"a"`
	B         string            `json:"b"`
	C         string            `json:"c"`
	D         string            `json:"d"`
	Value     float64           `json:"value"`
	Interval  *IntervalEstimate `json:"interval"`
	T         *float64          `json:"t"`
	DF        *float64          `json:"df"`
	P         *float64          `json:"p"`
	PAdjusted *float64          `json:"p_adjusted"`
	Notes     []string          `json:"notes,omitempty"`
}
