package portal

import (
	"time"

	"strand/domain/access"
)

const (
	// FileCookie is the cookie without which no address opens that holds a pass. A pass may be copied with its address,
	// into a mail, a log or a history; the cookie stays in the browser of its user.
	FileCookie = "strand-files"
	// FileCookieLife is how long it holds. Pages of the portal renew it.
	FileCookieLife = 10 * time.Minute
	// FileAccessPath is where it is renewed.
	FileAccessPath = "/api/file-access"
)

const purposeFileCookie = "file-cookie"

// SignFileCookie makes the value of the cookie of a user.
func SignFileCookie(key access.Key, userID string, now time.Time) string {
	return key.Sign(purposeFileCookie, userID, now.Add(FileCookieLife))
}

// OpensFiles reports whether a cookie opens the addresses that were handed out to a user.
func OpensFiles(key access.Key, cookie, userID string, now time.Time) bool {
	return key.Valid(cookie, purposeFileCookie, userID, now)
}

// RenewsFileCookie reports whether the cookie of a user is to be replaced: half of its life is over, or it is none of
// theirs.
func RenewsFileCookie(key access.Key, cookie, userID string, now time.Time) bool {
	return !OpensFiles(key, cookie, userID, now.Add(FileCookieLife/2))
}
