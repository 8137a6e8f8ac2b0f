package resolvers

import (
	"context"
	"errors"

	"strand/domain/convert"
	"strand/domain/form"
	"strand/domain/portal"
	"strand/domain/ticketing"
	"strand/gql/model"
	"strand/internal/apperr"
	"strand/internal/uploads"
	"strand/service/website/visit"
)

// invalidTicketPayload returns the payload of a ticket mutation with invalid values.
func invalidTicketPayload(problems []form.Problem) *model.TicketPayload {
	return &model.TicketPayload{UserErrors: userErrors(problems), Unsaved: []*form.Value{}}
}

// ticketPayload returns the payload of a mutation that changed a ticket; unsaved contains the values that could not
// be saved.
func ticketPayload(t *ticketing.Ticket, unsaved []form.Value) *model.TicketPayload {
	return &model.TicketPayload{Ticket: t, UserErrors: []*model.UserError{}, Unsaved: convert.Pointers(unsaved)}
}

// unknownAssignee is the problem of a person who cannot be assigned.
var unknownAssignee = []form.Problem{{
	Field: "assignee", Code: form.CodeInvalid, Message: "Please select a person of the list.",
}}

// errTooManyTickets is returned when a user exceeds the number of tickets per hour.
var errTooManyTickets = apperr.New(apperr.RateLimited, "too many tickets were created: try again later")

// CountTicket counts a ticket of a user, and refuses it above the limit.
func (r *Resolver) CountTicket(ctx context.Context, userID string) *apperr.Error {
	if !r.TicketLimiter.Allow(ctx, userID) {
		return errTooManyTickets
	}
	return nil
}

// ticketFiles sends uploads to sis, which ignores repeated ones. The uploads are kept for a while, so that the
// mutation can be retried.
func (r *Resolver) ticketFiles(ctx context.Context, ids []string) ([]*ticketing.TicketFile, []form.Problem, error) {
	if len(ids) > form.Attachments.MaxCount {
		return nil, []form.Problem{{
			Field:   "attachments",
			Code:    form.CodeInvalid,
			Message: "Please enter a valid value.",
		}}, nil
	}
	var files []*ticketing.TicketFile
	for _, id := range ids {
		a, err := r.Forms.Uploads.Find(ctx, id)
		var owner string
		if err == nil {
			owner, err = r.Forms.Uploads.Owner(ctx, id)
		}
		isOwn := portal.OwnsUpload(r.SigningKey, owner, visit.Of(ctx).User.ID)
		isUsable := isOwn && form.Attachments.Accepts(a.MediaType)
		if missing := new(uploads.NotFoundError); errors.As(err, &missing) || err == nil && !isUsable {
			return nil, []form.Problem{{
				Field:   "attachments",
				Code:    form.CodeInvalid,
				Message: "Please add the file again.",
			}}, nil
		}
		if err != nil {
			return nil, nil, err
		}
		files = append(files, &ticketing.TicketFile{
			ID:        a.ID,
			FileName:  a.FileName,
			MediaType: a.MediaType,
			Size:      int(a.Size),
		})
	}
	for _, f := range files {
		err := r.Portal.SendFile(ctx, visit.Of(ctx).IDToken, f, r.Forms.Uploads)
		if apperr.CodeOf(err) == apperr.Invalid {
			return nil, []form.Problem{{
				Field:   "attachments",
				Code:    form.CodeInvalid,
				Message: "The file " + f.FileName + " is not accepted. Please choose another one.",
			}}, nil
		}
		if err != nil {
			return nil, nil, err
		}
	}
	return files, nil, nil
}
