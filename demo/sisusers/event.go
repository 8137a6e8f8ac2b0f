package sisusers

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"strand/demo/sqllist"
	"strand/domain/portal"
	"strand/domain/useradmin"
	"strand/internal/database"
)

// Changes of rights that are no actions of an administrator. No administrator reads their events.
const (
	accessRequested     useradmin.UserAction = "REQUEST_ACCESS"
	requestCanceled     useradmin.UserAction = "CANCEL_REQUEST"
	invitationAccepted  useradmin.UserAction = "ACCEPT_INVITATION"
	invitationRequested useradmin.UserAction = "REQUEST_INVITATION"
	membershipRequested useradmin.UserAction = "REQUEST_MEMBERSHIP"
	membershipCanceled  useradmin.UserAction = "CANCEL_MEMBERSHIP"
)

// internalReaders is the reader of an event that concerns no organization: internal administrators can read it.
const internalReaders = "internal"

// undone is the reason of the inverse event of an undo.
const undone = "UNDO"

// AuditEntry is an event as administrators read it.
type AuditEntry struct {
	ID               int64     `json:"-"`
	At               time.Time `json:"-"`
	Actor            portal.Person
	Action           useradmin.UserAction
	UserID, UserName string
	// ActorEmail and UserEmail are the e-mail addresses at the time of the action.
	ActorEmail, UserEmail string
	// OrganizationID and OrganizationName are empty for an action that concerns no organization in particular.
	OrganizationID   string
	OrganizationName string `json:"-"`
	Application      portal.Service
	// Role and Applications are those of an invitation.
	Role                  portal.AdministratorRole
	Applications          []portal.Service
	Before, After, Reason string
	// Undo is nil if the reader cannot undo the action, or cannot any more.
	Undo *useradmin.Undo `json:"-"`
}

// event is a change of the rights of a user.
type event struct {
	AuditEntry
	// Readers are the ids of the organizations whose administrators may read the event.
	Readers []string
	// Rights are those before the change; nil for one that cannot be undone.
	Rights rights
}

// about completes an event with its user. The administrators of its organization can read it; of an event without one,
// those of the user's organizations.
func (e event) about(u *useradmin.ManagedUser) event {
	e.UserID, e.UserName, e.UserEmail = u.ID, u.FullName(), u.Email
	if e.OrganizationID != "" {
		e.Readers = []string{e.OrganizationID}
		return e
	}
	for _, o := range u.Organizations {
		e.Readers = append(e.Readers, o.ID)
	}
	return e
}

// undo returns how an event can be undone; nil if it cannot, or cannot any more.
func (e event) undo(now time.Time) *useradmin.Undo {
	until := e.At.Add(undoFor)
	if !e.Action.CanBeUndone() || e.Rights == nil || e.Reason == undone || !until.After(now) {
		return nil
	}
	return &useradmin.Undo{ID: strconv.FormatInt(e.ID, 36), Until: until}
}

// inverse returns the event that undoes an event.
func (e event) inverse() event {
	return event{Readers: e.Readers, AuditEntry: AuditEntry{
		Action: e.Action, UserID: e.UserID, UserName: e.UserName, UserEmail: e.UserEmail,
		OrganizationID: e.OrganizationID, Application: e.Application, Before: e.After, After: e.Before, Reason: undone,
	}}
}

// record stores an event of the actor with its idempotency key, which is empty for none. before are the rights of the
// user before it.
func (a *action) record(ctx context.Context, key string, input any, e event, before rights) (event, error) {
	e.At = a.now.UTC().Truncate(time.Millisecond)
	e.ActorEmail = a.actor.Email
	e.Actor = portal.Person{
		ID: a.actor.ID, FullName: strings.TrimSpace(a.actor.FullName()), IsProvider: a.actor.IsEmployee,
	}
	text, _ := json.Marshal(e) // texts and numbers can always be encoded
	result, err := a.tx.ExecContext(
		ctx, `INSERT INTO events (at, actor_id, user_id, key, input, event) VALUES (?, ?, ?, ?, ?, ?)`,
		millis(a.now), a.actor.ID, e.UserID, key, digest(input), string(text))
	if err == nil {
		e.ID, err = result.LastInsertId()
	}
	if err != nil {
		return e, fmt.Errorf("record an event: %w", err)
	}
	now, err := rightsOf(ctx, a.tx, e.UserID)
	if err != nil {
		return e, err
	}
	a.changed.add(e.UserID, append(now.organizations(), before.organizations()...)...)
	return e, nil
}

// digest returns a hash of the input of an action.
func digest(input any) string {
	text, _ := json.Marshal(input) // texts can always be encoded
	return fmt.Sprintf("%x", sha256.Sum256(text))
}

