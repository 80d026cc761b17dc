package partial

import (
	"math"

	"mcpstats/analysis/trace"
)

// packUsage appends what an attempt did with its tools, or that nobody knows.
func packUsage(p *packer, u *trace.Usage) {
	p.bool(u != nil)
	if u == nil {
		return
	}
	p.int(u.Messages)
	p.uint(uint64(len(u.Tools)))
	for i := range u.Tools {
		t := &u.Tools[i]
		p.name(t.Server)
		p.name(t.Tool)
		for _, n := range []int{t.Calls, t.Told, t.Failed, t.Recovered} {
			p.int(n)
		}
		p.uint(uint64(len(t.Latencies)))
		for _, ms := range t.Latencies {
			p.float(ms)
		}
	}
	p.uint(uint64(len(u.Errors)))
	for _, e := range u.Errors {
		p.uint(uint64(e.Tool))
		p.name(e.Pattern)
		p.int(e.Count)
		p.int(e.Step)
	}
	p.uint(uint64(len(u.Labels)))
	for _, l := range u.Labels {
		p.uint(uint64(l.Tool))
		p.name(l.Label)
		p.int(l.Count)
		p.int(l.Step)
	}
	f := u.First
	p.bool(f.Known)
	p.bool(f.Timed)
	if f.Known {
		p.int(f.Step)
		p.int(f.Before)
	}
	if f.Timed {
		p.float(f.TimeBefore)
		p.float(f.TimeAfter)
	}
}

func unpackUsage(u *unpacker) *trace.Usage {
	if !u.bool() {
		return nil
	}
	out := &trace.Usage{Messages: u.natural()}
	for range u.count() {
		t := trace.ToolUse{Server: u.name(), Tool: u.name()}
		for _, n := range []*int{&t.Calls, &t.Told, &t.Failed, &t.Recovered} {
			*n = u.natural()
		}
		for range u.count() {
			ms := u.float()
			if !(ms >= 0) || math.IsInf(ms, 0) {
				u.fail()
				return nil
			}
			t.Latencies = append(t.Latencies, ms)
		}
		out.Tools = append(out.Tools, t)
	}
	for range u.count() {
		e := trace.ErrorUse{Tool: int(u.uint()), Pattern: u.name(), Count: u.natural(), Step: u.natural()}
		if e.Tool < 0 || e.Tool >= len(out.Tools) {
			u.fail()
			return nil
		}
		out.Errors = append(out.Errors, e)
	}
	for range u.count() {
		l := trace.LabelUse{Tool: int(u.uint()), Label: u.name(), Count: u.natural(), Step: u.natural()}
		if l.Tool < 0 || l.Tool >= len(out.Tools) {
			u.fail()
			return nil
		}
		out.Labels = append(out.Labels, l)
	}
	f := &out.First
	if f.Known, f.Timed = u.bool(), u.bool(); f.Known {
		f.Step, f.Before = u.natural(), u.natural()
	}
	if f.Timed {
		f.TimeBefore, f.TimeAfter = u.float(), u.float()
	}
	return out
}

// natural reads a count, which is never below 0.
func (u *unpacker) natural() int {
	n := u.int()
	if n < 0 {
		u.fail()
		return 0
	}
	return n
}
