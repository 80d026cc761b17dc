package document

import (
	"fmt"
	"strings"
	"testing"
)

// made makes a table of lines of cells parted by |, with its heads.
func made(caption string, headRows, headColumns int, lines ...string) *Table {
	t := &Table{ID: "t1", Caption: Text{Plain: caption}, HeadRows: headRows, HeadColumns: headColumns}
	for i, l := range lines {
		var row []Cell
		for _, s := range strings.Split(l, "|") {
			row = append(row, Cell{Text: Text{Plain: strings.TrimSpace(s)}, RowSpan: 1, ColSpan: 1, Place: Place{Line: i + 1}})
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

func listedNumbers(t *Table) string {
	d := &Document{Blocks: []Block{{Kind: TableBlock, Table: t}}}
	var out []string
	for _, n := range d.Numbers() {
		s := n.Plain
		if n.Unit != "" {
			s += " " + n.Unit + "(" + n.UnitFrom + ")"
		}
		if n.Role != "value" {
			s += ":" + n.Role
		}
		if n.Marks != "" {
			s += "'" + n.Marks
		}
		if n.PlusMinus != nil {
			s += "±" + n.PlusMinus.Plain
		}
		if n.InParens != nil {
			s += "(" + n.InParens.Plain + ")"
		}
		if len(n.Interval) == 2 {
			s += fmt.Sprintf("[%s,%s]", n.Interval[0].Plain, n.Interval[1].Plain)
		}
		if n.Ambiguous != "" {
			s += "?"
		}
		out = append(out, s)
	}
	return strings.Join(out, "; ")
}

func TestNumbersOfTables(t *testing.T) {
	for _, c := range []struct {
		name  string
		table *Table
		want  string
	}{
		{"units of heads", made("", 1, 1, "Model|Acc. (%)|Latency [ms]|Cost ($)|% correct", "GPT-4.1|78.9|120|1.25|40"),
			"78.9 %(head); 120 ms(head); 1.25 $(head); 40 %(head)"},
		{"unit of the caption", made("Success (%) by model.", 1, 1, "Model|Easy", "A|78.9"), "78.9 %(caption)"},
		{"counts in heads", made("", 1, 1, "Variable|Control (n = 47)|Treated (48)", "Age, years|41.2 (9.8)|40.0 (10.1)"),
			"47:n; 48:n; 41.2 years(head)(9.8); 9.8:parenthesis; 40.0 years(head)(10.1); 10.1:parenthesis"},
		{"marks", made("", 1, 1, "Test|p|r", "A|0.045a|.78*", "B|<0.001***|−.12†"), "0.045'a; 0.78'*; 0.001'***; -0.12'†"},
		{"decimal commas", made("", 1, 1, "Gruppe|Mittel|n", "A|12,5|1.200", "B|0,875|3.400"), "12.5; 1200; 0.875; 3400"},
		{"thousands beside decimals", made("", 1, 1, "Group|Mean|n", "A|12.5|1,200", "B|0.875|3,450"), "12.5; 1200; 0.875; 3450"},
		{"either", made("", 1, 1, "Group|n", "A|1,234"), "1234?"},
		{"spread in a column of its own", made("", 1, 1, "Task|Value||Stderr", "A|23.62|±|2.67"), "23.62±2.67; 2.67:plusminus"},
		{"intervals", made("", 1, 1, "Task|OR (95% CI)", "A|1.52 (1.10–2.11)", "B|0.80 [0.61, 1.05]"),
			"1.52[1.10,2.11]; 1.10:low; 2.11:high; 0.80[0.61,1.05]; 0.61:low; 1.05:high"},
		{"years and list numbers name rows", made("", 1, 1, "Study|Year|#|Effect", "Smith|2019|1|0.42"), "0.42"},
	} {
		if got := listedNumbers(c.table); got != c.want {
			t.Errorf("%s\n got %s\nwant %s", c.name, got, c.want)
		}
	}
}

func TestHeads(t *testing.T) {
	tb := made("", 2, 2, "Family|Model|Accuracy|Accuracy", "Family|Model|Easy|Hard", "Closed|Closed|Closed|Closed", "A|A-1|1.5|2.5", "A|A-2|1.7|2.7")
	for c := range 4 {
		tb.Rows[2][c].Head = true
		tb.Rows[2][c].Covered = c > 0
	}
	tb.Rows[0][3].Covered = true
	tb.Rows[4][0].Covered = true
	if got := tb.RowHead(4); got != "Closed / A / A-2" {
		t.Errorf("row %q", got)
	}
	if got := tb.ColHead(4, 3); got != "Accuracy / Hard" {
		t.Errorf("column %q", got)
	}
}

func TestSentences(t *testing.T) {
	const s = "We follow Smith et al. (2020), i.e. the 1.5 rule. See Fig. 3 for J. Doe's p = .04 result. Is it 95%? Yes."
	var got []string
	for _, p := range (Text{Plain: s}).Sentences() {
		got = append(got, s[p.From:p.To])
	}
	want := []string{"We follow Smith et al. (2020), i.e. the 1.5 rule.", "See Fig. 3 for J. Doe's p = .04 result.", "Is it 95%?", "Yes."}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got %q", got)
	}
}

// No text makes the listing panic, each number lies within its text, and strconv reads its value.
func FuzzNumbers(f *testing.F) {
	for _, s := range []string{"44.5 ± 1.7 (95% CI [40.1, 48.9])", "t(94) = 2.0, p < .001", "1,234,567.8e-5 × 10^{-3}", "~−3–4% of 12/95", "78.95*a 3×10⁻⁵ 1.2.3 v2", "two tasks \xff 1\u2009200"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		tb := made(s, 1, 1, "a|"+s, "b|"+s)
		d := &Document{Blocks: []Block{{Text: Text{Plain: s, Styles: []Style{{Superscript, len(s) / 2, len(s)}}}}, {Kind: TableBlock, Table: tb}}}
		for _, n := range d.Numbers() {
			if n.Cell || n.Block == 1 {
				continue
			}
			if n.From < 0 || n.To > len(s) || n.From >= n.To {
				t.Fatalf("%q: %d to %d", s, n.From, n.To)
			}
			if v := n.amount(); v != v {
				t.Fatalf("%q: %q", s, n.Plain)
			}
		}
	})
}
