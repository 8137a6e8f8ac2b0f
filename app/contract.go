package app

import (
	"context"
	"errors"
	"fmt"
	"log/slog"

	"strand/config"
	"strand/internal/outbound"
	"strand/upstream/cms"
	"strand/upstream/contract"
	"strand/upstream/exercise"
	"strand/upstream/pim"
	"strand/upstream/sis"
	"strand/upstream/sisportal"
	"strand/upstream/translation"
	"strand/upstream/transport"
)

// contracts has for each system its contract, its features, and the trial of the operations that read it.
var contracts = map[string]struct {
	sdl      string
	features []exercise.Feature
	exercise func(context.Context, transport.Options) (*exercise.Trial, error)
}{
	cms.System:         {cms.Contract, cms.Features, cms.Exercise},
	pim.System:         {pim.Contract, pim.Features, pim.Exercise},
	sis.System:         {sis.Contract, sis.Features, sis.Exercise},
	sisportal.System:   {sisportal.Contract, sisportal.Features, sisportal.Exercise},
	translation.System: {translation.Contract, translation.Features, translation.Exercise},
}

// ContractSystems are the systems that CompareContract compares.
var ContractSystems = []string{cms.System, pim.System, sis.System, sisportal.System, translation.System}

// ErrNotConfigured means that a setting with the URL of a system is empty.
var ErrNotConfigured = errors.New("not configured")

// CompareContract compares the schema of a configured system with the contract that Strand requires of it, and tries
// the operations that read it. A system without introspection validates the mutations, none of which is executed. url
// replaces the configured one unless it is empty.
func CompareContract(ctx context.Context, c *config.Config, system, url string) (*exercise.Report, error) {
	o, err := clientOptions(c, system, slog.New(slog.DiscardHandler))
	if err != nil {
		return nil, err
	}
	if url == "" {
		url = o.URL
	}
	if url == "" {
		return nil, fmt.Errorf("%w: name a URL", ErrNotConfigured)
	}
	client := outbound.NewClient(o.Access.Over(outbound.NewTransport(checkTimeout)), checkTimeout)
	required := contracts[system]
	found, err := contract.Compare(ctx, client, url, o.Token, required.sdl)
	isHidden := errors.Is(err, contract.ErrNoIntrospection)
	if err != nil && !isHidden {
		return nil, err
	}
	o.URL, o.Timeout = url, checkTimeout
	trial, failure := required.exercise(ctx, o)
	if failure != nil {
		return nil, failure
	}
	if isHidden {
		trial.ValidateMutations(ctx)
	}
	report := trial.Report(found, required.features)
	if isHidden {
		report.Differences = append([]contract.Difference{{
			Place: "introspection", Problem: err.Error() + ": only the operations show what is missing", IsNote: true,
		}}, report.Differences...)
	}
	return report, nil
}