const eventColumns = `id, at, event`

// scanEvent reads the columns of an event and further ones.
func scanEvent(row database.Row, more ...any) (e event, err error) {
	var id, at int64
	var text []byte
	if err := row.Scan(append([]any{&id, &at, &text}, more...)...); err != nil {
		return e, err
	}
	err = json.Unmarshal(text, &e)
	e.ID, e.At = id, time.UnixMilli(at).UTC()
	return e, err
}

// previous returns the event of an earlier action with the same key, whose decision is Allowed, since refused actions
// have no event. It is KeyReused for an action with another input, and empty if there is none.
func (a *action) previous(ctx context.Context, key string, input any) (useradmin.Decision, event, error) {
	var digested string
	e, err := scanEvent(a.tx.QueryRowContext(
		ctx, `SELECT `+eventColumns+`, input FROM events WHERE actor_id = ? AND key = ?`, a.actor.ID, key), &digested)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return "", event{}, nil
	case err != nil:
		return "", event{}, fmt.Errorf("find an action with this key: %w", err)
	case digested != digest(input):
		return useradmin.KeyReused, event{}, nil
	}
	return useradmin.Allowed, e, nil
}

// AuditSelection selects entries of the audit log: of a user, of organizations, by words and time, or all that an
// administrator may read.
type AuditSelection struct {
	UserID        string
	Organizations []string
	// Actions are empty for all actions.
	Actions []useradmin.UserAction
	// Text contains words of the name and e-mail address of the user or the administrator; all of them must match.
	Text string
	// From is included, Until is not; nil means no limit.
	From, Until *time.Time
	First       int
	// Before is the id of the entry after which the page begins (the log is sorted newest first); 0 for the first
	// page.
	Before int64
}

// AuditLog reads a page of the log, newest first: entries that the administrators of the viewer's organizations may
// read.
func (s *Store) AuditLog(
	ctx context.Context, viewer *User, selection AuditSelection,
) (entries []*AuditEntry, hasNext bool, err error) {
	admin, err := administrator(ctx, s.db, viewer)
	if err != nil || !isAdministrator(admin.Role) {
		return nil, false, err
	}
	names := map[string]string{}
	for _, o := range admin.Organizations {
		if len(selection.Organizations) == 0 || slices.Contains(selection.Organizations, o.ID) {
			names[o.ID] = o.Name
		}
	}
	if admin.Role == useradmin.ActorInternalAdmin && len(selection.Organizations) == 0 {
		names[internalReaders] = internalReaders
	}
	words := strings.Fields(strings.ToLower(selection.Text))
	var c sqllist.Conditions
	c.Add("? IN ('', user_id)", selection.UserID)
	if selection.From != nil {
		c.Add("at >= ?", millis(*selection.From))
	}
	if selection.Until != nil {
		c.Add("at < ?", millis(*selection.Until))
	}
	if selection.Before > 0 {
		c.Add("id < ?", selection.Before)
	}
	where, args := c.Where()
	err = database.Each(ctx, s.db, func(row database.Row) error {
		var isChanged bool
		e, err := scanEvent(row, &isChanged)
		isReader := slices.ContainsFunc(e.Readers, func(id string) bool { return names[id] != "" })
		if err != nil || !isReader || !isOneOf(selection.Actions, e.Action) || !e.contains(words) {
			return err
		}
		if len(entries) == selection.First {
			return errEnough
		}
		e.OrganizationName = names[e.OrganizationID]
		if e.Actor.ID == viewer.ID && !isChanged {
			e.Undo = e.undo(s.now())
		}
		entries = append(entries, &e.AuditEntry)
		return nil
	}, `SELECT `+eventColumns+`, EXISTS (SELECT 1 FROM events later
		WHERE later.user_id = events.user_id AND later.id > events.id) FROM events`+where+` ORDER BY id DESC`, args...)
	hasNext = errors.Is(err, errEnough)
	if err != nil && !hasNext {
		return nil, false, fmt.Errorf("read the audit log: %w", err)
	}
	return entries, hasNext, nil
}

// errEnough ends the reading of a page.
var errEnough = errors.New("the page is full")

// contains reports whether names or e-mail addresses of the entry contain all words, which are in lower case.
func (e *AuditEntry) contains(words []string) bool {
	return containsAll(strings.Join([]string{e.Actor.FullName, e.ActorEmail, e.UserName, e.UserEmail}, " "), words)
}

// containsAll reports whether a text contains all words, which are in lower case.
func containsAll(text string, words []string) bool {
	text = strings.ToLower(text)
	return !slices.ContainsFunc(words, func(word string) bool { return !strings.Contains(text, word) })
}
