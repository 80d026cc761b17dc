package result

// Distribution is how a metric's values spread: those of tasks, of attempts, or the means of
// runs. Quartiles are of type 7 (Hyndman and Fan 1996).
type Distribution struct {
	Metric string             `json:"metric"`
	Over   string             `json:"over"` // what a value is of: tasks, attempts, runs
	Rows   string             `json:"rows"` // what a row is: run, all, the name of a factor or of a fact of tasks
	By     string             `json:"by,omitempty"`
	Spread []DistributionPart `json:"spread"`
	Notes  []string           `json:"notes,omitempty"`
}

// DistributionPart is one row's values, summarised.
type DistributionPart struct {
	Name    string   `json:"name"` // of the run or the value; empty: of all
	Stratum *Stratum `json:"stratum,omitempty"`
	N       int      `json:"n"`
	Mean    float64  `json:"mean"`
	Min     float64  `json:"min"`
	Q1      float64  `json:"q1"`
	Median  float64  `json:"median"`
	Q3      float64  `json:"q3"`
	Max     float64  `json:"max"`
	IQR     float64  `json:"iqr"`
	Lowest  string   `json:"lowest"`  // the first task, or run, that has Min
	Highest string   `json:"highest"` // and Max
	// WhiskerLow and WhiskerHigh are the outermost values within 1.5 IQR of the quartiles, Beyond
	// the distinct ones outside of them with their counts (Tukey 1977).
	WhiskerLow  float64     `json:"whisker_low"`
	WhiskerHigh float64     `json:"whisker_high"`
	Beyond      []ValueStep `json:"beyond,omitempty"`
	// Steps are the distinct values, ascending, each with the share of values up to it.
	Steps []ValueStep `json:"steps,omitempty"`
}

// ValueStep is one distinct value.
type ValueStep struct {
	Value float64 `json:"value"`
	Count int     `json:"count"`
	UpTo  float64 `json:"up_to"` // share of all values that are no larger
}
