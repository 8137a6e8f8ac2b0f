package app

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"time"

	"github.com/Khan/genqlient/graphql"

	"strand/config"
	"strand/domain/editor"
	"strand/domain/site"
	"strand/edge/visitor"
	"strand/internal/cache"
	"strand/internal/outbound"
	"strand/upstream/cms"
	"strand/upstream/exercise"
	"strand/upstream/identity"
	"strand/upstream/pim"
	"strand/upstream/sis"
	"strand/upstream/sisportal"
	"strand/upstream/translation"
	"strand/upstream/transport"
)

// system is an upstream system with its settings. Everything that is the same for all systems is done from the list:
// clients, `strand check`, `strand contract`, webhooks, the parts of the websites. A new system is an entry of it.
type system struct {
	name string
	// prefix begins the names of its settings: STRAND_CMS. urlSetting is the one of its URL, if it is not prefix_URL.
	prefix, urlSetting string
	url                string
	token              config.Secret
	access             config.Access
	// pageSize is the most entries that it returns at once; zero for no limit.
	pageSize int
	// editURL is the template of the URL at which a value of it is edited; empty for none.
	editURL string

	// part is what the websites do not have without it, lost says it; empty for a system that all pages need. isUnused
	// is true if the part needs another system that is missing.
	part     site.Part
	lost     string
	isUnused bool

	// source is the name of its change events, empty for a system that sends none; webhookSecret signs them, and late
	// says what is late without it.
	source        string
	webhookSecret config.Secret
	late          string

	// contract is what it must serve; empty for a system that is not asked by GraphQL.
	contract  string
	features  []exercise.Feature
	exercise  func(context.Context, transport.Options) (*exercise.Trial, error)
	newClient func(transport.Options) (*transport.Client, error)
	// check tries its endpoint, probe reads what every page needs; a nil probe reads nothing.
	check func(ctx context.Context, o transport.Options, prefix string) error
	probe func(context.Context, graphql.Client) error
}

// systemsOf returns the upstream systems, the ones that most pages need first.
func systemsOf(c *config.Config) []*system {
	const late = "changes of its records are seen when the cache expires, after up to half an hour"
	return []*system{
		{
			name: cms.System, prefix: "STRAND_CMS", url: c.CMSURL, token: c.CMSToken, access: c.CMSAccess,
			pageSize: c.CMSPageSize, editURL: c.CMSEditURL,
			source: cms.System, webhookSecret: c.CMSWebhookSecret, late: late,
			contract: cms.Contract, features: cms.Features, exercise: cms.Exercise,
			newClient: cms.NewClient, check: checkGraphQL, probe: cms.Probe,
		},
		{
			name: pim.System, prefix: "STRAND_PIM", url: c.PIMURL, token: c.PIMToken, access: c.PIMAccess,
			editURL: c.PIMEditURL, source: pim.System, webhookSecret: c.PIMWebhookSecret, late: late,
			part: site.PartCatalogue, lost: "products, services and requests for them",
			contract: pim.Contract, features: pim.Features, exercise: pim.Exercise,
			newClient: pim.NewClient, check: checkGraphQL, probe: pim.Probe,
		},
		{
			name: sis.System, prefix: "STRAND_SIS", url: c.SISURL, token: c.SISToken, access: c.SISAccess,
			part: site.PartSubmissions, lost: "forms, and tables and dates for investors",
			contract: sis.Contract, features: sis.Features, exercise: sis.Exercise,
			newClient: sis.NewClient, check: checkGraphQL, probe: sis.Probe,
		},
		{
			name: identity.System, prefix: "STRAND_IDENTITY", urlSetting: "STRAND_IDENTITY_ISSUER",
			url:    c.IdentityIssuer,
			source: identity.System, webhookSecret: c.IdentityWebhookSecret, late: "roles are read again each second",
			part: site.PartPortal, lost: "customer portal and sign-in",
		},
		{
			name: sisportal.System, prefix: "STRAND_SIS_PORTAL", url: c.SISPortalURL, access: c.SISPortalAccess,
			source: sis.System, webhookSecret: c.SISWebhookSecret, late: "tickets are polled",
			part: site.PartServicePortal, lost: "tickets, machines, users and accounts in the portal",
			isUnused: c.IdentityIssuer == "",
			contract: sisportal.Contract, features: sisportal.Features, exercise: sisportal.Exercise,
			newClient: sisportal.NewClient, check: checkPortal,
		},
		{
			name: translation.System, prefix: "STRAND_TRANSLATION", url: c.TranslationURL, token: c.TranslationToken,
			access: c.TranslationAccess,
			source: translation.System, webhookSecret: c.TranslationWebhookSecret, late: "translations are polled",
			part: site.PartTranslations, lost: "orders of translations",
			contract: translation.Contract, features: translation.Features, exercise: translation.Exercise,
			newClient: translation.NewClient, check: checkGraphQL,
		},
	}
}

