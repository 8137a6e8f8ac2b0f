package portal

import (
	"bytes"
	"compress/gzip"
	_ "embed"
	"io"
	"slices"
	"strings"
	"sync"
)

// CommonPasswordRule names the rule that a password is none of the most common ones. The specification has no code of its own
// for it: it is UNKNOWN_POLICY with this text.
const CommonPasswordRule = "COMMON_PASSWORD"

// commonPasswordsFile holds the passwords of at least 12 characters among the million most common ones, in lower case and
// sorted; shorter ones do not meet the policy anyway. Of the list "10 million passwords" by Mark Burnett, as published in
// OWASP SecLists (https://github.com/danielmiessler/SecLists, MIT; the list itself is CC BY-SA 3.0).
//
//go:embed commonpasswords.txt.gz
var commonPasswordsFile []byte

// commonPasswords are read when a password is chosen for the first time.
var commonPasswords = sync.OnceValue(func() []string {
	reader, err := gzip.NewReader(bytes.NewReader(commonPasswordsFile))
	if err != nil {
		panic(err) // the file is part of the program
	}
	text, err := io.ReadAll(reader)
	if err != nil {
		panic(err)
	}
	return strings.Split(strings.TrimSpace(string(text)), "\n")
})

// isCommonPassword reports whether a password is one of the most common ones, whatever the case of its letters.
func isCommonPassword(password string) bool {
	_, isThere := slices.BinarySearch(commonPasswords(), strings.ToLower(password))
	return isThere
}
