package scorefile

import (
	"bufio"
	"encoding/csv"
	"encoding/json"
	"io"
	"iter"
	"strconv"
)

// WriteCSV writes the rows as CSV with a header. Values have as many digits as
// their doubles need; one that is not known is empty.
func WriteCSV(w io.Writer, rows iter.Seq[Row]) error {
	out := csv.NewWriter(w)
	header := make([]string, len(columns))
	for i, c := range columns {
		header[i] = c.names[0]
	}
	if err := out.Write(header); err != nil {
		return err
	}
	for row := range rows {
		v := ""
		if row.Known {
			v = strconv.FormatFloat(row.Value, 'g', -1, 64)
		}
		if err := out.Write([]string{row.Benchmark, row.Run, row.Task, strconv.Itoa(row.Trial), row.Metric, v}); err != nil {
			return err
		}
	}
	out.Flush()
	return out.Error()
}

// WriteLines writes the rows as JSON lines.
func WriteLines(w io.Writer, rows iter.Seq[Row]) error {
	buffered := bufio.NewWriter(w)
	out := json.NewEncoder(buffered)
	out.SetEscapeHTML(false)
	for row := range rows {
		l := line{Benchmark: name(row.Benchmark), Run: name(row.Run), Task: name(row.Task), Trial: row.Trial, Metric: name(row.Metric)}
		if row.Known {
			l.Value.value = &row.Value
		}
		if err := out.Encode(l); err != nil {
			return err
		}
	}
	return buffered.Flush()
}
