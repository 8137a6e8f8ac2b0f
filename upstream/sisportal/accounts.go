// Package sisportal asks the authenticated endpoint of sis in the name of the signed-in user (CALL-8).
package sisportal

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/Khan/genqlient/graphql"

	"strand/domain/portal"
	"strand/upstream/transport"
)

// System is the endpoint's name in errors, logs and metrics.
const System = "sis-portal"

// Reader asks the endpoint. It is safe for concurrent use. Nothing of it is kept: it is one person's.
type Reader struct {
	client   graphql.Client
	endpoint string
	sender   *transport.FileSender
	// debugLevel is how much sis is to write to its log.
	debugLevel string
	now        func() time.Time
}

// NewReader makes a reader over a client of the endpoint, whose address is needed for files. now is the clock.
func NewReader(client graphql.Client, endpoint, debugLevel string, now func() time.Time) *Reader {
	return &Reader{
		client: client, endpoint: strings.TrimSuffix(endpoint, "/"), sender: transport.NewFileSender(System, endpoint),
		debugLevel: debugLevel, now: now,
	}
}

// Endpoint is where the endpoint is; files are below it.
func (r *Reader) Endpoint() string { return r.endpoint }

// Headers are those of a request in the name of whoever has an id token.
func (r *Reader) Headers(idToken string) http.Header {
	return http.Header{"Authorization": {"Bearer " + idToken}, "Debug-Level": {r.debugLevel}}
}

// as makes requests carry an id token.
func (r *Reader) as(ctx context.Context, idToken string) context.Context {
	return transport.WithHeaders(ctx, r.Headers(idToken))
}

// Profile is what somebody says of themselves: one call.
func (r *Reader) Profile(ctx context.Context, idToken string) (*portal.Profile, error) {
	data, err := GetProfile(r.as(ctx, idToken), r.client)
	if err != nil {
		return nil, fmt.Errorf("read a profile: %w", err)
	}
	return profile(data.Profile), nil
}

func profile(f *ProfileFields) *portal.Profile {
	return &portal.Profile{FirstName: f.FirstName, LastName: f.LastName, Company: f.Company, Email: f.Email,
		Telephone: f.Telephone, Address: f.Address,
		PostalCode: f.PostalCode, City: f.City, Country: f.Country, Language: f.Language, IsManagedInternally: f.IsManagedInternally, HasSecondFactor: f.HasSecondFactor}
}

// UpdateProfile changes what somebody says of themselves: one call.
func (r *Reader) UpdateProfile(ctx context.Context, idToken string, p portal.Profile) (*portal.Profile, error) {
	data, err := UpdateProfile(r.as(ctx, idToken), r.client,
		&ProfileInput{FirstName: p.FirstName, LastName: p.LastName, Company: p.Company, Telephone: p.Telephone,
			Address: p.Address, PostalCode: p.PostalCode, City: p.City, Country: p.Country, Language: p.Language})
	if err != nil {
		return nil, fmt.Errorf("change a profile: %w", err)
	}
	return profile(data.UpdateProfile), nil
}

// ChangePassword gives somebody another password, who has to know the present one: one call, which is not sent again.
func (r *Reader) ChangePassword(ctx context.Context, idToken, present, next string) (*portal.PasswordChange, error) {
	data, err := ChangePassword(transport.Once(r.as(ctx, idToken)), r.client, present, next)
	if err != nil {
		return nil, fmt.Errorf("change a password: %w", err)
	}
	c := data.ChangePassword
	change := &portal.PasswordChange{Outcome: portal.PasswordOutcome(c.Outcome)}
	if c.LockedUntil != nil {
		change.LockedUntil = *c.LockedUntil
	}
	for _, f := range c.Failures {
		count, text := 0, ""
		if f.Count != nil {
			count = *f.Count
		}
		if f.Text != nil {
			text = *f.Text
		}
		change.Failures = append(change.Failures, portal.NewPolicyFailure(f.Code, count, text))
	}
	return change, nil
}

// StartSecondFactor begins to set a second factor up: one call.
func (r *Reader) StartSecondFactor(ctx context.Context, idToken string) (*portal.SecondFactorSetup, error) {
	data, err := StartSecondFactor(r.as(ctx, idToken), r.client)
	if err != nil {
		return nil, fmt.Errorf("set a second factor up: %w", err)
	}
	return &portal.SecondFactorSetup{Secret: data.StartSecondFactor.Secret, URI: data.StartSecondFactor.Uri}, nil
}

// ConfirmSecondFactor makes the second factor count; none of the recovery codes for a wrong code: one call, which is
// not sent again, since a code counts once.
func (r *Reader) ConfirmSecondFactor(
	ctx context.Context,
	idToken, oneTimeCode string,
) (recoveryCodes []string, err error) {
	data, err := ConfirmSecondFactor(transport.Once(r.as(ctx, idToken)), r.client, oneTimeCode)
	if err != nil {
		return nil, fmt.Errorf("confirm a second factor: %w", err)
	}
	return data.ConfirmSecondFactor.RecoveryCodes, nil
}

// ResetSecondFactor takes the second factor away: one call.
func (r *Reader) ResetSecondFactor(ctx context.Context, idToken string) error {
	if _, err := ResetSecondFactor(r.as(ctx, idToken), r.client); err != nil {
		return fmt.Errorf("reset a second factor: %w", err)
	}
	return nil
}
