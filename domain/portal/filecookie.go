package portal

import (
	"time"

	"strand/domain/signedtoken"
)

const (
	// FileCookie is the cookie that must accompany a URL with a signed token. Such a URL can be copied into mails, logs
	// or histories, the cookie stays in the browser of its user.
	FileCookie = "strand-files"
	// FileCookieLifetime is the lifetime of the cookie. Pages of the portal renew it.
	FileCookieLifetime = 10 * time.Minute
	// FileAccessPath is the path of the API that renews the cookie.
	FileAccessPath = "/api/file-access"
)

const purposeFileCookie = "file-cookie"

// SignFileCookie returns the value of a user's cookie.
func SignFileCookie(key signedtoken.Key, userID string, now time.Time) string {
	return key.Sign(purposeFileCookie, userID, now.Add(FileCookieLifetime))
}

// OpensFiles reports whether a cookie allows access to the URLs that were issued to a user.
func OpensFiles(key signedtoken.Key, cookie, userID string, now time.Time) bool {
	return key.Valid(cookie, purposeFileCookie, userID, now)
}

// RenewsFileCookie reports whether the cookie of a user must be replaced: half of its lifetime is over, or it is
// invalid or of another user.
func RenewsFileCookie(key signedtoken.Key, cookie, userID string, now time.Time) bool {
	return !OpensFiles(key, cookie, userID, now.Add(FileCookieLifetime/2))
}

// OwnsUpload reports whether a user may attach an upload that was begun in a browser with a cookie, also if the cookie
// has expired meanwhile. An upload without a cookie, of an anonymous user, has no owner.
func OwnsUpload(key signedtoken.Key, cookie, userID string) bool {
	return cookie == "" || key.Valid(cookie, purposeFileCookie, userID, time.Time{})
}

// ParamToken is the URL parameter that contains the signed token of a file.
const ParamToken = "pass"
