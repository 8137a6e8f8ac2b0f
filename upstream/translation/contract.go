package translation

import _ "embed"

// Contract is the schema of a translation service as Strand relies on it.
//
//go:embed contract.graphql
var Contract string
