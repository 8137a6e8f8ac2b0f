// Package sis hands over to sis what visitors send, and reads what it publishes.
package sis

import _ "embed"

// Contract is the schema of the public endpoint of sis as Strand relies on it.
//
//go:embed contract.graphql
var Contract string
