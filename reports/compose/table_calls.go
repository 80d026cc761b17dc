package compose

import (
	"strings"

	"mcpstats/analysis/result"
	"mcpstats/reports"
)

// toolTable lists tools, or servers, over all runs or run by run.
func (c *composer) toolTable(v *view, rows []result.ToolUse, id string, servers, byRun bool) reports.Table {
	what := "Tools"
	if servers {
		what = "Servers"
	}
	if byRun {
		what += ", run by run"
	}
	sc := v.shares
	var medians, p90s []float64
	for i := range rows {
		if rows[i].MedianMS != nil && rows[i].P90MS != nil {
			medians, p90s = append(medians, *rows[i].MedianMS), append(p90s, *rows[i].P90MS)
		}
	}
	ms := reports.NewScale("ms", nil, append(medians, p90s...))
	t := reports.Table{ID: id, Long: byRun || len(rows) > 20 && !c.allFailures,
		Caption: what + ": calls, how many failed and were made up for later, and the attempts that used them; " + c.level() + " intervals by task. First stands what failed most often.",
		Columns: []reports.Column{{Name: "Run", Key: "run", Kind: reports.Text}, {Name: "Server", Key: "server", Kind: reports.Text}, {Name: "Tool", Key: "tool", Kind: reports.Text},
			{Name: "Calls", Key: "calls", Kind: reports.Integer}, {Name: "Known", Key: "told", Kind: reports.Integer}, {Name: "Failed", Key: "failed", Kind: reports.Integer}, {Name: "Failed (%)", Key: "failed_share", Kind: reports.Percent}, {Name: c.level() + " interval (%)", Key: "failed_interval", Kind: reports.Interval},
			{Name: "Recovered", Key: "recovered", Kind: reports.Integer}, {Name: "Recovered (%)", Key: "recovered_share", Kind: reports.Percent},
			{Name: "Median time", Key: "median_ms", Kind: reports.Number}, {Name: "90% below", Key: "p90_ms", Kind: reports.Number}, {Name: "Timed", Key: "timed", Kind: reports.Integer},
			{Name: "Attempts", Key: "attempts", Kind: reports.Integer}, {Name: "Judged", Key: "judged", Kind: reports.Integer}, {Name: "Succeeded (%)", Key: "passed_share", Kind: reports.Percent}, {Name: "Interval of succeeded (%)", Key: "passed_interval", Kind: reports.Interval},
			{Name: "With a failed call", Key: "hit", Kind: reports.Integer}, {Name: "Succeeded all the same (%)", Key: "hit_passed_share", Kind: reports.Percent}, {Name: "Interval of these (%)", Key: "hit_passed_interval", Kind: reports.Interval}}}
	same := true // every call is told of
	for i := range rows {
		r := &rows[i]
		same = same && r.Told == r.Calls
		failed, recovered := reports.CountCell(r.Failed), reports.CountCell(r.Recovered)
		if r.Told == 0 {
			failed, recovered = reports.MissingCell(reports.Integer), reports.MissingCell(reports.Integer)
		}
		tool := reports.Cell{} // of a server: all of its tools
		if !servers {
			tool = c.toolCell(r.Tool)
		}
		t.Rows = append(t.Rows, []reports.Cell{c.runOrAll(r.Run), c.names.NameCell(r.Server), tool,
			reports.CountCell(r.Calls), reports.CountCell(r.Told), failed, sc.Value(r.Share), sc.Interval(r.Interval), recovered, sc.Value(r.RecoveredShare),
			ms.Value(r.MedianMS), ms.Value(r.P90MS), reports.CountCell(r.Timed),
			reports.CountCell(r.Attempts), reports.CountCell(r.Judged), sc.Value(r.Passed.Share), sc.Interval(r.Passed.Interval),
			reports.CountCell(r.Hit), sc.Value(r.HitPassed.Share), sc.Interval(r.HitPassed.Interval)})
	}
	if !byRun {
		setAside(&t, "run", func(reports.Cell) bool { return true })
	}
	empty := func(cell reports.Cell) bool { return cell.Text == "" }
	absent := func(cell reports.Cell) bool { return !cell.HasValue }
	setAside(&t, "server", empty)
	if servers {
		setAside(&t, "tool", func(reports.Cell) bool { return true })
	}
	if same {
		setAside(&t, "told", func(reports.Cell) bool { return true })
	} else {
		t.Notes = append(t.Notes, "Known: calls of which the log tells whether they failed; shares are of these.")
	}
	// Intervals of three shares are too wide for a page: the first stays, the others are in the CSV.
	t.Aside = append(t.Aside, "timed", "judged", "passed_interval", "hit_passed_interval")
	if setAside(&t, "median_ms", absent) {
		setAside(&t, "p90_ms", absent)
	} else {
		t.Notes = append(t.Notes, "Times are of the calls that have one in the log, to three digits.")
	}
	if servers || byRun {
		return t // the first table has told what the columns are
	}
	t.Notes = append(t.Notes, "Failed: by the log's mark, or by what the answer says. Recovered: some later call succeeded, and the next one was not the same call, failing again. Succeeded: of the attempts with an outcome that used it; all the same: of those in which a call of it failed. Hard tasks use other tools: these shares describe and explain nothing.")
	return t
}

