package formats

import (
	"errors"
	"iter"

	"mcpstats/datasets/mapping"
)

// survey is the keys of records in the order of their first appearance, with the kind
// that all of their values have.
type survey struct {
	columns []mapping.Source
	at      map[string]int
	mixed   []bool // by column: its values are of several kinds, which is none
}

// surveyed looks at all records of a file.
func surveyed(f File, split func(*scanner) iter.Seq2[element, error]) ([]mapping.Source, map[string]int, error) {
	file, err := f.Open()
	if err != nil {
		return nil, nil, err
	}
	defer file.Close()
	whole := newSurvey()
	for part, err := range ofFile(f, withLines(f, split(f.scanner(file))), surveyOf) {
		if _, cut := Truncated(err); cut && len(whole.columns) > 0 {
			break // said when the file is read: what is whole of it can be
		}
		if err != nil {
			return nil, nil, err
		}
		if whole.merge(part); len(whole.columns) > mapping.MostColumns {
			break // refused by mapping.Resolve
		}
	}
	if len(whole.columns) == 0 {
		return nil, nil, errors.New("no record is a JSON object")
	}
	return whole.columns, whole.at, nil
}

func newSurvey() *survey { return &survey{at: map[string]int{}} }

// surveyOf surveys some records. One that is damaged is an error when it is read; the
// keys before the damage count, as far as they can be read.
func surveyOf(elements []element) *survey {
	s := newSurvey()
	for _, e := range elements {
		_ = eachMember(e.Text, func(key string, value []byte) { s.note(key, kindOf(value), false) })
	}
	return s
}

// note remembers a key with the kind of a value, or of several that are mixed.
func (s *survey) note(key string, is mapping.Kind, mixed bool) {
	i, ok := s.at[key]
	if !ok {
		i = len(s.columns)
		s.at[key] = i
		s.columns, s.mixed = append(s.columns, mapping.Source{Name: key}), append(s.mixed, false)
	}
	was := &s.columns[i].Kind
	switch {
	case mixed:
		*was, s.mixed[i], s.columns[i].Mixed = mapping.Null, true, true
	case is == mapping.Null || is == *was || s.mixed[i]:
	case *was == mapping.Null:
		*was = is
	case is == mapping.Int && *was == mapping.Float || is == mapping.Float && *was == mapping.Int:
		*was, s.columns[i].Mixed = mapping.Float, true
	default:
		*was, s.mixed[i], s.columns[i].Mixed = mapping.Null, true, true
	}
}

// merge adds what was seen in the records behind these.
func (s *survey) merge(next *survey) {
	for i, c := range next.columns {
		s.note(c.Name, c.Kind, next.mixed[i])
		if c.Mixed {
			s.columns[s.at[c.Name]].Mixed = true
		}
	}
}
