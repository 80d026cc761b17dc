// Package prices makes costs of tokens, by a table of what models cost: CSV with one price a row.
//
//	model,from,prompt,completion,cached
//	gpt-4o*,2024-05-13,5,15,
//	gpt-4o*,2024-10-02,2.5,10,1.25
//	openai/o3,,2,8,0.5
//
// Read makes a Table of such a file. Table.For finds the rows of a model, Model.At among them the
// one that counts on a day, and Row.Cost the price of an attempt's tokens. A Tally does the three for
// the attempts of a log in turn, and keeps what a reader of the numbers must know: how many costs
// are computed, with prices of which days, and why the others are not.
//
// What may go wrong: a row that cannot be read is a *datasets.FileError with its number and column,
// and two patterns that fit a model equally well an *AmbiguousError. What a table merely does not
// say (Gap) is no error: the attempt's cost stays unknown, which is never 0.
package prices
