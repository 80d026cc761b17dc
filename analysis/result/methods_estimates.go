package result

// What models of the scores estimate.
var estimateMethods = []Method{
	{Kind: EstimateMethod, Name: "variance_components", Title: "variance components of tasks and trials", Cites: []string{"patterson1971", "viechtbauer2005", "miller2024", "madaan2024"},
		Meaning: "How much of a mean's or a difference's uncertainty comes from which tasks were asked and how much from trials of one task ending differently, by restricted maximum likelihood."},
	{Kind: EstimateMethod, Name: "trial_plan", Title: "plan of tasks and trials", Cites: []string{"miller2024", "madaan2024"},
		Meaning: "The numbers of tasks and of trials a task that see a difference with a stated power for the least cost, from the variance between tasks and between trials."},
	{Kind: EstimateMethod, Name: "ppi", Title: "prediction-powered mean", Cites: []string{"angelopoulos2023"},
		Meaning: "The mean that humans would have given all tasks, from few labels and a judge of all: the labels' mean, moved by what the judge says of the tasks without a label, as far as it agrees with the labels. It rests on the labelled tasks being a random sample."},
	{Kind: EstimateMethod, Name: "posterior_dirichlet", Title: "posterior of a paired table", Cites: []string{"benavoli2017"},
		Meaning: "The probabilities, after the data and a stated prior over the four ways in which two runs can pass or fail a task, that one run is better by more than a margin, practically equal, or worse. They are no p-values."},
	{Kind: EstimateMethod, Name: "posterior_bootstrap", Title: "Bayesian bootstrap", Cites: []string{"rubin1981", "benavoli2017"},
		Meaning: "The same probabilities for scores of any kind: tasks are weighed anew many times, and the share of weightings counts in which one run is better by more than the margin."},
	{Kind: EstimateMethod, Name: "interquartile_mean", Title: "interquartile mean", Cites: []string{"agarwal2021"},
		Meaning: "The mean of the scores of all trials and tasks without the lowest and the highest quarter: single tasks cannot move it far."},
	{Kind: EstimateMethod, Name: "performance_profile", Title: "performance profile", Cites: []string{"agarwal2021"},
		Meaning: "The share of scores above each score, as a curve: a system whose curve lies above another's everywhere is better at every part of the scale."},
	{Kind: EstimateMethod, Name: "probability_of_improvement", Title: "probability of improvement", Cites: []string{"agarwal2021"},
		Meaning: "How probable it is that a trial of one system beats a trial of the other at a task drawn at random, ties counted half; it says nothing of how much."},
}
