package result

import (
	"fmt"
	"slices"
	"strings"
)

// A Question is what a plan asks beyond what every report holds: one line of text, a kind and
// its arguments,
//
//	slice where="level=L4"
//	relation x=distinct_tools y=success
//
// A notebook's directives become questions before anything is evaluated (compose, which sees
// results alone, cannot go back to the attempts), the command line takes them as --ask, a plan
// as a list under ask. The evaluation answers each for every benchmark (Answer) and keeps the
// answers in the results, so that what is rendered again needs no logs.
type Question struct {
	Kind string
	args []questionArgument
}

type questionArgument struct{ name, value string }

// QuestionKind declares what may be asked.
type QuestionKind struct {
	Name string
	Doc  string
	Args []string // what it takes, in the order in which a question is written
	Need []string // of them, those without a default
	// Fields are the arguments that name fields of the log, one or several separated by
	// commas, which have to be kept while it is read.
	Fields []string
	// Baseline is the argument that names a factor's value as factor=value.
	Baseline string
}

// WhereArgument is the argument of a question that is about a slice of the log.
const WhereArgument = "where"

// QuestionKinds lists them.
var QuestionKinds = []QuestionKind{
	{Name: "slice", Doc: "everything that a report holds, of a slice; only=means leaves comparisons out", Args: []string{"only", WhereArgument}, Need: []string{WhereArgument}},
	{Name: "relation", Doc: "one metric against another: correlations and a point of every run, task or attempt", Args: []string{"x", "y", "over", "colour", "mark", "relative", "holding", WhereArgument}, Need: []string{"x"}, Fields: []string{"colour", "mark", "holding"}, Baseline: "relative"},
	{Name: "curve", Doc: "a metric along any number of runs, tasks or attempts", Args: []string{"along", "metric", "lines", "holding", WhereArgument}, Need: []string{"along"}, Fields: []string{"along", "lines", "holding"}},
	{Name: "effect", Doc: "what changing one factor does with the others held", Args: []string{"factor", "metric", "against", "of", "test", "by", "holding", WhereArgument}, Need: []string{"factor"}, Fields: []string{"factor", "by", "holding"}},
	{Name: "interaction", Doc: "whether one factor of runs does more at some levels of another", Args: []string{"rows", "columns", "metric", WhereArgument}, Need: []string{"rows", "columns"}, Fields: []string{"rows", "columns"}},
	{Name: "distribution", Doc: "how metrics spread over tasks, attempts or runs", Args: []string{"metrics", "over", "rows", "by", WhereArgument}, Fields: []string{"rows", "by"}},
	{Name: "crosslabels", Doc: "labels of one source within those of another", Args: []string{"outer", "inner", WhereArgument}, Need: []string{"outer", "inner"}},
	{Name: "ratio", Doc: "a metric's mean over that of a baseline run that differs in one factor alone", Args: []string{"metric", "relative", "holding", WhereArgument}, Need: []string{"metric", "relative"}, Fields: []string{"holding"}, Baseline: "relative"},
	{Name: "cases", Doc: "attempts to read: one with each label, with each failure mode or of each way in which a judge errs; or the runs' attempts at one task", Args: []string{"of", "name", "by", "task", "runs", WhereArgument}},
	{Name: "grid", Doc: "every run's mean at every task by a metric, for a heat map", Args: []string{"metric", WhereArgument}},
}

func questionKind(name string) *QuestionKind {
	for i := range QuestionKinds {
		if QuestionKinds[i].Name == name {
			return &QuestionKinds[i]
		}
	}
	return nil
}

// AskedBy makes a question of a kind, with the arguments that get gives; empty ones are left out.
func AskedBy(kind string, get func(name string) string) Question {
	q := Question{Kind: kind}
	for _, name := range questionKind(kind).Args {
		if v := get(name); v != "" {
			q.args = append(q.args, questionArgument{name, v})
		}
	}
	return q
}

