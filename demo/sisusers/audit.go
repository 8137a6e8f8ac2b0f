package sisusers

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"strand/demo/sqllist"
	"strand/domain/portal"
	"strand/domain/useradmin"
	"strand/internal/database"
)

// auditEntry is a new entry.
type auditEntry struct {
	action         useradmin.UserAction
	application    portal.Service
	organizationID string
	before, after  string
	reason         string
	// role and applications are those of an invitation.
	role         portal.AdministratorRole
	applications []portal.Service
	// isUndo marks the entry of an undo.
	isUndo bool
}

// audit adds an entry on a user to the log. The administrators of its organization can read it; of an entry without
// one, those of the user's organizations.
func (a *action) audit(ctx context.Context, u *useradmin.ManagedUser, e auditEntry) error {
	if e.isUndo {
		e.reason = undone
	}
	actorName := strings.TrimSpace(a.actor.FullName())
	result, err := a.tx.ExecContext(
		ctx,
		`INSERT INTO audit_log (at, actor_id, actor_name, actor_is_employee, action, user_id, user_name,
		organization_id, application, before, after, reason, actor_email, user_email, role, applications, search_text)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		millis(a.now),
		a.actor.ID,
		actorName,
		a.actor.IsEmployee,
		e.action,
		u.ID,
		u.FullName(),
		e.organizationID,
		e.application,
		e.before,
		e.after,
		e.reason,
		a.actor.Email,
		u.Email,
		e.role,
		strings.Join(textsOf(e.applications), " "),
		auditText(actorName, a.actor.Email, u.FullName(), u.Email),
	)
	if err != nil {
		return fmt.Errorf("write to the audit log: %w", err)
	}
	id, err := result.LastInsertId()
	if err != nil {
		return fmt.Errorf("write to the audit log: %w", err)
	}
	for _, o := range u.Organizations {
		if e.organizationID != "" && o.ID != e.organizationID {
			continue
		}
		if _, err := a.tx.ExecContext(
			ctx, `INSERT INTO audit_organizations (organization_id, audit_id) VALUES (?, ?)`, o.ID, id,
		); err != nil {
			return fmt.Errorf("write to the audit log of %s: %w", o.ID, err)
		}
	}
	return nil
}

// undone is the reason of an entry of an undo.
const undone = "UNDO"

// AuditSelection selects entries of the audit log: of a user, of organizations, by words and time, or all that an
// administrator may read.
type AuditSelection struct {
	UserID        string
	Organizations []string
	// Text contains words of the name and e-mail address of the user or the administrator; all of them must match.
	Text string
	// From is included, Until is not; nil means no limit.
	From, Until *time.Time
	First       int
	// Before is the id of the entry after which the page begins (the log is sorted newest first); 0 for the first
	// page.
	Before int64
}

// AuditEntry is an entry of the audit log.
type AuditEntry struct {
	ID               int64
	At               time.Time
	Actor            portal.Person
	Action           useradmin.UserAction
	UserID, UserName string
	// ActorEmail and UserEmail are the e-mail addresses at the time of the action.
	ActorEmail, UserEmail string
	// OrganizationID and OrganizationName are empty for an action that concerns no organization in particular.
	OrganizationID, OrganizationName string
	Application                      portal.Service
	// Role and Applications are those of an invitation.
	Role                  portal.AdministratorRole
	Applications          []portal.Service
	Before, After, Reason string
}

// auditText is the text of an entry in which words are found.
func auditText(actorName, actorEmail, userName, userEmail string) string {
	return strings.ToLower(actorName + " " + actorEmail + " " + userName + " " + userEmail)
}

// AuditLog reads a page of the log, newest first: entries that the administrators of the viewer's organizations may
// read.
func (s *Store) AuditLog(
	ctx context.Context,
	viewer *User,
	selection AuditSelection,
) (entries []*AuditEntry, hasNext bool, err error) {
	admin, err := administrator(ctx, s.db, viewer)
	if err != nil {
		return nil, false, err
	}
	if !isAdministrator(admin.Role) {
		return nil, false, nil
	}
	var ids []string
	for _, o := range admin.Organizations {
		if len(selection.Organizations) == 0 || slices.Contains(selection.Organizations, o.ID) {
			ids = append(ids, o.ID)
		}
	}
	var c sqllist.Conditions
	c.Add(`EXISTS (SELECT 1 FROM audit_organizations a WHERE a.audit_id = l.id
		AND a.organization_id IN (`+sqllist.Placeholders(len(ids))+`))`, sqllist.Args(ids)...)
	if selection.UserID != "" {
		c.Add("l.user_id = ?", selection.UserID)
	}
	c.AddText("l.search_text", strings.Fields(selection.Text))
	if selection.From != nil {
		c.Add("l.at >= ?", millis(*selection.From))
	}
	if selection.Until != nil {
		c.Add("l.at < ?", millis(*selection.Until))
	}
	if selection.Before > 0 {
		c.Add("l.id < ?", selection.Before)
	}
	where, args := c.Where()
	entries, err = database.All(ctx, s.db, func(row database.Row) (*AuditEntry, error) {
		e := &AuditEntry{}
		var at int64
		var applications string
		err := row.Scan(
			&e.ID,
			&at,
			&e.Actor.ID,
			&e.Actor.FullName,
			&e.Actor.IsProvider,
			&e.Action,
			&e.UserID,
			&e.UserName,
			&e.OrganizationID,
			&e.OrganizationName,
			&e.Application,
			&e.Before,
			&e.After,
			&e.Reason,
			&e.ActorEmail,
			&e.UserEmail,
			&e.Role,
			&applications,
		)
		e.At = time.UnixMilli(at).UTC()
		for application := range strings.FieldsSeq(applications) {
			e.Applications = append(e.Applications, portal.Service(application))
		}
		return e, err
	}, `SELECT l.id, l.at, l.actor_id, l.actor_name, l.actor_is_employee, l.action, l.user_id, l.user_name,
		l.organization_id, coalesce(o.name, ''), l.application, l.before, l.after, l.reason,
		l.actor_email, l.user_email, l.role, l.applications
		FROM audit_log l LEFT JOIN organizations o ON o.id = l.organization_id`+where+`
		ORDER BY l.id DESC LIMIT ?`, append(args, selection.First+1)...)
	if err != nil {
		return nil, false, fmt.Errorf("read the audit log: %w", err)
	}
	if len(entries) > selection.First {
		return entries[:selection.First], true, nil
	}
	return entries, false, nil
}
