package trajectories

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"golang.org/x/net/html"
	"pgregory.net/rapid"

	"mcpstats/analysis/result"
	"mcpstats/reports"
	"mcpstats/reports/internal/golden"
)

func passageWith(text string) result.Passage { return result.Passage{Text: text, Length: len(text)} }

func at(step int) *int { return &step }

// transcript is an attempt made by hand whose every text is the given one.
func transcript(text string) *result.Transcript {
	p := passageWith(text)
	verdict := 0.0
	return &result.Transcript{
		Benchmark: text, Run: text, Task: text, Model: text, Agent: text, Strata: []string{text}, File: text, Record: 3, Outcome: "failure", Reward: &verdict, Error: p,
		Primary: "wrong_arguments", Cause: "agent", FirstStep: at(1), LastStep: at(1), Request: p, NSteps: 5, NCalls: 2, Cut: 1, Ranked: []string{text}, Foreseen: []result.TranscriptCall{{Tool: text}},
		Plan:      []result.PlannedCall{{Planned: text, Arguments: p, Step: at(1), Called: text, Made: p, How: "other arguments", Differ: text}, {Planned: text, How: "never called"}},
		Findings:  []result.Finding{{Mode: "wrong_arguments", Source: result.SourceDetected, Step: at(1), Tool: text, Evidence: text, Primary: true}, {Mode: text, Source: result.SourceLabelled, Annotator: text, Evidence: text}},
		Judgments: []result.JudgeVerdict{{Judge: text, Verdict: &verdict, Words: p}}, Claims: []result.ClaimVerdict{{Text: p, Score: 0.5}}, Response: p, Expected: p, Predicted: p,
		Steps: []result.TranscriptStep{{Step: 0, Role: text, Content: p}, {Step: 1, Role: "assistant", Content: p, Marks: []int{0}, Calls: []result.TranscriptCall{
			{Tool: text, Arguments: p, Result: p, Failed: true}, {Tool: text, Arguments: p, Error: p}}}, {Step: 4, Role: "tool", Skipped: 2, Repeats: true}},
	}
}

