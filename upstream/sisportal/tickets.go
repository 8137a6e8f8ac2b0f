package sisportal

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"strand/domain/convert"
	"strand/domain/form"
	"strand/domain/inventory"
	"strand/domain/listing"
	"strand/domain/optional"
	"strand/domain/portal"
	"strand/domain/ticketing"
	"strand/internal/cache"
	"strand/upstream/transport"
)

// LocationsAndMachines reads the locations for which the user may create tickets, and the first machines there,
// including machineID unless it is empty: one call.
func (r *Reader) LocationsAndMachines(
	ctx context.Context,
	idToken, machineID string,
) ([]*inventory.Location, []*inventory.Machine, error) {
	data, err := GetPlaces(r.withIDToken(ctx, idToken), r.client, optional.Text(machineID))
	if err != nil {
		return nil, nil, fmt.Errorf("read locations and machines: %w", err)
	}
	machines := make([]*inventory.Machine, len(data.Machines))
	for i, m := range data.Machines {
		machines[i] = &inventory.Machine{
			ID:           m.Id,
			Name:         m.Name,
			SerialNumber: m.SerialNumber,
			ProductSlug:  m.ProductSlug,
			ProductLine:  m.ProductLine,
			RetiredOn:    optional.OrEmpty(m.RetiredOn),
			LocationID:   m.Location.Id,
		}
	}
	return locations(data.Locations), machines, nil
}

func locations(from []*LocationFields) []*inventory.Location {
	all := make([]*inventory.Location, len(from))
	for i, l := range from {
		all[i] = location(l)
	}
	return all
}

func location(f *LocationFields) *inventory.Location {
	return &inventory.Location{
		ID: f.Id, Name: f.Name, City: f.City, Country: f.Country, Organization: f.Organization.Name,
	}
}

// Tickets reads a page of the user's tickets: one call.
func (r *Reader) Tickets(
	ctx context.Context,
	idToken string,
	s ticketing.TicketSelection,
) (*ticketing.TicketListPage, error) {
	part, _, err := r.tickets(ctx, idToken, s, false)
	return part, err
}

// TicketsWithLocations reads a page of the user's tickets, with the locations for its filter: one call.
func (r *Reader) TicketsWithLocations(
	ctx context.Context,
	idToken string,
	s ticketing.TicketSelection,
) (*ticketing.TicketListPage, []*inventory.Location, error) {
	return r.tickets(ctx, idToken, s, true)
}

func ticketFilter(f ticketing.TicketFilter) *TicketFilter {
	return &TicketFilter{
		OnlyMine:     f.OnlyMine,
		OnlyWaiting:  f.OnlyWaiting,
		OnlyAssigned: f.OnlyAssigned,
		Locations:    append([]string{}, f.Locations...),
		Text:         f.Text,
		SerialNumber: f.SerialNumber,
		Statuses:     append([]ticketing.TicketStatus{}, f.Statuses...),
		Types:        append([]ticketing.TicketType{}, f.Types...),
	}
}

// choiceCounts maps the counts of a list; nil if sis does not count.
func choiceCounts(from []*ChoiceCountFields) listing.ChoiceCounts {
	if from == nil {
		return nil
	}
	counts := listing.ChoiceCounts{}
	for _, f := range from {
		counts.Add(f.Field, f.Value, f.Count)
	}
	return counts
}

func (r *Reader) tickets(
	ctx context.Context,
	idToken string,
	s ticketing.TicketSelection,
	withLocations bool,
) (*ticketing.TicketListPage, []*inventory.Location, error) {
	data, err := GetTickets(
		r.withIDToken(ctx, idToken),
		r.client,
		ticketFilter(s.Filter),
		s.Order,
		s.Range.First,
		optional.Text(s.Range.After),
		optional.Text(s.Range.Before),
		withLocations,
	)
	if err != nil {
		return nil, nil, fmt.Errorf("read tickets: %w", err)
	}
	page := &ticketing.TicketListPage{
		Total:           data.Tickets.Total,
		IsTotalExact:    data.Tickets.TotalIsExact,
		HasNextPage:     data.Tickets.HasNextPage,
		HasPreviousPage: data.Tickets.HasPreviousPage,
		Choices:         choiceCounts(data.Tickets.ChoiceCounts),
	}
	for _, e := range data.Tickets.Edges {
		page.Tickets, page.Cursors = append(page.Tickets, ticket(e.Node)), append(page.Cursors, e.Cursor)
	}
	return page, locations(data.Locations), nil
}

