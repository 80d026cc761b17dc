package mapping

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"mcpstats/datasets"
)

// dimension is a canonical column that has a unit. A foreign column fills it only
// where its unit is known: from the mapping, from the column's type, or from the
// last word of its name. One whose unit is not stated is kept as it is logged,
// under a name of its own, and is mixed with nothing.
type dimension struct {
	field  string
	Logged string             // key of Trajectory.Reported for an amount of unknown unit
	bases  []string           // what such columns are called, without the unit; the likeliest first
	words  map[string]string  // a word of a name to the unit that it states
	factor map[string]float64 // a unit to the canonical one
	units  []string           // for messages
}

// AsLogged are the keys of Trajectory.Reported under which amounts of unknown unit
// are kept.
const (
	LatencyAsLogged = "latency_as_logged"
	CostAsLogged    = "cost_as_logged"
)

// "min" and "h" at the end of a name state no unit: latency_min is as likely the
// smallest one.
var dimensions = []dimension{
	{
		field: "latency_ms", Logged: LatencyAsLogged,
		bases: []string{"latency", "duration", "elapsed", "total_time", "elapsed_time", "wall_time", "wall_clock_time", "execution_time", "runtime", "run_time"},
		words: map[string]string{
			"ns": "ns", "nanos": "ns", "nanoseconds": "ns", "us": "us", "µs": "us", "usec": "us", "micros": "us", "microseconds": "us",
			"ms": "ms", "msec": "ms", "msecs": "ms", "millis": "ms", "milliseconds": "ms", "millisecond": "ms",
			"s": "s", "sec": "s", "secs": "s", "second": "s", "seconds": "s", "mins": "min", "minutes": "min", "hours": "h", "hrs": "h",
		},
		factor: inMilliseconds, units: []string{"ns", "us", "ms", "s", "min", "h"},
	},
	{
		field: "cost_usd", Logged: CostAsLogged,
		bases:  []string{"cost", "total_cost", "agent_cost"},
		words:  map[string]string{"usd": "usd", "dollar": "usd", "dollars": "usd", "cent": "cent", "cents": "cent"},
		factor: map[string]float64{"usd": 1, "cent": 0.01}, units: []string{"usd", "cent"},
	},
}

// inMilliseconds is what a unit of time is in milliseconds.
var inMilliseconds = map[string]float64{"ns": 1e-6, "us": 1e-3, "ms": 1, "s": 1e3, "min": 60e3, "h": 3600e3}

// dimensionOf is the dimension of a canonical column, nil where it has none.
func dimensionOf(field string) *dimension {
	for i := range dimensions {
		if dimensions[i].field == field {
			return &dimensions[i]
		}
	}
	return nil
}

// Milliseconds is what the unit that a column's name states is in milliseconds; 0
// where the name states none.
func Milliseconds(column string) float64 {
	d := dimensionOf("latency_ms")
	_, unit := d.split(column)
	return d.factor[unit]
}

// split takes a column's name for what it measures and the unit, "" where the name
// states none: durationMs and "duration (ms)" are a duration in ms.
func (d *dimension) split(column string) (base, unit string) {
	words := nameWords(column)
	if n := len(words); n > 0 {
		if u, ok := d.words[words[n-1]]; ok {
			unit, words = u, words[:n-1]
		} else if n == 1 { // durationms, in one word
			for _, b := range d.bases {
				if rest, ok := strings.CutPrefix(words[0], b); ok && d.words[rest] != "" {
					return b, d.words[rest]
				}
			}
		}
	}
	if n := len(words); unit != "" && n > 0 && words[n-1] == "in" {
		words = words[:n-1]
	}
	return strings.Join(words, "_"), unit
}

// nameWords splits a name at everything that is not a letter or a digit, and where a
// capital follows a small letter.
func nameWords(name string) []string {
	var words []string
	var word []rune
	end := func() {
		if len(word) > 0 {
			words = append(words, strings.ToLower(string(word)))
			word = word[:0]
		}
	}
	for _, r := range name {
		switch {
		case !unicode.IsLetter(r) && !unicode.IsDigit(r):
			end()
			continue
		case unicode.IsUpper(r) && len(word) > 0 && unicode.IsLower(word[len(word)-1]):
			end()
		}
		word = append(word, r)
	}
	end()
	return words
}

// amount finds the column that fills a dimension by its name: one that states its
// unit before one that does not. i is -1 where there is none.
func (r *resolver) amount(d *Definition, dim *dimension) (i int, unit string) {
	best, at := -1, 0
	for i, c := range r.file.Columns {
		base, unit := dim.split(c.Name)
		if unit == "" {
			unit = c.Unit
		}
		rank := slices.Index(dim.bases, base)
		if rank < 0 || r.used[i] || !d.Accepts.Has(c.Kind) {
			continue
		}
		if unit == "" {
			rank += len(dim.bases)
		}
		if best < 0 || rank < at {
			best, at = i, rank
		}
	}
	if best < 0 {
		return -1, ""
	}
	_, unit = dim.split(r.names[best])
	if unit == "" {
		unit = r.file.Columns[best].Unit
	}
	return best, unit
}

// withUnit gives a field the factor of its unit, or keeps it as logged, under a name of its
// own, where no unit is known.
func (r *resolver) withUnit(f Field, dim *dimension, unit, how string) {
	column := r.names[f.Sources[0]]
	if unit != "" {
		f.unit, f.factor = unit, dim.factor[unit]
		r.take(f, how, "")
		return
	}
	f.Definition, f.Key = define("reported"), dim.Logged
	f.dimension = dim.field
	note := fmt.Sprintf("no unit: kept as logged, not taken for %s", dim.field)
	r.take(f, how, note)
	r.plan.Notes = append(r.plan.Notes, datasets.Note{Code: datasets.NoteUnit, Message: fmt.Sprintf(
		"column %q states no unit: it is shown as logged (%s) and is in no %s; state it with --map '%s: {column: %s, unit: %s}', the units being %s",
		column, dim.Logged, dim.field, dim.field, yamlText(column), map[string]string{"latency_ms": "s", "cost_usd": "usd"}[dim.field], strings.Join(dim.units, ", "))})
}
