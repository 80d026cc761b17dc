package datasets

import "strings"

// What a log or a mapping says of a tool's effect, the values of ToolEffects before the source
// in brackets.
const (
	ToolReads       = "reads"       // changes nothing
	ToolWrites      = "writes"      // changes, makes or sends something
	ToolDestroys    = "destroys"    // writes, and may change or remove what is there
	ToolAdds        = "adds"        // writes, and leaves what is there as it is
	ToolContradicts = "contradicts" // only reads and destroys, by its own annotations
)

// The sources of a tool's effect: the tools' annotations in a log, and the user's mapping, which
// has the last word.
const (
	ByAnnotations = "annotations"
	ByMapping     = "mapping"
)

// ToolEffect writes an effect with its source, as ToolEffects holds it.
func ToolEffect(effect, source string) string { return effect + " (" + source + ")" }

// CutToolEffect takes an entry of ToolEffects apart.
func CutToolEffect(entry string) (effect, source string) {
	effect, source, _ = strings.Cut(strings.TrimSuffix(entry, ")"), " (")
	return effect, source
}
