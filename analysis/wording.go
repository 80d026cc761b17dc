package analysis

import "fmt"

// plural is "1 task", "2 tasks".
func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// has and are are the verbs behind a plural.
func has(n int) string {
	if n == 1 {
		return "has"
	}
	return "have"
}

func are(n int) string {
	if n == 1 {
		return "is"
	}
	return "are"
}
