package main

import "sync"

// textsSeen says of each log that was read whether its attempts hold texts. Logs are read side by
// side.
type textsSeen struct {
	mu    sync.Mutex
	texts map[string]bool // by the log's name
}

func (s *textsSeen) note(log string, texts bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.texts == nil {
		s.texts = map[string]bool{}
	}
	s.texts[log] = s.texts[log] || texts
}

// of tells whether a log holds texts, and whether it was read at all: scores from elsewhere are no
// log.
func (s *textsSeen) of(log string) (texts, read bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	texts, read = s.texts[log]
	return texts, read
}
