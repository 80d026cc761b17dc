package result

// The tests of a gate: is a new run not worse than a base by a margin or more?
var gateMethods = []Method{
	{
		Kind: OtherTest, Name: "not_worse_t", Title: "one-sided paired t test against a margin",
		Meaning: "Asks whether a new run is not worse than a base by the margin or more, given how much the differences by task scatter.",
		Null:    "The new run's mean is lower than the base's by the margin or more.",
		Assumes: "The margin and the number of tasks were chosen beforehand; otherwise as the paired t test.",
		Cites:   []string{"schuirmann1987"},
	},
	{
		Kind: OtherTest, Name: "not_worse_clustered", Title: "cluster-robust one-sided t test against a margin",
		Meaning: "Asks whether a new run is not worse than a base by the margin or more, where tasks come in clusters that go well or badly together.",
		Null:    "The new run's mean is lower than the base's by the margin or more.",
		Assumes: "The margin and the number of tasks were chosen beforehand; clusters are independent, and not few.",
		Cites:   []string{"schuirmann1987", "cameron2015"},
	},
	{
		Kind: OtherTest, Name: "not_worse_tango", Title: "score test against a margin",
		Meaning: "Asks of passes and fails whether a new run is not worse than a base by the margin or more, by the tasks on which the two disagree.",
		Null:    "The new run solves fewer of the tasks than the base, by the margin or more.",
		Assumes: "The margin and the number of tasks were chosen beforehand; tasks are independent, with one verdict of each run, and not few.",
		Cites:   []string{"tango1998", "nam1997"},
	},
	{
		Kind: OtherTest, Name: "betting", Title: "always-valid test by betting",
		Meaning: "Bets on each next task's difference before it is seen: capital that has grown to 1/alpha is the evidence, however often one has looked.",
		Null:    "The new run's mean is lower than the base's by the margin or more; of the other side, it is not.",
		Assumes: "Tasks come in an order that was drawn before any result was seen, and scores lie within 0 and 1.",
		Cites:   []string{"waudbysmith2024"},
	},
}
