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

var pages = map[string]Page{HomePath: PageHome, AccountPath: PageAccount, LogoutPath: PageLogout}

// PageAt is the page at the segments of a path; not ok where there is none. The letters' case does not matter.
func PageAt(segments []string) (Page, bool) {
	page, ok := pages["/"+strings.ToLower(strings.Join(segments, "/"))]
	return page, ok
}
