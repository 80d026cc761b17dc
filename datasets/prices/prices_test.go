package prices

import (
	"math"
	"strings"
	"testing"
	"time"

	"mcpstats/datasets"
)

func read(t *testing.T, text string) *Table {
	t.Helper()
	table, err := Read("p.csv", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return table
}

// Which row is a model's: the pattern with most letters, then the one without a star, whatever the
// case and the provider. The rows are told apart by the price of a prompt, which is their number.
func TestFor(t *testing.T) {
	table := read(t, `model,prompt,completion
gpt-4o*,1,0
gpt-4o,2,0
GPT-4o-mini*,3,0
*,4,0
openai/o3*,5,0
azure/gpt-4o,6,0
anthropic/claude-*-latest,7,0
*-latest,8,0
`)
	for model, want := range map[string]float64{
		"gpt-4o":                             2, // as many letters as gpt-4o*, and no star
		"GPT-4o":                             2,
		" gpt-4o ":                           2,
		"openai/gpt-4o":                      2, // a pattern without a provider is for all
		"azure/gpt-4o":                       6, // one with it has more letters
		"gpt-4o-2024-08-06":                  1,
		"openai/gpt-4o-mini-2024-07-18":      3,
		"o3-mini":                            4, // * fits it as it is, and goes before a pattern with a provider that it lacks
		"somebody/else":                      4,
		"anthropic/claude-3-5-sonnet-latest": 7,
		"mistral-latest":                     8,
	} {
		m, err := table.For(model)
		if err != nil {
			t.Errorf("%s: %v", model, err)
			continue
		}
		if got := m.rows[0].Prompt; got != want {
			t.Errorf("%s: row %v, want %v", model, got, want)
		}
	}
	if m, err := read(t, "model,prompt,completion\nopenai/o3*,5,0\n").For("o3-mini"); err != nil || m == nil {
		t.Errorf("a pattern with a provider does not fit a name without one: %v, %v", m, err)
	}
	if m, err := read(t, "model,prompt,completion\nopenai/o3*,5,0\n").For("azure/o3-mini"); err != nil || m != nil {
		t.Errorf("a pattern with a provider fits another's model: %v, %v", m, err)
	}
}

// Two patterns of as many letters are the user's to tell apart; that another pattern with more
// letters fits settles it.
func TestAmbiguous(t *testing.T) {
	table := read(t, "model,prompt,completion\nab*,1,2\n*bc,3,4\n")
	_, err := table.For("abc")
	want := `p.csv: two patterns fit the model "abc" equally well: "ab*" (row 1) and "*bc" (row 2); add a row for it: abc,,1,2`
	if err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
	if m, err := table.For("ab"); err != nil || m.rows[0].Prompt != 1 {
		t.Errorf("ab: %v, %v", m, err)
	}
	if m, err := read(t, "model,prompt,completion\nab*,1,2\n*bc,3,4\nabc,5,6\n").For("abc"); err != nil || m.rows[0].Prompt != 5 {
		t.Errorf("abc: %v, %v", m, err)
	}
}

// Patterns are held against names as path.Match holds them, which knows no slash here.
func TestFits(t *testing.T) {
	for _, c := range []struct {
		pattern, name string
		want          bool
	}{
		{"a*c", "abc", true}, {"a*c", "ac", true}, {"a*c", "a", false}, {"a*a", "a", false}, {"*", "", true},
		{"**", "x", true}, {"a*b*c", "axbxbxc", true}, {"a*b*c", "axcxb", false}, {"ab", "abc", false}, {"*bc", "abcbc", true},
	} {
		if got := fits(c.pattern, c.name); got != c.want {
			t.Errorf("%q fits %q: %v", c.pattern, c.name, got)
		}
	}
}

// The latest price of a day that is not after the attempt's counts; a price begins with its day, in
// UTC.
func TestAt(t *testing.T) {
	m, err := read(t, "model,from,prompt,completion\nm,2025-06-01,2,0\nm,2025-01-01,1,0\n").For("m")
	if err != nil {
		t.Fatal(err)
	}
	for date, want := range map[string]float64{"2025-01-01T00:00:00Z": 1, "2025-05-31T23:59:59Z": 1, "2025-06-01T00:00:00Z": 2, "2025-06-01T01:00:00+02:00": 1, "2030-01-01T00:00:00Z": 2} {
		at, err := time.Parse(time.RFC3339, date)
		if err != nil {
			t.Fatal(err)
		}
		if row, gap := m.At(datasets.Known(at)); gap != None || row.Prompt != want {
			t.Errorf("%s: %v, %s", date, row, gap)
		}
	}
	if _, gap := m.At(datasets.Known(time.Date(2024, 12, 31, 0, 0, 0, 0, time.UTC))); gap != BeforeFirst {
		t.Errorf("before the first day: %q", gap)
	}
	if _, gap := m.At(datasets.Maybe[time.Time]{}); gap != NoDate {
		t.Errorf("without a date: %q", gap)
	}
	one, err := read(t, "model,from,prompt,completion\nm,2025-06-01,2,0\n").For("m")
	if err != nil {
		t.Fatal(err)
	}
	if row, gap := one.At(datasets.Maybe[time.Time]{}); gap != None || row.Prompt != 2 {
		t.Errorf("one price, no date: %v, %q", row, gap)
	}
}

// Costs by hand, in USD a million tokens: 600 at 5 and 400 at 2.5 and 100 at 20 are 6000 millionths.
func TestCost(t *testing.T) {
	row := Row{Prompt: 5, Completion: 20, Cached: datasets.Known(2.5)}
	if got := row.Cost(1000, 100, 400); math.Abs(got-.006) > 1e-15 {
		t.Errorf("with cached tokens: %v", got)
	}
	row.Cached.Known = false // 1000 at 5 and 100 at 20
	if got := row.Cost(1000, 100, 400); math.Abs(got-.007) > 1e-15 {
		t.Errorf("without a price for them: %v", got)
	}
}

// Columns as people and programs call them, and in their units: each of these tables says that a
// million prompt tokens cost 3 USD, completion tokens 15, cached ones .3.
func TestColumns(t *testing.T) {
	for _, text := range []string{
		"model,prompt,completion,cached\nm,3,15,0.3\n",
		"\ufeffModel;Input (USD / 1M tokens);Output (USD / 1M tokens);Cached input\nm;$3.00;$15;0.3\n",
		"model_name,prompt_usd_per_million,completion_usd_per_million,cached_usd_per_million,note\nm,3,15,.3,list price\n",
		"model,input_cost_per_token,output_cost_per_token,cache_read_input_token_cost_per_token\nm,3e-6,1.5e-05,3e-7\n",
		"pattern\tinput_per_1k\toutput_per_1k\tcached_per_1k\nm\t0.003\t0.015\t0.0003\n",
	} {
		table, err := Read("p.csv", []byte(text))
		if err != nil {
			t.Errorf("%q: %v", text, err)
			continue
		}
		r := table.rows[0]
		for _, v := range [][2]float64{{r.Prompt, 3}, {r.Completion, 15}, {r.Cached.Value, .3}} {
			if math.Abs(v[0]-v[1]) > 1e-12 {
				t.Errorf("%q: %+v", text, r)
			}
		}
	}
}

// A mistake is one line: the row, the column, what was found and what is expected.
func TestMistakes(t *testing.T) {
	for text, want := range map[string]string{
		"":                                                                "is empty",
		"model,prompt,completion\n":                                       "no prices below the header",
		"model,prompt\nm,1\n":                                             `no column "completion"; the header has model, prompt`,
		"model,prompt,completion\nm,1,x\n":                                `row 1, column "completion": found "x"; expected USD a million tokens`,
		"model,prompt,completion\nm,1,2\nn,,2\n":                          `row 2, column "prompt": found nothing; expected USD a million tokens`,
		"model,prompt,completion\nm,-1,2\n":                               `row 1, column "prompt": found "-1"`,
		"model,prompt,completion\nm,NaN,2\n":                              `row 1, column "prompt": found "NaN"`,
		"model,prompt,completion\n,1,2\n":                                 `row 1, column "model": found nothing; expected the name of a model`,
		"model,from,prompt,completion\nm,31/01/2025,1,2\n":                `row 1, column "from": found "31/01/2025"; expected a day, such as 2025-01-31`,
		"model,prompt,completion\nm,1,2,3\n":                              "row 1: found 4 fields where the header names 3 columns",
		"model,prompt,input,completion\nm,1,2,3\n":                        `columns "prompt" and "input" both hold prompt`,
		"model,prompt,completion,cache_write\nm,1,2,3\n":                  `column "cache_write" is none of model, from, prompt, completion and cached`,
		"model,prompt,completion,currency\nm,1,2,EUR\n":                   `column "currency" is none of`,
		"model,prompt,completion\nm,1,2\nM,1,3\n":                         `row 2, column "model": found "M", which row 1 has with other prices; expected a day in the column "from"`,
		"model,from,prompt,completion\nm,2025-01-01,1,2\nm,2025-01,3,2\n": `row 2, column "model"`,
		"model,prompt,completion\n\"m,1,2\n":                              "row 1: ",
	} {
		_, err := Read("p.csv", []byte(text))
		if err == nil || !strings.HasPrefix(err.Error(), "p.csv: "+want) && !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
	read(t, "model,prompt,completion\nm,1,2\nm,1,2\n") // repeats itself, and says nothing new
}

// What a tally says of attempts: each has a cost or a reason, and is counted once.
func TestTally(t *testing.T) {
	table := read(t, "model,from,prompt,completion,cached\nm,2025-01-01,1000000,10000000,\nn,2025-01-01,1,1,\nn,2026-01-01,2,2,\n")
	tokens := func(prompt, completion int64) datasets.Trajectory {
		return datasets.Trajectory{Run: "r", Task: "t", Model: "m", PromptTokens: datasets.Known(prompt), CompletionTokens: datasets.Known(completion)}
	}
	with := func(change func(*datasets.Trajectory)) datasets.Trajectory { a := tokens(2, 3); change(&a); return a }
	for _, c := range []struct {
		name string
		a    datasets.Trajectory
		all  bool
		cost float64 // 2 prompt tokens at 1 USD each, 3 completion tokens at 10
		gap  Gap
	}{
		{"plain", tokens(2, 3), false, 32, None},
		{"logged", with(func(a *datasets.Trajectory) { a.CostUSD = datasets.Known(5.) }), false, 5, None},
		{"logged, and all are computed", with(func(a *datasets.Trajectory) { a.CostUSD = datasets.Known(5.) }), true, 32, None},
		{"all, and not known", with(func(a *datasets.Trajectory) { a.CostUSD = datasets.Known(5.); a.Model = "x" }), true, 0, NoPrice},
		{"other model", with(func(a *datasets.Trajectory) { a.Model = "x" }), false, 0, NoPrice},
		{"the run's name", with(func(a *datasets.Trajectory) { a.Model, a.Run = "", "M" }), false, 32, None},
		{"no model", with(func(a *datasets.Trajectory) { a.Model = "" }), false, 0, NoModel},
		{"dated", with(func(a *datasets.Trajectory) { a.Date = "2025-01-01" }), false, 32, None},
		{"too early", with(func(a *datasets.Trajectory) { a.Date = "2024-12-31T23:00:00Z" }), false, 0, BeforeFirst},
		{"no date", with(func(a *datasets.Trajectory) { a.Model = "n" }), false, 0, NoDate},
		{"a date that is none", with(func(a *datasets.Trajectory) { a.Model, a.Date = "n", "12.5" }), false, 0, NoDate},
		{"no completion tokens", with(func(a *datasets.Trajectory) { a.CompletionTokens.Known = false }), false, 0, NoTokens},
		{"no tokens", with(func(a *datasets.Trajectory) { a.CompletionTokens.Known, a.PromptTokens.Known = false, false }), false, 0, NoTokens},
		{"zero tokens", tokens(0, 3), false, 0, ZeroTokens},
		{"negative tokens", tokens(5, -1), false, 0, ZeroTokens},
		{"cached above", with(func(a *datasets.Trajectory) { a.CachedTokens = datasets.Known(int64(3)) }), false, 0, CachedAbove},
		{"cached", with(func(a *datasets.Trajectory) { a.CachedTokens = datasets.Known(int64(1)) }), false, 32, None},
	} {
		tally := NewTally(table, c.all)
		other := tokens(1, 1) // so that the log has tokens
		if err := tally.Price(&other); err != nil {
			t.Fatal(err)
		}
		if err := tally.Price(&c.a); err != nil {
			t.Fatal(err)
		}
		if c.a.CostUSD.Known != (c.gap == None) || math.Abs(c.a.CostUSD.Value-c.cost) > 1e-12 {
			t.Errorf("%s: cost %v", c.name, c.a.CostUSD)
		}
		if logged := c.a.CostUSD.Known && c.cost == 5; c.a.Priced != (c.gap == None && !logged) {
			t.Errorf("%s: marked as computed: %v", c.name, c.a.Priced)
		}
		counted := 0
		for _, r := range tally.Runs() {
			counted += r.Computed + r.Logged
		}
		var gap Gap
		for _, u := range tally.Unpriced() {
			gap = u.Gap
			counted += u.Attempts
		}
		if gap != c.gap || counted != 2 {
			t.Errorf("%s: gap %q, want %q; %d attempts of 2 counted", c.name, gap, c.gap, counted)
		}
	}
	none := NewTally(table, false)
	bare := datasets.Trajectory{Run: "r", Task: "t"}
	if err := none.Price(&bare); err != nil || none.Unpriced() != nil {
		t.Errorf("a log without tokens: %v, %v", err, none.Unpriced())
	}
}
