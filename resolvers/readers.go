package resolvers

import (
	"context"

	"strand/domain/catalog"
	"strand/domain/investor"
	"strand/domain/site"
	"strand/domain/ticketing"
	"strand/resolvers/provenance"
)

// The methods of upstream readers that resolvers call.
type (
	// CMSReader reads editorial content that no other package reads.
	CMSReader interface {
		provenance.CMSReader
		Navigations(
			ctx context.Context, dir *site.Directory, stage site.Stage, languages []string,
		) (map[string]*site.Navigation, error)
	}
	// PIMReader reads the catalogue.
	PIMReader interface {
		provenance.PIMReader
		Tree(ctx context.Context, t catalog.Type, language, country string) (*catalog.Tree, error)
	}
	// SISReader reads the public data of sis: tables and dates for investors.
	SISReader interface {
		provenance.SISReader
		Calendar(ctx context.Context, locale string) ([]*investor.Date, error)
		Table(ctx context.Context, kind investor.Kind, locale string) (*investor.Table, error)
	}
	// TicketReader reads tickets in the name of the signed-in user.
	TicketReader interface {
		TicketsByID(ctx context.Context, idToken string, ids []string) ([]*ticketing.Ticket, error)
		Tickets(ctx context.Context, idToken string, s ticketing.TicketSelection) (*ticketing.TicketListPage, error)
	}
)