// toolCell names a tool, where the log does.
func (c *composer) toolCell(tool string) reports.Cell {
	cell := c.names.NameCell(tool)
	if tool == "" {
		cell.Text, cell.Tone = "(not named)", reports.Faint
	}
	return cell
}

// errorTable lists kinds of error messages.
func (c *composer) errorTable(v *view, p *result.CallProfile) reports.Table {
	sc := v.shares
	t := reports.Table{ID: c.id(v, "error-messages"), Long: len(p.Errors) > 12 && !c.allFailures,
		Caption: "Kinds of error messages over all runs, most frequent first: [n], [id], [path], [url], [time], [mail] and [value] stand for what differs from one message to the next. Of failed: the share of all failed attempts that met it, with its " + c.level() + " interval by task.",
		Columns: []reports.Column{{Name: "Message", Key: "message", Kind: reports.Text}, {Name: "Calls", Key: "calls", Kind: reports.Integer}, {Name: "Tools", Key: "tools", Kind: reports.Text}, {Name: "Runs", Key: "runs", Kind: reports.Text}, {Name: "Attempts", Key: "attempts", Kind: reports.Integer}, {Name: "Failed", Key: "failed", Kind: reports.Integer},
			{Name: "Of failed (%)", Key: "failed_share", Kind: reports.Percent}, {Name: c.level() + " interval (%)", Key: "interval", Kind: reports.Interval},
			{Name: "For example in", Key: "example_run", Kind: reports.Text}, {Name: "Task", Key: "example_task", Kind: reports.Text}, {Name: "Trial", Key: "example_trial", Kind: reports.Integer}, {Name: "Step", Key: "example_step", Kind: reports.Integer}, {Name: "Tool", Key: "example_tool", Kind: reports.Text}}}
	for i := range p.Errors {
		e := &p.Errors[i]
		var runs []string
		for _, r := range e.ByRun {
			runs = append(runs, r.Run)
		}
		message := reports.TextCell(e.Pattern)
		switch e.Pattern {
		case "":
			message.Text, message.Tone = "(not in the log)", reports.Faint
		case "…":
			message.Text, message.Tone = "(too various to be told apart)", reports.Faint
		}
		t.Rows = append(t.Rows, []reports.Cell{message, reports.CountCell(e.Calls), c.listCell(e.Tools), c.listCell(runs), reports.CountCell(e.Attempts), reports.CountCell(e.Failed),
			sc.Value(e.FailedShare), sc.Interval(e.Interval),
			c.names.Cell(e.Example.Run), c.names.NameCell(e.Example.Task), trialCell(e.Example.Trial), trialCell(e.Example.Step), c.names.NameCell(e.Example.Tool)})
	}
	t.Aside = append(t.Aside, "example_tool")
	if len(v.runs) == 1 {
		setAside(&t, "runs", func(reports.Cell) bool { return true })
		setAside(&t, "example_run", func(reports.Cell) bool { return true })
	}
	setAside(&t, "example_trial", func(cell reports.Cell) bool { return cell.Value == 0 })
	t.Notes = append(t.Notes, "Calls: failed calls that were answered so. Attempts: in which some call was; failed: of these, the attempts that failed. Steps are messages of the conversation, the first being 0.")
	if o := p.OtherErrors; o != nil && o.Patterns > 0 {
		t.Notes = append(t.Notes, "Not listed: "+plural(o.Patterns, "kind")+" with "+plural(o.Calls, "failed call")+".")
	}
	if o := p.OtherErrors; o != nil && len(o.Cut) > 0 {
		t.Notes = append(t.Notes, "So many kinds that they are told apart by their first words alone (…): "+reports.Enumerate(c.shown(o.Cut), 4)+".")
	}
	return t
}

