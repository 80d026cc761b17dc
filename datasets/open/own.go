package open

// Own reports whether the input is a benchmark's or a harness's own log, rather
// than a table of attempts that somebody made of one: where both tell the same
// attempt, the own log knows more.
func (in *Input) Own() bool {
	switch in.Format {
	case parquet, arrow, "json", "jsonl", "csv":
		return false
	}
	return true
}
