package papers

import (
	"strings"
	"testing"
)

// A table as LaTeXML writes it for arXiv: formulas in alttext, heads as th, a rule as a class.
const latexmlPage = `<!DOCTYPE html>
<html><head><title>T</title><style>td{1.5}</style></head><body>
<nav class="ltx_page_navbar">12.5</nav>
<div class="ltx_page_main"><article class="ltx_document">
<h1 class="ltx_title ltx_title_document">A Paper</h1>
<div class="ltx_abstract"><h6>Abstract</h6><p class="ltx_p">We test 95 tasks.</p></div>
<section class="ltx_section"><h2 class="ltx_title"><span class="ltx_tag">4 </span>Results</h2>
<p class="ltx_p">It rose (<math alttext="p=.03"><semantics><mi>p</mi><mn>.03</mn></semantics></math>).<span class="ltx_note ltx_role_footnote"><sup class="ltx_note_mark">1</sup><span class="ltx_note_outer"><span class="ltx_note_content"><sup class="ltx_note_mark">1</sup>With n = 47.</span></span></span></p>
<figure class="ltx_table">
<figcaption class="ltx_caption"><span class="ltx_tag ltx_tag_table">Table 2: </span>Scores.</figcaption>
<table class="ltx_tabular"><thead class="ltx_thead">
<tr class="ltx_tr"><th class="ltx_td ltx_th ltx_th_column" rowspan="2">Model</th><th class="ltx_td ltx_th" colspan="2">Accuracy</th></tr>
<tr class="ltx_tr"><th class="ltx_td ltx_th">Easy</th><th class="ltx_td ltx_th">Hard</th></tr></thead>
<tbody><tr class="ltx_tr"><th class="ltx_td ltx_th ltx_th_row">A</th><td class="ltx_td"><span class="ltx_text ltx_font_bold">81.2</span></td><td class="ltx_td"><math alttext="60.1^{*}"><mn>60.1</mn></math></td></tr>
<tr class="ltx_tr"><th class="ltx_td ltx_th ltx_th_row">B</th><td class="ltx_td"><math alttext="70.1\pm 1.2"><mn>70.1</mn></math></td>
<td class="ltx_td"><span class="ltx_text ltx_framed ltx_framed_underline">55.5</span></td></tr></tbody></table>
</figure></section></article></div></body></html>
`

func TestHTMLOfPapers(t *testing.T) {
	d := read(t, "x.html", latexmlPage)
	const want = `Table 2|Table 2: Scores.
#Model | #Accuracy | #<Accuracy
#<Model | #Easy | #Hard
#A | 81.2 b | 60.1*
#B | 70.1±1.2 | 55.5 u
`
	if got := drawn(tables(d)[0]); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	var got []string
	for _, n := range d.Numbers() {
		line := strings.Split(latexmlPage, "\n")[n.Place.Line-1]
		if !strings.Contains(line, n.Printed) {
			t.Errorf("%s is said to stand on line %d", n.Printed, n.Place.Line)
		}
		got = append(got, n.Printed+n.Marks)
	}
	if s := strings.Join(got, " "); s != "95 47 .03 81.2 60.1* 70.1 1.2 55.5" && s != "95 .03 47 81.2 60.1* 70.1 1.2 55.5" {
		t.Errorf("numbers %s", s)
	}
	if d.Blocks[len(d.Blocks)-1].Section != "4 Results" {
		t.Errorf("section %q", d.Blocks[len(d.Blocks)-1].Section)
	}
}

