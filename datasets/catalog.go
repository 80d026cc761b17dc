package datasets

// ToolCatalog is what a benchmark offers: servers and their tools, as a catalog beside its logs
// says. It is about no attempt; what attempts could see, wanted and called is theirs to say.
type ToolCatalog struct {
	Path    string          `json:"path"` // of the file
	Servers []CatalogServer `json:"servers"`
	// EqualSets are the sets of tools of which each does what the others do, of two or more
	// members, where the catalog gives them; nil: it says nothing of them.
	EqualSets [][]string `json:"equal_sets,omitempty"`
}

// CatalogServer is one server. A catalog that names no servers is one without a name.
type CatalogServer struct {
	Name     string        `json:"name"`
	Aliases  []string      `json:"aliases,omitempty"` // other names that the catalog gives it
	Category string        `json:"category,omitempty"`
	Tools    []CatalogTool `json:"tools"`
}

// CatalogTool is one tool of a server.
type CatalogTool struct {
	Name     string `json:"name"`
	Category string `json:"category,omitempty"`
	Effect   string `json:"effect,omitempty"` // as ToolEffects has it; empty where annotations say nothing
}
