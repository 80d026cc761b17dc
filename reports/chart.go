package reports

// Chart is one of Forest, Panels, Bars, Boxes, Matrix, Lines, CriticalDifference,
// Distributions, Specifications: what a figure shows, without how it is drawn.
type Chart interface{ chart() }

// Axis labels a value axis.
type Axis struct {
	Label   string  // with its unit, e.g. "Tasks solved (%)"
	Percent bool    // values are shares: ticks print as percent
	Measure Measure // in which values are drawn (Measured)
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
	Note        string   // printed at the right, e.g. "58.8% [53.9, 63.6]"
	Hover       []string // lines shown to a reader who points at it, after Label and Note, e.g. "80 tasks, 400 attempts"
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

// Bars is horizontal bars of several segments a row: stacked, or each a bar of its own.
type Bars struct {
	Axis     Axis
	Segments []string // legend, in drawing order
	Series   []int    // the colours of the segments, as an Estimate's; nil: by their order
	Nothing  bool     // the last segment is what nothing was found of: grey, as it is nobody's colour
	Grouped  bool     // a row's segments stand below one another, each from zero, and are not added up
	Bars     []Bar
}

// Bar is one row of Bars; Values holds one number a segment, NaN where there is none.
type Bar struct {
	Label  string
	Note   string
	Values []float64
	Bounds [][2]float64 // of grouped bars: the values' intervals, NaN where there is none; nil: none are drawn
	Hover  []string     // lines shown to a reader who points at it, after Label and Note; of grouped bars one a segment
}

// Boxes is box-and-whisker rows on one axis (Tukey 1977).
type Boxes struct {
	Axis Axis
	Rows []BoxRow // top to bottom
}

// BoxRow is one box: from the first to the third quartile, a line at the median, a mark at the
// mean, whiskers to Low and High, and single values beyond them.
type BoxRow struct {
	Label          string
	Note           string   // printed at the right, e.g. "n = 80"
	Hover          []string // lines shown to a reader who points at it, after Label and Note
	Series         int      // as an Estimate's
	Low, High      float64
	Q1, Median, Q3 float64
	Mean           float64
	Beyond         []float64
}

// Matrix is a labelled grid of values: agreement between judges, p-values.
type Matrix struct {
	Rows, Cols []string
	Values     [][]float64
	Text       [][]string // printed in the cells; "" leaves a cell empty
	Low, High  float64    // the colour scale's ends
	Diverging  bool       // the scale has a middle
	Dense      bool       // many narrow columns without texts, whose heads are thinned out
	Label      string     // of the colour scale
}

// Lines is curves over one horizontal axis: power against n, a metric against
// k, the calibration of a judge. Each line's name stands at its end.
type Lines struct {
	XAxis      Axis
	LogX, LogY bool // logarithmic axes; points at 0 and below have no place on one and are left out
	Axis       Axis // vertical
	Series     []Line
	References []Reference
	// Bars draws intervals as a bar at each point, for few points or many
	// lines; otherwise they are a band along the line.
	Bars bool
	// Stairs draws every line as a function of steps without marks: level from a point to the
	// next one's x, where it jumps.
	Stairs bool
}

// Line is one curve of Lines. Series picks the colour, as an Estimate's does.
type Line struct {
	Name   string
	Series int
	Points []LinePoint // by ascending X; one whose Y is NaN interrupts the line
	// Through marks a line that leads through other lines' points, such as a
	// frontier: it has no marks of its own and moves aside for none.
	Through bool
	// Scatter marks points that no line joins, all of one name.
	Scatter bool
	// Mark is the shape of the marks where it tells something of its own, from 1; 0 leaves it
	// to the series.
	Mark int
}

// LinePoint is a point of a line with its interval.
type LinePoint struct {
	X, Y        float64
	Low, High   float64
	HasInterval bool
	Apart       bool   // of too few tasks to continue the line: an open mark of its own
	Note        string // told where a reader points at it, e.g. "95 tasks: 82%"
}

// Reference is a line that is no data: a nominal level, the present n.
type Reference struct {
	Kind  ReferenceKind
	At    float64 // where it meets its axis; unused by Diagonal
	Label string
}

// ReferenceKind is the direction of a Reference.
type ReferenceKind uint8

// Reference kinds.
const (
	Across   ReferenceKind = iota // horizontal, at a value of Axis
	Down                          // vertical, at a value of XAxis
	Diagonal                      // where both axes' values are equal
)

// CriticalDifference is the diagram of average ranks by Demsar (2006): runs on an
// axis of ranks, the best at the left, and bars that join those which are not
// separated.
type CriticalDifference struct {
	Axis   Axis
	Runs   []AverageRank // best first
	Groups []Bracket     // over Runs, each drawn on a level of its own
	CD     float64       // the critical difference, drawn as a length; 0: none
	Note   string        // beside that length, e.g. "CD = 0.84"
}

// AverageRank is one run of a CriticalDifference.
type AverageRank struct {
	Label  string
	Note   string // printed beside the label, e.g. "2.61"
	Value  float64
	Series int
}

// Distributions are histograms under each other on one axis with the line of no
// difference: the resampled differences of pairs.
type Distributions struct {
	Axis Axis
	Rows []Distribution
}

// Distribution is a histogram of bins of one width, with the estimate and its
// interval.
type Distribution struct {
	Estimate
	BinsFrom float64 // where the first bin begins
	BinWidth float64
	Counts   []int
}

// Specifications is a specification curve (Simonsohn, Simmons and Nelson 2020):
// an estimate under every choice of analysis, in the order of their size, and
// below it what each choice was made of.
type Specifications struct {
	Axis       Axis
	Dimensions []Dimension
	Choices    []Choice // left to right
}

// Dimension is one thing that was chosen, and what there was to choose from.
type Dimension struct {
	Name    string
	Options []string
}

// Choice is one column of Specifications.
type Choice struct {
	Value  float64
	Hollow bool   // not significant
	Stated bool   // the choice that a report states, marked
	Of     []int  // the option in each dimension
	Note   string // told where a reader points at it
}

func (Forest) chart()             {}
func (Panels) chart()             {}
func (Bars) chart()               {}
func (Boxes) chart()              {}
func (Matrix) chart()             {}
func (Lines) chart()              {}
func (CriticalDifference) chart() {}
func (Distributions) chart()      {}
func (Specifications) chart()     {}