// systemOf returns an upstream system by its name.
func systemOf(c *config.Config, name string) *system {
	all := systemsOf(c)
	return all[slices.IndexFunc(all, func(s *system) bool { return s.name == name })]
}

// isMissing reports whether the websites do without the system.
func (s *system) isMissing() bool { return s.url == "" || s.isUnused }

// options returns the options for a client of the system.
func (s *system) options(c *config.Config, log *slog.Logger) (transport.Options, error) {
	access, err := accessTo(s.access)
	if err != nil {
		return transport.Options{}, fmt.Errorf("the access to %s: %w", s.name, err)
	}
	return transport.Options{
		URL: s.url, Token: string(s.token), Access: access, PageSize: s.pageSize, Timeout: c.UpstreamTimeout,
		Logger: log,
	}, nil
}

// accessTo returns the access of the settings to a system.
func accessTo(a config.Access) (outbound.Access, error) {
	tls, err := a.TLS()
	return outbound.Access{Headers: a.HTTPHeaders(), TLS: tls}, err
}

// webhookSecrets returns the secrets of change events by their source; empty for those without one.
func webhookSecrets(c *config.Config) map[string]string {
	secrets := map[string]string{}
	for _, s := range systemsOf(c) {
		if s.source != "" {
			secrets[s.source] = string(s.webhookSecret)
		}
	}
	return secrets
}

// editLocators adds those of the settings to functions that return where a value of a system is edited.
func editLocators(c *config.Config, others map[string]editor.EditLocator) map[string]editor.EditLocator {
	locators := map[string]editor.EditLocator{}
	maps.Copy(locators, others)
	for _, s := range systemsOf(c) {
		if s.editURL != "" {
			locators[s.name] = editor.TemplateLocator(s.editURL)
		}
	}
	return locators
}

// upstreams are the readers of the upstream systems, and what is sent to them.
type upstreams struct {
	cms    *cms.Reader
	drafts *cms.Writer
	// files is where the CMS has its files.
	files fileSource
	pim   *pim.Reader
	sis   *sis.Reader
	// forms is the client that forms are sent with; nil without sis.
	forms        *transport.Client
	formsOptions transport.Options
	portal       *sisportal.Reader
	signIn       visitor.SignIn
}

// fileSource is where a system has its files, and how protected ones are read.
type fileSource struct {
	Origin, Token string
	Access        outbound.Access
}

// connectSystems connects to the configured systems.
func (a *App) connectSystems(store *cache.Cache) (*upstreams, error) {
	u := &upstreams{}
	return u, errors.Join(
		a.connectPIM(u, store),
		a.connectCMS(u, store),
		a.connectIdentity(u),
		a.connectSIS(u, store),
		a.connectPortal(u),
	)
}

// connect returns a client of a system, whose health is then checked; nil for a system that is not configured.
func (a *App) connect(name string) (*transport.Client, transport.Options, error) {
	s := systemOf(a.config, name)
	o, err := s.options(a.config, a.log)
	if err != nil || s.url == "" {
		return nil, o, err
	}
	client, err := s.newClient(o)
	if err != nil {
		return nil, o, err
	}
	a.checks[name] = client.Health
	return client, o, nil
}

func (a *App) connectPIM(u *upstreams, store *cache.Cache) error {
	client, _, err := a.connect(pim.System)
	if client == nil {
		u.pim = pim.NewReader(transport.Empty{}, store, a.log)
		return err
	}
	u.pim = pim.NewReader(client, store, a.log)
	return nil
}

func (a *App) connectCMS(u *upstreams, store *cache.Cache) error {
	client, o, err := a.connect(cms.System)
	if err != nil {
		return err
	}
	u.files = fileSource{Token: o.Token, Access: o.Access}
	if u.files.Origin, err = originOf(a.config.CMSURL); err != nil {
		return err
	}
	// Translations are written with a token of their own if one is configured.
	writeClient := client
	if a.config.CMSWriteToken != "" {
		o.Token = string(a.config.CMSWriteToken)
		if writeClient, err = cms.NewClient(o); err != nil {
			return err
		}
	}
	u.drafts = cms.NewWriter(writeClient)
	u.cms = cms.NewReader(client, store, cms.NewSnapshots(snapshotDir(a.config)), u.pim, a.log)
	u.cms.Missing = missingParts(a.config)
	a.logMissing(u.cms.Missing)
	return nil
}

func (a *App) connectSIS(u *upstreams, store *cache.Cache) error {
	client, o, err := a.connect(sis.System)
	if client == nil {
		u.sis = sis.NewReader(transport.Empty{}, store)
		return err
	}
	u.forms, u.formsOptions = client, o
	u.sis = sis.NewReader(client, store)
	return nil
}

func (a *App) connectPortal(u *upstreams) error {
	client, o, err := a.connect(sisportal.System)
	if client == nil {
		u.portal = sisportal.NewReader(transport.Refusing{}, o, a.config.SISDebugLevel, time.Now)
		return err
	}
	u.portal = sisportal.NewReader(client, o, a.config.SISDebugLevel, time.Now)
	return nil
}
