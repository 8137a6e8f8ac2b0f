// Package editing reads what the editor area shows: the tree of a site, differences of drafts, changes, and the content
// report, which examines pages as visitors get them and reports what is missing, dropped or replaced (REPO).
package editing

import (
	"strand/internal/changes"
	"strand/service/website"
	"strand/upstream/cms"
)

// Area reads what the editor area shows. It is safe for concurrent use.
type Area struct {
	CMS     *cms.Reader
	Website *website.Sites
	// Reports contains the content reports of sites.
	Reports *Reports
	// Log provides the changes that the server has handled.
	Log *changes.Feed
}
