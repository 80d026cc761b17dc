package columnar

import (
	"encoding/json"

	"mcpstats/datasets"
)

// promisesKey is the metadata key under which a canonical file keeps what its logs
// state that their runs set out to attempt. Rows hold attempts that were made; without
// the promises, an attempt that crashed before it left a record would be forgotten by
// everybody who reads the file instead of the log.
const promisesKey = "mcpstats.promises"

// promise is a datasets.Promise as the file keeps it.
type promise struct {
	Benchmark string   `json:"benchmark,omitempty"`
	Run       string   `json:"run"`
	Tasks     []string `json:"tasks,omitempty"`
	NTasks    int      `json:"n_tasks,omitempty"`
	Trials    int      `json:"trials,omitempty"`
	Attempts  int      `json:"attempts,omitempty"`
	Open      bool     `json:"open,omitempty"`
	Source    string   `json:"source,omitempty"`
}

// StatePromises keeps, beside the trajectories, what their logs state that the runs
// set out to attempt. Call it at most once, before Close; with no promises it adds
// nothing to the file. It fails where the metadata cannot be added.
func (w *Writer) StatePromises(promises []datasets.Promise) error {
	if len(promises) == 0 {
		return nil
	}
	kept := make([]promise, len(promises))
	for i, p := range promises {
		kept[i] = promise(p)
	}
	text, err := json.Marshal(kept)
	if err != nil {
		return err
	}
	return w.file.AppendKeyValueMetadata(promisesKey, string(text))
}

// Promises are what the file states that its runs set out to attempt; none where it says
// nothing, or something that this version does not understand.
func (f *File) Promises() []datasets.Promise {
	text, ok := f.backend.metadata(promisesKey)
	if !ok {
		return nil
	}
	var kept []promise
	if err := json.Unmarshal([]byte(text), &kept); err != nil {
		return nil
	}
	out := make([]datasets.Promise, 0, len(kept))
	for _, p := range kept {
		if p.Run != "" && p.NTasks >= 0 && p.Trials >= 0 && p.Attempts >= 0 {
			out = append(out, datasets.Promise(p))
		}
	}
	return out
}
