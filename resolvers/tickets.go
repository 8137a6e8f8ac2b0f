package resolvers

import (
	"context"
	"errors"

	"strand/domain/form"
	"strand/domain/portal"
	"strand/gql/model"
	"strand/internal/apperr"
	"strand/internal/uploads"
)

// tickets is a part of the tickets that whoever asks may see.
func (r *Resolver) tickets(ctx context.Context, filter *portal.TicketFilter, order portal.TicketOrder, first int, after *string) (*model.TicketConnection, error) {
	if err := checkFirst(first); err != nil {
		return nil, err
	}
	if filter == nil {
		filter = &portal.TicketFilter{}
	}
	if !filter.IsBounded() {
		return nil, apperr.New(apperr.Invalid, "filter: the text is too long, or there are too many locations")
	}
	selection := portal.TicketSelection{Filter: *filter, Order: order, Range: portal.TicketRange{First: first}}
	if after != nil {
		selection.Range.After = *after
	}
	part, err := r.Portal.Tickets(ctx, requestOf(ctx).IDToken, selection)
	if err != nil {
		return nil, ofSIS(err)
	}
	connection := &model.TicketConnection{TotalCount: part.Total, Edges: []*model.TicketEdge{}, PageInfo: &model.PageInfo{HasNextPage: part.HasNextPage}}
	for i, t := range part.Tickets {
		connection.Edges = append(connection.Edges, &model.TicketEdge{Cursor: part.Cursors[i], Node: t})
		connection.PageInfo.EndCursor = &part.Cursors[i]
	}
	return connection, nil
}

// ticketPayload is the answer to somebody who changes a ticket.
func ticketPayload(t *portal.Ticket, problems ...portal.FieldProblem) *model.TicketPayload {
	payload := &model.TicketPayload{Ticket: t, UserErrors: []*model.UserError{}}
	for _, p := range problems {
		payload.UserErrors = append(payload.UserErrors, &model.UserError{Field: &p.Field, Code: p.Code, Message: p.Message})
	}
	return payload
}

// errKey says that a key could be guessed, or is none.
func errKey() error {
	return apperr.New(apperr.Invalid, "idempotencyKey: 16 to 64 letters, figures, - or _, such as a UUID")
}

func (r *Resolver) createTicket(ctx context.Context, in model.CreateTicketInput) (*model.TicketPayload, error) {
	if !form.IsKey(in.IdempotencyKey) {
		return nil, errKey()
	}
	draft, problems := portal.TicketDraft{Key: in.IdempotencyKey, LocationID: in.Location, Type: in.Type, Concern: in.Concern, Subject: in.Subject,
		Description: in.Description, Machine: in.Machine, SerialNumber: in.SerialNumber}.Check()
	files, missing, err := r.ticketFiles(ctx, in.Attachments)
	if err != nil {
		return nil, err
	}
	if problems = append(problems, missing...); len(problems) > 0 {
		return ticketPayload(nil, problems...), nil
	}
	draft.Attachments = files
	t, err := r.Portal.CreateTicket(ctx, requestOf(ctx).IDToken, draft)
	if err != nil {
		return nil, ofSIS(err)
	}
	return ticketPayload(t), nil
}

func (r *Resolver) addTicketComment(ctx context.Context, in model.AddTicketCommentInput) (*model.TicketPayload, error) {
	if !form.IsKey(in.IdempotencyKey) {
		return nil, errKey()
	}
	text, problem := portal.CheckComment(in.Comment, false)
	if problem != nil {
		return ticketPayload(nil, *problem), nil
	}
	files, missing, err := r.ticketFiles(ctx, in.Attachments)
	if err != nil || len(missing) > 0 {
		return ticketPayload(nil, missing...), err
	}
	t, err := r.Portal.AddComment(ctx, requestOf(ctx).IDToken, in.Ticket, in.IdempotencyKey, text, files)
	if err != nil {
		return nil, ofSIS(err)
	}
	r.Live.Publish(LiveTicket(t.ID))
	return ticketPayload(t), nil
}

func (r *Resolver) closeTicket(ctx context.Context, in model.CloseTicketInput) (*model.TicketPayload, error) {
	text, problem := portal.CheckComment(in.Comment, true)
	if problem != nil {
		return ticketPayload(nil, *problem), nil
	}
	t, err := r.Portal.CloseTicket(ctx, requestOf(ctx).IDToken, in.Ticket, in.Reason, text)
	if err != nil {
		return nil, ofSIS(err)
	}
	r.Live.Publish(LiveTicket(t.ID))
	return ticketPayload(t), nil
}

// ticketFiles sends the uploads that somebody names to sis. Sending one again changes nothing there. They stay here for a while,
// so that the same mutation can be sent again.
func (r *Resolver) ticketFiles(ctx context.Context, ids []string) ([]*portal.TicketFile, []portal.FieldProblem, error) {
	if len(ids) > form.Attachments.MaxCount {
		return nil, []portal.FieldProblem{{Field: "attachments", Code: form.CodeInvalid, Message: "Please enter a valid value."}}, nil
	}
	var files []*portal.TicketFile
	for _, id := range ids {
		a, err := r.Forms.Uploads.Find(ctx, id)
		if missing := new(uploads.NotFoundError); errors.As(err, &missing) {
			return nil, []portal.FieldProblem{{Field: "attachments", Code: form.CodeInvalid, Message: "Please add the file again."}}, nil
		}
		if err != nil {
			return nil, nil, err
		}
		files = append(files, &portal.TicketFile{ID: a.ID, FileName: a.FileName, MediaType: a.MediaType, Size: int(a.Size)})
	}
	for _, f := range files {
		if err := r.Portal.SendFile(ctx, requestOf(ctx).IDToken, f, r.Forms.Uploads); err != nil {
			return nil, nil, err
		}
	}
	return files, nil, nil
}