func ticket(f *TicketFields) *ticketing.Ticket {
	return &ticketing.Ticket{
		ID:           f.Id,
		Number:       f.Number,
		Type:         f.Type,
		Concern:      f.Concern,
		Subject:      f.Subject,
		Description:  f.Description,
		Machine:      f.Machine,
		SerialNumber: f.SerialNumber,
		Status:       f.Status,
		WaitingFor:   optional.OrEmpty(f.WaitingFor),
		IsUnread:     f.IsUnread,
		StandsStill:  f.StandsStill,
		NextUpdateBy: f.NextUpdateBy,
		Contact:      person(f.Contact),
		Assignee:     person(f.Assignee),
		Location:     location(f.Location),
		CreatedAt:    f.CreatedAt,
		UpdatedAt:    f.UpdatedAt,
		CloseReason:  f.CloseReason,
		Replies:      f.Replies,
	}
}

func person(f *PersonFields) *portal.Person {
	if f == nil {
		return nil
	}
	return &portal.Person{ID: f.Id, FullName: f.FullName, IsProvider: f.IsProvider}
}

func files(from []*AttachmentFields) []*ticketing.TicketFile {
	all := make([]*ticketing.TicketFile, len(from))
	for i, f := range from {
		all[i] = &ticketing.TicketFile{
			ID:        f.Id,
			FileName:  form.RemoveInvisible(f.FileName),
			MediaType: f.MediaType,
			Size:      int(f.Size),
		}
	}
	return all
}

func mapTicket(f *WholeTicket) *ticketing.Ticket {
	if f == nil {
		return nil
	}
	t := ticket(&f.TicketFields)
	t.MachineID, t.Assignable = optional.OrEmpty(f.MachineId), convert.All(f.Assignable, person)
	t.Attachments, t.Comments = files(f.Attachments), make([]*ticketing.Comment, len(f.Comments))
	for i, c := range f.Comments {
		t.Comments[i] = &ticketing.Comment{
			ID:          c.Id,
			Author:      person(c.Author),
			Text:        c.Text,
			CreatedAt:   c.CreatedAt,
			Attachments: files(c.Attachments),
		}
	}
	return t
}

// Ticket reads a ticket like TicketsByID.
func (r *Reader) Ticket(ctx context.Context, idToken, id string) (*ticketing.Ticket, error) {
	found, err := r.TicketsByID(ctx, idToken, []string{id})
	if err != nil {
		return nil, err
	}
	return found[0], nil
}

// maxRepeated is the number of tickets that a call reads at most.
const maxRepeated = 20

// TicketsByID reads tickets with their comments in the order of their ids: one call per 20, in which the operation of
// sis for one ticket is repeated. A ticket is nil if it does not exist, or if the user may not see it; with an error,
// also if it could not be read.
func (r *Reader) TicketsByID(ctx context.Context, idToken string, ids []string) ([]*ticketing.Ticket, error) {
	ctx, reads := cache.WithReads(ctx)
	ctx = r.withIDToken(ctx, idToken)
	var tickets []*ticketing.Ticket
	for chunk := range slices.Chunk(ids, maxRepeated) {
		found, err := r.fetchTickets(ctx, chunk)
		if err != nil {
			return nil, fmt.Errorf("read the tickets %s: %w", strings.Join(chunk, ", "), err)
		}
		tickets = append(tickets, convert.All(found, mapTicket)...)
	}
	if reads.IsDegraded() && slices.Contains(tickets, nil) {
		// One exists but violates the contract.
		return tickets, fmt.Errorf("read the tickets %s: %w", strings.Join(ids, ", "), cache.ErrIncomplete)
	}
	return tickets, nil
}

