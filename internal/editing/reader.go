package editing

import (
	"strand/internal/changes"
	"strand/internal/contentreport"
	"strand/internal/website"
	"strand/upstream/cms"
)

// Reader reads what the editor area shows. It is safe for concurrent use.
type Reader struct {
	CMS     *cms.Reader
	Website *website.Reader
	// Reports contains the content reports of sites.
	Reports *contentreport.Reports
	// Log provides the changes that the server has handled.
	Log *changes.Feed
}