func page(t *testing.T, one *result.Transcript) []byte {
	t.Helper()
	var out bytes.Buffer
	err := Page(&out, one, Words{Title: one.Run + ", task " + one.Task, Ending: "Failed. " + one.Error.Text, Whereabouts: "Log: " + one.File, Tone: reports.Bad, Listed: true, Report: true})
	if err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func TestPage(t *testing.T) {
	golden.Check(t, "page.html", page(t, transcript("order 8 was cancelled")))
}

// structure is a page without its texts: elements with their attributes but for those that
// fold, which length decides.
func structure(t interface{ Fatal(...any) }, text []byte) string {
	var b strings.Builder
	z := html.NewTokenizer(bytes.NewReader(text))
	for {
		switch z.Next() {
		case html.ErrorToken:
			return b.String()
		case html.StartTagToken, html.SelfClosingTagToken:
			tok := z.Token()
			b.WriteString("<" + tok.Data)
			for _, a := range tok.Attr {
				b.WriteString(" " + a.Key + "=" + a.Val)
			}
			b.WriteString(">\n")
		}
	}
}

var hostile = []string{
	`<script>alert(1)</script>`, `"><img src=x onerror=alert(1)>`, `'><svg onload=alert(1)>`, `</style><script>`, `</title><script>`, `<!--`, `--><b>`, `{{.}}`, `javascript:alert(1)`,
	"\u202eabc", "\x00\x1b[31m", `</div></article></body>`, `&lt;script&gt;`, `<a href="https://example.com">`, `<iframe src=//example.com>`, "`${alert(1)}`", `]]>`, `<base href=//example.com>`,
}

// TestHostileTextsAreInert: whatever the texts of a log hold, the page has the elements and
// attributes that it has for a harmless text, and nothing invisible.
func TestHostileTextsAreInert(t *testing.T) {
	want := structure(t, page(t, transcript("harmless")))
	rapid.Check(t, func(r *rapid.T) {
		text := "harmless " + strings.Join(rapid.SliceOfN(rapid.OneOf(rapid.SampledFrom(hostile), rapid.StringN(0, 20, -1)), 1, 4).Draw(r, "texts"), " ")
		got := page(t, transcript(text))
		// Marks depend on whether the evidence is found word for word in what is shown.
		unmark := func(s string) string { return strings.ReplaceAll(s, "<mark>\n", "") }
		if have := structure(r, got); unmark(have) != unmark(want) {
			r.Fatalf("%q changes the page: %s", text, have)
		}
		if bytes.ContainsRune(got, '\u202e') || bytes.ContainsRune(got, 0x1b) {
			r.Fatalf("%q is invisible in the page", text)
		}
	})
	var list bytes.Buffer
	for _, text := range hostile {
		list.Reset()
		a := result.ListedAttempt{AttemptKey: result.AttemptKey{Benchmark: text, Run: text, Task: text}, Outcome: "failed", Cause: "agent", Primary: text, Modes: []string{text}, Tools: []string{text}, Location: text}
		harmless := result.ListedAttempt{AttemptKey: result.AttemptKey{Benchmark: "b", Run: "r", Task: "t"}, Outcome: "failed", Cause: "agent", Primary: "m", Modes: []string{"m"}, Tools: []string{"x"}, Location: "f"}
		if err := List(&list, []result.ListedAttempt{a}, 1); err != nil {
			t.Fatal(err)
		}
		have := structure(t, list.Bytes())
		list.Reset()
		if err := List(&list, []result.ListedAttempt{harmless}, 1); err != nil {
			t.Fatal(err)
		}
		if want := structure(t, list.Bytes()); have != want {
			t.Errorf("%q changes the list: %s", text, have)
		}
	}
}

// Evidence is marked where it stands, and a long text that holds it is open.
func TestEvidenceIsMarked(t *testing.T) {
	one := transcript("x")
	one.Findings[0].Evidence = "id: 8, planned 7"
	one.Steps[1].Content = passageWith(strings.Repeat("long text ", 200) + "with id: 8, planned 7 in it")
	got := string(page(t, one))
	if !strings.Contains(got, "<details open>") || !strings.Contains(got, "<mark>id: 8, planned 7</mark>") {
		t.Error("the evidence is not marked in an open text")
	}
	one.Steps[1].Content = passageWith(strings.Repeat("long text ", 200))
	if got := string(page(t, one)); !strings.Contains(got, "<details><summary>") {
		t.Error("a long text without evidence is not folded")
	}
}

// TestNoRequests: a page names nothing that a browser would fetch.
func TestNoRequests(t *testing.T) {
	fetched := regexp.MustCompile(`(?i)\s(?:src|srcset|poster|data|action|background)=|url\(|@import|<link|<img|<iframe`)
	if m := fetched.Find(page(t, transcript("x"))); m != nil {
		t.Errorf("the page holds %s", m)
	}
	var list bytes.Buffer
	if err := List(&list, []result.ListedAttempt{{Outcome: "failed"}}, 1); err != nil {
		t.Fatal(err)
	}
	if m := fetched.Find(list.Bytes()); m != nil {
		t.Errorf("the list holds %s", m)
	}
}

var plainName = regexp.MustCompile(`^[a-z0-9-]+\.html$`)

// TestFileNames: names are plain whatever the log's names hold, and differ wherever an
// attempt does.
func TestFileNames(t *testing.T) {
	seen := map[string]result.AttemptKey{}
	names := append([]string{"", "a", "A", "a b", "a-b", "../../etc/passwd", "con", strings.Repeat("long", 500), "日本"}, hostile...)
	for _, run := range names {
		for _, task := range names {
			for trial := range 2 {
				key := result.AttemptKey{Benchmark: "b", Run: run, Task: task, Trial: trial}
				name := FileName(key)
				if !plainName.MatchString(name) || len(name) > 120 {
					t.Errorf("%+v: %s", key, name)
				}
				if other, ok := seen[name]; ok {
					t.Errorf("%+v and %+v are both %s", other, key, name)
				}
				seen[name] = key
			}
		}
	}
	if FileName(result.AttemptKey{Run: "a", Task: "b"}) == ListName {
		t.Error("an attempt is called like the list")
	}
}

// many makes attempts as a large report has them.
func many(n int) []result.ListedAttempt {
	out := make([]result.ListedAttempt, n)
	for i := range out {
		a := &out[i]
		a.AttemptKey = result.AttemptKey{Benchmark: "benchmark", Run: fmt.Sprintf("agent-%d", i%6), Task: fmt.Sprintf("a-task-with-a-name-of-some-length-%d", i/6), Trial: i % 2}
		a.Location = fmt.Sprintf("logs/agent-%d/results.jsonl, record %d", i%6, i/6+1)
		a.Outcome = "succeeded"
		if i%3 == 0 {
			a.Outcome, a.Cause, a.Primary, a.Modes, a.Tools = "failed", "agent", "wrong_arguments", []string{"wrong_arguments", "extra_calls", "timeout (recorded)"}, []string{"server::update_order", "server::get_order"}
			a.First, a.Last = at(i%20), at(i%20+3)
		}
	}
	return out
}

func TestListOfManyIsSmall(t *testing.T) {
	var out bytes.Buffer
	if err := List(&out, many(9000), 9000); err != nil {
		t.Fatal(err)
	}
	if got := out.Len(); got > 15<<20 {
		t.Errorf("the list of 9,000 attempts takes %d bytes", got)
	}
}