func (r *Reader) fetchTickets(ctx context.Context, ids []string) ([]*WholeTicket, error) {
	if len(ids) > 1 {
		return transport.Several[*WholeTicket](ctx, r.client, "GetTicket", GetTicket_Operation, "id", ids, nil)
	}
	data, err := GetTicket(ctx, r.client, ids[0])
	if err != nil {
		return nil, err
	}
	return []*WholeTicket{data.Ticket}, nil
}

// CreateTicket creates a ticket: one call, idempotent by its key. Its files must be sent before.
func (r *Reader) CreateTicket(ctx context.Context, idToken string, d ticketing.TicketDraft) (*ticketing.Ticket, error) {
	data, err := CreateTicket(r.withIDToken(ctx, idToken), r.client,
		&TicketInput{
			Key:          d.Key,
			LocationId:   d.LocationID,
			Type:         d.Type,
			Concern:      d.Concern,
			Subject:      d.Subject,
			Description:  d.Description,
			Machine:      d.Machine,
			SerialNumber: d.SerialNumber,
			StandsStill:  d.StandsStill,
			Attachments:  d.Attachments,
		})
	if err != nil {
		return nil, fmt.Errorf("create a ticket: %w", err)
	}
	return mapTicket(data.CreateTicket), nil
}

// AddComment adds a comment to a ticket: one call, idempotent by its key. Its files must be sent before.
func (r *Reader) AddComment(ctx context.Context, idToken string, c ticketing.TicketComment) (*ticketing.Ticket, error) {
	input := &CommentInput{TicketId: c.TicketID, Key: c.Key, Text: c.Text, Attachments: c.Attachments}
	data, err := AddComment(r.withIDToken(ctx, idToken), r.client, input)
	if err != nil {
		return nil, fmt.Errorf("comment on the ticket %s: %w", c.TicketID, err)
	}
	return mapTicket(data.AddComment), nil
}

// CloseTicket closes a ticket; the comment may be empty: one call.
func (r *Reader) CloseTicket(
	ctx context.Context,
	idToken, ticketID string,
	reason ticketing.CloseReason,
	comment string,
) (*ticketing.Ticket, error) {
	data, err := CloseTicket(r.withIDToken(ctx, idToken), r.client, ticketID, reason, comment)
	if err != nil {
		return nil, fmt.Errorf("close the ticket %s: %w", ticketID, err)
	}
	return mapTicket(data.CloseTicket), nil
}

// MarkTicketRead marks the messages of a ticket up to an instant as read by the user: one call.
func (r *Reader) MarkTicketRead(
	ctx context.Context, idToken, ticketID string, until time.Time,
) (*ticketing.Ticket, error) {
	data, err := MarkTicketRead(r.withIDToken(ctx, idToken), r.client, ticketID, until)
	if err != nil {
		return nil, fmt.Errorf("mark the ticket %s as read: %w", ticketID, err)
	}
	return mapTicket(data.MarkTicketRead), nil
}

// AssignTicket sets the employee who works on a ticket, or none: one call.
func (r *Reader) AssignTicket(
	ctx context.Context, idToken, ticketID string, assigneeID *string,
) (*ticketing.Ticket, error) {
	data, err := AssignTicket(r.withIDToken(ctx, idToken), r.client, ticketID, assigneeID)
	if err != nil {
		return nil, fmt.Errorf("assign the ticket %s: %w", ticketID, err)
	}
	return mapTicket(data.AssignTicket), nil
}

// SendFile sends an upload, before the mutation that refers to it. It is idempotent.
func (r *Reader) SendFile(ctx context.Context, idToken string, f *ticketing.TicketFile, from transport.Files) error {
	return translate(r.sender.Send(r.withIDToken(ctx, idToken), from, f.ID, f.MediaType, int64(f.Size)), fileStatuses)
}
