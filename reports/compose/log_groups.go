package compose

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"mcpstats/analysis/result"
	"mcpstats/reports"
)

// logGroup is logs of one format whose columns were understood alike.
type logGroup struct {
	logs []*result.InspectedLog
	at   []int // their numbers, from 1, ascending
}

// alikeLogs groups the logs, in the order of the first of each group.
func alikeLogs(logs []result.InspectedLog) []logGroup {
	var out []logGroup
	for i := range logs {
		l := &logs[i]
		k := slices.IndexFunc(out, func(g logGroup) bool {
			return g.logs[0].Format == l.Format && slices.Equal(g.logs[0].Columns, l.Columns)
		})
		if k < 0 {
			k = len(out)
			out = append(out, logGroup{})
		}
		out[k].logs, out[k].at = append(out[k].logs, l), append(out[k].at, i+1)
	}
	return out
}

// numbers names the logs of a group: "1, 3 to 5".
func (g logGroup) numbers() string {
	var out []string
	for i := 0; i < len(g.at); i++ {
		k := i
		for k+1 < len(g.at) && g.at[k+1] == g.at[k]+1 {
			k++
		}
		word := strconv.Itoa(g.at[i])
		if k > i+1 {
			word += " to " + strconv.Itoa(g.at[k])
			i = k
		}
		out = append(out, word)
	}
	return strings.Join(out, ", ")
}

// fields are those that any log of the group states, in the order of the survey.
func (g logGroup) fields() []string {
	lists := make([][]string, len(g.logs))
	for i, l := range g.logs {
		for _, k := range l.Coverage {
			lists[i] = append(lists[i], k.Field)
		}
	}
	return reports.MergeOrders(lists)
}

// coverage is how many attempts of the group state a field, and how many of its
// logs do at all.
func (g logGroup) coverage(field string) (attempts, logs int) {
	for _, l := range g.logs {
		for _, k := range l.Coverage {
			if k.Field == field && k.Known > 0 {
				attempts += k.Known
				logs++
			}
		}
	}
	return attempts, logs
}

// values are a field's values over the group, the most frequent first.
func (g logGroup) values(field string) []result.ValueCount {
	var out []result.ValueCount
	for _, l := range g.logs {
		for _, f := range l.Values {
			if f.Field != field {
				continue
			}
			for _, v := range f.Values {
				k := slices.IndexFunc(out, func(o result.ValueCount) bool { return o.Value == v.Value })
				if k < 0 {
					out = append(out, v)
					continue
				}
				out[k].Count += v.Count
			}
		}
	}
	slices.SortStableFunc(out, func(a, b result.ValueCount) int { return cmp.Compare(b.Count, a.Count) })
	return out
}
