package xlsx

import (
	"bytes"
	"encoding/xml"
	"strconv"
	"text/template"
)

// chartXML is the charts as ECMA-376, part 1, section 21.2 has them. The library
// makes no error bars and no label a point, so that they are written here.
var chartXML = template.Must(template.New("").Funcs(template.FuncMap{"xml": escaped, "number": number}).Parse(
	`{{define "text"}}<c:tx><c:rich><a:bodyPr/><a:p><a:pPr><a:defRPr sz="{{.Size}}" b="{{.Bold}}"/></a:pPr><a:r><a:rPr lang="en-US" sz="{{.Size}}" b="{{.Bold}}"/><a:t>{{xml .Text}}</a:t></a:r></a:p></c:rich></c:tx><c:overlay val="0"/>{{end}}` +
		`{{define "numbers"}}<c:numRef><c:f>{{xml .Ref}}</c:f><c:numCache><c:formatCode>General</c:formatCode><c:ptCount val="{{len .Values}}"/>{{range $i, $v := .Values}}{{if $v}}<c:pt idx="{{$i}}"><c:v>{{number $v}}</c:v></c:pt>{{end}}{{end}}</c:numCache></c:numRef>{{end}}` +
		`{{define "texts"}}<c:strRef><c:f>{{xml .Ref}}</c:f><c:strCache><c:ptCount val="{{len .Texts}}"/>{{range $i, $t := .Texts}}<c:pt idx="{{$i}}"><c:v>{{xml $t}}</c:v></c:pt>{{end}}</c:strCache></c:strRef>{{end}}` +
		`{{define "head"}}<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<c:chartSpace xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><c:roundedCorners val="0"/><c:chart><c:title>{{template "text" .Title}}</c:title><c:autoTitleDeleted val="0"/><c:plotArea><c:layout/>{{end}}` +
		`{{define "foot"}}<c:spPr><a:noFill/></c:spPr></c:plotArea><c:plotVisOnly val="0"/><c:dispBlanksAs val="gap"/></c:chart><c:spPr><a:solidFill><a:srgbClr val="FFFFFF"/></a:solidFill><a:ln w="6350"><a:solidFill><a:srgbClr val="C9CCD1"/></a:solidFill></a:ln></c:spPr></c:chartSpace>{{end}}` +
		`{{define "axis"}}<c:valAx><c:axId val="{{.ID}}"/><c:scaling><c:orientation val="minMax"/>{{with .Max}}<c:max val="{{number .}}"/>{{end}}{{with .Min}}<c:min val="{{number .}}"/>{{end}}</c:scaling><c:delete val="0"/><c:axPos val="{{.Side}}"/><c:majorGridlines><c:spPr><a:ln w="6350"><a:solidFill><a:srgbClr val="D9DCE0"/></a:solidFill></a:ln></c:spPr></c:majorGridlines><c:title>{{template "text" .Title}}</c:title><c:numFmt formatCode="{{xml .Format}}" sourceLinked="0"/><c:majorTickMark val="out"/><c:minorTickMark val="none"/><c:tickLblPos val="{{.Ticks}}"/><c:crossAx val="{{.Other}}"/><c:crosses val="{{.Crosses}}"/><c:crossBetween val="{{.Between}}"/>{{with .Step}}<c:majorUnit val="{{number .}}"/>{{end}}</c:valAx>{{end}}` +
		`{{define "bars"}}{{template "head" .}}<c:barChart><c:barDir val="bar"/><c:grouping val="clustered"/><c:varyColors val="0"/><c:ser><c:idx val="0"/><c:order val="0"/><c:tx>{{template "texts" .Name}}</c:tx>` +
		`<c:spPr><a:solidFill><a:srgbClr val="9DC3E6"/></a:solidFill></c:spPr><c:invertIfNegative val="0"/>` +
		`{{range .Grey}}<c:dPt><c:idx val="{{.}}"/><c:invertIfNegative val="0"/><c:bubble3D val="0"/><c:spPr><a:solidFill><a:srgbClr val="D5D8DC"/></a:solidFill></c:spPr></c:dPt>{{end}}` +
		`<c:dLbls>{{range .Short}}<c:dLbl><c:idx val="{{.}}"/><c:delete val="1"/></c:dLbl>{{end}}<c:numFmt formatCode="{{xml .Shown}}" sourceLinked="0"/><c:spPr><a:noFill/></c:spPr><c:txPr><a:bodyPr/><a:p><a:pPr><a:defRPr sz="900"/></a:pPr><a:endParaRPr lang="en-US"/></a:p></c:txPr><c:dLblPos val="inBase"/><c:showLegendKey val="0"/><c:showVal val="1"/><c:showCatName val="0"/><c:showSerName val="0"/><c:showPercent val="0"/><c:showBubbleSize val="0"/></c:dLbls>` +
		`<c:errBars><c:errBarType val="both"/><c:errValType val="cust"/><c:noEndCap val="0"/><c:plus>{{template "numbers" .Above}}</c:plus><c:minus>{{template "numbers" .Below}}</c:minus><c:spPr><a:ln w="15875"><a:solidFill><a:srgbClr val="1F2933"/></a:solidFill></a:ln></c:spPr></c:errBars>` +
		`<c:cat>{{template "texts" .Labels}}</c:cat><c:val>{{template "numbers" .Values}}</c:val></c:ser><c:gapWidth val="60"/><c:axId val="111"/><c:axId val="222"/></c:barChart>` +
		`<c:catAx><c:axId val="111"/><c:scaling><c:orientation val="maxMin"/></c:scaling><c:delete val="0"/><c:axPos val="l"/><c:numFmt formatCode="General" sourceLinked="0"/><c:majorTickMark val="none"/><c:minorTickMark val="none"/><c:tickLblPos val="low"/><c:txPr><a:bodyPr/><a:p><a:pPr><a:defRPr sz="900"/></a:pPr><a:endParaRPr lang="en-US"/></a:p></c:txPr><c:crossAx val="222"/><c:crosses val="autoZero"/><c:auto val="1"/><c:lblAlgn val="ctr"/><c:lblOffset val="100"/><c:tickLblSkip val="1"/><c:noMultiLvlLbl val="0"/></c:catAx>` +
		`{{template "axis" .Across}}{{template "foot"}}{{end}}` +
		`{{define "points"}}{{template "head" .}}<c:scatterChart><c:scatterStyle val="lineMarker"/><c:varyColors val="0"/>{{range $i, $p := .Points}}<c:ser><c:idx val="{{$i}}"/><c:order val="{{$i}}"/><c:tx>{{template "texts" .Name}}</c:tx><c:spPr><a:ln w="19050"><a:noFill/></a:ln></c:spPr><c:marker><c:symbol val="circle"/><c:size val="9"/><c:spPr><a:solidFill><a:srgbClr val="{{.Colour}}"/></a:solidFill></c:spPr></c:marker>` +
		`{{if .Named}}<c:dLbls><c:dLblPos val="{{.Place}}"/><c:showLegendKey val="0"/><c:showVal val="0"/><c:showCatName val="0"/><c:showSerName val="1"/><c:showPercent val="0"/><c:showBubbleSize val="0"/></c:dLbls>{{end}}` +
		`<c:xVal>{{template "numbers" .X}}</c:xVal><c:yVal>{{template "numbers" .Y}}</c:yVal><c:smooth val="0"/></c:ser>{{end}}<c:axId val="111"/><c:axId val="222"/></c:scatterChart>{{template "axis" .Across}}{{template "axis" .Up}}{{template "foot"}}{{end}}`))

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

// texts is a range with its texts.
type texts struct {
	Ref   string
	Texts []string
}

// valueAxis is an axis of numbers. Side is "b" or "l"; Crosses says where it
// meets the other axis.
type valueAxis struct {
	ID, Other              int
	Side, Crosses, Between string
	Ticks                  string // where the numbers stand: "nextTo", "low"
	Title                  label
	Format                 string
	Min, Max, Step         *float64 // nil: as the program finds
}

func number(v *float64) string { return strconv.FormatFloat(*v, 'g', -1, 64) }

// escaped is text within XML.
func escaped(s string) (string, error) {
	var b bytes.Buffer
	err := xml.EscapeText(&b, []byte(s))
	return b.String(), err
}
