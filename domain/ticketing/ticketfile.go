package ticketing

import (
	"net/url"
	"strings"

	"strand/domain/portal"
	"strand/domain/signedtoken"
)

// FilesPath is the prefix of the files of tickets, below the same-origin tickets proxy (CALL-9).
const FilesPath = TicketsProxyPath + "/files/"

// TicketsProxyPath is the path of authenticated ticket calls (CALL-9).
const TicketsProxyPath = "/api/tickets-proxy"

const purposeFile = "ticket-file"

// SealFile returns the signed token that opens a file as the user of an ID token. It expires with the ID token.
func SealFile(key signedtoken.Key, fileID, idToken string) (string, error) {
	return key.Seal(purposeFile, fileID+" "+idToken)
}

// UnsealFile returns the ID token of a signed token for a file; ok is false if the token is invalid.
func UnsealFile(key signedtoken.Key, fileID, signedToken string) (idToken string, ok bool) {
	text, ok := key.Unseal(purposeFile, signedToken)
	id, token, found := strings.Cut(text, " ")
	return token, ok && found && id == fileID
}

const purposeExport = "ticket-export"

// SealExport returns the signed token that opens the export of tickets as the user of an ID token.
func SealExport(key signedtoken.Key, idToken string) (string, error) {
	return key.Seal(purposeExport, idToken)
}

// UnsealExport returns the ID token of a signed token for the export; ok is false if the token is invalid.
func UnsealExport(key signedtoken.Key, signedToken string) (idToken string, ok bool) {
	return key.Unseal(purposeExport, signedToken)
}

// FileURL is the URL of a file with a signed token: a path that every site serves.
func FileURL(fileID, signedToken string) string {
	return FilesPath + url.PathEscape(fileID) + "?" + url.Values{portal.ParamToken: {signedToken}}.Encode()
}
