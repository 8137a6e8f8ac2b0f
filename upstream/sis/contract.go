// Package sis delivers form submissions to the public endpoint of sis, and reads its investor tables and financial
// calendar.
package sis

import _ "embed"

// Contract is the schema of the public endpoint of sis as Strand relies on it.
//
//go:embed contract.graphql
var Contract string
