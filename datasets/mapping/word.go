package mapping

import (
	"slices"
	"strings"

	"mcpstats/datasets"
)

// WordError is a verdict or a grade that nobody knows: the log's own word, or a number where a
// verdict was expected. Which words mean success is for a person to say, so that the error knows
// the rule to be filled in.
type WordError struct {
	Err   error
	word  string
	grade bool // a number where a verdict was expected
	field *Field
}

func (e *WordError) Error() string { return e.Err.Error() }
func (e *WordError) Unwrap() error { return e.Err }

// unknownWord is the error of a cell that is no verdict, as a WordError where a rule for the
// column can mend it; the error itself for any other field.
func (f *Field) unknownWord(c Cell, err error) error {
	switch f.Kind {
	case datasets.KindVerdict, datasets.KindGrade:
	case datasets.KindJudgments, datasets.KindMetrics:
		if f.Key == "" { // a list or a map of them: a rule for one column does not hold it
			return err
		}
	default:
		return err
	}
	if f.shape != nil {
		return err
	}
	_, known, bad := float(c)
	switch {
	case bad == nil && known && f.Kind == datasets.KindVerdict:
		return &WordError{err, c.String(), true, f}
	case c.Kind == Text && bad != nil:
		return &WordError{err, c.String(), false, f}
	}
	return err
}

// Words collects what the records of one log hold in the place of verdicts, for the mapping line
// that would mend it.
type Words struct {
	first  *WordError
	column string
	grades bool
	words  []string // in the order in which they were met
	more   bool
}

// mostWords bounds the words that are listed: a column with more is no verdict but prose.
const mostWords = 12

// Note takes a record's error, where it is about a word; those of the first such column count.
func (w *Words) Note(column string, e *WordError) {
	if w.first == nil {
		w.first, w.column = e, column
	}
	switch {
	case w.column != column || w.first.field.Name != e.field.Name || w.first.field.Key != e.field.Key:
	case e.grade:
		w.grades = true
	case slices.Contains(w.words, e.word):
	case len(w.words) == mostWords:
		w.more = true
	default:
		w.words = append(w.words, strings.Clone(e.word))
	}
}

// Hint is the line of a mapping that would mend the log, "" where none would. It is a template:
// each word stands for "not known" until a person puts a verdict into its place.
func (w *Words) Hint() string {
	switch {
	case w.first == nil, w.column == "", w.more, strings.HasPrefix(w.column, pathColumn), strings.Contains(w.column, "'"):
		return ""
	case w.grades && len(w.words) == 0:
		return "if these are grades: --map 'reward: " + yamlText(w.column) + "'"
	case w.grades:
		return ""
	}
	f := w.first.field
	values := map[string]string{}
	for from, to := range f.values {
		values[from] = to
	}
	for _, word := range w.words {
		if strings.Contains(word, "'") { // the line is pasted between these
			return ""
		}
		values[word] = ""
	}
	keys := []string{"column: " + yamlText(w.column)}
	if f.reference {
		keys = append(keys, "reference: true")
	}
	if f.better != "" {
		keys = append(keys, "better: "+f.better)
	}
	if f.scale != "" {
		keys = append(keys, "scale: "+f.scale)
	}
	rule := "{" + strings.Join(append(keys, "values: "+yamlValues(values)), ", ") + "}"
	if f.Key != "" {
		rule = "{" + yamlText(f.Key) + ": " + rule + "}"
	}
	return "say what the words mean, with 1 (success) or 0 (failure) for each ~, which is unknown: --map '" + f.Name + ": " + rule + "'"
}
