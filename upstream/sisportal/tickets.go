package sisportal

import (
	"context"
	"fmt"

	"strand/domain/portal"
	"strand/upstream/transport"
)

// Places are the locations that somebody may file tickets for, and the machines that stand there: one call.
func (r *Reader) Places(ctx context.Context, idToken string) ([]*portal.Location, []*portal.Machine, error) {
	data, err := GetPlaces(r.as(ctx, idToken), r.client)
	if err != nil {
		return nil, nil, fmt.Errorf("read locations and machines: %w", err)
	}
	locations := make([]*portal.Location, len(data.Locations))
	for i, l := range data.Locations {
		locations[i] = location(l)
	}
	machines := make([]*portal.Machine, len(data.Machines))
	for i, m := range data.Machines {
		machines[i] = &portal.Machine{ID: m.Id, Name: m.Name, SerialNumber: m.SerialNumber, ProductSlug: m.ProductSlug, LocationID: m.Location.Id}
	}
	return locations, machines, nil
}

func location(f *LocationFields) *portal.Location {
	return &portal.Location{ID: f.Id, Name: f.Name, City: f.City, Country: f.Country, Organization: f.Organization.Name}
}

// Tickets is a part of somebody's tickets: one call.
func (r *Reader) Tickets(ctx context.Context, idToken string, filter portal.TicketFilter, order portal.TicketOrder, first int, after *string) (*portal.TicketPart, error) {
	f := &TicketFilter{OnlyMine: filter.OnlyMine, Locations: append([]string{}, filter.Locations...), Text: filter.Text, Statuses: []TicketStatus{}, Types: []TicketType{}}
	for _, s := range filter.Statuses {
		f.Statuses = append(f.Statuses, TicketStatus(s))
	}
	for _, t := range filter.Types {
		f.Types = append(f.Types, TicketType(t))
	}
	data, err := GetTickets(r.as(ctx, idToken), r.client, f, TicketOrder(order), first, after)
	if err != nil {
		return nil, fmt.Errorf("read tickets: %w", err)
	}
	part := &portal.TicketPart{Total: data.Tickets.Total, HasNextPage: data.Tickets.HasNextPage}
	for _, e := range data.Tickets.Edges {
		part.Tickets, part.Cursors = append(part.Tickets, ticket(e.Node)), append(part.Cursors, e.Cursor)
	}
	return part, nil
}

func ticket(f *TicketFields) *portal.Ticket {
	return &portal.Ticket{ID: f.Id, Number: f.Number, Type: portal.TicketType(f.Type), Concern: portal.TicketConcern(f.Concern), Subject: f.Subject, Description: f.Description,
		Machine: f.Machine, SerialNumber: f.SerialNumber, Status: portal.TicketStatus(f.Status), Contact: person(f.Contact), Location: location(f.Location),
		CreatedAt: f.CreatedAt, UpdatedAt: f.UpdatedAt, CloseReason: (*portal.CloseReason)(f.CloseReason), Replies: f.Replies}
}

func person(f *PersonFields) *portal.Person {
	return &portal.Person{ID: f.Id, FullName: f.FullName, IsProvider: f.IsProvider}
}

func files(from []*AttachmentFields) []*portal.TicketFile {
	all := make([]*portal.TicketFile, len(from))
	for i, f := range from {
		all[i] = &portal.TicketFile{ID: f.Id, FileName: f.FileName, MediaType: f.MediaType, Size: int(f.Size)}
	}
	return all
}

func whole(f *WholeTicket) *portal.Ticket {
	if f == nil {
		return nil
	}
	t := ticket(&f.TicketFields)
	t.Attachments, t.Comments = files(f.Attachments), make([]*portal.Comment, len(f.Comments))
	for i, c := range f.Comments {
		t.Comments[i] = &portal.Comment{ID: c.Id, Author: person(c.Author), Text: c.Text, CreatedAt: c.CreatedAt, Attachments: files(c.Attachments)}
	}
	return t
}

// Ticket is one with all that was said of it; nil for one that is not there, or not somebody's to see: one call.
func (r *Reader) Ticket(ctx context.Context, idToken, id string) (*portal.Ticket, error) {
	data, err := GetTicket(r.as(ctx, idToken), r.client, id)
	if err != nil {
		return nil, fmt.Errorf("read the ticket %s: %w", id, err)
	}
	return whole(data.Ticket), nil
}

// CreateTicket files a ticket, once for its key: one call, after its files were sent.
func (r *Reader) CreateTicket(ctx context.Context, idToken string, d portal.TicketDraft) (*portal.Ticket, error) {
	data, err := CreateTicket(r.as(ctx, idToken), r.client, &TicketInput{Key: d.Key, LocationId: d.LocationID, Type: TicketType(d.Type), Concern: TicketConcern(d.Concern),
		Subject: d.Subject, Description: d.Description, Machine: d.Machine, SerialNumber: d.SerialNumber, Attachments: attachments(d.Attachments)})
	if err != nil {
		return nil, fmt.Errorf("create a ticket: %w", err)
	}
	return whole(data.CreateTicket), nil
}

func attachments(from []*portal.TicketFile) []*AttachmentInput {
	all := make([]*AttachmentInput, len(from))
	for i, f := range from {
		all[i] = &AttachmentInput{Id: f.ID, FileName: f.FileName, MediaType: f.MediaType, Size: float64(f.Size)}
	}
	return all
}

// AddComment says something of a ticket, once for its key: one call, after its files were sent.
func (r *Reader) AddComment(ctx context.Context, idToken, ticketID, key, text string, from []*portal.TicketFile) (*portal.Ticket, error) {
	data, err := AddComment(r.as(ctx, idToken), r.client, &CommentInput{TicketId: ticketID, Key: key, Text: text, Attachments: attachments(from)})
	if err != nil {
		return nil, fmt.Errorf("comment on the ticket %s: %w", ticketID, err)
	}
	return whole(data.AddComment), nil
}

// CloseTicket closes a ticket; the comment may be empty: one call.
func (r *Reader) CloseTicket(ctx context.Context, idToken, ticketID string, reason portal.CloseReason, comment string) (*portal.Ticket, error) {
	data, err := CloseTicket(r.as(ctx, idToken), r.client, ticketID, CloseReason(reason), comment)
	if err != nil {
		return nil, fmt.Errorf("close the ticket %s: %w", ticketID, err)
	}
	return whole(data.CloseTicket), nil
}

// SendFile sends an upload before what names it. Sending it again changes nothing.
func (r *Reader) SendFile(ctx context.Context, idToken string, f *portal.TicketFile, from transport.Files) error {
	return r.sender.Send(r.as(ctx, idToken), from, f.ID, f.MediaType, int64(f.Size))
}
