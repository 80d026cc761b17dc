package open

import (
	"context"
	"errors"
	"slices"

	"mcpstats/datasets"
	"mcpstats/datasets/formats"
	"mcpstats/datasets/mapping"
)

// mostSamples is how many files are looked at for a first mapping.
const mostSamples = 20

// mend is what to try where nothing below a path is a log: a first guess at a mapping, to be
// pasted, where the files allow one.
func (o *opener) mend(files []found, path string) string {
	var below []found
	for _, f := range files {
		if slices.Contains(f.From, path) {
			below = append(below, f)
		}
	}
	if o.opt.Map == nil && o.opt.Format == "" {
		if line := mapping.GuessLine(sampled(below, o.opt)); line != "" {
			return "a first guess at a mapping, which doctor --map-template explains: --map '" + line + "'"
		}
	}
	return "--format names the format, --map maps foreign columns"
}

// Template is a first guess at a mapping of files that no reader knows, as text to correct. It
// looks at the beginnings of some of them. The error is that none of them is JSON or a table.
func Template(ctx context.Context, paths []string, opt Options) (string, error) {
	files, _, err := walk(paths, choiceOf(opt))
	if err != nil {
		return "", err
	}
	samples := sampled(files, opt)
	if err := ctx.Err(); err != nil {
		return "", err
	}
	if len(samples) == 0 {
		return "", &datasets.FileError{File: paths[0], Err: errors.New("holds neither JSON nor a table from which a mapping could be guessed"), Hint: "doctor says of each file what it is"}
	}
	return mapping.Guess(samples), nil
}

// sampled are the beginnings of some files, from all over the list: files that lie together are
// often of one run.
func sampled(files []found, opt Options) (samples []mapping.Sample) {
	for i := range min(mostSamples, len(files)) {
		f := files[i*len(files)/min(mostSamples, len(files))]
		first, _, err := head(f.Path, Stamp{}, opt.Limits)
		if err != nil || columnarKind(first) != "" {
			continue
		}
		file := formats.File{Path: f.Path, Head: first, Open: unpackFile(f.Path, Stamp{}, opt.Limits), At: inPlace(f.Path, Stamp{}), Limits: opt.Limits}
		if s, ok := formats.Sampled(file); ok {
			samples = append(samples, s)
		}
	}
	return samples
}
