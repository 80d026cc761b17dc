package formats

import (
	"cmp"
	"errors"
	"fmt"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/goccy/go-json"

	"mcpstats/datasets"
	"mcpstats/datasets/mapping"
)

// helmRun is one run folder.
type helmRun struct {
	file, state, stats    File // state, stats: no Open where the folder lacks them
	benchmark, run, model string
	scenario              string   // the name without its arguments
	declared              []string // metrics, in the order of the run's spec
	trials                number   // num_train_trials
	bad                   error    // what is wrong with the spec; the names then come from the folder's
}

// helmRuns puts the files of each folder together.
func helmRuns(files []File) []*helmRun {
	at := map[string]*helmRun{}
	specs := map[string]File{}
	var runs []*helmRun
	for _, f := range files {
		if dir := filepath.Dir(f.Path); sniffHELM(f) == Log {
			at[dir] = &helmRun{file: f}
			runs = append(runs, at[dir])
		}
	}
	for _, f := range files {
		s := sniffJSON(f.Head)
		dir := filepath.Dir(f.Path)
		r := at[dir]
		switch {
		case r == nil || sniffHELM(f) != Companion:
		case s.has("scenario_spec"):
			specs[dir] = f
		case !s.List && s.has("adapter_spec"):
			r.state = f
		case s.has("sum_squared"):
			r.stats = f
		}
	}
	names, places := make([]string, len(runs)), make([]string, len(runs))
	for i, r := range runs {
		dir := filepath.Dir(r.file.Path)
		r.describe(specs[dir], filepath.Base(dir))
		names[i], places[i] = r.benchmark+"\x00"+r.model, filepath.ToSlash(filepath.Dir(dir))
	}
	for i, name := range placedNames(names, places) {
		_, runs[i].run, _ = strings.Cut(name, "\x00")
	}
	return runs
}

// helmModel is the model among a run's arguments, SCENARIO:key=value,...,model=NAME.
var helmModel = regexp.MustCompile(`(^|[,:-])model(?:_deployment)?=([^,]+)`)

// describe takes the names from the run's spec, else from the folder, which HELM names after
// it with "_" for "/".
func (r *helmRun) describe(spec File, folder string) {
	var v struct {
		Name    string `json:"name"`
		Adapter struct {
			Model      string `json:"model"`
			Deployment string `json:"model_deployment"`
			Trials     number `json:"num_train_trials"`
		} `json:"adapter_spec"`
		Metrics []struct {
			Args struct {
				Names []string `json:"names"`
			} `json:"args"`
		} `json:"metric_specs"`
	}
	if spec.Open != nil {
		e, err := whole(spec)
		if err == nil {
			err = decode(spec, e, &v)
		}
		// A name that was not UTF-8 would be refused with every instance, and not with its file.
		for key, text := range map[string]*string{"name": &v.Name, "adapter_spec": &v.Adapter.Model} {
			if mapping.HadInvalidUTF8(*text) {
				err, *text = e.bad(spec, key, fmt.Errorf("%q %w", *text, mapping.ErrBent)), ""
			}
		}
		r.bad = err
	}
	name := cmp.Or(v.Name, folder)
	if m := helmModel.FindStringSubmatch(name); m != nil {
		r.model = m[2]
	}
	r.model = cmp.Or(v.Adapter.Model, v.Adapter.Deployment, r.model, folder)
	r.benchmark = strings.Trim(helmModel.ReplaceAllString(name, "$1"), ",:-")
	for _, twice := range []string{":,", ",,"} {
		r.benchmark = strings.ReplaceAll(r.benchmark, twice, twice[:1])
	}
	r.benchmark = cmp.Or(r.benchmark, "helm")
	r.scenario = r.benchmark
	if i := strings.IndexAny(r.scenario, ":,"); i > 0 {
		r.scenario = r.scenario[:i]
	}
	if v.Name == "" { // a folder's name has "-" where the run's has ":"
		r.scenario, _, _ = strings.Cut(r.scenario, "-")
	}
	for _, m := range v.Metrics {
		r.declared = append(r.declared, m.Args.Names...)
	}
	r.trials = v.Adapter.Trials
}

// helmKey is one request of a run; the same instance is asked with other examples and
// perturbed.
type helmKey struct {
	instance     string
	trial        int
	perturbation string
}

// helmAnswer is what came of it.
type helmAnswer struct {
	response, right, predicted string
	exit                       datasets.Exit
	message                    string
}

