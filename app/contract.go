package app

import (
	"context"
	"errors"
	"fmt"
	"log/slog"

	"strand/config"
	"strand/internal/outbound"
	"strand/upstream/contract"
	"strand/upstream/exercise"
)

// ContractSystems returns the systems that CompareContract compares.
func ContractSystems() (names []string) {
	for _, s := range systemsOf(&config.Config{}) {
		if s.contract != "" {
			names = append(names, s.name)
		}
	}
	return names
}

// ErrNotConfigured means that a setting with the URL of a system is empty.
var ErrNotConfigured = errors.New("not configured")

// CompareContract compares the schema of a configured system with the contract that Strand requires of it, and tries
// the operations that read it. A system without introspection validates the mutations, none of which is executed. url
// replaces the configured one unless it is empty.
func CompareContract(ctx context.Context, c *config.Config, system, url string) (*exercise.Report, error) {
	required := systemOf(c, system)
	o, err := required.options(c, slog.New(slog.DiscardHandler))
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
	found, err := contract.Compare(ctx, client, url, o.Token, required.contract)
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
