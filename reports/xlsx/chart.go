package xlsx

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"strconv"
	"text/template"
)

// chart is a native chart of estimates with their intervals: horizontal bars, the
// first at the top. Its numbers stand on the sheet Charts, from which it reads
// them.
type chart struct {
	title, axis string
	format      string // of the axis
	rows        []chartRow
	low, high   *float64 // ends of the axis; nil: as the program finds

	page *page // where the estimates stand
	grid *grid
	key  string // of their column
	row  int    // the header row of the chart's numbers
}

// chartRow is one bar: a row of the grid.
type chartRow struct {
	label        string
	at           int // the row of the grid
	value        float64
	format       string   // of the value
	below, above *float64 // from the value to the interval's ends; nil: there is none
	grey         bool     // no difference is shown
}

// chartXML is a bar chart as ECMA-376, part 1, section 21.2 has it. The library
// makes no error bars, so that the whole chart is written here.
var chartXML = template.Must(template.New("chart").Funcs(template.FuncMap{"xml": escaped, "number": number}).Parse(
	`<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<c:chartSpace xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><c:roundedCorners val="0"/><c:chart>` +
		`{{define "text"}}<c:tx><c:rich><a:bodyPr/><a:p><a:pPr><a:defRPr sz="{{.Size}}" b="{{.Bold}}"/></a:pPr><a:r><a:rPr lang="en-US" sz="{{.Size}}" b="{{.Bold}}"/><a:t>{{xml .Text}}</a:t></a:r></a:p></c:rich></c:tx><c:overlay val="0"/>{{end}}` +
		`{{define "numbers"}}<c:numRef><c:f>{{xml .Ref}}</c:f><c:numCache><c:formatCode>General</c:formatCode><c:ptCount val="{{len .Values}}"/>{{range $i, $v := .Values}}{{if $v}}<c:pt idx="{{$i}}"><c:v>{{number $v}}</c:v></c:pt>{{end}}{{end}}</c:numCache></c:numRef>{{end}}` +
		`<c:title>{{template "text" .Title}}</c:title><c:autoTitleDeleted val="0"/><c:plotArea><c:layout/>` +
		`<c:barChart><c:barDir val="bar"/><c:grouping val="clustered"/><c:varyColors val="0"/><c:ser><c:idx val="0"/><c:order val="0"/>` +
		`<c:tx><c:strRef><c:f>{{xml .Head}}</c:f><c:strCache><c:ptCount val="1"/><c:pt idx="0"><c:v>{{xml .Name}}</c:v></c:pt></c:strCache></c:strRef></c:tx>` +
		`<c:spPr><a:solidFill><a:srgbClr val="9DC3E6"/></a:solidFill></c:spPr><c:invertIfNegative val="0"/>` +
		`{{range .Grey}}<c:dPt><c:idx val="{{.}}"/><c:invertIfNegative val="0"/><c:bubble3D val="0"/><c:spPr><a:solidFill><a:srgbClr val="D5D8DC"/></a:solidFill></c:spPr></c:dPt>{{end}}` +
		`<c:errBars><c:errBarType val="both"/><c:errValType val="cust"/><c:noEndCap val="0"/><c:plus>{{template "numbers" .Above}}</c:plus><c:minus>{{template "numbers" .Below}}</c:minus>` +
		`<c:spPr><a:ln w="15875"><a:solidFill><a:srgbClr val="1F2933"/></a:solidFill></a:ln></c:spPr></c:errBars>` +
		`<c:cat><c:strRef><c:f>{{xml .Labels}}</c:f><c:strCache><c:ptCount val="{{len .Names}}"/>{{range $i, $n := .Names}}<c:pt idx="{{$i}}"><c:v>{{xml $n}}</c:v></c:pt>{{end}}</c:strCache></c:strRef></c:cat>` +
		`<c:val>{{template "numbers" .Values}}</c:val></c:ser><c:gapWidth val="60"/><c:axId val="111"/><c:axId val="222"/></c:barChart>` +
		`<c:catAx><c:axId val="111"/><c:scaling><c:orientation val="maxMin"/></c:scaling><c:delete val="0"/><c:axPos val="l"/><c:numFmt formatCode="General" sourceLinked="0"/><c:majorTickMark val="none"/><c:minorTickMark val="none"/><c:tickLblPos val="low"/><c:txPr><a:bodyPr/><a:p><a:pPr><a:defRPr sz="900"/></a:pPr><a:endParaRPr lang="en-US"/></a:p></c:txPr><c:crossAx val="222"/><c:crosses val="autoZero"/><c:auto val="1"/><c:lblAlgn val="ctr"/><c:lblOffset val="100"/><c:tickLblSkip val="1"/><c:noMultiLvlLbl val="0"/></c:catAx>` +
		`<c:valAx><c:axId val="222"/><c:scaling><c:orientation val="minMax"/>{{with .Max}}<c:max val="{{number .}}"/>{{end}}{{with .Min}}<c:min val="{{number .}}"/>{{end}}</c:scaling><c:delete val="0"/><c:axPos val="b"/><c:majorGridlines><c:spPr><a:ln w="6350"><a:solidFill><a:srgbClr val="D9DCE0"/></a:solidFill></a:ln></c:spPr></c:majorGridlines><c:title>{{template "text" .Axis}}</c:title><c:numFmt formatCode="{{xml .Format}}" sourceLinked="0"/><c:majorTickMark val="out"/><c:minorTickMark val="none"/><c:tickLblPos val="nextTo"/><c:crossAx val="111"/><c:crosses val="max"/><c:crossBetween val="between"/></c:valAx>` +
		`<c:spPr><a:noFill/></c:spPr></c:plotArea><c:plotVisOnly val="0"/><c:dispBlanksAs val="gap"/></c:chart><c:spPr><a:solidFill><a:srgbClr val="FFFFFF"/></a:solidFill><a:ln w="6350"><a:solidFill><a:srgbClr val="C9CCD1"/></a:solidFill></a:ln></c:spPr></c:chartSpace>`))

