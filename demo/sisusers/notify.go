package sisusers

import (
	"cmp"
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"net/mail"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode"

	"golang.org/x/text/language"

	"strand/demo/texts"
	"strand/domain/convert"
	"strand/domain/portal"
	"strand/domain/useradmin"
	"strand/internal/database"
)

//go:embed mails/*.yaml
var mailFiles embed.FS

// mailTexts returns the texts of mails. English is complete.
var mailTexts = sync.OnceValues(func() (*texts.Catalog, error) { return texts.Read(mailFiles, "mails") })

// mailValues contains the values of a mail by their names in its texts.
type mailValues map[string]string

// MailLink is the prefix of a line of a mail that contains a link.
const MailLink = "→ "

// WithoutLinks returns a value such that no line of it is a link: a value comes from a user.
func WithoutLinks(value string) string {
	lines := strings.Split(value, "\n")
	for i, line := range lines {
		lines[i] = strings.TrimLeft(line, strings.TrimSpace(MailLink)+" ")
	}
	return strings.Join(lines, "\n")
}

// Mail is a mail to a user. It is not sent: the sample provider shows it on a page.
type Mail struct {
	ID                       int64
	Recipient, Subject, Text string
	// Headers contains further header fields: `Auto-Submitted: auto-generated`.
	Headers []string
	SentAt  time.Time
}

// Send stores a mail.
func (s *Store) Send(ctx context.Context, m Mail) error { return send(ctx, s.db, m, s.now()) }

func send(ctx context.Context, q querier, m Mail, at time.Time) error {
	headers := convert.All(m.Headers, oneLine)
	if _, err := q.ExecContext(
		ctx, `INSERT INTO mails (recipient, subject, text, headers, sent_at) VALUES (?, ?, ?, ?, ?)`, m.Recipient,
		oneLine(m.Subject), m.Text, strings.Join(headers, "\n"), millis(at),
	); err != nil {
		return fmt.Errorf("store a mail: %w", err)
	}
	return nil
}

// oneLine returns a value of a header field without line breaks, with which it could add fields.
func oneLine(value string) string {
	return strings.Map(func(r rune) rune {
		if unicode.In(r, unicode.Cc, unicode.Zl, unicode.Zp) {
			return ' '
		}
		return r
	}, value)
}

// ErrRefusedAddress reports that no mail server accepts mails to an address.
var ErrRefusedAddress = errors.New("the mail address is refused")

// Deliver stores a mail in a transaction, after the checks of a mail server. The error is ErrRefusedAddress for an
// address that is malformed or exists nowhere (RFC 6761).
func Deliver(ctx context.Context, tx *sql.Tx, m Mail, at time.Time) error {
	address, err := mail.ParseAddress(m.Recipient)
	if err != nil || address.Address != m.Recipient || strings.HasSuffix(strings.ToLower(m.Recipient), ".invalid") {
		return ErrRefusedAddress
	}
	return send(ctx, tx, m, at)
}

// Mails returns the latest hundred mails, newest first.
func (s *Store) Mails(ctx context.Context) ([]Mail, error) {
	all, err := database.All(ctx, s.db, func(row database.Row) (m Mail, err error) {
		var at int64
		var headers string
		err = row.Scan(&m.ID, &m.Recipient, &m.Subject, &m.Text, &headers, &at)
		if headers != "" {
			m.Headers = strings.Split(headers, "\n")
		}
		m.SentAt = time.UnixMilli(at).UTC()
		return m, err
	}, `SELECT id, recipient, subject, text, headers, sent_at FROM mails ORDER BY id DESC LIMIT 100`)
	if err != nil {
		return nil, fmt.Errorf("read the mails: %w", err)
	}
	return all, nil
}

// MailText returns a text of a mail in a language, with values in place of their names.
func MailText(lang, id string, values map[string]string) (string, error) {
	all, err := mailTexts()
	if err != nil {
		return "", err
	}
	var pairs []string
	for name, value := range values {
		pairs = append(pairs, name, WithoutLinks(value))
	}
	return all.In(language.Make(lang)).Get(id, pairs...), nil
}