// listCell shows the first names of a list and holds all of them.
func (c *composer) listCell(names []string) reports.Cell {
	var visible, whole []string
	for _, n := range names {
		whole = append(whole, c.names.Named(n))
		if shown := c.names.NameCell(n).Text; strings.TrimSpace(shown) != "" {
			visible = append(visible, shown)
		}
	}
	cell := reports.Cell{Text: reports.Enumerate(visible, 2), Full: strings.Join(whole, ", "), Kind: reports.Text}
	if logged := strings.Join(names, ", "); logged != cell.Full {
		cell.Logged = logged
	}
	return cell
}

// firstErrorTable says what comes before and after the first failed call.
func (c *composer) firstErrorTable(v *view, p *result.CallProfile) reports.Table {
	t := reports.Table{ID: c.id(v, "first-errors"),
		Caption: "Before and after the first failed call: medians over the attempts that have one, failed and succeeded apart. Place: 0% is the first message of the conversation, 100% its last.",
		Columns: []reports.Column{{Name: "Run", Key: "run", Kind: reports.Text}, {Name: "Attempts that", Key: "outcome", Kind: reports.Text}, {Name: "With a failed call", Key: "attempts", Kind: reports.Integer}, {Name: "Of", Key: "of", Kind: reports.Integer}, {Name: "Place", Key: "place", Kind: reports.Percent},
			{Name: "First third", Key: "first", Kind: reports.Integer}, {Name: "Middle third", Key: "middle", Kind: reports.Integer}, {Name: "Last third", Key: "last", Kind: reports.Integer},
			{Name: "Steps before", Key: "steps_before", Kind: reports.Number}, {Name: "Steps after", Key: "steps_after", Kind: reports.Number}, {Name: "Calls before", Key: "calls_before", Kind: reports.Number}, {Name: "Calls after", Key: "calls_after", Kind: reports.Number},
			{Name: "Tools' time before", Key: "ms_before", Kind: reports.Number}, {Name: "Tools' time after", Key: "ms_after", Kind: reports.Number}, {Name: "Timed", Key: "timed", Kind: reports.Integer}}}
	var times []float64
	for _, f := range p.FirstErrors {
		for _, ms := range []*float64{f.MSBefore, f.MSAfter} {
			if ms != nil {
				times = append(times, *ms)
			}
		}
	}
	ms := reports.NewScale("ms", nil, times)
	half := func(x *float64) reports.Cell {
		if x != nil && *x == float64(int(*x)) {
			return reports.NumberCell(x, 0)
		}
		return reports.NumberCell(x, 1)
	}
	for _, run := range append(append([]string{}, v.runs...), "") {
		for _, f := range p.FirstErrors {
			if f.Run != run {
				continue
			}
			t.Rows = append(t.Rows, []reports.Cell{c.runOrAll(f.Run), outcomeCell(f.Failed), reports.CountCell(f.Attempts), reports.CountCell(f.Of), v.shares.Value(f.Place),
				reports.CountCell(f.Thirds[0]), reports.CountCell(f.Thirds[1]), reports.CountCell(f.Thirds[2]),
				half(f.StepsBefore), half(f.StepsAfter), half(f.CallsBefore), half(f.CallsAfter), ms.Value(f.MSBefore), ms.Value(f.MSAfter), reports.CountCell(f.Timed)})
		}
	}
	alone(v, &t)
	t.Aside = append(t.Aside, "first", "middle", "last")
	absent := func(cell reports.Cell) bool { return !cell.HasValue }
	notes := "Steps are messages; the one with the failed call, and the call itself, are on neither side."
	if setAside(&t, "ms_before", absent) {
		setAside(&t, "ms_after", absent)
		t.Aside = append(t.Aside, "timed")
	} else {
		notes += " Time is what the tools took, where every call of the attempt is timed."
	}
	t.Notes = append(t.Notes, notes+" Tokens and cost are stated for whole attempts and cannot be divided.")
	t.Long = len(t.Rows) > 14 && !c.allFailures
	return t
}

