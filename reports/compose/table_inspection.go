package compose

import (
	"slices"
	"strconv"
	"strings"

	"mcpstats/analysis/result"
	"mcpstats/reports"
)

// scorableTable lists a benchmark's metrics, those that are compared apart.
func scorableTable(found *result.Inspection) reports.Table {
	t := reports.Table{ID: "metrics", Caption: "The metrics that these logs allow; the first is the headline.", Columns: []reports.Column{{Name: "Benchmark", Key: "benchmark", Kind: reports.Text}, {Name: "Compared", Key: "compared", Kind: reports.Text}, {Name: "Others", Key: "others", Kind: reports.Text}}}
	var order []string
	compared, others := map[string][]string{}, map[string][]string{}
	for _, m := range found.Metrics {
		if !slices.Contains(order, m.Benchmark) {
			order = append(order, m.Benchmark)
		}
		switch {
		case m.Primary:
			compared[m.Benchmark] = append([]string{m.Name}, compared[m.Benchmark]...)
		case m.Compared:
			compared[m.Benchmark] = append(compared[m.Benchmark], m.Name)
		default:
			others[m.Benchmark] = append(others[m.Benchmark], m.Name)
		}
	}
	for _, b := range order {
		t.Rows = append(t.Rows, []reports.Cell{reports.NameCell(b), reports.TextCell(strings.Join(compared[b], ", ")), reports.TextCell(strings.Join(families(others[b]), ", "))})
	}
	setAside(&t, "benchmark", func(cell reports.Cell) bool { return cell.Text == "" })
	setAside(&t, "others", func(cell reports.Cell) bool { return cell.Text == "" })
	return t
}

// families joins names that differ in the number at their end: "pass_at_1 to 5".
func families(names []string) []string {
	var out []string
	stem := func(s string) (string, int) {
		at := strings.LastIndexByte(s, '_')
		n, err := strconv.Atoi(s[at+1:])
		if at < 0 || err != nil {
			return "", 0
		}
		return s[:at], n
	}
	for i := 0; i < len(names); i++ {
		first, from := stem(names[i])
		k := i
		for first != "" && k+1 < len(names) {
			if s, n := stem(names[k+1]); s != first || n != from+k+1-i {
				break
			}
			k++
		}
		if k == i {
			out = append(out, names[i])
			continue
		}
		out = append(out, names[i]+" to "+strconv.Itoa(from+k-i))
		i = k
	}
	return out
}

// mostAlike is how many warnings of one code are told one by one.
const mostAlike = 3

// warningKinds tells warnings of one code together where there are many.
func warningKinds(warnings []result.Warning) reports.Table {
	t := reports.Table{ID: "warning-list", Caption: "What to know before trusting a number; those that can change a conclusion are decisive.", Columns: []reports.Column{
		{Name: "Code", Key: "code", Kind: reports.Text}, {Name: "Warning", Key: "message", Kind: reports.Text}, {Name: "Where", Key: "where", Kind: reports.Text}, {Name: "Decisive", Key: "decisive", Kind: reports.Text},
	}}
	type kind struct {
		code     string
		decisive bool
	}
	count := map[kind]int{}
	for _, w := range warnings {
		count[kind{w.Code, w.Decisive}]++
	}
	gathered := map[kind]bool{}
	for _, w := range warnings {
		k := kind{w.Code, w.Decisive}
		message, where := w.Message, w.Where
		if n := count[k]; n > mostAlike {
			if gathered[k] {
				continue
			}
			gathered[k] = true
			message, where = reports.FormatCount(n)+" of this kind, the first: "+message, where+" and "+reports.FormatCount(n-1)+" more"
		}
		decisive := reports.Yes(w.Decisive)
		if w.Decisive {
			decisive.Tone = reports.Careful
		}
		t.Rows = append(t.Rows, []reports.Cell{reports.NameCell(w.Code), reports.TextCell(message), reports.TextCell(where), decisive})
	}
	if len(gathered) > 0 {
		t.Notes = append(t.Notes, "All "+plural(len(warnings), "warning")+": --output json.")
	}
	return t
}
