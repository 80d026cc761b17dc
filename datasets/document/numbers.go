package document

// Number is one printed number that is a result, and what stands beside it. Years, versions,
// citations, section numbers and digits inside names are none.
//
// Numbers that belong together are listed each by itself, in reading order; the one that the
// others belong to also holds copies of them (PlusMinus, Interval, InParens, Of), and the
// others say in Role what they are to it.
type Number struct {
	Printed   string // as printed, without marks and unit: "78.95", "<0.001", "-1.9", "1,200"; any minus sign is "-"
	Plain     string // what strconv reads: "78.95", "0.001", "-1.9", "1200", "1.2e-5", "6" of six
	Bound     string // "<", ">", "≤" or "≥" before it
	Ambiguous string // why Plain may be another number: "1,234 with a decimal or a thousands comma"
	Decimals  int    // digits behind the decimal sign
	Symbol    string // what it is said to equal, in the text: the p of "p = .048", the t of "t(94) = 2.0", M, SD, n, α
	Unit      string // "%", "pp", "ms", "s", "$", "tokens", "k", "M", "x", ...; of the column's head where the cell has none
	UnitFrom  string // "cell", "head", "caption" or "sentence"
	Marks     string // *, **, †, ‡, a, b glued to it or raised
	Bold      bool
	Under     bool // underlined: the second best, in many tables
	Approx    bool // ~70, about 70, over 70, 70+

	PlusMinus *Number  // of 44.5 ± 1.7
	Interval  []Number // low and high of [40.1, 48.9] behind it
	InParens  *Number  // of 38 (40.0%)
	Of        *Number  // the n of 38/95 or "38 of 95"

	Place    Place
	Block    int    // index into Document.Blocks
	Table    string // the table's ID; empty in running text
	Row, Col int    // of the cell in Table.Rows; -1 in running text, captions and footnotes
	RowHead  string // the heads' texts, joined by " / " from the outermost
	ColHead  string
	From, To int    // bytes in the cell's or the block's Text.Plain
	Sentence string // of running text: the sentence that holds it
	Cell     bool   // stands in a cell of a table; false for its caption and footnotes
	Role     string // "value", or what it is to the number before it: "plusminus", "low", "high", "parenthesis", "of", "n", "df", "statistic", "p", "level"; low and high also of a range 34-52%
}
