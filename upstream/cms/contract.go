package cms

import _ "embed"

// Contract is the schema of the CMS as Strand relies on it.
//
//go:embed contract.graphql
var Contract string
