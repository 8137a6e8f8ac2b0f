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
