package app

import (
	"fmt"
	"log/slog"

	"strand/config"
	"strand/internal/outbound"
	"strand/upstream/cms"
	"strand/upstream/pim"
	"strand/upstream/sis"
	"strand/upstream/sisportal"
	"strand/upstream/translation"
	"strand/upstream/transport"
)

// accessTo returns the access of the settings to a system.
func accessTo(a config.Access) (outbound.Access, error) {
	tls, err := a.TLS()
	return outbound.Access{Headers: a.HTTPHeaders(), TLS: tls}, err
}

// clientOptions returns the options for a client of a GraphQL system.
func clientOptions(c *config.Config, system string, log *slog.Logger) (o transport.Options, err error) {
	var access config.Access
	var token config.Secret
	switch system {
	case cms.System:
		o.URL, token, access, o.PageSize = c.CMSURL, c.CMSToken, c.CMSAccess, c.CMSPageSize
	case pim.System:
		o.URL, token, access = c.PIMURL, c.PIMToken, c.PIMAccess
	case sis.System:
		o.URL, token, access = c.SISURL, c.SISToken, c.SISAccess
	case sisportal.System:
		o.URL, access = c.SISPortalURL, c.SISPortalAccess
	case translation.System:
		o.URL, token, access = c.TranslationURL, c.TranslationToken, c.TranslationAccess
	default:
		return o, fmt.Errorf("no system has the name %q", system)
	}
	o.Token, o.Timeout, o.Logger = string(token), c.UpstreamTimeout, log
	if o.Access, err = accessTo(access); err != nil {
		return o, fmt.Errorf("the access to %s: %w", system, err)
	}
	return o, nil
}
