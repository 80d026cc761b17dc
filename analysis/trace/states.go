package trace

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"mcpstats/datasets"
)

// NumberTolerance is how far two numbers of a state may lie apart, relative to
// the larger one and to 1, and still be the same.
const NumberTolerance = 1e-9

// KeyPaths is the member of a goal document that says what counts: a list of
// paths, each a JSON pointer (RFC 6901), or an object {"path": pointer, "as":
// "set"} where the lists below it compare as sets. It is no part of the state.
// Without it every path counts and lists compare by index.
const KeyPaths = "$key_paths"

// StateChange counts the elements of a nested state over the chosen key paths. An
// element is a scalar at a JSON pointer, a member of a list that compares as a
// set, or an empty container that another state lacks.
type StateChange struct {
	Required    int      // elements that differ between before and goal
	Achieved    int      // of those, elements whose final value is the goal's
	Misbehaving int      // elements that changed and should not have, or changed to what is neither
	Wrong       []string // pointers of the misbehaving ones, in order, at most maxWrong
}

// maxWrong bounds the pointers that a StateChange names.
const maxWrong = 8

// CompareStates compares the states of an attempt. known is false where the log
// lacks one of the three documents. Errors: a document that is no JSON; key paths
// that are no list of pointers.
//
// A missing key differs from null; numbers compare by value, within
// NumberTolerance; text compares byte by byte.
func CompareStates(t *datasets.Trajectory) (change StateChange, known bool, err error) {
	if t.StateBefore == "" || t.StateAfter == "" || t.StateGoal == "" {
		return StateChange{}, false, nil
	}
	var at triple
	for i, doc := range []struct{ name, text string }{{"state_before", t.StateBefore}, {"state_after", t.StateAfter}, {"state_goal", t.StateGoal}} {
		v, ok := DecodeJSON(doc.text)
		if !ok {
			return StateChange{}, false, fmt.Errorf("%s is no JSON document", doc.name)
		}
		at[i] = v
	}
	paths := []keyPath{{}}
	if goal, ok := at[2].(map[string]any); ok && goal[KeyPaths] != nil {
		if paths, err = keyPaths(goal[KeyPaths]); err != nil {
			return StateChange{}, false, err
		}
		delete(goal, KeyPaths)
	}
	w := stateWalk{counted: map[string]bool{}}
	for _, p := range paths {
		w.sets = p.set
		w.walk(p.pointer, at.descend(p.tokens))
	}
	return w.change, true, nil
}

// keyPath is one chosen part of a state.
type keyPath struct {
	pointer string
	tokens  []string
	set     bool
}

func keyPaths(v any) ([]keyPath, error) {
	list, ok := v.([]any)
	if !ok {
		return nil, fmt.Errorf("%s: expected a list of JSON pointers", KeyPaths)
	}
	out := make([]keyPath, len(list))
	for i, element := range list {
		pointer, ok := element.(string)
		if o, isObject := element.(map[string]any); isObject {
			pointer, ok = o["path"].(string)
			out[i].set = o["as"] == "set"
		}
		if !ok || pointer != "" && pointer[0] != '/' {
			return nil, fmt.Errorf("%s: element %d is no JSON pointer: expected a text that is empty or begins with /", KeyPaths, i+1)
		}
		out[i].pointer = pointer
		if pointer != "" {
			for _, token := range strings.Split(pointer[1:], "/") {
				out[i].tokens = append(out[i].tokens, unescapeToken.Replace(token))
			}
		}
	}
	return out, nil
}

// RFC 6901: "~1" is a slash, "~0" a tilde.
var (
	unescapeToken = strings.NewReplacer("~1", "/", "~0", "~")
	escapeToken   = strings.NewReplacer("~", "~0", "/", "~1")
)

// absent is the value of a key that a document does not have.
type absent struct{}

// triple is one place in the three states: before, after, goal.
type triple [3]any

// descend goes to a pointer's place in all three.
func (v triple) descend(tokens []string) triple {
	for _, token := range tokens {
		for i := range v {
			v[i] = child(v[i], token)
		}
	}
	return v
}

