package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"mcpstats/analysis/claims"
	"mcpstats/analysis/claims/relations"
	"mcpstats/analysis/metrics"
	"mcpstats/analysis/result"
	"mcpstats/datasets/examples"
	"mcpstats/datasets/papers"
	"mcpstats/reports/compose"
)

// claimsKey begins a claims file: one of its three keys at the beginning of a line.
var claimsKey = regexp.MustCompile(`(?m)^(?:claims|paper|logs):(?:\s|$)`)

// isClaimsFile tells a claims file from a paper by its content: YAML has no markup, and
// begins with comments or one of the keys.
func isClaimsFile(path string) bool {
	switch strings.ToLower(filepath.Ext(path)) {
	case ".yaml", ".yml":
		return true
	}
	info, err := os.Stat(path)
	if err != nil {
		return false
	}
	if !info.Mode().IsRegular() {
		return !info.IsDir() // what a pipe hands over is gone once it is looked at: only a claims file comes so
	}
	f, err := os.Open(path)
	if err != nil {
		return false
	}
	defer f.Close()
	head := make([]byte, 4096)
	n, _ := f.Read(head)
	for line := range strings.Lines(string(head[:n])) {
		trimmed := strings.TrimSpace(line)
		if trimmed == "" || trimmed[0] == '#' {
			continue
		}
		return claimsKey.MatchString(line)
	}
	return false
}

// paperEndings are the files of a folder that may be papers.
var paperEndings = []string{".tex", ".md", ".markdown", ".html", ".htm", ".docx", ".ipynb", ".pdf", ".txt", ".text"}

// paperFiles are the papers that the arguments name: files, and of folders those that look
// like papers. Of LaTeX a folder's papers are its main files; the parts come with them.
func paperFiles(args []string) ([]string, error) {
	var out []string
	for _, arg := range args {
		info, err := os.Stat(arg)
		if err != nil {
			return nil, usagef("%s: %v", arg, cause(err))
		}
		if !info.IsDir() {
			out = append(out, arg)
			continue
		}
		before := len(out)
		err = filepath.WalkDir(arg, func(path string, d os.DirEntry, err error) error {
			if err != nil {
				return err
			}
			if d.IsDir() && path != arg && strings.HasPrefix(d.Name(), ".") {
				return filepath.SkipDir
			}
			ending := strings.ToLower(filepath.Ext(path))
			if !d.Type().IsRegular() || !slices.Contains(paperEndings, ending) || ending == ".tex" && !mainFile(path) {
				return nil
			}
			out = append(out, path)
			return nil
		})
		if err != nil {
			return nil, err
		}
		if len(out) == before {
			return nil, usagef("%s: no papers in this folder; expected files that end in %s", arg, strings.Join(paperEndings, ", "))
		}
	}
	return out, nil
}

// mainFile tells a LaTeX document from a part of one.
func mainFile(path string) bool {
	text, err := os.ReadFile(path)
	return err == nil && strings.Contains(string(text), `\documentclass`)
}

// verifyPapers reads papers and judges their numbers.
func (p *program) verifyPapers(ctx context.Context, v *verifying, r *reading, args []string) error {
	files, err := paperFiles(args)
	if err != nil {
		return err
	}
	if v.write != "" && len(files) > 1 {
		return usagef("--write takes one paper, and there are %d", len(files))
	}
	logs, err := p.paperLogs(ctx, v, r)
	if err != nil {
		return err
	}
	reads := make([]*relations.Report, len(files))
	errs := make([]error, len(files))
	err = untilStopped(ctx, len(files), func(i int) {
		doc, err := papers.Open(ctx, files[i])
		if err != nil {
			errs[i] = err
			return
		}
		reads[i] = relations.Read(doc)
		if logs.Table != nil {
			reads[i].Recompute(logs)
		}
	})
	if err != nil {
		return err
	}
	if len(files) == 1 && errs[0] != nil {
		return errs[0]
	}
	res := &result.Results{Version: result.Version}
	res.Provenance.Tool = tool
	for i, read := range reads {
		if errs[i] != nil {
			fmt.Fprintf(p.stderr, "mcpstats: %v; left out\n", errs[i])
			continue
		}
		if v.write != "" {
			if err := p.writeClaims(v.write, read, logs); err != nil {
				return err
			}
		}
		res.Papers = append(res.Papers, read.Paper())
		res.Claims = append(res.Claims, read.Claims()...)
	}
	if len(res.Papers) == 0 {
		return errs[0]
	}
	if err := allowClaims(res.Claims, v.allow); err != nil {
		return err
	}
	if v.out != "" {
		if err := p.writeVerdicts(v.out, res, reads); err != nil {
			return err
		}
	}
	if err := p.print(v.output, res, paperPage(v)); err != nil {
		return err
	}
	return paperAnswer(res)
}

