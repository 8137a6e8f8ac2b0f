package app

import (
	"context"
	"net/http"
	"path/filepath"
	"time"

	"strand/domain/editor"
	"strand/domain/signedtoken"
	"strand/edge"
	"strand/edge/cards"
	"strand/edge/editorarea"
	"strand/edge/feeds"
	"strand/edge/forms"
	"strand/edge/gates"
	"strand/edge/graph"
	"strand/edge/pages"
	"strand/edge/pictures"
	"strand/edge/playground"
	"strand/edge/portalapi"
	"strand/edge/searchapi"
	"strand/edge/sheets"
	"strand/edge/signin"
	"strand/edge/themes"
	"strand/edge/uploads"
	"strand/edge/visitor"
	"strand/edge/webhooks"
	"strand/internal/cache"
	"strand/internal/changes"
	"strand/internal/health"
	"strand/internal/slots"
	"strand/resolvers"
	"strand/service/catalogue"
)

// renderReserve is the part of a page's time budget that is reserved for rendering.
const renderReserve = 700 * time.Millisecond

// served is what the handlers of the websites use.
type served struct {
	systems    *upstreams
	store      *cache.Cache
	key        signedtoken.Key
	marks      webhooks.Marks
	operations *graph.Persisted
	resolver   *resolvers.Resolver
	executor   *graph.Executor
	slots      *slots.Slots
	indexes    *catalogue.Indexes
	uploads    http.Handler
	// accountsURL is where the playground finds accounts to sign in as; empty for none.
	accountsURL string
}

