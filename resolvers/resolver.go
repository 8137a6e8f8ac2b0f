// Package resolvers implements the public graph: one file per schema file, and helpers in further files. A resolver
// reads its arguments, calls a loader or an upstream system, applies the rules of domain/, and returns the result.
package resolvers

import (
	"log/slog"
	"sync"
	"time"

	"github.com/vektah/gqlparser/v2/ast"

	"strand/domain/editor"
	"strand/domain/media"
	"strand/domain/portal"
	"strand/domain/signedtoken"
	"strand/internal/pubsub"
	"strand/internal/ratelimit"
	"strand/resolvers/provenance"
	"strand/service/catalogue"
	"strand/service/editing"
	"strand/service/forms"
	portalservice "strand/service/portal"
	"strand/service/search"
	"strand/service/website"
)

// Resolver is the root of the graph. It is safe for concurrent use; state of one request is in its Request.
type Resolver struct {
	CMS CMSReader
	PIM PIMReader
	SIS SISReader
	// Portal calls sis in the name of the signed-in user.
	Portal PortalReader
	Images media.URLs
	// loggedImages has the events about images that were logged.
	loggedImages sync.Map
	// Website reads the pages of the websites, Assortment the catalogue, both as the caller sees them.
	Website    *website.Sites
	Assortment *catalogue.Catalogue
	// SearchService is the site search.
	SearchService *search.Service
	// Forms accepts form submissions.
	Forms *forms.Submissions
	// Translations orders translations of pages.
	Translations Translations
	// RegistrationURL is the URL of the portal's registration; empty if registration is disabled.
	RegistrationURL string
	// PortalPages reads the pages of the portal.
	PortalPages *portalservice.Pages
	// Services contains the URLs of the portal's services.
	Services portal.ServiceURLs
	// Topics notifies subscriptions about changes.
	Topics *pubsub.Hub
	// LiveTickets are the tickets that subscriptions follow.
	LiveTickets *portalservice.TicketStreams
	// LivePortal notifies about changes of rights and users.
	LivePortal *portalservice.ChangeStreams
	// Editing reads what the editor area shows.
	Editing *editing.Area
	// SigningKey signs tokens and URLs of protected files.
	SigningKey signedtoken.Key
	// AdditionLimiter limits how many serial numbers a user can try.
	AdditionLimiter *ratelimit.Limiter
	// UserMails limits the mails of user administration.
	UserMails *portalservice.MailLimits
	// TicketLimiter limits how many tickets a user can create.
	TicketLimiter *ratelimit.Limiter
	// SearchLimiter limits the searches of a caller; nil means no limit.
	SearchLimiter *ratelimit.Limiter
	// EditLocators contains, by system, the function that returns where a value is edited; a system without one is
	// missing.
	EditLocators map[string]editor.EditLocator
	// Reports contains the content reports of sites.
	Reports *editing.Reports
	// Presences are the editors who have the editor area open.
	Presences *editing.Presences
	// Now returns the current time.
	Now func() time.Time
	Log *slog.Logger
}

// NewProvenanceRecorder returns a recorder of the sources of one answer's values.
func (r *Resolver) NewProvenanceRecorder(schema *ast.Schema) *provenance.Recorder {
	from := provenance.Sources{CMS: r.CMS, PIM: r.PIM, SIS: r.SIS, EditLocators: r.EditLocators}
	return provenance.NewRecorder(from, schema)
}
