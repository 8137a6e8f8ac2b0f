package portal

import "strings"

// Page is one of the portal's (spec §2, Route table).
type Page string

const (
	// PageHome shows the services.
	PageHome Page = "HOME"
	// PageAccount shows the profile, the password and the second factor.
	PageAccount Page = "ACCOUNT"
	// PageLogout signs out.
	PageLogout Page = "LOGOUT"
)

// pages are the portal's by their path below its home.
var pages = map[string]Page{"": PageHome, "account": PageAccount, "logout": PageLogout}

// PageAt is the page at the segments of a path, of which the first is the portal's; not ok where there is none.
func PageAt(segments []string) (Page, bool) {
	page, ok := pages[strings.ToLower(strings.Join(segments[1:], "/"))]
	return page, ok
}
