package main

import (
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"mcpstats/analysis/failures"
	"mcpstats/analysis/result"
	"mcpstats/analysis/table"
	"mcpstats/reports/compose"
	"mcpstats/reports/planout"
)

// planning is the command-line flags that change the plan.
type planning struct {
	file     string
	notebook *compose.Notebook // whose parameters lie over the file's; nil: none
	plan     result.Plan
	higher   []string // metrics for which higher is better
	lower    []string // and lower
	labels   []string // old=new each
}

func (p *planning) register(f *pflag.FlagSet) {
	f.StringVar(&p.file, "plan", "", "read the plan from a YAML `file`; flags given beside it win")
	f.StringVar(&p.plan.Baseline, "baseline", "", "compare every `run` with this one instead of all pairs")
	f.StringSliceVar(&p.plan.Reference, "reference", nil, "`runs` that tables set apart, such as people beside models: names, or factor=value for all that state it, as in kind=human")
	f.StringSliceVar(&p.plan.Runs, "runs", nil, "the runs to compare (default all)")
	f.StringVar(&p.plan.Pairs, "pairs", "", "all: compare every pair of runs in full; by default, of 50 runs and more only neighbours in the ranking are, and the other pairs in brief")
	f.StringSliceVar(&p.plan.Benchmarks, "benchmarks", nil, "the benchmarks to analyse (default all)")
	metricsVar(f, &p.plan.Metrics, "metrics", "the metrics to compare (default the main ones)")
	metricsVar(f, &p.plan.Also, "also", "further metrics to summarise: reported.`NAME`, a number that the harness stored, or a formula such as 'prompt_tokens * reported.invocations'")
	f.StringVar(&p.plan.Primary, "primary", "", "the headline `metric`")
	metricsVar(f, &p.higher, "higher", "`metric`s for which higher values are better")
	metricsVar(f, &p.lower, "lower", "`metric`s for which lower values are better, such as error rates")
	f.StringArrayVar(&p.labels, "label", nil, "what to call a run, metric, stratum, mode, judge or tool in everything that is shown, as `old=new`; the names in results.json stay the log's (labels: in a plan)")
	f.StringSliceVar(&p.plan.Strata, "strata", nil, "strata to break down by, or none (default those of the log)")
	f.StringSliceVar(&p.plan.Factors, "factors", nil, "attributes of runs, such as model or k, that pivots in a notebook can be by")
	f.StringVar(&p.plan.Catalog, "catalog", "", "`file` that says which servers and tools there are (default the catalog.json beside the logs)")
	p.registerPrices(f)
	f.StringVar(&p.plan.Cluster, "cluster", "", "`stratum` that names the unit of sampling above the task")
	f.Float64Var(&p.plan.Alpha, "alpha", 0, "level of the tests (default 0.05)")
	f.Float64Var(&p.plan.Level, "level", 0, "confidence level of intervals (default 0.95)")
	f.StringVar(&p.plan.Correction, "correction", "", "for many comparisons: "+strings.Join(result.Corrections, ", ")+" (default holm)")
	f.IntVar(&p.plan.Resamples, "resamples", 0, "bootstrap resamples (default 10000)")
	f.Uint64Var(&p.plan.Seed, "seed", 0, "seed of every draw (default fixed)")
	p.registerPolicies(f)
	f.StringVar(&p.plan.Zeros, "zeros", "", "Wilcoxon's zero differences: "+strings.Join(result.ZeroMethods, ", ")+" (default pratt)")
	f.Float64Var(&p.plan.Margin, "margin", 0, "equivalence margin: half-width of the differences that do not matter")
	f.BoolVar(&p.plan.Bayes, "bayes", false, "add the probabilities that a run is better by more than --margin, practically equal, or worse, given a prior that is stated")
}

// registerAsk registers the flag of commands that show answers.
func (p *planning) registerAsk(f *pflag.FlagSet) {
	f.StringArrayVar(&p.plan.Ask, "ask", nil, "a `question` beyond what every report holds, written as a notebook's directive: slice, or one that \"mcpstats notebook directives\" marks so")
}

// registerPrices registers the flags of commands that make costs of tokens.
func (p *planning) registerPrices(f *pflag.FlagSet) {
	f.StringVar(&p.plan.Prices, "prices", "", "CSV `file` of what models cost: model, prompt, completion in USD a million tokens, optionally from (a day) and cached; costs that the logs lack are computed by it (default the prices.csv beside the logs)")
	f.StringVar(&p.plan.Costs, "costs", "", "`computed`: make costs from tokens and prices also where the log states them")
}

// registerRules registers the flag of commands that look for failure modes.
func (p *planning) registerRules(f *pflag.FlagSet) {
	f.StringSliceVar(&p.plan.Rules, "rules", nil, "count what these `rules` find, which are off by default since they are wrong too often (\"mcpstats list failures\" says which)")
}

// taxonomy is the failure modes to look for, with the rules that the plan turns on.
func taxonomy(plan *result.Plan) (table.Taxonomy, error) {
	x, err := failures.Taxonomy().Enable(plan.Rules)
	if err != nil {
		return nil, &usageError{err}
	}
	return x, nil
}

