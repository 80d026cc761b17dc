package formats

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"mcpstats/datasets"
)

// The public scorer's rows: the oracle ran it unmodified with scripted verdicts,
// half of them kept in testdata as numbers. A file with its columns is read back
// to the same claims, coverage and exits.
func TestMCPAtlasOracle(t *testing.T) {
	b, err := os.ReadFile(filepath.Join(sharedData(t), "..", "oracles", "mcp_atlas.json"))
	if err != nil {
		t.Skip(err)
	}
	var oracle struct {
		Rows []struct {
			Task     string   `json:"TASK"`
			Claims   string   `json:"GTFA_CLAIMS"`
			Response *string  `json:"script_model_response"`
			Errors   string   `json:"errors"`
			Split    string   `json:"SPLIT"`
			Outcomes []string `json:"_judge_outcomes"`
			Expected struct {
				Coverage *float64 `json:"coverage_score"`
				Full     float64  `json:"fully_covered_claims"`
				Partial  float64  `json:"partially_covered_claims"`
				Total    int      `json:"total_claims"`
			} `json:"expected"`
		} `json:"rows"`
		Enriched []struct {
			Messages json.RawMessage `json:"messages"`
			Turns    []struct {
				Calls []struct {
					Name   string `json:"name"`
					Status string `json:"status"`
				} `json:"tool_calls"`
			} `json:"expected_turns"`
		} `json:"enriched_trajectories"`
	}
	if err := json.Unmarshal(b, &oracle); err != nil {
		t.Fatal(err)
	}
	score := map[string]float64{"fulfilled": 1, "partially_fulfilled": .5}
	var file bytes.Buffer
	w := csv.NewWriter(&file)
	w.Write([]string{"TASK", "GTFA_CLAIMS", "SPLIT", "script_model_response", "errors", "coverage_score", "coverage_details_json"})
	for _, r := range oracle.Rows {
		response := ""
		if r.Response != nil {
			response = *r.Response
		}
		type claim struct {
			Claim string  `json:"claim"`
			Score float64 `json:"score"`
		}
		details := struct {
			PerClaim []claim  `json:"per_claim"`
			Coverage *float64 `json:"coverage_score"`
		}{[]claim{}, r.Expected.Coverage}
		for i := range r.Expected.Total {
			c := claim{strconv.Itoa(i), score[r.Outcomes[i]]}
			if response == "" || strings.HasPrefix(response, "ERROR:") {
				c.Score = 0
			}
			details.PerClaim = append(details.PerClaim, c)
		}
		text, err := json.Marshal(details)
		if err != nil {
			t.Fatal(err)
		}
		coverage := ""
		if r.Expected.Coverage != nil {
			coverage = strconv.FormatFloat(*r.Expected.Coverage, 'g', -1, 64)
		}
		w.Write([]string{r.Task, r.Claims, r.Split, response, r.Errors, coverage, string(text)})
	}
	w.Flush()
	all, bad := collect(t, MCPAtlas, []File{inMemory("scored_m.csv", file.String())}, Options{})
	if len(all) != len(oracle.Rows) || len(bad) > 0 {
		t.Fatal(len(all), bad)
	}
	for i, tr := range all {
		want := oracle.Rows[i]
		if tr.Task != want.Task || tr.Run != "m" || tr.Strata["split"] != want.Split || tr.Reward.Known != (want.Expected.Coverage != nil) {
			t.Errorf("%+v", tr)
		}
		if !tr.Reward.Known {
			if tr.Claims != nil {
				t.Errorf("%s: claims %v without a coverage", tr.Task, tr.Claims)
			}
			continue
		}
		sum, full, partial := 0.0, 0.0, 0.0
		for _, c := range tr.Claims {
			sum += c.Score
			switch {
			case c.Score >= 1:
				full++
			case c.Score >= .5:
				partial++
			}
		}
		if n := len(tr.Claims); n != want.Expected.Total || n > 0 && math.Abs(sum/float64(n)-tr.Reward.Value) > .0005+1e-12 ||
			tr.Reward.Value != *want.Expected.Coverage || full != want.Expected.Full || partial != want.Expected.Partial {
			t.Errorf("%s: %d claims, %v full, %v partial, %v, not %+v", tr.Task, len(tr.Claims), full, partial, tr.Reward, want.Expected)
		}
		failed := tr.Response == "" || strings.HasPrefix(tr.Response, "ERROR:")
		if failed == (tr.Exit == datasets.ExitCompleted) {
			t.Errorf("%s: %q ends as %s", tr.Task, tr.Response, tr.Exit)
		}
	}
	for i, e := range oracle.Enriched {
		var tr datasets.Trajectory
		atlasConversation(&tr, string(e.Messages))
		var got, want []string
		for _, s := range tr.Steps {
			for _, c := range s.Calls {
				got = append(got, c.Tool+" "+strconv.FormatBool(c.IsError.Value))
			}
		}
		for _, turn := range e.Turns {
			for _, c := range turn.Calls {
				want = append(want, c.Name+" "+strconv.FormatBool(c.Status == "error"))
			}
		}
		// "no errors" and the like are errors to the public diagnosis alone.
		if len(got) != len(want) {
			t.Errorf("conversation %d: calls %v, not %v", i, got, want)
		}
	}
}

func TestMCPAtlasDamage(t *testing.T) {
	const head = "TASK,script_model_response,coverage_score,coverage_details_json\n"
	for name, test := range map[string]struct {
		text, tasks, says string
		file              bool
	}{
		"truncated":        {head + "t1,r,0.5,\nt2,\"r\nmore", "t1", "never closed", true},
		"score is a word":  {head + "t1,r,good,\nt2,r,1,\n", "t2", `column "coverage_score"`, false},
		"details are cut":  {head + "t1,r,1,\"{\"\"per_claim\"\": [\"\nt2,r,1,\n", "t2", `column "coverage_details_json"`, false},
		"claim unscored":   {head + "t1,r,1,\"{\"\"per_claim\"\": [{\"\"claim\"\": \"\"a\"\"}]}\"\nt2,r,1,\n", "t2", "no score", false},
		"no task":          {head + ",r,1,\nt2,r,1,\n", "t2", `column "TASK"`, false},
		"fields":           {head + "t1,r\nt2,r,1,\n", "t2", "found 2 fields", false},
		"no task column":   {"id,coverage_score,coverage_details_json\nx,1,\n", "", "no column TASK", true},
		"only tasks":       {"TASK,PROMPT,GTFA_CLAIMS\nt1,p,[]\n", "", "no completions", true},
		"twice":            {head + "t1,r,1,\nt1,r,0,\n", "t1 t1", "", false},
		"NaN, no UTF-8":    {head + "t1,caf\xe9,nan,\"{\"\"coverage_score\"\": NaN}\"\n", "t1", "", false},
		"diagnosis is odd": {"TASK,script_model_response,diagnosis_primary_mode,diagnosis_all_failures\nt1,r,wrong_tool,{}\nt2,r,new_mode,\n", "t2", `column "diagnosis_all_failures"`, false},
	} {
		tasks, bad := readAll(t, MCPAtlas, "scored_m.csv", test.text)
		var fe *datasets.FileError
		if strings.Join(tasks, " ") != test.tasks || (len(bad) > 0) != (test.says != "") ||
			len(bad) > 0 && (!strings.Contains(bad[0].Error(), test.says) || errors.As(bad[0], &fe) != test.file) {
			t.Errorf("%s: tasks %v, errors %v", name, tasks, bad)
		}
	}
}
