package reports

// Chart is one of Forest, Panels, Bars, Matrix: what a figure shows, without
// how it is drawn.
type Chart interface{ chart() }

// Axis labels a value axis.
type Axis struct {
	Label   string  // with its unit, e.g. "Tasks solved (%)"
	Percent bool    // values are shares: ticks print as percent
	Min     float64 // meaningful where Fixed
	Max     float64
	Fixed   bool
}

// Forest is a column of named estimates with intervals: a leaderboard, or the
// differences of pairs around a zero line.
type Forest struct {
	Axis     Axis
	Rows     []Estimate // top to bottom
	Zero     bool       // draw the line of no difference
	Brackets []Bracket  // tie groups, as vertical bars beside the rows
}

// Estimate is a point with its interval. Series picks the colour: the same
// series has the same colour in every figure of a report; -1 is grey.
type Estimate struct {
	Label       string
	Note        string // printed at the right, e.g. "58.8% [53.9, 63.6]"
	Value       float64
	Low, High   float64
	HasInterval bool
	Series      int
	Hollow      bool // not significant, or not separated: drawn as an open mark
}

// Bracket joins the rows First..Last (indices into Rows). Members lists the
// rows that belong, ascending, where not all of them do; nil means all.
type Bracket struct {
	First, Last int
	Members     []int
	Label       string
}

// Panels is small multiples: one panel a stratum value, same axis in each.
type Panels struct {
	Axis   Axis
	Series []string // legend, in colour order; index = series
	Panels []Panel
}

// Panel is one of the small multiples; its title carries n.
type Panel struct {
	Title string
	Rows  []Estimate
}

// Bars is stacked horizontal bars: one bar a run, one segment a category.
type Bars struct {
	Axis     Axis
	Segments []string // legend, in drawing order
	Bars     []Bar
}

// Bar is one stacked bar; Values holds one number a segment.
type Bar struct {
	Label  string
	Note   string
	Values []float64
}

// Matrix is a labelled grid of values: agreement between judges, p-values.
type Matrix struct {
	Rows, Cols []string
	Values     [][]float64
	Text       [][]string // printed in the cells; "" leaves a cell empty
	Low, High  float64    // the colour scale's ends
	Diverging  bool       // the scale has a middle
	Label      string     // of the colour scale
}

func (Forest) chart() {}
func (Panels) chart() {}
func (Bars) chart()   {}
func (Matrix) chart() {}
