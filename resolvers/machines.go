package resolvers

import (
	"context"
	"encoding/base64"
	"slices"

	"strand/domain/convert"
	"strand/domain/csvimport"
	"strand/domain/form"
	"strand/domain/inventory"
	"strand/gql/model"
	"strand/internal/apperr"
	"strand/service/website/visit"
)

// machinePayload returns the payload of a mutation that changed a machine.
func machinePayload(m *inventory.Machine, err error) (*model.MachinePayload, error) {
	if err != nil {
		return nil, err
	}
	return &model.MachinePayload{Machine: m, UserErrors: []*model.UserError{}}, nil
}

// errTooManyAdditions is the error of a user who has tried too many serial numbers, and could otherwise guess those of
// other organizations.
var errTooManyAdditions = apperr.New(apperr.RateLimited, "too many serial numbers were tried: try again in a minute")

// countAddition limits the additions of a user.
func (r *Resolver) countAddition(ctx context.Context) error {
	if !r.AdditionLimiter.Allow(ctx, visit.Of(ctx).User.ID) {
		return errTooManyAdditions
	}
	return nil
}

// importMachines adds the machines of a file, or returns the errors by line.
func (r *Resolver) importMachines(ctx context.Context, input model.ImportMachinesInput) (*model.ImportPayload, error) {
	refused := func(problems ...csvimport.Problem) *model.ImportPayload {
		return &model.ImportPayload{Machines: []*inventory.ImportLine{}, Problems: convert.Pointers(problems)}
	}
	if base64.StdEncoding.DecodedLen(len(input.File)) > csvimport.MaxBytes+2 {
		return refused(csvimport.Problem{Code: csvimport.TooLarge}), nil
	}
	data, err := base64.StdEncoding.DecodeString(input.File)
	if err != nil {
		return nil, apperr.New(apperr.Invalid, "file: not valid base64")
	}
	idToken := visit.Of(ctx).IDToken
	locations, machines, err := r.Portal.LocationsAndMachines(ctx, idToken, "")
	if err != nil {
		return nil, err
	}
	skipped := input.SkippedLines
	if len(skipped) > inventory.MaxImportLines {
		return nil, apperr.New(apperr.Invalid, "skippedLines: more than %d", inventory.MaxImportLines)
	}
	lines, problems := inventory.ReadImport(data, locations, input.Location, input.Language, skipped)
	if len(problems) > 0 {
		payload := refused(problems...)
		payload.Machines = convert.Pointers(lines)
		return payload, nil
	}
	own := convert.All(machines, func(m *inventory.Machine) string { return m.SerialNumber })
	if input.CheckOnly {
		problems = inventory.RefusedLines(lines, own, own, 0)
		payload := refused(problems...)
		payload.Machines = convert.Pointers(inventory.WithoutRefused(lines, problems))
		return payload, nil
	}
	// An import reports as many unknown serial numbers as the user may still try one by one.
	userID := visit.Of(ctx).User.ID
	allowed := r.AdditionLimiter.Take(ctx, userID, len(lines))
	if allowed == 0 {
		return nil, errTooManyAdditions
	}
	added, unknown, err := r.Portal.ImportMachines(ctx, idToken, input.IdempotencyKey, lines)
	if err != nil {
		// Nothing was reported to the user, who may try again with the same key.
		r.AdditionLimiter.Return(ctx, userID, allowed)
		return nil, err
	}
	problems = inventory.RefusedLines(lines, unknown, own, allowed)
	payload := refused(problems...)
	payload.Added, payload.Machines = added, convert.Pointers(inventory.WithoutRefused(lines, problems))
	guesses := 0
	for _, p := range problems {
		if p.Code == inventory.ImportSerialNumber {
			guesses++
		}
	}
	r.AdditionLimiter.Return(ctx, userID, allowed-guesses)
	return payload, nil
}

// isOwnLocation reports whether the user may use a location; true if the locations cannot be read.
func (r *Resolver) isOwnLocation(ctx context.Context, id string) bool {
	locations, _, err := r.Portal.LocationsAndMachines(ctx, visit.Of(ctx).IDToken, "")
	return err != nil || slices.ContainsFunc(locations, func(l *inventory.Location) bool { return l.ID == id })
}

// unknownLocation is the user error for a location that does not exist or belongs to another organization.
var unknownLocation = []form.Problem{inventory.UnknownLocation}