// ParseQuestion reads a question. Values with blanks stand in double quotes, in which a
// backslash takes the sign behind it as it is.
func ParseQuestion(text string) (Question, error) {
	words, err := questionWords(text)
	if err != nil {
		return Question{}, err
	}
	if len(words) == 0 {
		return Question{}, fmt.Errorf("ask: an empty question; expected one of %s, such as %s", questionNames(), QuestionKinds[0].example())
	}
	kind := questionKind(words[0])
	if kind == nil {
		return Question{}, fmt.Errorf("ask: %q is no kind of question; expected one of %s", words[0], questionNames())
	}
	given := map[string]string{}
	for _, w := range words[1:] {
		name, value, ok := strings.Cut(w, "=")
		switch {
		case !ok || value == "":
			return Question{}, fmt.Errorf("ask: %s: expected name=value, got %q", kind.Name, w)
		case !slices.Contains(kind.Args, name):
			return Question{}, fmt.Errorf("ask: %s: unknown argument %q; it takes %s", kind.Name, name, strings.Join(kind.Args, ", "))
		case given[name] != "":
			return Question{}, fmt.Errorf("ask: %s: the argument %s is given twice", kind.Name, name)
		}
		given[name] = value
	}
	q := AskedBy(kind.Name, func(name string) string { return given[name] })
	return q, q.check()
}

// check holds a question against its kind.
func (q Question) check() error {
	for _, name := range questionKind(q.Kind).Need {
		if q.Get(name) == "" {
			return fmt.Errorf("ask: %s: the argument %s is missing, as in %s", q.Kind, name, questionKind(q.Kind).example())
		}
	}
	if _, err := q.Conditions(); err != nil {
		return fmt.Errorf("ask: %s: %w", q.Kind, err)
	}
	return nil
}

// example is a question of the kind with what it needs.
func (k *QuestionKind) example() string {
	out := k.Name
	for _, name := range k.Need {
		if name == WhereArgument {
			out += ` where="level=L4"`
		} else {
			out += " " + name + "=NAME"
		}
	}
	return out
}

func questionNames() string {
	var names []string
	for _, k := range QuestionKinds {
		names = append(names, k.Name)
	}
	return strings.Join(names, ", ")
}

// questionWords splits a question at blanks outside of quotes.
func questionWords(text string) ([]string, error) {
	var out []string
	var word strings.Builder
	quoted, open := false, false
	end := func() {
		if open {
			out = append(out, word.String())
		}
		word.Reset()
		open = false
	}
	runes := []rune(text)
	for i := 0; i < len(runes); i++ {
		switch r := runes[i]; {
		case r == '"':
			quoted, open = !quoted, true
		case quoted && r == '\\' && i+1 < len(runes):
			i++
			word.WriteRune(runes[i])
		case !quoted && strings.ContainsRune(" \t\n\r", r):
			end()
		default:
			word.WriteRune(r)
			open = true
		}
	}
	if quoted {
		return nil, fmt.Errorf("ask: a quotation mark is not closed in %q", text)
	}
	end()
	return out, nil
}

// Get is the value of an argument, empty where it is not given.
func (q Question) Get(name string) string {
	for _, a := range q.args {
		if a.name == name {
			return a.value
		}
	}
	return ""
}

// List is the value of an argument that takes several, separated by commas.
func (q Question) List(name string) []string { return SplitList(q.Get(name)) }

// WithoutArgument is the question with the default of one argument.
func (q Question) WithoutArgument(name string) Question {
	return AskedBy(q.Kind, func(n string) string {
		if n == name {
			return ""
		}
		return q.Get(n)
	})
}

// SplitList is a list that is written with commas.
func SplitList(text string) []string {
	var out []string
	for part := range strings.SplitSeq(text, ",") {
		if part = strings.TrimSpace(part); part != "" {
			out = append(out, part)
		}
	}
	return out
}

// String is the question as ParseQuestion reads it, its arguments in their order: equal
// questions are equal texts.
func (q Question) String() string {
	out := q.Kind
	for _, a := range q.args {
		value := a.value
		if a.name == WhereArgument {
			if conditions, err := q.Conditions(); err == nil {
				value = ConditionsText(conditions)
			}
		}
		if strings.ContainsAny(value, " \t\r\n\"\\") {
			value = `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(value) + `"`
		}
		out += " " + a.name + "=" + value
	}
	return out
}

// Conditions are those of the slice that the question is about; none: of everything.
func (q Question) Conditions() ([]Condition, error) {
	text := q.Get(WhereArgument)
	if text == "" {
		return nil, nil
	}
	conditions, err := ParseConditions(text)
	if err != nil {
		return nil, fmt.Errorf("where: %w", err)
	}
	return conditions, nil
}

// ConditionsText writes conditions as one list.
func ConditionsText(list []Condition) string {
	var texts []string
	for _, c := range list {
		texts = append(texts, c.String())
	}
	return strings.Join(texts, ",")
}

