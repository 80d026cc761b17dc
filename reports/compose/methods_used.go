package compose

import (
	"slices"
	"strings"

	"mcpstats/analysis/result"
)

// methodsUsed is what the results hold, method by method: a methods paragraph tells
// what was done and nothing else.
type methodsUsed struct {
	means, differences []string // methods of intervals
	headlines          []string
	effects            []string
	omnibus            []string
	kappas             []string // methods of kappa's intervals
	biases             []string // tests of judges' bias
	byTask             bool     // judges' attempts share tasks or clusters
	panels             []string // and of Fleiss' kappa's
	averaged           bool     // several attempts at a task
	imputed            bool
	unpaired           bool
	ranked, rankSets   bool // rank intervals; of which all hold together
	judged, gwet       bool
	corrected, panel   bool
	equivalence        bool
	clusters           int      // the most of any benchmark
	sums               bool     // summaries of sums over shards, without scores
	effectiveClusters  bool     // tests of sums that count units of sampling, fewer than tasks
	posteriors         []string // methods of posterior probabilities
	trials             bool     // variances are split between tasks and trials
	power              float64  // of the smallest detectable differences; 0: there are none
	powerTests         []string // that those were computed for
}

// The methods of sums over shards, which no other results have.
const poissonT, poissonInterval = "poisson_bootstrap_t", "poisson_percentile"

// posteriorWords says of which data each posterior is, with its prior.
func (d *methodsUsed) posteriorWords() string {
	var words []string
	for _, name := range d.posteriors {
		if name == "posterior_dirichlet" {
			words = append(words, "of pass or fail at single attempts with a uniform prior over the four cells of the paired table")
		} else {
			words = append(words, "of other scores by the Bayesian bootstrap over tasks or clusters")
		}
	}
	return strings.Join(words, ", ")
}

// methodsUsedIn looks through the results.
func methodsUsedIn(res *result.Results) methodsUsed {
	var d methodsUsed
	for i := range res.Summaries {
		s := &res.Summaries[i]
		if s.Interval != nil {
			addOnce(&d.means, s.Interval.Method)
			d.sums = d.sums || s.Interval.Method == poissonInterval
		}
		d.averaged = d.averaged || s.NAttempts > s.NTasks
		d.imputed = d.imputed || s.Imputed > 0
		d.clusters = max(d.clusters, s.Clusters)
	}
	for i := range res.Comparisons {
		p := &res.Comparisons[i]
		if p.P != nil {
			addOnce(&d.headlines, p.Headline)
		}
		if p.Interval != nil {
			addOnce(&d.differences, p.Interval.Method)
		}
		for _, e := range p.Effects {
			if e.Value != nil {
				addOnce(&d.effects, e.Name)
			}
		}
		if p.Posterior != nil {
			addOnce(&d.posteriors, p.Posterior.Method)
		}
		d.unpaired = d.unpaired || p.Unpaired > 0
		d.equivalence = d.equivalence || p.Equivalence != nil
		d.clusters = max(d.clusters, p.Clusters)
		if p.Headline == poissonT {
			d.sums = true
			d.effectiveClusters = d.effectiveClusters || slices.ContainsFunc(p.Tests, func(t result.Test) bool { return t.P != nil && t.NUsed < p.NTasks })
		}
		if p.Detectable != nil && p.Detectable.Difference != nil {
			d.power = p.Detectable.Power
			addOnce(&d.powerTests, "power "+p.Detectable.Test)
		}
	}
	d.trials = len(res.Trials) > 0
	for _, r := range res.Rankings {
		if r.Omnibus != nil && r.Omnibus.P != nil {
			addOnce(&d.omnibus, r.Omnibus.Method)
		}
		for _, run := range r.Runs {
			d.ranked = d.ranked || run.RankInterval != nil
			d.rankSets = d.rankSets || run.RankInterval != nil && run.RankInterval.Method == result.RankSetMethod
		}
	}
	for i := range res.Agreement {
		a := &res.Agreement[i]
		if a.Kappa != nil {
			d.judged = true
		}
		if a.Bias != nil {
			addOnce(&d.biases, a.Bias.Method)
		}
		d.byTask = d.byTask || a.ByTask()
		if a.KappaInterval != nil {
			addOnce(&d.kappas, a.KappaInterval.Method)
		}
		d.gwet, d.corrected = d.gwet || a.AC1 != nil, d.corrected || a.Corrected != nil
	}
	for i := range res.Panels {
		p := &res.Panels[i]
		d.panel = d.panel || p.Fleiss != nil || p.Alpha != nil
		if p.FleissCI != nil {
			addOnce(&d.panels, p.FleissCI.Method)
		}
	}
	for _, list := range []*[]string{&d.means, &d.differences, &d.headlines, &d.effects, &d.omnibus, &d.panels} {
		slices.SortStableFunc(*list, func(a, b string) int { return rankOfMethod(a) - rankOfMethod(b) })
	}
	return d
}

// rankOfMethod is a method's place among those declared.
func rankOfMethod(name string) int {
	return slices.IndexFunc(result.Methods, func(m result.Method) bool { return m.Name == name })
}
