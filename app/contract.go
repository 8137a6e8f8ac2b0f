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
	"strand/upstream/pim"
	"strand/upstream/sis"
	"strand/upstream/sisportal"
	"strand/upstream/translation"
)

var contracts = map[string]string{
	cms.System: cms.Contract, pim.System: pim.Contract, sis.System: sis.Contract,
	sisportal.System: sisportal.Contract, translation.System: translation.Contract,
}

// ContractSystems are the systems whose schema CompareContract compares.
var ContractSystems = []string{cms.System, pim.System, sis.System, sisportal.System, translation.System}

// ErrNotConfigured means that a setting with the URL of a system is empty.
var ErrNotConfigured = errors.New("not configured")

// CompareContract compares the schema of a configured system with the contract that Strand requires of it, and tries
// the operations that read the CMS. url replaces the configured one unless it is empty.
func CompareContract(ctx context.Context, c *config.Config, system, url string) ([]contract.Difference, error) {
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
	found, err := contract.Compare(ctx, client, url, o.Token, contracts[system])
	if err != nil || system != cms.System {
		return found, err
	}
	o.URL, o.Timeout = url, checkTimeout
	failing, err := cms.Exercise(ctx, o)
	return append(found, failing...), err
}