// mail stores a mail in the transaction of the action, so that it is sent only if the action succeeds. link may be
// empty.
func (a *action) mail(ctx context.Context, recipient, lang, id, link string, values mailValues) error {
	subject, err := MailText(lang, id+".subject", values)
	if err != nil {
		return err
	}
	text, err := MailText(lang, id+".text", values)
	if err != nil {
		return err
	}
	m := Mail{Recipient: recipient, Subject: subject, Text: text}
	if link != "" {
		m.Text += "\n" + MailLink + link
	}
	return send(ctx, a.tx, m, a.now)
}

func (a *action) invitationURL(token string) string {
	if a.invitationPage == "" {
		return "" // users of a remote identity server have no such page
	}
	return a.invitationPage + "?" + url.Values{"token": {token}}.Encode()
}

// ApplicationName returns the name of an application in mails.
func ApplicationName(lang string, application portal.Service) string {
	name, err := MailText(lang, "application."+string(application), nil)
	if err != nil {
		return string(application)
	}
	return cmp.Or(name, string(application))
}

// mailInvitation invites a person to the portal. The mail does not depend on whether the e-mail address has an account.
func (a *action) mailInvitation(ctx context.Context, u *useradmin.ManagedUser) error {
	token, err := a.newInvitationLink(ctx, u.ID, "", "")
	if err != nil {
		return err
	}
	var lang, organization string
	if err := a.tx.QueryRowContext(ctx, `SELECT u.language, o.name FROM users u JOIN rights r ON r.user_id = u.id
		JOIN organizations o ON o.id = r.organization_id WHERE u.id = ? ORDER BY o.name
		LIMIT 1`, u.ID).Scan(&lang, &organization); err != nil {
		return fmt.Errorf("read the language of %s: %w", u.ID, err)
	}
	return a.mail(ctx, u.Email, lang, "invitation", a.invitationURL(token), mailValues{
		"name":         u.FullName(),
		"organization": organization,
		"by":           a.actor.FullName(),
		"until":        a.invitationEnd(),
	})
}

// mailAccessInvitation invites a user with an account to an application.
func (a *action) mailAccessInvitation(
	ctx context.Context,
	u *useradmin.ManagedUser,
	organizationID string,
	application portal.Service,
) error {
	token, err := a.newInvitationLink(ctx, u.ID, organizationID, application)
	if err != nil {
		return err
	}
	lang, err := a.languageOf(ctx, u.ID)
	if err != nil {
		return err
	}
	return a.mail(ctx, u.Email, lang, "accessInvitation", a.invitationURL(token), mailValues{
		"name":        u.FullName(),
		"by":          a.actor.FullName(),
		"application": ApplicationName(lang, application),
		"until":       a.invitationEnd(),
	})
}

// invitationEnd returns the end of an invitation that is sent now, the same in all languages.
func (a *action) invitationEnd() string {
	return a.now.Add(a.invitationLifetime).UTC().Format("2006-01-02 15:04 UTC")
}

func (a *action) languageOf(ctx context.Context, userID string) (lang string, err error) {
	if err := a.tx.QueryRowContext(ctx, `SELECT language FROM users WHERE id = ?`, userID).Scan(&lang); err != nil {
		return "", fmt.Errorf("read the language of %s: %w", userID, err)
	}
	return lang, nil
}

// decisionMails contains the ids of the mails to users whose access an administrator has changed.
var decisionMails = map[useradmin.UserAction]string{
	useradmin.AcceptRequest: "accepted", useradmin.DenyRequest: "denied", useradmin.GrantAccess: "granted",
	useradmin.AddApplication: "granted",
	useradmin.WithdrawAccess: "withdrawn",
}

