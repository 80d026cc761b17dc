package formats

import (
	"fmt"
	"math"
	"strconv"

	"mcpstats/datasets"
)

// inspectSource is a log with its promises and with what was noticed about it.
type inspectSource struct {
	promising
	notes func() []datasets.Note
}

// Notes says what was noticed in the latest pass; nothing before the first.
func (s inspectSource) Notes() []datasets.Note { return s.notes() }

// counted takes how many attempts the harness says it set out to make, and completed.
func (l *inspectLog) counted(results []byte) {
	var counts struct {
		Total     number `json:"total_samples"`
		Completed number `json:"completed_samples"`
		Scores    []struct {
			Name    string `json:"name"`
			Scorer  string `json:"scorer"`
			Reducer string `json:"reducer"`
			Scored  number `json:"scored_samples"`
			Metrics map[string]struct {
				Value number `json:"value"`
			} `json:"metrics"`
		} `json:"scores"`
	}
	if len(results) == 0 || unmarshal(results, &counts) != nil {
		return
	}
	if counts.Completed.Known {
		l.completed = int(counts.Completed.Value)
	}
	if n, err := counts.Total.index(); err == nil {
		l.total = n
	}
	for _, s := range counts.Scores {
		// Other reducers than the mean take the best or the most frequent of a sample's epochs.
		if name := l.header.headline(); name != "" && s.Name != name && s.Scorer != name || s.Reducer != "" && s.Reducer != "mean" {
			continue
		}
		for _, metric := range []string{"accuracy", "mean"} {
			if m, ok := s.Metrics[metric]; ok && m.Value.Known && l.stated.name == "" {
				l.stated = inspectMean{name: metric, sum: m.Value.Value, n: 1, of: l.completed}
				if s.Scored.Known { // of samples, each over its epochs
					l.stated.of = int(s.Scored.Value) * l.header.epochs()
				}
			}
		}
	}
}

// inspectMean is a mean over samples, as the header states it or as it is found.
type inspectMean struct {
	name string
	sum  float64
	n    int
	of   int // samples that the header's is over
}

// add takes a sample's grade; nothing of one that has none.
func (m *inspectMean) add(t *datasets.Trajectory) {
	switch {
	case t == nil:
	case t.Reward.Known:
		m.sum, m.n = m.sum+t.Reward.Value, m.n+1
	case t.Success.Known:
		m.sum, m.n = m.sum+float64(intOf(t.Success.Value)), m.n+1
	}
}

// totals tells both numbers where the header's and the samples' are not one; empty where they
// are, or cannot be compared.
func (l *inspectLog) totals() string {
	if l.stated.name == "" || l.stated.of == 0 {
		return ""
	}
	stated := fmt.Sprintf("the header's %s is %s over %d samples", l.stated.name, shortNumber(l.stated.sum), l.stated.of)
	if l.found.n == 0 {
		return stated + ", none of the samples here has a score"
	}
	mean := l.found.sum / float64(l.found.n)
	if l.found.n == l.stated.of && math.Abs(mean-l.stated.sum) < 1e-6 {
		return ""
	}
	of := "samples here give"
	if l.found.n == 1 {
		of = "sample here gives"
	}
	return fmt.Sprintf("%s, the %d %s %s", stated, l.found.n, of, shortNumber(mean))
}

// shortNumber is a number with up to five decimals.
func shortNumber(v float64) string {
	return strconv.FormatFloat(math.Round(v*1e5)/1e5, 'f', -1, 64)
}

// notes tell where the log holds fewer samples than its header counts.
func (l *inspectLog) notes() []datasets.Note {
	if l == nil {
		return nil
	}
	if n := l.announced(); l.held == 0 && n > 0 {
		return []datasets.Note{{Code: datasets.NoteUnended, Decisive: true, Message: fmt.Sprintf(
			"the header announces %d samples and none is there, so that the run is in no number: it ended before its first sample, or the log was saved without them", n)}}
	}
	totals := l.totals()
	if l.held >= l.completed && len(l.strays) == 0 {
		if totals == "" || l.found.n != l.stated.of {
			return nil // some samples have no score: the means are over different ones, and may well differ
		}
		return []datasets.Note{{Code: datasets.NoteHeader, Decisive: true, Message: totals + ": its scores were edited, or reduced in another way; every number here is from the samples"}}
	}
	message := fmt.Sprintf("the header counts %d completed samples, %d are there", l.completed, l.held)
	if l.held >= l.completed {
		message = fmt.Sprintf("%d samples are there", l.held)
	}
	if len(l.strays) > 0 {
		message += fmt.Sprintf("; the archive's member %q has a name that no Inspect log uses and was not read", l.strays[0])
		if n := len(l.strays) - 1; n > 0 {
			message += fmt.Sprintf(", nor were %d more", n)
		}
	}
	message += ": the file is cut off or damaged; copy it again"
	if totals != "" {
		message += "; " + totals
	}
	return []datasets.Note{{Code: datasets.NoteUnended, Message: message, Decisive: l.held < l.completed}}
}

// promises are the samples and epochs of the header, as far as it was read.
func (l *inspectLog) promises() []datasets.Promise {
	if l == nil {
		return nil
	}
	p := datasets.Promise{Benchmark: l.header.Task, Run: l.header.run(l.file), Source: "the header"}
	for _, id := range l.header.Dataset.SampleIDs {
		if id != "" {
			p.Tasks = append(p.Tasks, string(id))
		}
	}
	if l.header.Config.Epochs.Known {
		p.Trials = l.header.epochs()
	}
	if p.Tasks == nil {
		if l.total > 0 {
			// total_samples counts every epoch of a sample.
			p.NTasks = l.total / l.header.epochs()
		} else {
			p.NTasks = l.header.selected()
		}
	}
	if p.Tasks == nil && p.NTasks == 0 && p.Trials == 0 {
		return nil
	}
	return []datasets.Promise{p}
}

// announced is how many samples the log was to hold at each epoch; 0 where it does not say.
func (l *inspectLog) announced() int {
	n := 0
	for _, p := range l.promises() {
		n = max(n, len(p.Tasks), p.NTasks)
	}
	return n
}

// selected is how many samples of the data set were to be attempted, where the header
// lists no ids and has no results, as in an early log that was cut off; 0 where it does
// not say. The number of samples is that of the whole data set (TaskLogger in
// _eval/task/log.py), of which --limit takes a part.
func (h *inspectHeader) selected() int {
	n, err := h.Dataset.Samples.index()
	if err != nil || n > 1<<24 || stated(h.Config.SampleID) {
		return 0
	}
	var limit number
	var within []number
	switch {
	case !stated(h.Config.Limit):
	case unmarshal(h.Config.Limit, &limit) == nil:
		if most, err := limit.index(); err == nil {
			n = min(n, most)
		}
	case unmarshal(h.Config.Limit, &within) == nil && len(within) == 2:
		n = max(0, int(min(within[1].Value, float64(n))-max(within[0].Value, 0)))
	}
	return n
}

// epochs is how often every sample was to be attempted.
func (h *inspectHeader) epochs() int {
	if n, err := h.Config.Epochs.index(); err == nil && n > 1 {
		return min(n, 10_000)
	}
	return 1
}