// paperLogs reads the logs of --logs, each a path or the name of an example.
func (p *program) paperLogs(ctx context.Context, v *verifying, r *reading) (claims.Logs, error) {
	var paths []string
	for _, l := range v.logs {
		if slices.Contains(examples.Names(), l) {
			r.examples = append(r.examples, l)
			continue
		}
		paths = append(paths, l)
	}
	if len(paths) == 0 && len(r.examples) == 0 {
		return claims.Logs{}, nil
	}
	plan, err := result.Plan{}.Resolve()
	if err != nil {
		return claims.Logs{}, err
	}
	l, err := p.load(ctx, r, paths, &plan, metrics.All())
	if err != nil {
		return claims.Logs{}, err
	}
	p.warn(l.warnings)
	return claims.Logs{Table: l.table, Catalog: l.catalog}, nil
}

// writeClaims writes what was understood of a paper, keeping the corrections of an earlier
// file, and judges the numbers by it.
func (p *program) writeClaims(path string, read *relations.Report, logs claims.Logs) error {
	var earlier []byte
	if _, err := os.Stat(path); err == nil && path != "-" {
		if earlier, err = readConfig(path); err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
	}
	w, err := read.Write(path, earlier)
	if err != nil {
		return err
	}
	if len(w.Dropped) > 0 {
		fmt.Fprintf(p.stderr, "mcpstats: %s: %d numbers are no longer in the paper and were left out, the first %s\n", path, len(w.Dropped), w.Dropped[0])
	}
	read.Judge(w, logs)
	return p.writeFile(path, func(out io.Writer) error { _, err := out.Write(w.YAML); return err })
}

// extractClaims prints the claims file that a paper amounts to.
func (p *program) extractClaims(ctx context.Context, v *verifying, args []string) error {
	if len(args) > 0 || v.paper != "" || v.papers {
		return usagef("--extract takes one paper and nothing else")
	}
	doc, err := papers.Open(ctx, v.extract)
	if err != nil {
		return err
	}
	read := relations.Read(doc)
	if len(read.Numbers) == 0 {
		return errors.New(v.extract + ": no numbers were found that could become claims")
	}
	w, err := read.Write("claims.yaml", nil)
	if err != nil {
		return err
	}
	_, err = p.stdout.Write(w.YAML)
	return err
}

// paperPage is what an output shows of papers.
func paperPage(v *verifying) composing {
	switch {
	case v.output == "csv":
		return compose.ClaimList
	case v.output == "table" && !v.all:
		return compose.PaperScreen
	}
	return compose.PaperFindings
}

// paperAnswer is "no" where a number of a paper cannot be.
func paperAnswer(res *result.Results) error {
	failed, with := 0, map[string]bool{}
	for _, c := range res.Claims {
		if !c.Known && (c.Verdict == result.Inconsistent || c.Verdict == result.Refuted) {
			failed++
			with[c.Paper] = true
		}
	}
	if failed == 0 {
		return nil
	}
	if len(res.Papers) == 1 {
		return &noError{fmt.Sprintf("%d of %d numbers cannot be as printed", failed, len(res.Claims))}
	}
	return &noError{fmt.Sprintf("%d numbers in %d of %d papers cannot be as printed", failed, len(with), len(res.Papers))}
}