func child(v any, token string) any {
	switch v := v.(type) {
	case map[string]any:
		if c, ok := v[token]; ok {
			return c
		}
	case []any:
		if i, err := strconv.Atoi(token); err == nil && i >= 0 && i < len(v) {
			return v[i]
		}
	}
	return absent{}
}

// stateWalk counts elements; an element that two key paths cover counts once.
type stateWalk struct {
	sets    bool
	counted map[string]bool
	change  StateChange
}

func (w *stateWalk) walk(pointer string, v triple) {
	keys := map[string]bool{}
	longest, lists, filled, scalars, missing := 0, 0, 0, 0, 0
	for i := range v {
		switch c := v[i].(type) {
		case map[string]any:
			for key := range c {
				keys[key] = true
			}
			filled += min(len(c), 1)
		case []any:
			lists++
			longest = max(longest, len(c))
			filled += min(len(c), 1)
		case absent:
			missing++
		default:
			scalars++
		}
	}
	if missing == len(v) {
		return
	}
	// The place itself counts where some state has a scalar there, where the kinds
	// of container differ, or where empty stands against missing; what is below
	// speaks for itself otherwise.
	if scalars > 0 || w.kindsDiffer(v) || filled == 0 && missing > 0 {
		w.count(pointer, same(v[0], v[2]), same(v[1], v[2]), same(v[0], v[1]))
	}
	names := make([]string, 0, len(keys))
	for key := range keys {
		names = append(names, key)
	}
	slices.Sort(names)
	for _, key := range names {
		w.walk(pointer+"/"+escapeToken.Replace(key), v.descend([]string{key}))
	}
	if lists == 0 {
		return
	}
	if w.sets {
		w.members(pointer, v)
		return
	}
	for i := range longest {
		index := strconv.Itoa(i)
		if len(keys) > 0 && keys[index] {
			continue // an object stands against a list: its keys were walked
		}
		w.walk(pointer+"/"+index, v.descend([]string{index}))
	}
}

func (w *stateWalk) kindsDiffer(v triple) bool {
	objects, lists := false, false
	for i := range v {
		switch v[i].(type) {
		case map[string]any:
			objects = true
		case []any:
			lists = true
		}
	}
	return objects && lists
}

// members compares lists as sets: each different member is one element, there or
// not.
func (w *stateWalk) members(pointer string, v triple) {
	holds := map[string]*[3]bool{}
	var names []string
	for i := range v {
		list, _ := v[i].([]any)
		for _, m := range list {
			text, err := json.Marshal(m)
			if err != nil {
				continue
			}
			name := string(text)
			if holds[name] == nil {
				holds[name] = new([3]bool)
				names = append(names, name)
			}
			holds[name][i] = true
		}
	}
	slices.Sort(names)
	for _, name := range names {
		h := holds[name]
		w.count(pointer+"/{"+name+"}", h[0] == h[2], h[1] == h[2], h[0] == h[1])
	}
}

func (w *stateWalk) count(pointer string, unneeded, reached, unchanged bool) {
	if w.counted[pointer] {
		return
	}
	w.counted[pointer] = true
	if !unneeded {
		w.change.Required++
		if reached {
			w.change.Achieved++
		}
	}
	if !unchanged && !reached {
		w.change.Misbehaving++
		if len(w.change.Wrong) < maxWrong {
			w.change.Wrong = append(w.change.Wrong, pointer)
		}
	}
}

// same compares two values at one place. Containers are the same where they are
// of one kind: what they hold is compared element by element.
func same(a, b any) bool {
	switch x := a.(type) {
	case map[string]any:
		_, ok := b.(map[string]any)
		return ok
	case []any:
		_, ok := b.([]any)
		return ok
	case float64:
		y, ok := b.(float64)
		return ok && math.Abs(x-y) <= NumberTolerance*max(1, math.Abs(x), math.Abs(y))
	default:
		return a == b
	}
}
