package formats

import (
	"errors"
	"iter"
	"strings"

	"mcpstats/datasets/mapping"
)

// survey is the keys of records in the order of their first appearance, with the kind
// that all of their values have.
type survey struct {
	columns []mapping.Source
	at      map[string]int
	mixed   []bool // by column: its values are of several kinds, which is none
	looks   []bool // by column: what it holds depends on what its texts look like
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
		_ = eachMember(e.Text, func(key string, value []byte) {
			is := kindOf(value)
			if i := s.note(key, is, false); s.looks[i] && !s.columns[i].Contents.Decided() {
				s.columns[i].Contents |= contentsOf(is, value)
			}
		})
	}
	return s
}

// contentsOf is what a value of a record looks like as a text.
func contentsOf(is mapping.Kind, value []byte) mapping.Contents {
	switch is {
	case mapping.Nested:
		return mapping.Structured
	case mapping.Text:
		return mapping.ContentsOf(strings.Trim(string(value), `"`))
	}
	return 0
}

// note remembers a key with the kind of a value, or of several that are mixed.
func (s *survey) note(key string, is mapping.Kind, mixed bool) int {
	i, ok := s.at[key]
	if !ok {
		i = len(s.columns)
		s.at[key] = i
		s.columns, s.mixed = append(s.columns, mapping.Source{Name: key}), append(s.mixed, false)
		s.looks = append(s.looks, mapping.ByContents(key))
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
	return i
}

// merge adds what was seen in the records behind these.
func (s *survey) merge(next *survey) {
	for i, c := range next.columns {
		s.columns[s.note(c.Name, c.Kind, next.mixed[i])].Contents |= c.Contents
		if c.Mixed {
			s.columns[s.at[c.Name]].Mixed = true
		}
	}
}
