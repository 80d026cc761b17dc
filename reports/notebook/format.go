package notebook

// The notebook's format is nbformat 4.5, fields in the order in which Jupyter
// writes them: https://nbformat.readthedocs.io/en/latest/format_description.html

type notebook struct {
	Cells    []any    `json:"cells"`
	Metadata metadata `json:"metadata"`
	Format   int      `json:"nbformat"`
	Minor    int      `json:"nbformat_minor"`
}

type metadata struct {
	Kernel   kernel   `json:"kernelspec"`
	Language language `json:"language_info"`
	Title    string   `json:"title,omitempty"`
}

type kernel struct {
	Display  string `json:"display_name"`
	Language string `json:"language"`
	Name     string `json:"name"`
}

type language struct {
	Extension string `json:"file_extension"`
	Mimetype  string `json:"mimetype"`
	Name      string `json:"name"`
}

type markdownCell struct {
	Type     string   `json:"cell_type"`
	ID       string   `json:"id"`
	Metadata struct{} `json:"metadata"`
	Source   []string `json:"source"`
}

type codeCell struct {
	Type     string   `json:"cell_type"`
	Count    int      `json:"execution_count"`
	ID       string   `json:"id"`
	Metadata struct{} `json:"metadata"`
	Outputs  []output `json:"outputs"`
	Source   []string `json:"source"`
}

type output struct {
	Data     bundle   `json:"data"`
	Count    int      `json:"execution_count"`
	Metadata struct{} `json:"metadata"`
	Type     string   `json:"output_type"`
}

// bundle is one output in several media, of which a front end shows the richest
// that it trusts.
type bundle struct {
	PNG      string   `json:"image/png,omitempty"`
	SVG      []string `json:"image/svg+xml,omitempty"`
	HTML     []string `json:"text/html,omitempty"`
	Markdown []string `json:"text/markdown,omitempty"`
	Text     []string `json:"text/plain"`
}
