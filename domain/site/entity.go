package site

// IsEntity marks a site as an entity of the federated graph, which other graphs reference by its key.
func (*Site) IsEntity() {}

// IsEntity marks a brand as an entity of the federated graph, with its id as the key.
func (*Brand) IsEntity() {}

// IsEntity marks a country as an entity of the federated graph, with its code as the key.
func (*Country) IsEntity() {}
