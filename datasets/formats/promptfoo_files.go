package formats

import (
	"bytes"
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/goccy/go-json"

	"mcpstats/datasets"
)

// promptfooNames are what one result is called.
type promptfooNames struct {
	provider, prompt, run string
	task, hash            string
	trial                 int
}

// promptfooLog is one file of results.
type promptfooLog struct {
	file      File
	lines     bool
	benchmark string
	names     []promptfooNames // by result, in the file's order; one at least
}

// each hands over the results.
func (l *promptfooLog) each(take func(element) bool) error {
	if l.lines {
		return eachLine(l.file, take)
	}
	return eachWithin(l.file, "results", "results", take)
}

// eachWithin hands over the elements of the list that an object's member has as a member.
func eachWithin(f File, outer, in string, take func(element) bool) error {
	r, err := f.Open()
	if err != nil {
		return &datasets.FileError{File: f.Path, Err: err}
	}
	defer r.Close()
	s := f.scanner(r)
	goOn, row := true, 0
	err = s.enterObject(outer)
	if err == nil {
		err = s.enterMember(in)
	}
	for err == nil {
		var v raw
		var more bool
		if v, more, err = s.next(); err != nil {
			err = streamBreak(row+1, err)
		} else if !more {
			break
		} else if row++; !take(element{row, cleanText(v.Bytes, v.Bare)}) {
			goOn = false
			break
		}
	}
	if err == nil && goOn {
		if err = s.skipMembers(); err == nil {
			err = s.finish()
		}
	}
	if err != nil {
		return unusable(f, err)
	}
	return nil
}

// enterObject goes into the object that the document's member `name` is.
func (s *scanner) enterObject(name string) error {
	if err := s.start(); err != nil {
		return err
	}
	if c, err := s.peek(); err != nil || c != '{' {
		return cmp.Or(err, errNoObject)
	}
	s.pos++
	return s.toMember(name, '{')
}

// enterMember goes into the list that a member of the object at hand is.
func (s *scanner) enterMember(name string) error { return s.toMember(name, '[') }

// toMember goes behind the bracket that a member's value begins with.
func (s *scanner) toMember(name string, bracket byte) error {
	for {
		key, more, err := s.key()
		if err != nil {
			return err
		}
		if !more {
			return fmt.Errorf("no key %q", name)
		}
		if key == name {
			if c, err := s.peek(); err != nil || c != bracket {
				return cmp.Or(err, fmt.Errorf("the key %q does not hold what stands in %q", name, string(bracket)))
			}
			s.pos++
			return nil
		}
		if _, err := s.value(false); err != nil {
			return err
		}
	}
}

// skipMembers goes behind the end of the object at hand.
func (s *scanner) skipMembers() error {
	for {
		_, more, err := s.key()
		if err != nil || !more {
			return err
		}
		if _, err := s.value(false); err != nil {
			return err
		}
	}
}

// promptfooLogs names everything, file by file. Results that cannot be read keep their place
// and are said in the pass.
func promptfooLogs(files []File) []*promptfooLog {
	var logs []*promptfooLog
	var names, places []string
	for _, f := range files {
		s := sniffJSON(f.Head)
		l := &promptfooLog{file: f, lines: s.has("provider"), benchmark: "promptfoo"}
		if !l.lines {
			l.describe()
		}
		l.name()
		path := filepath.ToSlash(f.Path)
		for _, n := range l.names {
			names, places = append(names, n.run), append(places, path)
		}
		logs = append(logs, l)
	}
	k := 0
	placed := placedNames(names, places)
	for _, l := range logs {
		for j := range l.names {
			l.names[j].run = placed[k]
			k++
		}
	}
	return logs
}

// describe reads the eval's description.
func (l *promptfooLog) describe() {
	r, err := l.file.Open()
	if err != nil {
		return
	}
	defer r.Close()
	found, _ := members(l.file.scanner(r), "config")
	if c := found["config"]; stated(c) {
		if d := stringOr(c, "description"); d != "" && c[0] == '{' {
			l.benchmark = d
		}
	}
}

// promptfooTest is one result's test as far as it names anything.
type promptfooTest struct {
	provider, prompt, column     string
	description, vars, assertion string
}

