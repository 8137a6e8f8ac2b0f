// Package portal reads what the pages of the customer portal show, sends changes to its subscriptions, and limits the
// mails that users cause.
package portal

import (
	"strand/domain/portal"
	"strand/internal/apperr"
	"strand/service/website"
	"strand/upstream/sisportal"
)

// Pages reads the pages of the portal. It is safe for concurrent use.
type Pages struct {
	// SIS reads in the name of the signed-in user.
	SIS     *sisportal.Reader
	Website *website.Sites
	// Services contains the URLs of the portal's services.
	Services portal.ServiceURLs
}

// readList reads the part of a list that a URL selects. The cursor of an old URL may be invalid, of another order or
// behind the last entry: then it reads the first page of a size.
func readList(selected *portal.ListRange, size int, read func() (isBehind bool, err error)) error {
	isBehind, err := read()
	if isBehind || apperr.CodeOf(err) == apperr.Invalid {
		*selected = portal.ListRange{First: size}
		_, err = read()
	}
	return err
}
