package trace

import (
	"strings"

	"mcpstats/datasets"
)

// Effect is what a call does to the world that the task is about.
type Effect uint8

// A tool whose name says nothing (run, execute, open) has an unknown effect: no rule
// takes it for a change, nor for a look.
const (
	EffectUnknown Effect = iota
	Reads
	Writes
)

// The words of tools' names by which their effect is known, in lower case. Where a log does not
// hold what MCP servers say of their tools (whether they only read, or destroy), and no mapping
// says it, the verb has to do; it is in English in nearly all catalogs.
var (
	// readingVerbs look, count or think, and leave everything as it was.
	readingVerbs = words("get list read search find query check view show describe fetch lookup look retrieve browse inspect verify validate calculate compute think count compare analyze analyse " +
		"summarize summarise preview explain detect estimate convert translate parse extract filter rank is has ls cat grep head tail stat ping wait sleep screenshot")

	// writingVerbs change, make or send something.
	writingVerbs = words("create add insert write append save store put push commit upload publish deploy send reply forward share invite schedule register subscribe unsubscribe " +
		"update modify edit set reset replace rename move copy merge patch approve reject assign unassign grant revoke enable disable lock unlock mark archive restore " +
		"delete remove cancel clear drop erase purge withdraw pay reserve reschedule refund buy sell submit checkout close reopen mkdir rm mv touch redeem charge deposit activate deactivate suspend resume unfollow untag")

	// nounOrVerb are verbs that are as often nouns: they are verbs where a name begins with
	// them and what follows does not ask about the noun (order_status, exchange_rate).
	nounOrVerb = words("book order purchase transfer exchange return request post comment message email file log")

	// asked are what follows a noun in the name of a tool that looks.
	asked = words("status info information detail details history rate rates price prices list count summary total number id type types quote options availability")

	// persons follow the verb where a tool hands the user over, which changes nothing.
	persons = words("human humans agent agents operator representative support")
)

// changing are the verbs of tools that change something that is there, so that its present
// state matters; creating, adding and sending need none.
var changing = words("edit update modify delete remove cancel move rename replace transfer withdraw pay purchase order book reserve reschedule exchange return refund merge patch approve reject assign set")

func words(list string) map[string]bool {
	out := map[string]bool{}
	for w := range strings.FieldsSeq(list) {
		out[w] = true
	}
	return out
}

// Knowledge is what is known of a tool's effect, and from where.
type Knowledge struct {
	Effect  Effect
	Changes bool   // it changes or removes what is there, so that its present state matters
	Source  string // datasets.ByMapping, datasets.ByAnnotations, or empty: its name alone
	Against string // what a weaker source says, where it says another thing; for a reader
}

// EffectIn tells what a tool does: by the mapping, else by its annotations, else by its name.
// Annotations that contradict themselves decide nothing.
func EffectIn(t *datasets.Trajectory, server, tool string) Knowledge {
	k := Knowledge{Effect: EffectOf(tool), Changes: Changes(tool)}
	if len(t.ToolEffects) == 0 {
		return k
	}
	stated, source := statedEffect(t.ToolEffects, server, tool)
	byName := k.Effect
	switch stated {
	case datasets.ToolReads:
		k.Effect, k.Changes = Reads, false
	case datasets.ToolWrites:
		k.Effect = Writes
	case datasets.ToolDestroys:
		k.Effect, k.Changes = Writes, true
	case datasets.ToolAdds:
		k.Effect, k.Changes = Writes, false
	case datasets.ToolContradicts:
		k.Against = "its annotations contradict each other"
		return k
	default:
		return k
	}
	k.Source = source
	if byName != EffectUnknown && byName != k.Effect {
		k.Against = "its name says otherwise"
	}
	return k
}

// Said names the source in a few words, to stand behind the evidence; empty where the name
// decided, which is the rule.
func (k Knowledge) Said() string {
	does := "reads"
	if k.Effect == Writes {
		does = "writes"
	}
	switch {
	case k.Source == datasets.ByMapping:
		does += " by the mapping"
	case k.Source == datasets.ByAnnotations:
		does += " by its annotations"
	case k.Against != "":
		does += " by its name"
	default:
		return ""
	}
	if k.Against != "" {
		does += ", " + k.Against
	}
	return does
}

// statedEffect is the entry for a tool: that of its whole name, else of its name without the
// server, else of the longest pattern that fits. What the mapping says goes before all of them.
func statedEffect(all map[string]string, server, tool string) (effect, source string) {
	whole := tool
	if server != "" {
		whole = server + "::" + tool
	}
	best := -1
	rank := func(name string) int {
		switch {
		case name == whole:
			return 1<<20 + 1
		case name == tool:
			return 1 << 20
		case strings.Contains(name, "*") && (fits(name, whole) || fits(name, tool)):
			return len(name)
		}
		return -1
	}
	for name, entry := range all {
		r := rank(name)
		if r < 0 {
			continue
		}
		e, s := datasets.CutToolEffect(entry)
		if s == datasets.ByMapping {
			r += 1 << 21
		}
		// Of two patterns of one length that which writes: a change that is missed is the worse error.
		if r > best || r == best && e == datasets.ToolWrites {
			best, effect, source = r, e, s
		}
	}
	return effect, source
}

// fits reports whether a name is a pattern's, in which * stands for any text.
func fits(pattern, name string) bool {
	parts := strings.Split(pattern, "*")
	if !strings.HasPrefix(name, parts[0]) {
		return false
	}
	name = name[len(parts[0]):]
	for _, p := range parts[1 : len(parts)-1] {
		i := strings.Index(name, p)
		if i < 0 {
			return false
		}
		name = name[i+len(p):]
	}
	return strings.HasSuffix(name, parts[len(parts)-1])
}

// EffectOf tells by its name what a tool does. The first verb decides, as names begin with
// what they do, behind the name of the server where there is one (gmail_send_message,
// calendar-list-events).
func EffectOf(tool string) Effect {
	names := NameWords(tool)
	for i, w := range names {
		rest := names[i+1:]
		switch {
		case readingVerbs[w]:
			return Reads
		case writingVerbs[w] || nounOrVerb[w] && i == 0 && len(rest) > 0:
			if anyOf(rest, asked) && nounOrVerb[w] {
				return Reads
			}
			if anyOf(rest, persons) && (w == "transfer" || w == "forward") {
				return Reads
			}
			return Writes
		}
	}
	return EffectUnknown
}

// Changes tells by its name whether a tool that writes changes something that is there.
func Changes(tool string) bool { return anyOf(NameWords(tool), changing) }

func anyOf(names []string, of map[string]bool) bool {
	for _, n := range names {
		if of[n] {
			return true
		}
	}
	return false
}

// NameWords parts a tool's name at capitals and at what is no letter or digit, in lower
// case: updateOrder_items is update, order, items.
func NameWords(name string) []string {
	var out []string
	var word strings.Builder
	end := func() {
		if word.Len() > 0 {
			out = append(out, strings.ToLower(word.String()))
			word.Reset()
		}
	}
	lower := false // the letter before is a small one: a capital begins a word
	for _, r := range name {
		switch {
		case r >= 'A' && r <= 'Z':
			if lower {
				end()
			}
			word.WriteRune(r)
			lower = false
		case r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r > 127:
			word.WriteRune(r)
			lower = true
		default:
			end()
			lower = false
		}
	}
	end()
	return out
}
