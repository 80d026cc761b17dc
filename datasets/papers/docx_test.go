package papers

import (
	"archive/zip"
	"bytes"
	"context"
	"strings"
	"testing"
)

func zipped(t testing.TB, parts map[string]string) []byte {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, name := range []string{"word/styles.xml", "word/document.xml", "word/footnotes.xml"} {
		if parts[name] == "" {
			continue
		}
		w, err := z.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write([]byte(parts[name])); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func para(s string) string {
	return "<w:p><w:r><w:t xml:space=\"preserve\">" + s + "</w:t></w:r></w:p>"
}

func docxRow(cells ...string) string {
	var b strings.Builder
	b.WriteString("<w:tr>")
	for _, c := range cells {
		b.WriteString("<w:tc>" + c + "</w:tc>")
	}
	return b.String() + "</w:tr>"
}

func sameDocx(t testing.TB) []byte {
	head := strings.Replace(para("1 Results"), "<w:p>", `<w:p><w:pPr><w:pStyle w:val="Heading1"/></w:pPr>`, 1)
	bold := `<w:p><w:r><w:rPr><w:b/></w:rPr><w:t>78.9</w:t></w:r></w:p>`
	body := head + para("We ran 95 tasks. The best model solves 78.9% (p &lt; .001).") + para("Table 1: Success by model.") +
		"<w:tbl>" + docxRow(para("Model"), para("Pass (%)"), para("Cost ($)")) +
		docxRow(para("Alpha-2"), bold, para("1.25")) +
		docxRow(para("Beta 7B"), para("44.5 ± 1.7"), para("0.50")) + "</w:tbl>"
	return zipped(t, map[string]string{"word/document.xml": wordDocument(body)})
}

func wordDocument(body string) string {
	return `<?xml version="1.0"?><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>` + body + `</w:body></w:document>`
}

func TestDocxSpans(t *testing.T) {
	merge := func(how, s string) string { return `<w:tcPr><w:vMerge` + how + `/></w:tcPr>` + para(s) }
	wide := `<w:tcPr><w:gridSpan w:val="2"/></w:tcPr>` + para("Accuracy")
	raised := `<w:p><w:r><w:t>60.1</w:t></w:r><w:r><w:rPr><w:vertAlign w:val="superscript"/></w:rPr><w:t>a</w:t></w:r></w:p>`
	body := "<w:tbl>" +
		docxRow(merge(` w:val="restart"`, "Model"), wide) +
		docxRow(merge("", ""), para("Easy"), para("Hard")) +
		docxRow(para("A"), para("81.2"), raised) +
		docxRow(para("B"), para("70.0"), para("55.5")) + "</w:tbl>"
	d, err := Read(context.Background(), "x.docx", zipped(t, map[string]string{"word/document.xml": wordDocument(body), "word/footnotes.xml": wordDocument(para("With n = 47."))}), nil)
	if err != nil {
		t.Fatal(err)
	}
	const want = `|
#Model | #Accuracy | #<Accuracy
#<Model | #Easy | #Hard
#A | 81.2 | 60.1a
#B | 70.0 | 55.5
`
	if got := drawn(tables(d)[0]); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	ns := d.Numbers()
	if ns[1].Marks != "a" || ns[1].Printed != "60.1" || ns[1].ColHead != "Accuracy / Hard" {
		t.Errorf("%+v", ns[1])
	}
	if last := ns[len(ns)-1]; last.Role != "n" || last.Plain != "47" {
		t.Errorf("footnote: %+v", last)
	}
}

// A part that unpacks to more than is read is said, and takes no memory beyond the bound.
func TestDocxBomb(t *testing.T) {
	b := zipped(t, map[string]string{"word/document.xml": strings.Repeat(" ", largestPart+10)})
	if _, err := Read(context.Background(), "x.docx", b, nil); err == nil || !strings.Contains(err.Error(), "larger than") {
		t.Errorf("a bomb: %v", err)
	}
}
