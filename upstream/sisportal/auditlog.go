package sisportal

import (
	"context"
	"fmt"

	"strand/domain/optional"
	"strand/domain/useradmin"
)

// undoReason is the reason of an undo in the audit log.
const undoReason = "UNDO"

// AuditLogWithOrganizations reads a page of the audit log and the organizations of the administrator: one call.
func (r *Reader) AuditLogWithOrganizations(
	ctx context.Context,
	idToken string,
	s useradmin.AuditSelection,
) (*useradmin.AuditLogPage, []*useradmin.ManagedOrganization, error) {
	data, err := GetAuditList(
		r.withIDToken(ctx, idToken), r.client, auditFilter(s), s.First, optional.Text(s.After),
	)
	if err != nil {
		return nil, nil, fmt.Errorf("read the audit log: %w", err)
	}
	return auditLogPage(data.AuditLog), managedOrganizations(data.ManagedOrganizations), nil
}

// AuditLog reads a page of the audit log: one call.
func (r *Reader) AuditLog(
	ctx context.Context, idToken string, s useradmin.AuditSelection,
) (*useradmin.AuditLogPage, error) {
	data, err := GetAuditLog(
		r.withIDToken(ctx, idToken),
		r.client,
		auditFilter(s),
		s.First,
		optional.Text(s.After),
	)
	if err != nil {
		return nil, fmt.Errorf("read the audit log: %w", err)
	}
	return auditLogPage(data.AuditLog), nil
}

func auditFilter(s useradmin.AuditSelection) *AuditFilter {
	filter := &AuditFilter{
		UserId:        s.UserID,
		Organizations: append([]string{}, s.Organizations...),
		Actions:       append([]useradmin.UserAction{}, s.Actions...),
		Text:          s.Text,
	}
	from, until := s.Period()
	if !from.IsZero() {
		filter.From = &from
	}
	if !until.IsZero() {
		filter.Until = &until
	}
	return filter
}

func auditLogPage(f *AuditLogFields) *useradmin.AuditLogPage {
	page := &useradmin.AuditLogPage{HasNextPage: f.HasNextPage}
	for _, e := range f.Edges {
		n := e.Node
		entry := &useradmin.AuditEntry{
			ID:           n.Id,
			At:           n.At,
			Actor:        person(n.Actor),
			Action:       n.Action,
			UserID:       n.UserId,
			UserName:     n.UserName,
			ActorEmail:   optional.Text(n.ActorEmail),
			UserEmail:    optional.Text(n.UserEmail),
			Role:         n.Role,
			Applications: n.Applications,
			Before:       optional.Text(n.Before),
			After:        optional.Text(n.After),
			Application:  n.Application,
			Undo:         undo(n.Undo),
		}
		if entry.IsUndo = n.Reason == undoReason; !entry.IsUndo {
			entry.Reason = optional.Text(n.Reason)
		}
		if n.Organization != nil {
			entry.Organization = &n.Organization.Name
		}
		page.Entries, page.Cursors = append(page.Entries, entry), append(page.Cursors, e.Cursor)
	}
	return page
}
