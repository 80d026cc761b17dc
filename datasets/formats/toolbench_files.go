package formats

import (
	"errors"
	"regexp"
	"strings"

	"github.com/goccy/go-json"

	"mcpstats/datasets"
	"mcpstats/datasets/mapping"
)

// tbenchPrediction is a converted prediction.
type tbenchPrediction struct {
	Query  string          `json:"query"`
	Tools  json.RawMessage `json:"available_tools"`
	Answer struct {
		Method  string          `json:"method"`
		Final   json.RawMessage `json:"final_answer"`
		Details json.RawMessage `json:"answer_details"`
	} `json:"answer"`
}

// byID decodes an object of records by id. What cannot be read costs its file.
func (l *tbenchLog) byID(f File, take func(id string, value []byte) error) {
	e, err := whole(f)
	if err == nil {
		if bad := checkRecord(e.Text); bad != nil {
			err = e.bad(f, "", bad)
		}
	}
	if err == nil {
		bad := eachMember(e.Text, func(id string, value []byte) {
			if failed := take(strings.Clone(id), value); failed != nil {
				l.bad = append(l.bad, e.bad(f, id, failed))
			}
		})
		if bad != nil {
			err = e.bad(f, "", bad)
		}
	}
	if err != nil {
		l.bad = append(l.bad, err)
	}
}

// convertedFile takes the predictions of a group.
func (l *tbenchLog) convertedFile(f File) {
	run, group := tbenchFileName(f)
	l.byID(f, func(id string, value []byte) error {
		var p tbenchPrediction
		if err := json.Unmarshal(value, &p); err != nil {
			return err
		}
		search := l.search(run, group, id)
		if search == "" {
			search = p.Answer.Method
		}
		q := l.at(f, run, search, group, id)
		q.converted, q.query = &p, p.Query
		if tools, err := mapping.Names(string(p.Tools)); err == nil && stated(p.Tools) {
			q.tools = tools
		}
		return nil
	})
}

// votesFile takes the judge's votes on a group.
func (l *tbenchLog) votesFile(f File) {
	run, group := tbenchFileName(f)
	l.byID(f, func(id string, value []byte) error {
		var v struct {
			Query  string          `json:"query"`
			Tools  json.RawMessage `json:"tool_names"`
			Solved json.RawMessage `json:"is_solved"`
		}
		if err := json.Unmarshal(value, &v); err != nil {
			return err
		}
		votes, err := tbenchVotesOf(string(v.Solved))
		if err != nil {
			return err
		}
		q := l.judged(f, run, group, id)
		q.votes = votes
		if q.query == "" {
			q.query = v.Query
		}
		if tools, err := mapping.Names(string(v.Tools)); err == nil && stated(v.Tools) && q.tools == nil {
			q.tools = tools
		}
		return nil
	})
}

// votesTable takes the same from the table beside, where no JSON has said it.
func (l *tbenchLog) votesTable(f File) {
	folder, group := tbenchFileName(f)
	err := eachKeyedRow(f, func(k keyed, err error) bool {
		if err != nil {
			l.bad = append(l.bad, err)
			return true
		}
		id, run := k.text("queryid"), k.text("model")
		if run == "" {
			run = folder
		}
		if id == "" {
			l.bad = append(l.bad, k.bad(f, "query_id", errMissing))
			return true
		}
		votes, err := tbenchVotesOf(k.text("issolved"))
		if err != nil {
			l.bad = append(l.bad, k.bad(f, "is_solved", err))
			return true
		}
		q := l.judged(f, run, group, id)
		if q.votes == nil {
			q.votes = votes
		}
		if q.query == "" {
			q.query = k.text("query")
		}
		return true
	})
	if err != nil {
		l.bad = append(l.bad, err)
	}
}

// judged is the query that votes are about: the answer that is there, else one of its own.
func (l *tbenchLog) judged(f File, run, group, id string) *tbenchQuery {
	return l.at(f, run, l.search(run, group, id), group, id)
}

// tbenchVote is one vote in JSON or in Python's spelling: {0: 'AnswerStatus.Solved'}.
var tbenchVote = regexp.MustCompile(`(?:["']?(\w+)["']?\s*:\s*)?["']?(?:AnswerStatus\.)?(Solved|Unsolved|Unsure)\b`)

// tbenchVotesOf reads the votes by their names, Unsure as half of one. nil: there are none.
func tbenchVotesOf(text string) (votes map[string]float64, err error) {
	text = strings.TrimSpace(text)
	for _, m := range tbenchVote.FindAllStringSubmatch(text, -1) {
		if votes == nil {
			votes = map[string]float64{}
		}
		if m[1] == "" {
			m[1] = "0"
		}
		votes[m[1]] = map[string]float64{"Solved": 1, "Unsolved": 0, "Unsure": 0.5}[m[2]]
	}
	empty := text == "" || text == "{}" || text == "null" || text == "None"
	if !empty && (votes == nil || strings.HasPrefix(text, "{") != strings.HasSuffix(text, "}")) {
		return nil, errors.New("expected votes such as {\"0\": \"AnswerStatus.Solved\"}, found " + excerpt([]byte(text)))
	}
	return votes, nil
}

// judge makes the votes judges, and what most of them say the verdict.
func (q *tbenchQuery) judge(t *datasets.Trajectory) {
	names := make([]string, 0, len(q.votes))
	for name := range q.votes {
		names = append(names, name)
	}
	sortNatural(names)
	sum, solved, unsolved := 0.0, 0, 0
	for _, name := range names {
		v := q.votes[name]
		t.Judgments = append(t.Judgments, datasets.Judgment{Judge: "vote " + name, Verdict: datasets.Known(v)})
		sum += v
		switch v {
		case 1:
			solved++
		case 0:
			unsolved++
		}
	}
	if len(names) == 0 {
		return
	}
	t.Reward = datasets.Known(sum / float64(len(names)))
	if solved != unsolved {
		t.Success = datasets.Known(solved > unsolved)
	}
}
