package sisportal

import (
	"context"
	"errors"

	"strand/demo/sisportal/generated"
	"strand/demo/sisusers"
	"strand/domain/account"
)

// factorOwner returns the caller, who may set up a second factor and has logged in recently.
func (r root) factorOwner(ctx context.Context) (*sisusers.User, error) {
	u, err := editor(ctx)
	if err != nil {
		return nil, err
	}
	return u, r.server.requireRecentLogin(ctx)
}

func (r root) StartSecondFactor(ctx context.Context) (*generated.SecondFactorSetup, error) {
	u, err := r.factorOwner(ctx)
	if err != nil {
		return nil, err
	}
	key, err := r.server.users.StartSecondFactor(ctx, u.ID)
	if err != nil {
		return nil, err
	}
	return &generated.SecondFactorSetup{Secret: key.Secret(), URI: key.URL()}, nil
}

func (r root) ConfirmSecondFactor(
	ctx context.Context,
	oneTimeCode string,
) (*generated.SecondFactorConfirmation, error) {
	u, err := r.factorOwner(ctx)
	if err != nil {
		return nil, err
	}
	created, err := r.server.users.ConfirmSecondFactor(ctx, u.ID, oneTimeCode)
	if errors.Is(err, sisusers.ErrCode) || errors.Is(err, sisusers.ErrNotStarted) {
		return &generated.SecondFactorConfirmation{}, nil
	}
	if err != nil {
		return nil, err
	}
	return &generated.SecondFactorConfirmation{RecoveryCodes: created.Codes, RecoveryCodesID: &created.ID}, nil
}

func (r root) CreateRecoveryCodes(ctx context.Context) (*account.RecoveryCodes, error) {
	u, err := r.factorOwner(ctx)
	if err != nil {
		return nil, err
	}
	created, err := r.server.users.CreateRecoveryCodes(ctx, u.ID)
	if errors.Is(err, sisusers.ErrNotStarted) {
		return nil, nil
	}
	return created, err
}

func (r root) SaveRecoveryCodes(ctx context.Context, id string) (*sisusers.User, error) {
	u, err := r.factorOwner(ctx)
	if err != nil {
		return nil, err
	}
	isActivated, err := r.server.users.SaveRecoveryCodes(ctx, u.ID, id)
	if errors.Is(err, sisusers.ErrReplacedCodes) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	if isActivated {
		r.server.endSessions(ctx, u.ID, sessionOf(ctx))
	}
	return r.server.users.User(ctx, u.ID)
}

func (r root) ResetSecondFactor(ctx context.Context) (bool, error) {
	u := caller(ctx)
	if err := r.server.requireRecentLogin(ctx); err != nil {
		return false, err
	}
	if err := r.server.users.ResetSecondFactor(ctx, u.ID); err != nil {
		return false, err
	}
	r.server.endSessions(ctx, u.ID, "")
	return true, nil
}
