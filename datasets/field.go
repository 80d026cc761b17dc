package datasets

// Field is one canonical column of a log: what it is called, what its values mean,
// and where they stand in a Trajectory. The mapping, the readers of columnar files
// and their writer take the fields from Fields and choose what to do by Kind and
// Slot, so that a field of a known kind is added by a line there and a line in
// Trajectory.
type Field struct {
	Name    string
	Column  Column // what a consumer asks for to have the field filled
	Kind    Kind
	Slot    AnySlot
	Aliases []string // other names in common use, in the order of preference: lower case, words joined by "_"
}

// Kind is what the values of a field mean. It decides which cells can fill the field
// and how they are read (package mapping), and which texts repeat so often that a
// dictionary saves space (package columnar). All fields of a kind have one Go type.
type Kind uint8

// The kinds of fields: texts, then scalars, lists and maps.
const (
	KindID       Kind = iota // string: tells tasks, runs and the like apart; compared byte by byte
	KindLabel                // string: a short text that many attempts share
	KindMessage              // string: what a program said
	KindProse                // string: what a model said
	KindDocument             // string: JSON
	KindAnswer               // string: any value, as it was logged
	KindInstant              // string: an instant or a day, as it was logged; its column may fill other fields too

	KindIndex    // int, from 0
	KindVerdict  // Maybe[bool]
	KindGrade    // Maybe[float64]: a number, or a word that stands for one
	KindDuration // Maybe[float64], in milliseconds
	KindPrice    // Maybe[float64], in US dollars
	KindCount    // Maybe[int64]
	KindExit     // Exit

	KindPlan      // []Need
	KindNames     // []string
	KindRanking   // []Ranked
	KindSteps     // []Step
	KindUnread    // []Unread
	KindClaims    // []Claim
	KindJudgments // []Judgment
	KindFailures  // []FailureLabel

	KindStrata     // map[string]string: few values, which many attempts share
	KindAttributes // map[string]string
	KindMetrics    // map[string]float64
	numKinds
)

// Slot is where a field of type T stands in a trajectory.
type Slot[T any] func(*Trajectory) *T

// AnySlot is a Slot of any type; a type switch finds out which: case Slot[string].
type AnySlot interface {
	In(t *Trajectory) any // a pointer to the field
	Clear(t *Trajectory)  // makes it unknown
}

// In is the pointer as an any.
func (s Slot[T]) In(t *Trajectory) any { return s(t) }

// Clear sets the field to its zero value, which in a Trajectory is "not known".
func (s Slot[T]) Clear(t *Trajectory) {
	var unknown T
	*s(t) = unknown
}

// at is a Slot whose type the function tells.
func at[T any](field func(*Trajectory) *T) Slot[T] { return field }
