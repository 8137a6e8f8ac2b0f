package portal

import (
	"net/url"
	"strings"

	"strand/domain/access"
)

// FilesPath is where the files of tickets are read, below the same-origin tickets proxy (CALL-9).
const FilesPath = TicketsProxyPath + "/files/"

// TicketsProxyPath is where authenticated ticket calls go (CALL-9).
const TicketsProxyPath = "/api/tickets-proxy"

// ParamPass is the parameter by which an address opens a file.
const ParamPass = "pass"

const purposeFile = "ticket-file"

// SealFile makes what opens a file in the name of whoever has an id token. It holds no longer than the token.
func SealFile(key access.Key, fileID, idToken string) (string, error) {
	return key.Seal(purposeFile, fileID+" "+idToken)
}

// UnsealFile is the id token that opens a file; not ok where there is none.
func UnsealFile(key access.Key, fileID, pass string) (idToken string, ok bool) {
	text, ok := key.Unseal(purposeFile, pass)
	id, token, found := strings.Cut(text, " ")
	return token, ok && found && id == fileID
}

// FileURL is where a file is read with a pass: a path of every site.
func FileURL(fileID, pass string) string {
	return FilesPath + url.PathEscape(fileID) + "?" + url.Values{ParamPass: {pass}}.Encode()
}
