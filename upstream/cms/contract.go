package cms

import _ "embed"

// Contract is the schema that Strand requires of the CMS.
//
//go:embed contract.graphql
var Contract string