// answers reads scenario_state.json, which is in an order of its own. Texts are kept where
// somebody asks for them. Where each reference is a request by itself, none is the answer.
func (r *helmRun) answers(want datasets.Columns) (map[helmKey]helmAnswer, error) {
	if r.state.Open == nil {
		return nil, nil
	}
	texts := want == 0 || want.Has(datasets.ColResponse) || want.Has(datasets.ColAnswers)
	out := map[helmKey]helmAnswer{}
	var wrong error
	err := each(r.state, "request_states", func(e element) bool {
		var v struct {
			Instance struct {
				ID           id              `json:"id"`
				Perturbation json.RawMessage `json:"perturbation"`
				References   []struct {
					Output struct {
						Text string `json:"text"`
					} `json:"output"`
					Tags []string `json:"tags"`
				} `json:"references"`
			} `json:"instance"`
			Trial     number            `json:"train_trial_index"`
			Reference json.RawMessage   `json:"reference_index"`
			Mapping   map[string]string `json:"output_mapping"`
			Result    *struct {
				Success     *bool           `json:"success"`
				Error       json.RawMessage `json:"error"`
				Completions []struct {
					Text string `json:"text"`
				} `json:"completions"`
			} `json:"result"`
		}
		if wrong = decode(r.state, e, &v); wrong != nil {
			return false
		}
		trial, err := v.Trial.index()
		if err != nil {
			wrong = e.bad(r.state, "train_trial_index", err)
			return false
		}
		key := helmKey{strings.Clone(v.Instance.ID.Name), trial, helmPerturbation(v.Instance.Perturbation)}
		a := out[key]
		if v.Result != nil {
			if ok := v.Result.Success; ok != nil && !*ok {
				a.exit, a.message = datasets.ExitError, strings.Clone(plain(v.Result.Error))
			} else if a.exit == datasets.ExitUnstated {
				a.exit = datasets.ExitCompleted
			}
			if texts && !stated(v.Reference) && len(v.Result.Completions) > 0 {
				a.response = strings.Clone(v.Result.Completions[0].Text)
				a.predicted = strings.Clone(v.Mapping[strings.TrimSpace(a.response)])
			}
		}
		if texts {
			var right []string
			for _, ref := range v.Instance.References {
				for _, tag := range ref.Tags {
					if tag == "correct" {
						right = append(right, ref.Output.Text)
					}
				}
			}
			a.right = strings.Clone(strings.Join(right, "; "))
		}
		out[key] = a
		return true
	})
	return out, cmp.Or(wrong, beside(r.state, err))
}

// beside is what is wrong with a file beside the instances, which are read all the same.
func beside(f File, err error) error {
	if err == nil {
		return nil
	}
	var fe *datasets.FileError
	if errors.As(err, &fe) {
		err = fe.Err
	}
	return &datasets.RecordError{File: f.Path, Err: err}
}

// helmPromises are the instances that stats.json counts, which perturbed ones are not part of.
func helmPromises(runs []*helmRun) []datasets.Promise {
	var out []datasets.Promise
	for _, r := range runs {
		if r.stats.Open == nil {
			continue
		}
		total := 0.0
		err := each(r.stats, "", func(e element) bool {
			var s struct {
				Name struct {
					Name         string          `json:"name"`
					Sub          string          `json:"sub_split"`
					Perturbation json.RawMessage `json:"perturbation"`
				} `json:"name"`
				Mean number `json:"mean"`
			}
			if decode(r.stats, e, &s) == nil && s.Name.Name == "num_instances" && s.Name.Sub == "" && !stated(s.Name.Perturbation) {
				total += s.Mean.Value
			}
			return true
		})
		r.bad = cmp.Or(r.bad, beside(r.stats, err))
		const most = 1 << 20 // beyond it a number is damage
		n, bad := number{datasets.Known(total)}.index()
		if err != nil || bad != nil || n == 0 || n > most {
			continue
		}
		p := datasets.Promise{Benchmark: r.benchmark, Run: r.run, NTasks: n, Source: "num_instances in " + filepath.Base(filepath.Dir(r.stats.Path)) + "/" + filepath.Base(r.stats.Path)}
		if trials, err := r.trials.index(); err == nil && trials <= 1000 {
			p.Trials = trials
		}
		out = append(out, p)
	}
	return out
}
