package useradmin

import (
	"net/url"
	"slices"
	"time"
	"unicode/utf8"

	"strand/domain/convert"
	"strand/domain/listing"
	"strand/domain/optional"
	"strand/domain/portal"
	"strand/domain/site"
)

// AuditEntriesOfPage is the number of entries of the audit log on the page of a user or an organization.
const AuditEntriesOfPage = 20

// auditEntriesOfList is the number of entries on a page of the audit log.
const auditEntriesOfList = 50

// AuditSelection selects entries of the audit log: of a user, of organizations, by words and days, or all that the
// administrator may read.
type AuditSelection struct {
	UserID        string
	Organizations []string
	// Actions are empty for all actions.
	Actions []UserAction
	// Text contains words of the name and e-mail address of the user or the administrator; all of them must match.
	Text string
	// From and Until are days, `2026-11-25`, in UTC; empty for no limit. Both days are included.
	From, Until string
	First       int
	After       string
}

const (
	paramUser   = "user"
	paramAction = "action"
	paramFrom   = "from"
	paramUntil  = "until"
)

// ParseAuditSelection parses the query of a URL. Unknown values are ignored.
func ParseAuditSelection(rawQuery string) AuditSelection {
	query := listing.Query(rawQuery)
	s := AuditSelection{
		UserID:        query.Get(paramUser),
		Organizations: listing.Choices(query[paramOrganization]),
		Actions:       listing.Known(query[paramAction], UserActions),
		First:         auditEntriesOfList,
	}
	if text := query.Get(portal.ParamText); utf8.RuneCountInString(text) <= portal.MaxSearchText {
		s.Text = text
	}
	if from := query.Get(paramFrom); isDay(from) {
		s.From = from
	}
	if until := query.Get(paramUntil); isDay(until) {
		s.Until = until
	}
	var page portal.ListRange
	page.Read(query)
	s.After = page.After
	return s
}

// isDay reports whether a text is a day of the years 1900 to 9998: JSON has no instants after 9999, and the end of a
// period is the day after it.
func isDay(text string) bool {
	at, err := time.Parse(time.DateOnly, text)
	return err == nil && at.Year() >= 1900 && at.Year() <= 9998
}

// IsValid reports whether the selection is within the limits, and its days are days.
func (s AuditSelection) IsValid() bool {
	return utf8.RuneCountInString(s.Text) <= portal.MaxSearchText && len(s.Organizations) <= maxUserChoices &&
		len(s.Actions) <= maxUserChoices &&
		(s.From == "" || isDay(s.From)) && (s.Until == "" || isDay(s.Until))
}

// IsFiltered reports whether the selection excludes any entry.
func (s AuditSelection) IsFiltered() bool {
	return s.UserID != "" || len(s.Organizations)+len(s.Actions) > 0 || s.Text != "" || s.From != "" || s.Until != ""
}

// Period returns the instants of the days: from is included, until is not. Each is zero for no limit.
func (s AuditSelection) Period() (from, until time.Time) {
	if at, err := time.Parse(time.DateOnly, s.From); err == nil {
		from = at
	}
	if at, err := time.Parse(time.DateOnly, s.Until); err == nil {
		until = at.AddDate(0, 0, 1)
	}
	return from, until
}

// values returns the selection without its page as the query of a URL.
func (s AuditSelection) values() url.Values {
	return url.Values{
		paramUser:         {s.UserID},
		paramOrganization: s.Organizations,
		paramAction:       listing.Texts(s.Actions),
		portal.ParamText:  {s.Text},
		paramFrom:         {s.From},
		paramUntil:        {s.Until},
	}
}

// Query returns the selection without its page as the query of a URL, with its question mark; empty for the whole log.
func (s AuditSelection) Query() string { return listing.Encode(s.values(), 1) }

// activityURL is the URL of a selection of the audit log.
func activityURL(siteCtx *site.Context, s AuditSelection) string {
	return siteCtx.URLOn(siteCtx.Directory.Main(), portal.UserActivityPath) + s.Query()
}