// label is a text of a chart; its size is in hundredths of a point.
type label struct {
	Text       string
	Size, Bold int
}

// series is a range with its values; a nil value is an empty cell.
type series struct {
	Ref    string
	Values []*float64
}

// markup writes the chart.
func (c *chart) markup() ([]byte, error) {
	n := len(c.rows)
	ref := func(column string) string {
		return fmt.Sprintf("%s!$%s$%d:$%[2]s$%[4]d", chartSheet, column, c.row+1, c.row+n)
	}
	values, below, above := series{Ref: ref("B")}, series{Ref: ref("C")}, series{Ref: ref("D")}
	var names []string
	var grey []int
	for i, r := range c.rows {
		names = append(names, r.label)
		values.Values = append(values.Values, &r.value)
		below.Values, above.Values = append(below.Values, r.below), append(above.Values, r.above)
		if r.grey {
			grey = append(grey, i)
		}
	}
	var out bytes.Buffer
	err := chartXML.Execute(&out, map[string]any{
		"Title": label{c.title, 1200, 1}, "Axis": label{c.axis, 1000, 0}, "Format": c.format, "Name": c.axis,
		"Head": fmt.Sprintf("%s!$B$%d", chartSheet, c.row), "Labels": ref("A"), "Names": names,
		"Values": values, "Below": below, "Above": above, "Grey": grey, "Min": c.low, "Max": c.high,
	})
	return out.Bytes(), err
}

func number(v *float64) string { return strconv.FormatFloat(*v, 'g', -1, 64) }

// escaped is text within XML.
func escaped(s string) (string, error) {
	var b bytes.Buffer
	err := xml.EscapeText(&b, []byte(s))
	return b.String(), err
}
