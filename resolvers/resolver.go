// Package resolvers answers the public graph: one file per schema file. A resolver reads its arguments, asks a loader or
// an upstream, applies the rules of domain/, and returns.
package resolvers

import (
	"log/slog"
	"time"

	"strand/domain/access"
	"strand/domain/editor"
	"strand/domain/media"
	"strand/domain/portal"
	"strand/internal/pubsub"
	"strand/internal/ratelimit"
	"strand/search"
	"strand/translations"
	"strand/upstream/cms"
	"strand/upstream/pim"
	"strand/upstream/sis"
	"strand/upstream/sisportal"
)

// Resolver is the root of the graph. It is safe for concurrent use; what belongs to one request is in its Request.
type Resolver struct {
	CMS *cms.Reader
	PIM *pim.Reader
	SIS *sis.Reader
	// Portal asks sis in the name of whoever is signed in.
	Portal *sisportal.Reader
	Images media.Addresses
	// Searched answers what is searched for.
	Searched *search.Service
	// Forms takes what visitors send.
	Forms *Forms
	// Translations has pages translated.
	Translations *translations.Service
	// RegistrationURL is where somebody registers for the portal; empty where nobody can.
	RegistrationURL string
	// Services are the addresses of what the portal leads to.
	Services portal.ServiceAddresses
	// Live wakes those who watch what changes.
	Live *pubsub.Hub
	// Changes are the change events, for editors.
	Changes Changes
	// Passes signs what opens gates and protected files.
	Passes access.Key
	// Additions bounds how many serial numbers a user tries.
	Additions *ratelimit.Limiter
	// Searches bounds how often a caller searches; nil sets no bound.
	Searches *ratelimit.Limiter
	// EditPlaces say by system where editors edit a value; none for a system where that is not known.
	EditPlaces map[string]editor.EditPlace
	// Reports are the content reports of sites.
	Reports *ContentReports
	// Now is the clock.
	Now func() time.Time
	Log *slog.Logger

	// watched are the tickets that streams follow.
	watched watchedTickets
}
