package datasets

import "math/bits"

// Column names one canonical column of a trajectory log.
type Column uint8

// The canonical columns, in the order of the Trajectory's fields. Steps is
// split in four, so that a metric that counts calls never makes a reader
// decode names and texts.
const (
	ColBenchmark Column = iota
	ColRun
	ColTask
	ColTrial
	ColModel
	ColAgent
	ColDatasetVersion
	ColTaskHash
	ColStrata
	ColCluster
	ColSuccess
	ColReward
	ColExit
	ColError
	ColExpected
	ColPredicted
	ColRanked
	ColAvailable
	ColCalls     // how many messages and calls there are, and is_error of the calls
	ColSteps     // roles, and the calls' server and tool; brings ColCalls
	ColStepTexts // content of the messages; brings ColSteps
	ColCallTexts // id, arguments, result, error and latency of the calls; brings ColSteps
	ColResponse
	ColClaims     // scores of the claims
	ColClaimTexts // their texts; goes with ColClaims
	ColJudgments  // judge, verdict, reference, raw
	ColStates     // state_before, state_after, state_goal
	ColAnswers    // expected_answer, predicted_answer
	ColFailureLabels
	ColDate
	ColLatency
	ColCost
	ColTokens // prompt_tokens, completion_tokens, cached_tokens
	ColReported
	ColAttributes
	ColMetrics
	numColumns
)

// Columns is a set of canonical columns: what a consumer needs of a log.
type Columns uint64

// Of returns the set of the given columns.
func Of(cols ...Column) Columns {
	var s Columns
	for _, c := range cols {
		s |= 1 << c
	}
	return s
}

// AllColumns is every canonical column, texts included.
const AllColumns Columns = 1<<numColumns - 1

// Outcome is the columns that identify an attempt and say how it ended; every
// reading of a columnar file includes them.
var Outcome = Of(ColBenchmark, ColRun, ColTask, ColTrial, ColSuccess, ColReward, ColExit)

// Facts are the small columns that tell an attempt from others, its outcome among
// them.
var Facts = Of(ColBenchmark, ColRun, ColTask, ColTrial, ColModel, ColAgent, ColDatasetVersion, ColTaskHash,
	ColStrata, ColCluster, ColSuccess, ColReward, ColExit, ColError)

// Has reports whether the set holds the column.
func (s Columns) Has(c Column) bool { return s&(1<<c) != 0 }

// Len is the number of columns in the set.
func (s Columns) Len() int { return bits.OnesCount64(uint64(s)) }

// Conversation reports whether the set holds any part of the steps.
func (s Columns) Conversation() bool {
	return s&Of(ColCalls, ColSteps, ColStepTexts, ColCallTexts) != 0
}
