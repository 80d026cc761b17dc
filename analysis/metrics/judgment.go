package metrics

import (
	"mcpstats/analysis/result"
	"mcpstats/analysis/table"
	"mcpstats/datasets"
)

const liveMCPBench = "Mo et al. 2025, LiveMCPBench, arXiv:2508.01780, section 4 and Table 2"

// judgments are the verdicts on an attempt: the reference's, then the judges',
// in every reading.
func judgments() []table.Metric {
	human := judged()
	human.Name = "human_success"
	human.Doc = "1 where the reference judge (the human or gold label) says success; with several, where at least half do; undefined where there is none."
	human.Main = true
	human.Score = func(t *datasets.Trajectory) (float64, bool) {
		return verdictOf(t.Judgments, isReference, stored)
	}
	out := []table.Metric{human}
	for _, f := range judgeFamilies() {
		out = append(out, f.metric())
	}
	return out
}

// judged is what the verdicts have in common. All of them leave out what was not
// judged: a missing label is unknown, not a failure.
func judged() table.Metric {
	return table.Metric{
		Cite:    liveMCPBench,
		Unit:    "share",
		Scale:   result.Binary,
		Better:  result.Higher,
		Missing: result.Drop,
		Needs:   datasets.Of(datasets.ColJudgments),
	}
}

// judgeFamily has one member a judge.
type judgeFamily struct {
	name, doc string
	read      reading
}

func judgeFamilies() []judgeFamily {
	return []judgeFamily{{
		name: "judge_success",
		doc:  "1 where the judge's stored verdict is success (at least 0.5 on a scale from 0 to 1); undefined where the judge gave none. The stored verdict can contradict the judge's own text: compare judge_success_reread.",
		read: stored,
	}, {
		name: "judge_success_reread",
		doc:  "1 where the last status that the judge's own text states is success, 0 where it is failure; undefined where the text states none.",
		read: stated,
	}}
}

// metric is the family as it is listed: one value a judge, in the order in which
// the log names them.
func (f judgeFamily) metric() table.Metric {
	m := judged()
	m.Name, m.Doc = f.name+"[judge]", f.doc
	m.Each = func(t *datasets.Trajectory, emit func(string, float64)) {
		for i, j := range t.Judgments {
			if j.Reference || judgedBefore(t.Judgments[:i], j.Judge) {
				continue
			}
			if v, ok := verdictOf(t.Judgments[i:], by(j.Judge), f.read); ok {
				emit(f.name+"["+j.Judge+"]", v)
			}
		}
	}
	return m
}

// member is the metric of one judge.
func (f judgeFamily) member(judge string) table.Metric {
	m := judged()
	m.Name, m.Doc = f.name+"["+judge+"]", f.doc
	m.Score = func(t *datasets.Trajectory) (float64, bool) {
		return verdictOf(t.Judgments, by(judge), f.read)
	}
	return m
}

// reading turns one judgment into a verdict; false: it holds none.
type reading func(datasets.Judgment) (success, ok bool)

// stored reads the verdict that the log stores. Only the scale from 0 to 1 has a
// half; a verdict beyond it is left undefined.
func stored(j datasets.Judgment) (bool, bool) {
	v := j.Verdict.Value
	return v >= 0.5, j.Verdict.Known && v >= 0 && v <= 1
}

// stated reads the verdict again from the judge's text.
func stated(j datasets.Judgment) (bool, bool) { return lastStatus(j.Raw) }

// verdictOf is the verdict of the judgments that are meant: success where at
// least half of those that hold a verdict say so.
func verdictOf(judgments []datasets.Judgment, meant func(datasets.Judgment) bool, read reading) (float64, bool) {
	votes, successes := 0, 0
	for _, j := range judgments {
		if !meant(j) {
			continue
		}
		if success, ok := read(j); ok {
			votes++
			if success {
				successes++
			}
		}
	}
	return indicator(2*successes >= votes), votes > 0
}

func isReference(j datasets.Judgment) bool { return j.Reference }

func by(judge string) func(datasets.Judgment) bool {
	return func(j datasets.Judgment) bool { return !j.Reference && j.Judge == judge }
}

func judgedBefore(judgments []datasets.Judgment, judge string) bool {
	for _, j := range judgments {
		if !j.Reference && j.Judge == judge {
			return true
		}
	}
	return false
}
