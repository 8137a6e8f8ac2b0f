package sisportal

import (
	"context"
	"errors"

	"strand/demo/passwords"
	"strand/demo/sisportal/generated"
	"strand/demo/sisusers"
	"strand/domain/account"
)

// types resolves the types of the endpoint.
type types struct{ server *Server }

func (t types) Query() generated.QueryResolver       { return root(t) }
func (t types) Mutation() generated.MutationResolver { return root(t) }
func (t types) Ticket() generated.TicketResolver     { return ticketFields(t) }
func (t types) Access() generated.AccessResolver     { return accessFields{} }

func (t types) OwnMembership() generated.OwnMembershipResolver { return membershipFields{} }
func (t types) MembershipRequest() generated.MembershipRequestResolver {
	return membershipRequestFields{}
}

// MachineConnection resolves lists of machines.
func (t types) MachineConnection() generated.MachineConnectionResolver { return machineLists(t) }

// root resolves queries and mutations.
type root struct{ server *Server }

func (r root) Profile(ctx context.Context) (*sisusers.User, error) { return caller(ctx), nil }

func (r root) UpdateProfile(ctx context.Context, input account.ProfileChange) (*sisusers.User, error) {
	u := caller(ctx)
	wanted, problems := input.Check(offersAll)
	if u.IsEmployee && changesMore(u, wanted) {
		return nil, errForbidden
	}
	if err := problem(problems); err != nil {
		return nil, err
	}
	if err := r.server.users.SetProfile(ctx, u.ID, wanted); err != nil {
		return nil, err
	}
	return r.server.users.User(ctx, u.ID)
}

// changesMore reports whether a change of a profile changes more than the choice of mails.
func changesMore(u *sisusers.User, c account.ProfileChange) bool {
	changes := func(wanted *string, present string) bool { return wanted != nil && *wanted != present }
	return c.FirstName != u.FirstName || c.LastName != u.LastName || c.Language != u.Language ||
		changes(c.Company, u.Company) || changes(c.Telephone, u.Telephone) || changes(c.Address, u.Address) ||
		changes(c.PostalCode, u.PostalCode) || changes(c.City, u.City) || changes(c.Country, u.Country)
}

// editor returns the caller if the account is not managed internally.
func editor(ctx context.Context) (*sisusers.User, error) {
	u := caller(ctx)
	if u.IsEmployee {
		return nil, errForbidden
	}
	return u, nil
}

func (r root) ChangePassword(
	ctx context.Context,
	presentPassword, nextPassword string,
) (*generated.ChangePasswordResult, error) {
	u, err := editor(ctx)
	if err != nil {
		return nil, err
	}
	result := &generated.ChangePasswordResult{
		Outcome:  generated.ChangePasswordOutcomeChanged,
		Failures: []*generated.PolicyFailure{},
	}
	err = r.server.users.ChangePassword(ctx, u.ID, presentPassword, nextPassword)
	locked, policy := new(sisusers.LockedError), new(sisusers.PolicyError)
	switch {
	case err == nil:
		r.server.endSessions(ctx, u.ID, sessionOf(ctx))
	case errors.Is(err, sisusers.ErrCredentials):
		result.Outcome = generated.ChangePasswordOutcomeWrongPassword
	case errors.As(err, &locked):
		until := locked.Until.UTC()
		result.Outcome, result.LockedUntil = generated.ChangePasswordOutcomeLocked, &until
	case errors.As(err, &policy):
		result.Outcome, result.Failures = generated.ChangePasswordOutcomePolicy, failures(policy.Failures)
	default:
		return nil, err
	}
	return result, nil
}

func (r root) PasswordRules(context.Context) ([]*generated.PolicyFailure, error) {
	return failures(passwords.Rules.Requirements()), nil
}

func failures(from []account.PolicyFailure) []*generated.PolicyFailure {
	all := make([]*generated.PolicyFailure, len(from))
	for i, f := range from {
		all[i] = &generated.PolicyFailure{Code: string(f.Code)}
		if f.Count > 0 {
			all[i].Count = &f.Count
		}
		if f.Text != "" {
			all[i].Text = &f.Text
		}
	}
	return all
}
