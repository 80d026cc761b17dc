package result

// What models of the scores estimate.
var estimateMethods = []Method{
	{Kind: EstimateMethod, Name: "variance_components", Title: "variance components of tasks and trials", Cites: []string{"patterson1971", "viechtbauer2005", "miller2024", "madaan2024"},
		Meaning: "How much of a mean's or a difference's uncertainty comes from which tasks were asked and how much from trials of one task ending differently, by restricted maximum likelihood."},
	{Kind: EstimateMethod, Name: "trial_plan", Title: "plan of tasks and trials", Cites: []string{"miller2024", "madaan2024"},
		Meaning: "The numbers of tasks and of trials a task that see a difference with a stated power for the least cost, from the variance between tasks and between trials."},
	{Kind: EstimateMethod, Name: "ppi", Title: "prediction-powered mean", Cites: []string{"angelopoulos2023"},
		Meaning: "The mean that humans would have given all tasks, from few labels and a judge of all: the labels' mean, moved by what the judge says of the tasks without a label, as far as it agrees with the labels. It rests on the labelled tasks being a random sample."},
}
