// Package sisportal calls the authenticated endpoint of sis in the name of the signed-in user (CALL-8).
package sisportal

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"time"

	"github.com/Khan/genqlient/graphql"

	"strand/domain/account"
	"strand/domain/convert"
	"strand/domain/optional"
	"strand/upstream/transport"
)

// System is the name of the endpoint in errors, logs and metrics.
const System = "sis-portal"

// Reader calls the endpoint. It caches nothing, since all data belongs to a user. A refusal of sis is an *apperr.Error.
// It is safe for concurrent use.
type Reader struct {
	client  graphql.Client
	options transport.Options
	sender  *transport.FileSender
	// debugLevel is the log level that requests set in sis.
	debugLevel string
	now        func() time.Time
}

// NewReader returns a reader that uses a client of the endpoint; the options are those of the client. now is the clock.
func NewReader(client graphql.Client, o transport.Options, debugLevel string, now func() time.Time) *Reader {
	return &Reader{
		client:     translatingClient{client},
		options:    o,
		sender:     transport.NewFileSender(System, o),
		debugLevel: debugLevel,
		now:        now,
	}
}

// URL returns the URL of a path below the endpoint, such as that of a file; an empty path is the endpoint.
func (r *Reader) URL(path string) (*url.URL, error) { return transport.Below(r.options.URL, path) }

// Over returns a transport for requests to the endpoint in the name of users, over another one.
func (r *Reader) Over(base *http.Transport) http.RoundTripper { return r.options.Access.Over(base) }

// Headers returns the headers of a request in the name of the user of an ID token.
func (r *Reader) Headers(idToken string) http.Header {
	return http.Header{"Authorization": {"Bearer " + idToken}, "Debug-Level": {r.debugLevel}}
}

// withIDToken adds the headers of an ID token to the requests of a context.
func (r *Reader) withIDToken(ctx context.Context, idToken string) context.Context {
	return transport.WithHeaders(ctx, r.Headers(idToken))
}

// Account reads the user's profile, sessions and rules for passwords: one call.
func (r *Reader) Account(ctx context.Context, idToken string) (*account.Entry, error) {
	data, err := GetAccount(r.withIDToken(ctx, idToken), r.client)
	if err != nil {
		return nil, fmt.Errorf("read an account: %w", err)
	}
	entry := &account.Entry{Profile: profile(data.Profile), Sessions: sessions(data.Sessions)}
	for _, f := range data.PasswordRules {
		entry.PasswordRules = append(entry.PasswordRules, new(passwordRule(f)))
	}
	return entry, nil
}

// sessions returns the sessions of an answer; nil if sis does not report them.
func sessions(from []*SessionFields) []*account.Session {
	if from == nil {
		return nil
	}
	return convert.All(from, session)
}

func session(f *SessionFields) *account.Session {
	return &account.Session{
		ID:         f.Id,
		Browser:    f.Browser,
		System:     f.System,
		SignedInAt: f.SignedInAt,
		LastSeenAt: f.LastSeenAt,
		IsCurrent:  f.IsCurrent,
	}
}

func passwordRule(f *PasswordRule) account.PolicyFailure {
	return account.NewPolicyFailure(f.Code, optional.OrEmpty(f.Count), optional.OrEmpty(f.Text))
}

func profile(f *ProfileFields) *account.Profile {
	return &account.Profile{
		FirstName:           f.FirstName,
		LastName:            f.LastName,
		Company:             f.Company,
		Email:               f.Email,
		Telephone:           f.Telephone,
		Address:             f.Address,
		PostalCode:          f.PostalCode,
		City:                f.City,
		Country:             f.Country,
		Language:            f.Language,
		TicketMails:         f.TicketMails,
		IsManagedInternally: f.IsManagedInternally,
		HasSecondFactor:     f.HasSecondFactor,
		RecoveryCodesLeft:   f.RecoveryCodesLeft,
	}
}

// UpdateProfile changes the user's profile: one call.
func (r *Reader) UpdateProfile(ctx context.Context, idToken string, p account.ProfileChange) (*account.Profile, error) {
	data, err := UpdateProfile(r.withIDToken(ctx, idToken), r.client, &p)
	if err != nil {
		return nil, fmt.Errorf("change a profile: %w", err)
	}
	return profile(data.UpdateProfile), nil
}