func outcomeCell(failed bool) reports.Cell {
	if failed {
		return reports.TextCell("failed")
	}
	return reports.TextCell("succeeded")
}

// spentTable says what failed attempts took.
func (c *composer) spentTable(v *view, p *result.CallProfile) reports.Table {
	t := reports.Table{ID: c.id(v, "waste"), Long: len(p.Spent) > 30 && !c.allFailures,
		Caption: "What failed attempts took, by primary detected mode and by cause: sums, and shares of what all attempts of the run took.",
		Columns: []reports.Column{{Name: "Run", Key: "run", Kind: reports.Text}, {Name: "By", Key: "by", Kind: reports.Text}, {Name: "Which", Key: "which", Kind: reports.Text}, {Name: "Failed attempts", Key: "attempts", Kind: reports.Integer}}}
	amounts := []struct {
		key, name string
		unit      string
		of        func(*result.Spent) *result.Amount
	}{
		{"steps", "Steps", "", func(s *result.Spent) *result.Amount { return &s.Steps }},
		{"tokens", "Tokens", "", func(s *result.Spent) *result.Amount { return &s.Tokens }},
		{"usd", "Cost", "USD", func(s *result.Spent) *result.Amount { return &s.USD }},
		{"ms", "Time", "ms", func(s *result.Spent) *result.Amount { return &s.MS }},
	}
	scales := make([]reports.Scale, len(amounts))
	for k, a := range amounts {
		var values []float64
		for i := range p.Spent {
			if sum := a.of(&p.Spent[i]).Sum; sum != nil {
				values = append(values, *sum)
			}
		}
		scales[k] = reports.NewScale(a.unit, nil, values)
		t.Columns = append(t.Columns, reports.Column{Name: a.name, Key: a.key, Kind: reports.Number}, reports.Column{Name: "Of all (%)", Key: a.key + "_share", Kind: reports.Percent}, reports.Column{Name: "Stated by", Key: a.key + "_n", Kind: reports.Integer})
	}
	incomplete := false
	for _, run := range v.runs {
		for i := range p.Spent {
			s := &p.Spent[i]
			if s.Run != run {
				continue
			}
			by, which := reports.TextCell("all"), reports.TextCell("all failed attempts")
			switch {
			case s.Mode != "":
				by, which = reports.TextCell("mode"), c.modeCell(s.Mode)
			case s.Cause != "":
				by, which = reports.TextCell("cause"), c.names.NameCell(s.Cause)
			}
			row := []reports.Cell{c.names.Cell(s.Run), by, which, reports.CountCell(s.Attempts)}
			for k, a := range amounts {
				amount := a.of(s)
				incomplete = incomplete || amount.N > 0 && amount.N < s.Attempts
				row = append(row, scales[k].Value(amount.Sum), v.shares.Value(amount.Share), reports.CountCell(amount.N))
			}
			t.Rows = append(t.Rows, row)
		}
	}
	alone(v, &t)
	for _, a := range amounts {
		absent := setAside(&t, a.key, func(cell reports.Cell) bool { return !cell.HasValue })
		if absent {
			setAside(&t, a.key+"_share", func(cell reports.Cell) bool { return !cell.HasValue })
		}
		if absent || !incomplete {
			t.Aside = append(t.Aside, a.key+"_n")
		}
	}
	t.Notes = append(t.Notes, "Modes, with none, divide the failed attempts, and so do causes: neither are to be added to the other. An attempt that failed was not all in vain: the sums are what it took until it ended.")
	return t
}

