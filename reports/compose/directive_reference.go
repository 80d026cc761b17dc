package compose

import "strings"

// DirectiveReference is the manual of the directives, as Markdown: those between
// paragraphs, then those within a sentence, each with its arguments.
func DirectiveReference() string {
	var b strings.Builder
	b.WriteString("## Directives between paragraphs\n\nWith `show=` they show only a part: " + orList(showArgument.takes, len(showArgument.takes)) + ".\n\n")
	describe(&b, blockDirectives(), "", "")
	b.WriteString("\n## Directives within a sentence\n\n")
	describe(&b, inlineDirectives(), "{{", "}}")
	return b.String()
}

func describe(b *strings.Builder, list []directive, opens, closes string) {
	for _, d := range list {
		b.WriteString("- `" + opens + d.name + closes + "`: " + d.doc + "\n")
		for _, p := range d.args {
			if p.name == showArgument.name {
				continue
			}
			line := "  - `" + p.name + "`"
			if p.required {
				line += " (required)"
			}
			line += ": " + p.doc
			if p.takes != nil {
				line += ": " + orList(p.takes, len(p.takes))
			}
			b.WriteString(line + "\n")
		}
	}
}
