package reports

import (
	"strings"
	"testing"
)

// Every kind of figure is declared in full, and once.
func TestFigureKindsAreDeclaredInFull(t *testing.T) {
	seen := map[string]bool{}
	for _, k := range FigureKinds {
		if err := k.Validate(); err != nil {
			t.Error(err)
		}
		if seen[k.Name] || seen[k.Title] {
			t.Errorf("%s is declared twice", k.Name)
		}
		seen[k.Name], seen[k.Title] = true, true
		if !strings.HasSuffix(k.Answers, "?") || !strings.HasSuffix(k.Read, ".") || !strings.HasSuffix(k.Misleads, ".") {
			t.Errorf("%s: a figure answers a question, and sentences end", k.Name)
		}
	}
}

// A declaration that lacks anything is refused, and says what it lacks.
func TestFigureKindValidateRefuses(t *testing.T) {
	for name, spoil := range map[string]func(*FigureKind){
		"no Name":                 func(k *FigureKind) { k.Name = "" },
		"no Title":                func(k *FigureKind) { k.Title = " " },
		"no Doc":                  func(k *FigureKind) { k.Doc = "" },
		"no Answers":              func(k *FigureKind) { k.Answers = "" },
		"no Read":                 func(k *FigureKind) { k.Read = "" },
		"no Misleads":             func(k *FigureKind) { k.Misleads = "" },
		"Answers of several line": func(k *FigureKind) { k.Answers = "One?\nTwo?" },
	} {
		k := FigureRanks
		spoil(&k)
		if err := k.Validate(); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