// quantityWords say what contrasts are of.
var quantityWords = map[string]string{
	result.QuantityCalls: "calls", result.QuantityErrors: "failed calls", result.QuantitySteps: "steps (messages)",
	result.QuantityTokens: "tokens", result.QuantityTime: "time", result.QuantityCost: "cost",
}

// quantityUnits are the units of the contrasts that have one.
var quantityUnits = map[string]string{result.QuantityTime: "ms", result.QuantityCost: "USD"}

// contrastTable sets failed attempts beside those at the same task that succeeded.
func (c *composer) contrastTable(v *view, p *result.CallProfile) reports.Table {
	var method string
	t := reports.Table{ID: c.id(v, "failed-and-passed"),
		Columns: []reports.Column{{Name: "Run", Key: "run", Kind: reports.Text}, {Name: "What", Key: "quantity", Kind: reports.Text}, {Name: "Tasks", Key: "n_tasks", Kind: reports.Integer}, {Name: "Failed attempts", Key: "failed", Kind: reports.Integer}, {Name: "Succeeded", Key: "passed", Kind: reports.Integer},
			{Name: "Mean, failed", Key: "mean_failed", Kind: reports.Number}, {Name: "Mean, succeeded", Key: "mean_passed", Kind: reports.Number}, {Name: "Difference", Key: "difference", Kind: reports.Number}, {Name: c.level() + " interval", Key: "interval", Kind: reports.Interval}}}
	for _, run := range append(append([]string{}, v.runs...), "") {
		for i := range p.Contrasts {
			x := &p.Contrasts[i]
			if x.Run != run {
				continue
			}
			var values []float64
			for _, value := range []*float64{x.MeanFailed, x.MeanPassed} {
				if value != nil {
					values = append(values, *value)
				}
			}
			var intervals []*result.IntervalEstimate
			if x.Interval != nil {
				method = x.Interval.Method
				intervals = append(intervals, x.Interval)
			}
			sc := reports.NewScale(quantityUnits[x.Quantity], intervals, values)
			t.Rows = append(t.Rows, []reports.Cell{c.runOrAll(x.Run), reports.TextCell(quantityWords[x.Quantity]), reports.CountCell(x.NTasks), reports.CountCell(x.Failed), reports.CountCell(x.Passed),
				sc.Value(x.MeanFailed), sc.Value(x.MeanPassed), sc.Difference(x.Difference), sc.DifferenceInterval(x.Interval)})
		}
	}
	alone(v, &t)
	t.Caption = "Failed attempts beside those at the same task that succeeded: means over the tasks that have both, and the mean difference of the two"
	if method != "" {
		t.Caption += " (" + c.interval(method) + ")"
	}
	t.Caption += "."
	t.Notes = append(t.Notes, "It describes and says nothing of causes: attempts that go wrong may take longer because they go wrong. Rows of one run compare its attempts at tasks that it tried several times; those of all runs compare different runs' attempts as well.")
	t.Long = len(t.Rows) > 30 && !c.allFailures
	return t
}
