package result

// Tool is what results and partials name as their maker.
const Tool = "mcpstats 0.1.0"