// ChangePassword changes the user's password, after sis has checked the current one: one call without retries.
func (r *Reader) ChangePassword(ctx context.Context, idToken, present, next string) (*account.PasswordChange, error) {
	data, err := ChangePassword(transport.Once(r.withIDToken(ctx, idToken)), r.client, present, next)
	if err != nil {
		return nil, fmt.Errorf("change a password: %w", err)
	}
	c := data.ChangePassword
	change := &account.PasswordChange{Result: c.Outcome, LockedUntil: optional.OrEmpty(c.LockedUntil)}
	for _, f := range c.Failures {
		change.Failures = append(change.Failures, passwordRule(f))
	}
	return change, nil
}

// StartSecondFactor starts the set-up of a second factor: one call.
func (r *Reader) StartSecondFactor(ctx context.Context, idToken string) (*account.SecondFactorSetup, error) {
	data, err := StartSecondFactor(r.withIDToken(ctx, idToken), r.client)
	if err != nil {
		return nil, fmt.Errorf("start a second factor: %w", err)
	}
	return &account.SecondFactorSetup{Secret: data.StartSecondFactor.Secret, URI: data.StartSecondFactor.Uri}, nil
}

// ConfirmSecondFactor checks a code and returns recovery codes; nil for a wrong code. The factor is active after
// SaveRecoveryCodes. One call without retries, since a code can be used once.
func (r *Reader) ConfirmSecondFactor(ctx context.Context, idToken, oneTimeCode string) (*account.RecoveryCodes, error) {
	data, err := ConfirmSecondFactor(transport.Once(r.withIDToken(ctx, idToken)), r.client, oneTimeCode)
	if err != nil {
		return nil, fmt.Errorf("confirm a second factor: %w", err)
	}
	c := data.ConfirmSecondFactor
	if len(c.RecoveryCodes) == 0 || c.RecoveryCodesId == nil {
		return nil, nil
	}
	return &account.RecoveryCodes{ID: *c.RecoveryCodesId, Codes: c.RecoveryCodes}, nil
}

// CreateRecoveryCodes returns new recovery codes, which are valid after SaveRecoveryCodes; nil without an active second
// factor. One call.
func (r *Reader) CreateRecoveryCodes(ctx context.Context, idToken string) (*account.RecoveryCodes, error) {
	data, err := CreateRecoveryCodes(r.withIDToken(ctx, idToken), r.client)
	if err != nil {
		return nil, fmt.Errorf("create recovery codes: %w", err)
	}
	c := data.CreateRecoveryCodes
	if c == nil {
		return nil, nil
	}
	return &account.RecoveryCodes{ID: c.Id, Codes: c.Codes}, nil
}

// SaveRecoveryCodes makes recovery codes valid, and with them a confirmed second factor; the profile is nil if the
// codes were replaced. One call.
func (r *Reader) SaveRecoveryCodes(ctx context.Context, idToken, id string) (*account.Profile, error) {
	data, err := SaveRecoveryCodes(r.withIDToken(ctx, idToken), r.client, id)
	if err != nil {
		return nil, fmt.Errorf("save recovery codes: %w", err)
	}
	if data.SaveRecoveryCodes == nil {
		return nil, nil
	}
	return profile(data.SaveRecoveryCodes), nil
}

// EndSession ends a session of the user, and returns the remaining ones; an unknown id changes nothing. One call.
func (r *Reader) EndSession(ctx context.Context, idToken, id string) ([]*account.Session, error) {
	data, err := EndSession(r.withIDToken(ctx, idToken), r.client, id)
	if err != nil {
		return nil, fmt.Errorf("end a session: %w", err)
	}
	return sessions(data.EndSession), nil
}

// EndSessions ends every session of the user, or every other one, and returns the remaining ones. One call.
func (r *Reader) EndSessions(ctx context.Context, idToken string, exceptCurrent bool) ([]*account.Session, error) {
	data, err := EndSessions(r.withIDToken(ctx, idToken), r.client, exceptCurrent)
	if err != nil {
		return nil, fmt.Errorf("end the sessions of an account: %w", err)
	}
	return sessions(data.EndSessions), nil
}

// ResetSecondFactor removes the second factor: one call.
func (r *Reader) ResetSecondFactor(ctx context.Context, idToken string) error {
	if _, err := ResetSecondFactor(r.withIDToken(ctx, idToken), r.client); err != nil {
		return fmt.Errorf("reset a second factor: %w", err)
	}
	return nil
}
