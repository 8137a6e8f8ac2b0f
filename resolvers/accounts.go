package resolvers

import (
	"bytes"
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"image/png"
	"net/http"

	"github.com/pquerna/otp"

	"strand/domain/portal"
	"strand/domain/site"
	"strand/gql/model"
	"strand/internal/apperr"
	"strand/upstream/transport"
)

// qrSize is how many pixels wide the picture of a second factor is.
const qrSize = 240

// account is the account of whoever asks; nil for other pages of the portal.
func (r *Resolver) account(ctx context.Context, e *portal.Entry) (*portal.AccountEntry, error) {
	if e.Page != portal.PageAccount {
		return nil, nil
	}
	profile, err := r.Portal.Profile(ctx, requestOf(ctx).IDToken)
	if err != nil {
		return nil, ofSIS(err)
	}
	entry := &portal.AccountEntry{Profile: profile, Countries: e.View.Directory.CountryOptions(e.View.Locale.LanguageCode)}
	for _, code := range site.LanguagesOf(e.View.Directory.Main()) {
		entry.Languages = append(entry.Languages, e.View.LanguageNamed(code))
	}
	return entry, nil
}

// ofSIS says what sis refuses to somebody in the graph's words.
func ofSIS(err error) error {
	var failure *transport.Error
	if errors.As(err, &failure) && failure.Kind == transport.KindStatus && failure.Status == http.StatusUnauthorized {
		return &apperr.Error{Code: apperr.Unauthenticated, Message: "sign in again", Cause: err}
	}
	if errors.As(err, &failure) && failure.Kind == transport.KindGraphQL {
		switch code := apperr.Code(failure.Code); code {
		case apperr.Unauthenticated:
			return &apperr.Error{Code: code, Message: "sign in again", Cause: err}
		case apperr.Forbidden:
			return &apperr.Error{Code: code, Message: "this is not yours to see or to change", Cause: err}
		case apperr.Invalid:
			return &apperr.Error{Code: code, Message: "sis does not accept this", Cause: err}
		case apperr.NotFound:
			return &apperr.Error{Code: code, Message: "there is no such thing", Cause: err}
		}
	}
	return err
}

func (r *Resolver) updateProfile(ctx context.Context, in model.UpdateProfileInput) (*model.UpdateProfilePayload, error) {
	dir, err := r.directory(ctx)
	if err != nil {
		return nil, err
	}
	wanted, problems := portal.Profile{FirstName: in.FirstName, LastName: in.LastName, Company: in.Company, Telephone: in.Telephone, Address: in.Address,
		PostalCode: in.PostalCode, City: in.City, Country: in.Country, Language: in.Language}.Check(dir.Offers, site.LanguagesOf(dir.Main()))
	payload := &model.UpdateProfilePayload{UserErrors: []*model.UserError{}}
	for _, p := range problems {
		payload.UserErrors = append(payload.UserErrors, &model.UserError{Field: &p.Field, Code: p.Code, Message: p.Message})
	}
	if len(problems) > 0 {
		return payload, nil
	}
	payload.Profile, err = r.Portal.UpdateProfile(ctx, requestOf(ctx).IDToken, wanted)
	return payload, ofSIS(err)
}

func (r *Resolver) changePassword(ctx context.Context, in model.ChangePasswordInput) (*model.ChangePasswordPayload, error) {
	change, err := r.Portal.ChangePassword(ctx, requestOf(ctx).IDToken, in.PresentPassword, in.NextPassword)
	if err != nil {
		return nil, ofSIS(err)
	}
	payload := &model.ChangePasswordPayload{IsChanged: change.Outcome == portal.PasswordChanged, UserErrors: []*model.UserError{}, PolicyFailures: []*portal.PolicyFailure{}}
	wrong := func(field, code, message string) {
		payload.UserErrors = append(payload.UserErrors, &model.UserError{Field: &field, Code: code, Message: message})
	}
	switch change.Outcome {
	case portal.PasswordWrong:
		wrong("presentPassword", "INVALID", "The present password is another one.")
	case portal.PasswordLocked:
		wrong("presentPassword", "LOCKED", "Too many attempts failed.")
		payload.LockedUntil = &change.LockedUntil
	case portal.PasswordPoor:
		wrong("nextPassword", "POLICY", "The new password does not meet the rules.")
		payload.PolicyFailures = pointers(change.Failures)
	}
	return payload, nil
}

func (r *Resolver) startSecondFactor(ctx context.Context) (*model.StartSecondFactorPayload, error) {
	setup, err := r.Portal.StartSecondFactor(ctx, requestOf(ctx).IDToken)
	if err != nil {
		return nil, ofSIS(err)
	}
	key, err := otp.NewKeyFromURL(setup.URI)
	if err != nil {
		return nil, fmt.Errorf("read a second factor: %w", err)
	}
	picture, err := key.Image(qrSize, qrSize)
	if err != nil {
		return nil, fmt.Errorf("draw a second factor: %w", err)
	}
	var b bytes.Buffer
	if err := png.Encode(&b, picture); err != nil {
		return nil, fmt.Errorf("draw a second factor: %w", err)
	}
	return &model.StartSecondFactorPayload{Secret: setup.Secret, QRCode: "data:image/png;base64," + base64.StdEncoding.EncodeToString(b.Bytes())}, nil
}

func (r *Resolver) confirmSecondFactor(ctx context.Context, in model.ConfirmSecondFactorInput) (*model.ConfirmSecondFactorPayload, error) {
	codes, err := r.Portal.ConfirmSecondFactor(ctx, requestOf(ctx).IDToken, in.OneTimeCode)
	if err != nil {
		return nil, ofSIS(err)
	}
	payload := &model.ConfirmSecondFactorPayload{RecoveryCodes: codes, UserErrors: []*model.UserError{}}
	if len(codes) == 0 {
		field := "oneTimeCode"
		payload.RecoveryCodes = []string{}
		payload.UserErrors = append(payload.UserErrors, &model.UserError{Field: &field, Code: "INVALID", Message: "Please enter a valid value."})
	}
	return payload, nil
}