func (a *action) mailDecision(ctx context.Context, u *useradmin.ManagedUser, c useradmin.UserChange) error {
	id, ok := decisionMails[c.Action]
	if !ok {
		return nil
	}
	lang, err := a.languageOf(ctx, u.ID)
	if err != nil {
		return err
	}
	return a.mail(ctx, u.Email, lang, id, "", mailValues{
		"name":        u.FullName(),
		"application": ApplicationName(lang, c.Application),
		"reason":      c.Reason,
	})
}

// mailReopened informs a user that a denied request is open again.
func (a *action) mailReopened(ctx context.Context, u *useradmin.ManagedUser, application portal.Service) error {
	lang, err := a.languageOf(ctx, u.ID)
	if err != nil {
		return err
	}
	return a.mail(ctx, u.Email, lang, "reopened", "", mailValues{
		"name": u.FullName(), "application": ApplicationName(lang, application),
	})
}

// mailRole informs a user, and the other administrators of the organization, that the user has got or lost the external
// administrator role. A person who has not accepted the invitation gets no mail.
func (a *action) mailRole(ctx context.Context, u *useradmin.ManagedUser, organizationID string, isGranted bool) error {
	at := slices.IndexFunc(
		u.Organizations, func(o *useradmin.ManagedOrganization) bool { return o.ID == organizationID },
	)
	if at < 0 || u.Account != portal.AccessActive {
		return nil
	}
	id := "administratorRemoved"
	if isGranted {
		id = "administrator"
	}
	lang, err := a.languageOf(ctx, u.ID)
	if err != nil {
		return err
	}
	values := mailValues{
		"name": u.FullName(), "user": u.FullName(), "by": a.actor.FullName(), "organization": u.Organizations[at].Name,
	}
	if err := a.mail(ctx, u.Email, lang, id, "", values); err != nil {
		return err
	}
	readers, err := a.administratorsOf(ctx, u.ID, organizationID)
	if err != nil {
		return err
	}
	for _, r := range readers {
		if r.id == a.actor.ID {
			continue
		}
		values["name"] = r.name
		if err := a.mail(ctx, r.email, r.language, id+"News", "", values); err != nil {
			return err
		}
	}
	return nil
}

// recipient is an administrator who gets a mail.
type recipient struct{ id, email, language, name string }

// administratorsOf returns the administrators of an organization, or of all organizations of a user if it is empty,
// without the user.
func (a *action) administratorsOf(ctx context.Context, userID, organizationID string) ([]recipient, error) {
	found, err := database.All(ctx, a.tx, func(row database.Row) (r recipient, err error) {
		err = row.Scan(&r.id, &r.email, &r.language, &r.name)
		return r, err
	}, `SELECT DISTINCT u.id, u.email, u.language, u.first_name || ' ' || u.last_name FROM rights own
		JOIN rights m ON m.organization_id = own.organization_id AND m.application = ''
		JOIN users u ON u.id = m.user_id
		WHERE own.user_id = ?1 AND own.organization_id <> '' AND own.application = ''
		AND ?2 IN ('', own.organization_id) AND u.id <> ?1 AND u.invited_email = '' AND u.deleted_at IS NULL
		AND (m.role = 'EXTERNAL' OR EXISTS (SELECT 1 FROM rights a
			WHERE a.user_id = u.id AND a.organization_id = '' AND a.application = '' AND a.role = 'INTERNAL'))`,
		userID, organizationID)
	if err != nil {
		return nil, fmt.Errorf("find the administrators of %s: %w", userID, err)
	}
	return found, nil
}

// mailAdministrators sends a mail about a request to the administrators of an organization, or of all organizations of
// the person if it is empty.
func (a *action) mailAdministrators(
	ctx context.Context,
	person *User,
	organizationID string,
	application portal.Service,
	id string,
) error {
	readers, err := a.administratorsOf(ctx, person.ID, organizationID)
	if err != nil {
		return err
	}
	for _, r := range readers {
		if err := a.mail(ctx, r.email, r.language, id, "", mailValues{
			"name":        r.name,
			"user":        person.FullName(),
			"application": ApplicationName(r.language, application),
		}); err != nil {
			return err
		}
	}
	return nil
}