// name gives the file's results their names.
func (l *promptfooLog) name() {
	var tests []promptfooTest
	prompts, shared := []string{}, map[string][]string{}
	_ = l.each(func(e element) bool {
		var v promptfooResult
		t := promptfooTest{}
		if json.Unmarshal(e.Text, &v) == nil {
			t = v.test()
			if !slices.Contains(prompts, t.prompt) {
				prompts = append(prompts, t.prompt)
			}
			if !slices.Contains(shared[t.description], t.vars) {
				shared[t.description] = append(shared[t.description], t.vars)
			}
		}
		tests = append(tests, t)
		return true
	})
	hashes := map[string][]string{}
	trials := map[[3]string]int{}
	columns := map[string][]string{}
	for _, t := range tests {
		n := promptfooNames{provider: t.provider, run: t.provider, task: t.description, hash: t.assertion}
		if len(prompts) > 1 && t.provider != "" {
			n.prompt = promptfooPrompt(prompts, t.prompt)
			n.run += " " + n.prompt
		}
		// One provider may stand in two columns, under settings that no result states.
		if list := columns[n.run]; !slices.Contains(list, t.column) {
			columns[n.run] = append(list, t.column)
		}
		if k := slices.Index(columns[n.run], t.column); k > 0 {
			n.run += " #" + strconv.Itoa(k+1)
		}
		if n.task == "" || len(shared[t.description]) > 1 {
			n.task = strings.TrimSpace(n.task + " " + t.vars)
		}
		if n.task == "" { // an eval without tests is one of its prompts
			n.task = "test"
		}
		// Two tests may differ in their assertions alone.
		if !slices.Contains(hashes[n.task], t.assertion) {
			hashes[n.task] = append(hashes[n.task], t.assertion)
		}
		if k := slices.Index(hashes[n.task], t.assertion); k > 0 {
			n.task += " #" + strconv.Itoa(k+1)
		}
		key := [3]string{n.run, n.task}
		n.trial = trials[key]
		trials[key]++
		l.names = append(l.names, n)
	}
	if len(l.names) == 0 {
		l.names = []promptfooNames{{}}
	}
}

// test reads the names off a result. A prompt's raw text has the test's variables in it, and
// tells tests apart, not prompts; its label, "display" in old files, is the template. Strings are copied, as the text is the scanner's.
func (v *promptfooResult) test() promptfooTest {
	t := promptfooTest{
		provider: cmp.Or(stringOrNothing(v.Provider, "label"), stringOr(v.Provider, "id")), prompt: cmp.Or(stringOrNothing(v.Prompt, "label"), stringOrNothing(v.Prompt, "display"), v.PromptID),
		description: cmp.Or(v.Test.Description, v.Description),
	}
	t.column = t.provider + "\x00" + t.prompt
	if v.Column.Known {
		t.column = strconv.FormatFloat(v.Column.Value, 'f', -1, 64)
	}
	vars := v.Vars
	if !stated(vars) || string(vars) == "{}" {
		vars = v.Test.Vars
	}
	t.vars = promptfooVars(vars)
	if stated(v.Test.Assert) {
		if text, err := compact(v.Test.Assert); err == nil && text != "[]" {
			t.assertion = digest(text)
		}
	}
	for _, s := range []*string{&t.provider, &t.prompt, &t.column, &t.description, &t.vars} {
		*s = strings.Clone(*s)
	}
	return t
}

// stringOrNothing is the text of an object's member, and nothing for any other value.
func stringOrNothing(raw json.RawMessage, member string) string {
	if len(raw) > 0 && raw[0] == '{' {
		return stringOr(raw, member)
	}
	return ""
}

// promptfooVars writes variables as a name: the only one's value, else all of them, and a
// digest where that is long. Their order is the test's, and no part of it.
func promptfooVars(vars json.RawMessage) string {
	const most = 100 // of letters, as a name can still be read
	var parts []string
	only := ""
	if len(vars) > 0 && vars[0] == '{' {
		_ = eachMember(vars, func(key string, value []byte) {
			only = compactPlain(bytes.Clone(value))
			parts = append(parts, key+"="+only)
		})
	}
	slices.Sort(parts)
	name := strings.Join(parts, ", ")
	if len(parts) == 1 {
		name = only
	}
	if name = strings.TrimSpace(name); utf8.RuneCountInString(name) > most {
		return lineTask(parts...)
	}
	return name
}

// promptfooPrompt is a prompt's label where it is short enough to name a run, else its number
// among the file's.
func promptfooPrompt(prompts []string, prompt string) string {
	const most = 40
	if prompt != "" && utf8.RuneCountInString(prompt) <= most && !strings.ContainsAny(prompt, "\n\r{") {
		return prompt
	}
	return "prompt " + strconv.Itoa(1+slices.Index(prompts, prompt))
}
