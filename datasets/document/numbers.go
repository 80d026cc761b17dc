package document

// Number is one printed number that is a result, and what stands beside it. Years, versions,
// citations, section numbers and digits inside names are none.
type Number struct {
	Printed  string // as printed, without marks and unit: "78.95", "<0.001", "-1.9", "1,200"
	Decimals int    // digits behind the decimal sign
	Unit     string // "%", "pp", "ms", "s", "$", "tokens", "k", "M", "x", ...; of the column's head where the cell has none
	UnitFrom string // "cell", "head", "caption" or "sentence"
	Marks    string // *, **, †, ‡, a, b glued to it or raised
	Bold     bool
	Under    bool // underlined: the second best, in many tables
	Approx   bool // ~70, about 70

	PlusMinus *Number  // of 44.5 ± 1.7
	Interval  []Number // low and high of [40.1, 48.9] behind it
	InParens  *Number  // of 38 (40.0%)
	Of        *Number  // the n of 38/95 or "38 of 95"

	Place    Place
	Block    int    // index into Document.Blocks
	Table    string // the table's ID; empty in running text
	Row, Col int    // of the cell in Table.Rows
	RowHead  string // the heads' texts, joined by " / " from the outermost
	ColHead  string
	From, To int    // bytes in the cell's or the block's Text.Plain
	Sentence string // of running text: the sentence that holds it
	Role     string // "value", or what it is to the number before it: "plusminus", "low", "high", "parenthesis", "of", "n", "df", "statistic", "p", "level"
}
