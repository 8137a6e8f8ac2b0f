package portalapi

import (
	"context"
	"net/http"
	"time"

	"strand/domain/portal"
	"strand/domain/ticketing"
	"strand/internal/ratelimit"
	portalservice "strand/service/portal"
)

// exportTickets is the batch size of an export, in tickets.
const exportTickets = 100

// ticketFiles serves tickets as a file, at URLs of the graph that contain a signed token of the user.
type ticketFiles struct {
	*sisProxy
	downloads *ratelimit.Limiter
}

func newTicketFiles(p *sisProxy) *ticketFiles {
	return &ticketFiles{p, p.Limits.New("ticket-exports", maxDownloads, time.Minute)}
}

// tickets writes the selected tickets as a file, batch by batch.
func (f *ticketFiles) tickets(w http.ResponseWriter, r *http.Request) {
	token, ok := ticketing.UnsealExport(f.SigningKey, r.URL.Query().Get(portal.ParamToken))
	if !ok {
		refuseLink(w)
		return
	}
	user := f.requireFileUser(w, r, token, portal.TicketHolder)
	if user == nil || !requireRate(w, r, f.downloads, user) {
		return
	}
	selection := ticketing.ParseTicketSelection(r.URL.RawQuery)
	selection.Range = portal.ListRange{First: exportTickets}
	f.export(w, r, list{"tickets", "portal.service.TICKETING.title", portalservice.TicketColumns},
		func(ctx context.Context, export *portalservice.Export) (rows [][]any, hasNext bool, err error) {
			part, err := f.Portal.Tickets(ctx, token, selection)
			if err != nil {
				return nil, false, err
			}
			for _, t := range part.Tickets {
				rows = append(rows, export.Ticket(t))
			}
			if n := len(part.Cursors); n > 0 {
				selection.Range.After = part.Cursors[n-1]
			}
			return rows, part.HasNextPage && len(part.Cursors) > 0, nil
		},
	)
}