// resolve reads the plan's file, lays a notebook's parameters and then the flags
// over it, and fills in defaults.
//
// The order of precedence is therefore: flag, notebook, file, default. Whether a flag was
// given is asked of the flag and not of its value, since a default that nobody typed must
// not undo what the file says.
func (p *planning) resolve(c *cobra.Command) (result.Plan, error) {
	if err := p.directions(); err != nil {
		return p.plan, err
	}
	if len(p.labels) > 0 {
		var err error
		if p.plan.Labels, err = labelsFrom(p.labels); err != nil {
			return p.plan, err
		}
	}
	plan := p.plan
	// To a plan 0 is what nobody set; who writes it wants no default instead.
	for _, name := range []string{"alpha", "level", "resamples", "seed", "trials"} {
		if f := c.Flags().Lookup(name); f != nil && f.Changed && f.Value.String() == "0" {
			return plan, usagef("--%s 0: expected a number above 0; leave the flag out for the default", name)
		}
	}
	if p.file != "" || p.notebook != nil {
		plan = result.Plan{}
	}
	if p.file != "" {
		text, err := readConfig(p.file)
		if err != nil {
			return plan, usagef("--plan: %s: %w", p.file, err)
		}
		written, err := planout.Read(p.file, text)
		if err != nil {
			return plan, usagef("--plan: %w", err)
		}
		plan = written
	}
	if p.notebook != nil {
		var err error
		if plan, err = p.notebook.Plan(plan); err != nil {
			return plan, &usageError{err}
		}
	}
	for name, copyFlag := range planFlags {
		if c.Flags().Changed(name) {
			copyFlag(&plan, &p.plan)
		}
	}
	given := ""
	if f := c.Flags().Lookup("map"); f != nil {
		given = f.Value.String()
	}
	if err := p.mapped(&plan, given); err != nil {
		return plan, err
	}
	if err := p.readTasks(&plan); err != nil {
		return plan, err
	}
	plan, err := plan.Resolve()
	if err != nil {
		return plan, &usageError{err}
	}
	return plan, nil
}

// directions gathers what --higher and --lower state.
func (p *planning) directions() error {
	for _, stated := range []struct {
		names []string
		word  string
	}{{p.higher, "higher"}, {p.lower, "lower"}} {
		for _, name := range stated.names {
			if p.plan.Better == nil {
				p.plan.Better = map[string]string{}
			}
			if have := p.plan.Better[name]; have != "" && have != stated.word {
				return usagef("--higher and --lower both name %s: leave one of them out", name)
			}
			p.plan.Better[name] = stated.word
		}
	}
	return nil
}

// layBetter lays stated directions over those of a plan, metric by metric.
func layBetter(to, from *result.Plan) {
	if len(from.Better) > 0 {
		both := map[string]string{}
		maps.Copy(both, to.Better)
		maps.Copy(both, from.Better)
		to.Better = both
	}
}

// planFlags lays one flag over a plan that was read from elsewhere.
var planFlags = map[string]func(to, from *result.Plan){
	"baseline":   func(to, from *result.Plan) { to.Baseline = from.Baseline },
	"reference":  func(to, from *result.Plan) { to.Reference = from.Reference },
	"runs":       func(to, from *result.Plan) { to.Runs = from.Runs },
	"pairs":      func(to, from *result.Plan) { to.Pairs = from.Pairs },
	"benchmarks": func(to, from *result.Plan) { to.Benchmarks = from.Benchmarks },
	"metrics":    func(to, from *result.Plan) { to.Metrics = from.Metrics },
	"also":       func(to, from *result.Plan) { to.Also = from.Also },
	"primary":    func(to, from *result.Plan) { to.Primary = from.Primary },
	"higher":     layBetter,
	"lower":      layBetter,
	"label":      layLabels,
	"rules":      func(to, from *result.Plan) { to.Rules = from.Rules },
	"strata":     func(to, from *result.Plan) { to.Strata = from.Strata },
	"where":      func(to, from *result.Plan) { to.Where = from.Where },
	"factors":    func(to, from *result.Plan) { to.Factors = from.Factors },
	"ask":        func(to, from *result.Plan) { to.Ask = slices.Concat(to.Ask, from.Ask) }, // who asks for more takes back nothing
	"cluster":    func(to, from *result.Plan) { to.Cluster = from.Cluster },
	"catalog":    func(to, from *result.Plan) { to.Catalog = from.Catalog },
	"prices":     func(to, from *result.Plan) { to.Prices = from.Prices },
	"costs":      func(to, from *result.Plan) { to.Costs = from.Costs },
	"alpha":      func(to, from *result.Plan) { to.Alpha = from.Alpha },
	"level":      func(to, from *result.Plan) { to.Level = from.Level },
	"correction": func(to, from *result.Plan) { to.Correction = from.Correction },
	"resamples":  func(to, from *result.Plan) { to.Resamples = from.Resamples },
	"seed":       func(to, from *result.Plan) { to.Seed = from.Seed },
	"tasks":      func(to, from *result.Plan) { to.Tasks, to.TaskIDs = from.Tasks, from.TaskIDs },
	"trials":     func(to, from *result.Plan) { to.Trials = from.Trials },
	"missing":    func(to, from *result.Plan) { to.Missing = from.Missing },
	"duplicates": func(to, from *result.Plan) { to.Duplicates = from.Duplicates },
	"zeros":      func(to, from *result.Plan) { to.Zeros = from.Zeros },
	"margin":     func(to, from *result.Plan) { to.Margin = from.Margin },
	"bayes":      func(to, from *result.Plan) { to.Bayes = from.Bayes },
}
