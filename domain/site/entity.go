package site

// IsEntity marks what other graphs of a federation may refer to by its key.
func (*Site) IsEntity() {}

// IsEntity says that a brand can be looked up by its id in a federated graph.
func (*Brand) IsEntity() {}

// IsEntity says that a country can be looked up by its code in a federated graph.
func (*Country) IsEntity() {}
