package site

// IsEntity marks what other graphs of a federation may refer to by its key.
func (*Site) IsEntity() {}
