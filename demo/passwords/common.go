package passwords

import (
	"bytes"
	"compress/gzip"
	_ "embed"
	"io"
	"slices"
	"strings"
	"sync"
)

// CommonPasswordRule is the rule that a password must not be one of the most common ones. The policy codes have none
// for it, so that the failure is UNKNOWN_POLICY with this text.
const CommonPasswordRule = "COMMON_PASSWORD"

// commonPasswordsFile contains those of the million most common passwords that have at least 12 characters, in lower
// case and sorted; shorter ones do not meet the policy anyway. The source is the list "10 million passwords" by Mark
// Burnett, as published in OWASP SecLists (https://github.com/danielmiessler/SecLists, MIT; the list itself is CC BY-SA
// 3.0).
//
//go:embed common.txt.gz
var commonPasswordsFile []byte

// commonPasswords loads the list at the first use.
var commonPasswords = sync.OnceValue(func() []string {
	reader, err := gzip.NewReader(bytes.NewReader(commonPasswordsFile))
	if err != nil {
		panic(err) // the file is embedded in the program
	}
	text, err := io.ReadAll(reader)
	if err != nil {
		panic(err)
	}
	return strings.Split(strings.TrimSpace(string(text)), "\n")
})

// isCommonPassword reports whether a password is one of the most common ones, ignoring case.
func isCommonPassword(password string) bool {
	_, found := slices.BinarySearch(commonPasswords(), strings.ToLower(password))
	return found
}
