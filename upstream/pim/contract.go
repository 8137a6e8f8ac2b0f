package pim

import _ "embed"

// Contract is the schema of the PIM as Strand relies on it.
//
//go:embed contract.graphql
var Contract string
