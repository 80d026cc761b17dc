package calc

import (
	"fmt"
	"math"

	"mcpstats/analysis/result"
	"mcpstats/stats"
)

var itemsHandlers = []handler{
	define(Statistic{
		Name: "items", What: "difficulty and discrimination of tasks, abilities of runs",
		Takes:   `options test: "classical", "rasch_mml", "rasch_cml", "twopl" (inputs responses, runs by items, 1, 0 or null), "eap" (also a, b, prior_mean, prior_sd), "information" (a, b, theta)`,
		Methods: of(result.EstimateMethod, "item_rest", "rasch", "rasch_conditional", "two_parameter", "ability", "item_information"),
	}, items),
}

type itemsInputs struct {
	Responses []numbers `json:"responses"`
	A         numbers   `json:"a"`
	B         numbers   `json:"b"`
	Theta     numbers   `json:"theta"`
	PriorMean float64   `json:"prior_mean"`
	PriorSD   *float64  `json:"prior_sd"`
}

type itemsOptions struct {
	Test string `json:"test"`
}

func items(in itemsInputs, opt itemsOptions) (any, error) {
	if opt.Test == "information" {
		i, err := stats.ItemInformation(in.A, in.B, in.Theta)
		if err != nil {
			return nil, err
		}
		se := make(numbers, len(i))
		for k, v := range i {
			se[k] = 1 / math.Sqrt(v)
		}
		return fields{{"information", numbers(i)}, {"se", se}}, nil
	}
	r, err := stats.SingleResponses(rowsOf(in.Responses))
	if err != nil {
		return nil, err
	}
	switch opt.Test {
	case "", "classical":
		list, err := stats.ClassicalItems(r)
		if err != nil {
			return withoutValues(err, "difficulty", "item_rest")
		}
		var difficulty, rest numbers
		for _, i := range list {
			difficulty = append(difficulty, i.Difficulty)
			if !i.HasItemRest {
				i.ItemRest = math.NaN()
			}
			rest = append(rest, i.ItemRest)
		}
		return fields{{"difficulty", difficulty}, {"item_rest", rest}}, nil
	case "rasch_mml":
		return rasch(r)
	case "rasch_cml":
		f, err := stats.FitRaschConditional(r)
		if err != nil {
			return withoutValues(err, "b", "b_se", "loglik")
		}
		return fields{{"b", ofAlive(f.Alive, f.B)}, {"b_se", ofAlive(f.Alive, f.BSE)}, {"loglik", number(f.LogLik)}, {"persons_used", f.Runs}}, nil
	case "twopl":
		f, err := stats.FitTwoParameter(r)
		if err != nil {
			return withoutValues(err, "a", "b", "a_se", "b_se", "loglik")
		}
		return fields{{"a", ofAlive(f.Alive, f.A)}, {"b", ofAlive(f.Alive, f.B)}, {"a_se", ofAlive(f.Alive, f.ASE)}, {"b_se", ofAlive(f.Alive, f.BSE)},
			{"loglik", number(f.LogLik)}, {"eap", numbers(f.Ability)}, {"eap_sd", numbers(f.AbilitySD)}}, nil
	case "eap":
		sd := 1.0
		if in.PriorSD != nil {
			sd = *in.PriorSD
		}
		ability, abilitySD, err := stats.Abilities(r, in.A, in.B, in.PriorMean, sd)
		if err != nil {
			return nil, err
		}
		return fields{{"eap", numbers(ability)}, {"eap_sd", numbers(abilitySD)}}, nil
	}
	return nil, fmt.Errorf(`options.test: %q is not one of "classical", "rasch_mml", "rasch_cml", "twopl", "eap", "information"`, opt.Test)
}

func rasch(r stats.Responses) (any, error) {
	f, err := stats.FitRasch(r)
	if err != nil {
		return withoutValues(err, "b", "sigma", "loglik", "b_se", "sigma_se")
	}
	out := fields{{"b", ofAlive(f.Alive, f.B)}, {"sigma", number(f.Sigma)}, {"loglik", number(f.LogLik)},
		{"eap", numbers(f.Ability)}, {"eap_sd", numbers(f.AbilitySD)}}
	if !f.Edge {
		out.add("b_se", ofAlive(f.Alive, f.BSE))
		out.add("sigma_se", number(f.SigmaSE))
	}
	out.add("infit", ofAlive(f.Alive, f.Infit))
	return out, nil
}

// ofAlive are the estimates, NaN of items that have none.
func ofAlive(alive []bool, x []float64) numbers {
	out := make(numbers, len(x))
	for j, v := range x {
		if out[j] = v; !alive[j] {
			out[j] = math.NaN()
		}
	}
	return out
}
