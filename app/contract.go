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
	"strand/upstream/transport"
)

// ContractSystems are the systems whose schema CompareContract compares.
var ContractSystems = []string{cms.System, pim.System, sis.System, sisportal.System, translation.System}

// ErrNotConfigured means that a setting with the URL of a system is empty.
var ErrNotConfigured = errors.New("not configured")

// CompareContract compares the schema of a configured system with the contract that Strand requires of it, and tries
// the operations that read the CMS. url replaces the configured one unless it is empty.
func CompareContract(ctx context.Context, c *config.Config, system, url string) ([]contract.Difference, error) {
	var configured, sdl string
	var token config.Secret
	switch system {
	case cms.System:
		configured, sdl, token = c.CMSURL, cms.Contract, c.CMSToken
	case pim.System:
		configured, sdl = c.PIMURL, pim.Contract
	case sis.System:
		configured, sdl = c.SISURL, sis.Contract
	case sisportal.System:
		configured, sdl = c.SISPortalURL, sisportal.Contract
	case translation.System:
		configured, sdl, token = c.TranslationURL, translation.Contract, c.TranslationToken
	default:
		return nil, fmt.Errorf("no system has the name %q", system)
	}
	if url == "" {
		url = configured
	}
	if url == "" {
		return nil, fmt.Errorf("%w: name a URL", ErrNotConfigured)
	}
	client := outbound.NewClient(outbound.NewTransport(checkTimeout), checkTimeout)
	found, err := contract.Compare(ctx, client, url, string(token), sdl)
	if err != nil || system != cms.System {
		return found, err
	}
	failing, err := cms.Exercise(ctx, transport.Options{
		URL: url, Token: string(token), Timeout: checkTimeout, PageSize: c.CMSPageSize,
		Logger: slog.New(slog.DiscardHandler),
	})
	return append(found, failing...), err
}