// AuditList is a page of the audit log as a URL selects it.
type AuditList struct {
	SiteContext *site.Context
	Selection   AuditSelection
	Page        *AuditLogPage
	// AllOrganizations are the organizations that the administrator administers.
	AllOrganizations []*ManagedOrganization
	// Base is the URL of the audit log without a query.
	Base string
}

// Entries are the entries of the page.
func (l *AuditList) Entries() []*AuditEntry { return l.Page.Entries }

// Text is the search text.
func (l *AuditList) Text() string { return l.Selection.Text }

// From is the first selected day; nil for no limit.
func (l *AuditList) From() *string { return optional.Text(l.Selection.From) }

// Until is the last selected day; nil for no limit.
func (l *AuditList) Until() *string { return optional.Text(l.Selection.Until) }

// UserID is the id of the selected user; nil for none.
func (l *AuditList) UserID() *string { return optional.Text(l.Selection.UserID) }

// IsFiltered reports whether the selection excludes any entry.
func (l *AuditList) IsFiltered() bool { return l.Selection.IsFiltered() }

// Organizations are the organizations that can be selected.
func (l *AuditList) Organizations() []*listing.Option {
	options := []*listing.Option{}
	for _, o := range l.AllOrganizations {
		isSelected := slices.Contains(l.Selection.Organizations, o.ID)
		options = append(options, &listing.Option{Value: o.ID, Label: o.Name, Selected: isSelected})
	}
	return options
}

// Actions are the actions that can be selected. Their labels are their codes, which the client translates.
func (l *AuditList) Actions() []*listing.Option {
	return convert.All(UserActions, func(action UserAction) *listing.Option {
		isSelected := slices.Contains(l.Selection.Actions, action)
		return &listing.Option{Value: string(action), Label: string(action), Selected: isSelected}
	})
}

// ResetURL is the URL of the whole audit log.
func (l *AuditList) ResetURL() string { return l.Base }

// NewestURL is the URL of the newest entries of the selection; nil on this page itself.
func (l *AuditList) NewestURL() *string {
	if l.Selection.After == "" {
		return nil
	}
	return l.at("")
}

// NextURL is the URL of older entries; nil for none.
func (l *AuditList) NextURL() *string {
	if !l.Page.HasNextPage || len(l.Page.Cursors) == 0 {
		return nil
	}
	return l.at(l.Page.Cursors[len(l.Page.Cursors)-1])
}

func (l *AuditList) at(cursor string) *string {
	query := l.Selection.values()
	portal.ListRange{After: cursor}.Write(query)
	return new(l.Base + listing.Encode(query, 1))
}

// AuditEntry is an entry of the audit log: an action of an administrator on a user.
type AuditEntry struct {
	ID    string
	At    time.Time
	Actor *portal.Person
	// ActorEmail and UserEmail are the e-mail addresses at the time of the action; nil in entries of earlier versions.
	ActorEmail *string
	Action     UserAction
	// IsUndo marks the undo of an action.
	IsUndo bool
	UserID string
	// UserName is the name at the time of the action.
	UserName  string
	UserEmail *string
	// Organization, Application, Before, After and Reason are nil for none.
	Organization *string
	Application  *portal.Service
	// Role and Applications are those of an invitation; nil for other actions.
	Role          *portal.AdministratorRole
	Applications  []portal.Service
	Before, After *string
	Reason        *string
	// Undo is nil if the viewer cannot undo the action, or cannot any more.
	Undo *Undo
	// SiteContext is the site context of the page; nil outside of one.
	SiteContext *site.Context
}

// UserURL is the URL of the page of the user, in a site context.
func (e *AuditEntry) UserURL(siteCtx *site.Context) string {
	return (&ManagedUser{ID: e.UserID}).URL(siteCtx)
}

// AuditLogPage is a page of the audit log, the newest entries first.
type AuditLogPage struct {
	Entries     []*AuditEntry
	Cursors     []string
	HasNextPage bool
}
