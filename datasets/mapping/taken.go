package mapping

// How a column came to be taken.
const (
	ByCanonicalName = "canonical"
	ByAlias         = "alias"
	ByMap           = "map"
	ByDialect       = "dialect"
	AsAttribute     = "attribute"
	ByFileName      = "file name"
)

// Taken says which column of a file was taken for which canonical column.
type Taken struct {
	Column string // canonical column; "strata.level" for a key of a keyed one
	From   string // source column or columns, or a constant as "= value"
	How    string // one of the constants above
	Note   string // what a reader should know of the choice; may be empty
}
