package partial

import (
	"maps"
	"slices"

	"mcpstats/analysis/table"
	"mcpstats/datasets"
)

// packRecord appends one scored attempt: record number of an input.
func packRecord(p *packer, input, number int, r *table.Record) {
	p.uint(uint64(input))
	p.uint(uint64(number))
	packAttempt(p, &r.Attempt)
	packValues(p, r.Values)
	packValues(p, r.Reported)
	packDetected(p, &r.Detected)
}

func unpackRecord(u *unpacker) (input, number int, r table.Record) {
	input, number = int(u.uint()), int(u.uint())
	r.Attempt = unpackAttempt(u)
	r.Values = unpackValues(u)
	r.Reported = unpackValues(u)
	r.Detected = unpackDetected(u)
	return input, number, r
}

func packAttempt(p *packer, a *table.Attempt) {
	for _, s := range []string{a.Benchmark, a.Run, a.Task, a.Cluster, a.Version, a.Hash, string(a.Exit)} {
		p.name(s)
	}
	p.int(a.Trial)
	p.int(a.PlanLength)
	p.bool(a.Errored)
	p.bool(a.Wanted != nil)
	if a.Wanted != nil {
		p.uint(uint64(len(a.Wanted)))
		for _, need := range a.Wanted {
			packNames(p, need)
		}
	}
	p.bool(a.Offered != nil)
	if a.Offered != nil {
		packNames(p, a.Offered)
	}
	p.uint(uint64(len(a.Strata)))
	for _, name := range slices.Sorted(maps.Keys(a.Strata)) {
		p.name(name)
		p.name(a.Strata[name])
	}
	p.uint(uint64(len(a.Labels)))
	for _, l := range a.Labels {
		p.name(l.Mode)
		p.name(l.Source)
		p.name(l.Annotator)
		packMaybe(p, l.Step, p.int)
		p.bool(l.Root)
		p.text(l.Note)
	}
	p.uint(uint64(len(a.JudgeErrors)))
	for _, e := range a.JudgeErrors {
		p.name(e.Judge)
		p.name(e.Error)
	}
}

func unpackAttempt(u *unpacker) table.Attempt {
	var a table.Attempt
	var exit string
	for _, s := range []*string{&a.Benchmark, &a.Run, &a.Task, &a.Cluster, &a.Version, &a.Hash, &exit} {
		*s = u.name()
	}
	a.Exit = datasets.Exit(exit)
	a.Trial, a.PlanLength, a.Errored = u.int(), u.int(), u.bool()
	if u.bool() {
		a.Wanted = make([][]string, u.count())
		for i := range a.Wanted {
			a.Wanted[i] = unpackNames(u)
		}
	}
	if u.bool() {
		a.Offered = unpackNames(u)
	}
	if n := u.count(); n > 0 {
		a.Strata = map[string]string{}
		for range n {
			name := u.name()
			a.Strata[name] = u.name()
		}
	}
	for range u.count() {
		l := datasets.FailureLabel{Mode: u.name(), Source: u.name(), Annotator: u.name()}
		l.Step = unpackMaybe(u, u.int)
		l.Root, l.Note = u.bool(), u.text()
		a.Labels = append(a.Labels, l)
	}
	for range u.count() {
		a.JudgeErrors = append(a.JudgeErrors, table.JudgeError{Judge: u.name(), Error: u.name()})
	}
	return a
}

func packNames(p *packer, names []string) {
	p.uint(uint64(len(names)))
	for _, name := range names {
		p.name(name)
	}
}

func unpackNames(u *unpacker) []string {
	names := make([]string, u.count())
	for i := range names {
		names[i] = u.name()
	}
	return names
}

func packValues(p *packer, values []table.Value) {
	p.uint(uint64(len(values)))
	for _, v := range values {
		p.name(v.Metric)
		p.float(v.Value)
	}
}

func unpackValues(u *unpacker) []table.Value {
	n := u.count()
	if n == 0 {
		return nil
	}
	values := make([]table.Value, n)
	for i := range values {
		values[i].Metric = u.name()
		values[i].Value = u.float()
	}
	return values
}

func packDetected(p *packer, d *table.Detected) {
	p.uint(d.Applicable)
	packMaybe(p, d.Tools, p.int)
	for _, m := range []datasets.Maybe[int]{d.Course.Primary, d.Course.First, d.Course.Last} {
		packMaybe(p, m, p.int)
	}
	p.uint(uint64(d.Course.Cause))
	p.bool(d.Course.Conforms)
	p.uint(uint64(len(d.Modes)))
	for i := range d.Modes {
		m := &d.Modes[i]
		p.uint(uint64(m.Mode))
		p.int(m.Hits)
		packMaybe(p, m.Place, p.float)
		p.uint(uint64(len(m.Shown)))
		for _, e := range m.Shown {
			packMaybe(p, e.Step, p.int)
			p.name(e.Tool)
			p.name(e.Excerpt)
		}
	}
	packUsage(p, d.Usage)
}

func unpackDetected(u *unpacker) table.Detected {
	var d table.Detected
	d.Applicable = u.uint()
	d.Tools = unpackMaybe(u, u.int)
	for _, m := range []*datasets.Maybe[int]{&d.Course.Primary, &d.Course.First, &d.Course.Last} {
		*m = unpackMaybe(u, u.int)
	}
	d.Course.Cause = table.Cause(u.uint())
	d.Course.Conforms = u.bool()
	for range u.count() {
		m := table.DetectedMode{Mode: int(u.uint()), Hits: u.int()}
		m.Place = unpackMaybe(u, u.float)
		for range u.count() {
			e := table.Evidence{Step: unpackMaybe(u, u.int)}
			e.Tool, e.Excerpt = u.name(), u.name()
			m.Shown = append(m.Shown, e)
		}
		d.Modes = append(d.Modes, m)
	}
	d.Usage = unpackUsage(u)
	return d
}

func packMaybe[T any](p *packer, m datasets.Maybe[T], write func(T)) {
	p.bool(m.Known)
	if m.Known {
		write(m.Value)
	}
}

func unpackMaybe[T any](u *unpacker, read func() T) datasets.Maybe[T] {
	if !u.bool() {
		return datasets.Maybe[T]{}
	}
	return datasets.Known(read())
}