// buildEdge makes the handlers of the websites.
func (a *App) buildEdge(s served) error {
	c, from, sites := a.config, s.systems, s.resolver.Website
	assets, err := assetsOf(c)
	if err != nil {
		return err
	}
	icons, err := themes.Load(filepath.Join(c.ClientDir, "themes"))
	if err != nil {
		return err
	}
	defect := checkBuild(c, assets, s.operations)
	if defect != nil {
		a.log.Error("client_incomplete", "folder", c.ClientDir, "error", defect, "effect", "the server is not ready",
			"action", "check STRAND_CLIENT_DIR, or build the client again")
	}
	a.systems = health.NewMonitor(a.checks, a.log)
	a.parts.OnClose(func(context.Context) error { return a.systems.Close() })
	hosts, err := hostsOf(c)
	if err != nil {
		return err
	}
	directory := visitor.Sites{Reader: from.cms}
	visitors := visitor.Reader{
		Sites:     directory,
		Hosts:     hosts,
		GeoHeader: c.GeoHeader,
		Trusted:   c.TrustedProxies,
		Editors:   editor.NewLogin(string(c.EditorPassword), s.key),
	}
	dataBudget := c.DataTimeout - renderReserve
	copies := pictures.New(pictures.Options{
		Origin:     from.files.Origin,
		Token:      from.files.Token,
		Access:     from.files.Access,
		Dir:        imageDir(c),
		Space:      int64(c.ImageSpace) << 20,
		Pictures:   a.newPictures(),
		SigningKey: s.key,
		Log:        a.log,
	})
	documents := pages.New(pages.Options{
		Sites:         directory,
		Visitors:      visitors,
		SignIn:        from.signIn,
		Graph:         s.executor,
		Cache:         s.store,
		Assets:        assets,
		Themes:        icons,
		Renderer:      a.renderer,
		Website:       sites,
		RecentFile:    filepath.Join(c.DataDir, "recent-pages.json"),
		Budget:        dataBudget,
		MediaOrigins:  mediaOrigins(c),
		StudioOrigins: c.CMSStudioOrigins,
		Log:           a.log,
	})
	uploadLimiter := uploads.NewLimiter(a.limits)
	ready := edge.Health{
		Sites:     from.cms,
		Release:   assets.Release,
		Renderer:  a.renderer,
		Systems:   a.systems,
		Stores:    a.stores,
		Defect:    defect,
		Preparing: a.preparation.running,
	}
	a.ready = ready.ForOperators
	files := portalapi.NewFileAccess(s.key, visitors, from.signIn)
	areas := []edge.Area{
		assets,
		themes.Area{Themes: icons, Sites: directory, Visitors: visitors},
		copies,
		uploads.Area{Visitors: visitors, Files: s.uploads, Limiter: uploadLimiter},
		ready,
		webhooks.Area{Secrets: webhookSecrets(c), Changes: a.changes, Marks: s.marks, Log: a.log},
		gates.Area{
			Sites:      directory,
			Passwords:  from.cms,
			Visitors:   visitors,
			SigningKey: s.key,
			Limits:     a.limits,
			Log:        a.log,
		},
		feeds.Area{
			Sites:     directory,
			Visitors:  visitors,
			Editorial: sites,
			Events:    from.cms,
			Catalog:   from.pim,
			Investors: from.sis,
			Graph:     s.executor,
			Cache:     s.store,

			SecurityContact: c.SecurityContact,
		},
		searchapi.Area{
			Sites:    directory,
			Visitors: visitors,
			Search:   s.resolver.SearchService,
			Limiter:  s.resolver.SearchLimiter,
			Slots:    s.slots,
			Budget:   dataBudget,
		},
		portalapi.Area{
			Files:       files,
			SignIn:      from.signIn,
			SigningKey:  s.key,
			Portal:      from.portal,
			Pages:       s.resolver.PortalPages,
			CountTicket: s.resolver.CountTicket,
			Limits:      a.limits,
			Slots:       s.slots,
			Budget:      dataBudget,
			Log:         a.log,
		},
		editorarea.Area{
			Sites:        directory,
			Visitors:     visitors,
			SignIn:       from.signIn,
			Drafts:       from.cms,
			Gates:        sites,
			Translations: s.resolver.Translations,
			Reports:      s.resolver.Reports,
			SigningKey:   s.key,
			Limits:       a.limits,
			Budget:       dataBudget,
			Log:          a.log,
		},
	}
	if !c.Production { // it sends operations that are not persisted
		areas = append(areas, playground.Area{
			Dir: filepath.Join(c.ClientDir, "playground"),
			SignIn: playground.SignIn{
				Issuer:      c.IdentityIssuer,
				ClientID:    c.IdentityClientID,
				Scope:       c.IdentityScope,
				AccountsURL: s.accountsURL,
			},
			Log: a.log,
		})
	}
	a.Handler = edge.New(edge.Options{
		Visitors: visitors,
		Pages:    documents,
		Forms: &forms.Handler{
			Sites:       directory,
			Visitors:    visitors,
			Pages:       documents,
			Submissions: s.resolver.Forms,
			Uploads:     uploadLimiter,
			SigningKey:  s.key,
			Log:         a.log,
		},
		Sheets: sheets.Handler{
			Sites:    directory,
			Visitors: visitors,
			Graph:    s.executor,
			Cache:    s.store,
			Renderer: a.newSheets(),
			Pictures: copies,
			Budget:   dataBudget,
			Log:      a.log,
		},
		Feeds: feeds.New(directory, sites, visitors),
		Cards: cards.New(documents, copies, icons, a.log),
		SignIn: signin.Handler{
			Sites: directory, Visitors: visitors, Verifier: from.signIn.Verifier, Pages: documents, Log: a.log,
		},
		Executor: s.executor,
		Graph:    files.Graph(s.executor),
		Areas:    areas,
		Log:      a.log,
	})
	a.explain = documents.ExplainWith(a.changes, a.checks)
	a.changes.Subscribe("recent pages", func(context.Context, changes.Event) []string {
		documents.Recent.MarkChanged()
		return nil
	})
	a.parts.InBackground(documents.Recent.Run)
	a.preparation.steps = a.preparationSteps(documents, s)
	return nil
}
