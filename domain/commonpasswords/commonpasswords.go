// Package commonpasswords contains the passwords that attackers try first.
package commonpasswords

import (
	"bytes"
	"compress/gzip"
	_ "embed"
	"io"
	"slices"
	"strings"
	"sync"
)

// MinLength is the length, in bytes, of the shortest passwords of the list: shorter ones are refused anyway.
const MinLength = 12

// file contains those of the million most common passwords that have at least MinLength characters, in lower case and
// sorted. The source is the list "10 million passwords" by Mark Burnett, as published in OWASP SecLists
// (https://github.com/danielmiessler/SecLists, MIT; the list itself is CC BY-SA 3.0).
//
//go:embed common.txt.gz
var file []byte

// list reads the list at the first use.
var list = sync.OnceValue(func() []string {
	reader, err := gzip.NewReader(bytes.NewReader(file))
	if err != nil {
		panic(err) // the file is embedded in the program
	}
	text, err := io.ReadAll(reader)
	if err != nil {
		panic(err)
	}
	return strings.Split(strings.TrimSpace(string(text)), "\n")
})

// Contains reports whether a password is one of the most common ones, ignoring case.
func Contains(password string) bool {
	if len(password) < MinLength {
		return false
	}
	_, found := slices.BinarySearch(list(), strings.ToLower(password))
	return found
}
