package resolvers

import (
	"context"

	"strand/domain/editor"
	"strand/domain/form"
	"strand/domain/optional"
	"strand/gql/model"
)

// markPresence records the page that an editor's tab shows and returns the other editors (EDIT-26).
func (r *Resolver) markPresence(
	ctx context.Context, input model.EditorPresenceInput,
) (*model.EditorPresencePayload, error) {
	dir, err := r.Website.Directory(ctx)
	if err != nil {
		return nil, err
	}
	own, problem := editor.Presence{
		Tab: input.Tab, Name: optional.OrEmpty(input.Name.Value()), Site: input.Site, Page: input.Page,
	}.Clean()
	if problem == "" && dir.Site(own.Site) == nil {
		problem = "site"
	}
	payload := &model.EditorPresencePayload{Others: []*model.EditorPresence{}, UserErrors: []*model.UserError{}}
	if problem != "" {
		payload.UserErrors = append(payload.UserErrors, &model.UserError{
			Field: &problem, Code: form.CodeInvalid, Message: problem + ": the value is malformed or unknown",
		})
		return payload, nil
	}
	for _, other := range r.Presences.Mark(ctx, own) {
		if s := dir.Site(other.Site); s != nil {
			payload.Others = append(payload.Others, &model.EditorPresence{
				Name: optional.Text(other.Name), Site: s, Page: other.Page,
			})
		}
	}
	return payload, nil
}
