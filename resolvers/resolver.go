// Package resolvers answers the public graph: one file per schema file. A resolver reads its arguments, asks a loader or
// an upstream, applies the rules of domain/, and returns.
package resolvers

import (
	"log/slog"
	"time"

	"strand/domain/media"
	"strand/upstream/cms"
	"strand/upstream/pim"
)

// Resolver is the root of the graph. It is safe for concurrent use; what belongs to one request is in its Request.
type Resolver struct {
	CMS    *cms.Reader
	PIM    *pim.Reader
	Images media.Addresses
	// Now is the clock.
	Now func() time.Time
	Log *slog.Logger
}
