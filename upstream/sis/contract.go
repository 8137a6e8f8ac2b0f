// Package sis delivers form submissions to the public endpoint of sis, and reads its investor tables and financial
// calendar.
package sis

import _ "embed"

// Contract is the schema that Strand requires of the public endpoint of sis.
//
//go:embed contract.graphql
var Contract string

// Operations are the operations that Strand sends.
//
//go:embed operations.graphql
var Operations string