// Tables that Markdown, GitHub's pages and plain text print in other ways than the plainest.
func TestOtherTables(t *testing.T) {
	for _, c := range []struct{ name, file, content, want string }{
		{"HTML in Markdown, over empty lines", "x.md", "# A\n\n<table>\n<tr><th>Model</th><th>Acc</th></tr>\n\n<tr><td>A</td><td><b>1.5</b></td></tr>\n\n</table>\n", "|\n#Model | #Acc\n#A | 1.5 b\n"},
		{"a paragraph right behind a table", "x.md", "# A\n\n|M|V|\n|-|-|\n|A|1.5|\n|B|2.5|\nThis is text behind.\n", "|\n#M | #V\n#A | 1.5\n#B | 2.5\n"},
		{"caption below", "x.md", "# A\n\n|M|V|\n|-|-|\n|A|1.5|\n|B|2.5|\n\nTable 3. Values.\n", "Table 3|Table 3. Values.\n#M | #V\n#A | 1.5\n#B | 2.5\n"},
		{"a formula with stars and bars", "x.md", "# A\n\n|M|V|\n|-|-|\n|A|$1.5^{*} \\pm 0.2$|\n|B|$|x| = 2.5$|\n", "|\n#M | #V\n#A | 1.5*±0.2\n"},
		{"pipes without a rule", "x.txt", "M | V | W |\nA | 1.5 | 2% |\nB | 2.5 | 3% |\n", "|\n#M | #V | #W\n#A | 1.5 | 2%\n#B | 2.5 | 3%\n"},
		{"a box", "x.txt", "+---+-----+\n| M | V   |\n+===+=====+\n| A | 1.5 |\n+---+-----+\n| B | 2.5 |\n+---+-----+\n", "|\n#M | #V\n#A | 1.5\n#B | 2.5\n"},
		{"tabs", "x.txt", "M\tV\tW\nA\t1.5\t2\nB\t2.5\t3\n", "|\n#M | #V | #W\n#A | 1.5 | 2\n#B | 2.5 | 3\n"},
		{"columns with heads of two words", "x.txt", "Model name   Pass rate   Cost\n-----------------------------\nAlpha two         12.5   0.5\nBeta               7.25  1.0\n", "|\n#Model name | #Pass rate | #Cost\n#Alpha two | 12.5 | 0.5\n#Beta | 7.25 | 1.0\n"},
		{"settings name rows", "x.md", "# A\n\n|k|R@k|\n|-|-|\n|1|0.512|\n|5|0.854|\n", "|\n#k | #R@k\n#1 | 0.512\n#5 | 0.854\n"},
		{"a head again in the middle", "x.html", "<table><tr><th>M<th>V<th>W<tr><td>A<td>1<td>2<tr><th>N<th>X<th>Y<tr><td>B<td>3<td>4</table>", "|\n#M | #V | #W\n#A | 1 | 2\n#N | #X | #Y\n#B | 3 | 4\n"},
		{"groups of columns without spans", "x.md", "# A\n\n| | Group 1 || Group 2 ||\n|-|-|-|-|-|\n| **Outcome** | ***n*** | ***M*** | ***n*** | ***M*** |\n| One | 4 | 2.5 | 5 | 3.5 |\n| Two | 4 | 6.5 | 5 | 7.5 |\n", "|\n# | #Group 1 | #<Group 1 | #Group 2 | #<Group 2\n#Outcome | #n | #M | #n | #M\n#One | 4 | 2.5 | 5 | 3.5\n#Two | 4 | 6.5 | 5 | 7.5\n"},
		{"a version between names", "x.md", "# A\n\n|Task|Version|Metric|Value|\n|-|-|-|-|\n|one|0|acc|23.62|\n|||norm|22.83|\n|two|0|acc|30.11|\n", "|\n#Task | #Version | #Metric | #Value\n#one | #0 | #acc | 23.62\n# | # | #norm | 22.83\n#two | #0 | #acc | 30.11\n"},
		{"right to left", "x.md", "# A\n\n|מודל|דיוק|\n|-|-|\n|אלף|12.5|\n|בית|7.5|\n", "|\n#מודל | #דיוק\n#אלף | 12.5\n#בית | 7.5\n"},
	} {
		d := read(t, c.file, c.content)
		ts := tables(d)
		if len(ts) != 1 {
			t.Errorf("%s: %d tables", c.name, len(ts))
			continue
		}
		if got := drawn(ts[0]); !strings.HasPrefix(got, c.want) || c.name != "a formula with stars and bars" && got != c.want {
			t.Errorf("%s: got\n%s\nwant\n%s", c.name, got, c.want)
		}
	}
}

// A name that is left out because it is that of the row above is found all the same.
func TestNamesLeftOut(t *testing.T) {
	d := read(t, "x.md", "# A\n\n|Task|Version|Metric|Value||Stderr|\n|-|-|-|-|-|-|\n|one|0|acc|23.62|±|2.67|\n|||norm|22.83|±|2.64|\n")
	ns := d.Numbers()
	if len(ns) != 4 || ns[2].RowHead != "one / 0 / norm" || ns[2].PlusMinus == nil || ns[2].PlusMinus.Printed != "2.64" {
		t.Errorf("%+v", ns)
	}
}

// Statistics as psychology prints them, one a line, quoted: degrees of freedom, statistic, p, interval.
func TestStatisticsOfAQuote(t *testing.T) {
	d := read(t, "x.md", "# A\n\n> F(1,58) = 36.75, p < .001, ηp2 = .388, 90% CI [.223, .511]. (condition)  \n> t(22) = –6.55, p = .834, d = –1.37, 95% CI [–1.93, –0.79], BF10 = 1.35 × 10^4.\n")
	var got []string
	for _, n := range d.Numbers() {
		got = append(got, n.Role+" "+n.Symbol+" "+n.Plain)
	}
	want := "df  1; df  58; statistic F 36.75; p p 0.001; value ηp2 0.388; level  90; low  0.223; high  0.511; df  22; statistic t -6.55; p p 0.834; value d -1.37; level  95; low  -1.93; high  -0.79; value BF10 1.35e4"
	if s := strings.Join(got, "; "); s != want {
		t.Errorf("got  %s\nwant %s", s, want)
	}
}

// Text of a page without empty lines: headings stand behind the ends of sentences, and what
// stands under References is no result.
func TestTextWithoutEmptyLines(t *testing.T) {
	d := read(t, "x.txt", "4. Results\nWe reach 12.5 points.\n4.1. Error Analysis\nOf 95 tasks, 7 failed.\nReferences\n- A survey. Psychometrika 12 (2), pp. 153-157, 46.5.\n")
	var sections []string
	for _, n := range d.Numbers() {
		sections = append(sections, n.Plain+" "+d.Blocks[n.Block].Section)
	}
	if s := strings.Join(sections, "; "); s != "12.5 4 Results; 95 4.1 Error Analysis; 7 4.1 Error Analysis" {
		t.Errorf("%s", s)
	}
}
