package pim

import _ "embed"

// Contract is the schema that Strand requires of the PIM.
//
//go:embed contract.graphql
var Contract string

// Operations are the operations that Strand sends.
//
//go:embed operations.graphql
var Operations string