// Questions are those of Ask. A plan that was not resolved may hold what is none.
func (p *Plan) Questions() ([]Question, error) {
	var out []Question
	for _, text := range p.Ask {
		q, err := ParseQuestion(text)
		if err != nil {
			return nil, err
		}
		out = append(out, q)
	}
	return out, nil
}

// Attributes are the fields of which the plan speaks: its factors, and those of its
// reference runs, conditions and questions. A reader of logs keeps them.
func (p *Plan) Attributes() []string {
	out := slices.Clone(p.Factors)
	add := func(name string) {
		if !slices.Contains(out, name) {
			out = append(out, name)
		}
	}
	for _, name := range p.ReferenceFactors() {
		add(name)
	}
	for _, c := range p.AllConditions() {
		add(c.Field)
	}
	questions, err := p.Questions()
	if err != nil {
		return out
	}
	for _, q := range questions {
		kind := questionKind(q.Kind)
		for _, arg := range kind.Fields {
			for _, name := range q.List(arg) {
				add(name)
			}
		}
		if factor, _, ok := strings.Cut(q.Get(kind.Baseline), "="); ok {
			add(strings.TrimSpace(factor))
		}
		if slices.Contains(kind.Args, "holding") && q.Get("holding") == "" {
			add("agent")
			add("model")
		}
	}
	return out
}

// ToolsOffered is the field of a curve that needs every attempt's list of tools.
const ToolsOffered = "tools_offered"

// PlanPosition is the field of a curve of plan_recall need by need, along their places in the plan.
const PlanPosition = "plan_position"

// NeedMet is the family of metrics that such a curve is made of, one a place.
const NeedMet = "need_met"

// NeedMetAt is the metric of a place of the plan, counted from 1.
func NeedMetAt(place int) string { return fmt.Sprintf("%s[%d]", NeedMet, place) }

// AsksPositions tells whether some question needs to know which needs of a plan were met.
func (p *Plan) AsksPositions() bool {
	questions, err := p.Questions()
	return err == nil && slices.ContainsFunc(questions, func(q Question) bool { return q.Get("along") == PlanPosition })
}

// LooksAtCalls tells whether some condition or question needs what rules see in an attempt: its
// failure modes, or the tools that it was offered.
func (p *Plan) LooksAtCalls() bool {
	questions, err := p.Questions()
	return p.LooksForModes() || slices.ContainsFunc(p.AllConditions(), func(c Condition) bool { return c.Field == ModeField }) ||
		err == nil && slices.ContainsFunc(questions, func(q Question) bool { return q.Get("along") == ToolsOffered })
}

// AllConditions are those of the plan and of its questions.
func (p *Plan) AllConditions() []Condition {
	out, err := p.Conditions()
	if err != nil {
		return nil
	}
	questions, err := p.Questions()
	if err != nil {
		return out
	}
	for _, q := range questions {
		more, _ := q.Conditions() // parsed once already
		out = append(out, more...)
	}
	return out
}

// Answer is what was found of one question in one benchmark. Of the other fields those are
// set that the question's kind has.
type Answer struct {
	Question      string          `json:"question"` // as Question.String writes it
	Benchmark     string          `json:"benchmark"`
	Unanswered    string          `json:"unanswered,omitempty"` // why there is no answer: one line
	Slice         *SliceInfo      `json:"slice,omitempty"`      // what the question is about, where that is not all
	Part          *Results        `json:"part,omitempty"`       // of a slice
	Grid          *TaskGrid       `json:"grid,omitempty"`
	Relation      *Relation       `json:"relation,omitempty"`
	Curve         *Curve          `json:"curve,omitempty"`
	Effects       *FactorEffects  `json:"effects,omitempty"`
	Interaction   *Interaction    `json:"interaction,omitempty"`
	Distributions []Distribution  `json:"distributions,omitempty"`
	CrossedLabels *CrossedLabels  `json:"crossed_labels,omitempty"`
	Ratios        *RelativeRatios `json:"ratios,omitempty"`
	Cases         []Case          `json:"cases,omitempty"`
}

// Answer finds what a question found in a benchmark; nil where it was not asked.
func (r *Results) Answer(q Question, benchmark string) *Answer {
	text := q.String()
	for i := range r.Answers {
		if r.Answers[i].Question == text && r.Answers[i].Benchmark == benchmark {
			return &r.Answers[i]
		}
	}
	return nil
}
