package app

import (
	"context"
	"path/filepath"
	"time"

	"strand/domain/editor"
	"strand/edge"
	"strand/edge/editorarea"
	"strand/edge/feeds"
	"strand/edge/gates"
	"strand/edge/pages"
	"strand/edge/pictures"
	"strand/edge/playground"
	"strand/edge/portalapi"
	"strand/edge/searchapi"
	"strand/edge/visitor"
	"strand/edge/webhooks"
	"strand/internal/changes"
	"strand/internal/health"
)

// renderReserve is the part of a page's time budget that is reserved for rendering.
const renderReserve = 700 * time.Millisecond

// buildEdge makes the handlers of the websites.
func (s *starter) buildEdge() error {
	c := s.config
	assets, err := assetsOf(c)
	if err != nil {
		return err
	}
	defect := checkBuild(c, assets, s.operations)
	if defect != nil {
		s.log.Error("client_incomplete", "folder", c.ClientDir, "error", defect, "effect", "the server is not ready",
			"action", "check STRAND_CLIENT_DIR, or build the client again")
	}
	s.systems = health.NewMonitor(s.checks, s.log)
	s.parts.OnClose(func(context.Context) error { return s.systems.Close() })
	hosts, err := hostsOf(c)
	if err != nil {
		return err
	}
	sites := visitor.Sites{Reader: s.cmsReader}
	visitors := visitor.Reader{
		Sites:     sites,
		Hosts:     hosts,
		GeoHeader: c.GeoHeader,
		Trusted:   c.TrustedProxies,
		Editors:   editor.NewLogin(string(c.EditorPassword), s.signingKey),
	}
	dataBudget := c.DataTimeout - renderReserve
	copies := pictures.New(pictures.Options{
		Origin:     s.assetOrigin,
		Token:      s.cmsToken,
		Access:     s.cmsAccess,
		Dir:        imageDir(c),
		Space:      int64(c.ImageSpace) << 20,
		Pictures:   s.newPictures(c, s.log),
		SigningKey: s.signingKey,
		Log:        s.log,
	})
	documents := pages.New(pages.Options{
		Sites:         sites,
		Visitors:      visitors,
		SignIn:        s.signIn,
		Graph:         s.executor,
		Cache:         s.store,
		Assets:        assets,
		Renderer:      s.renderer,
		Sheets:        s.newSheets(c, s.log),
		Pictures:      copies,
		Feeds:         feeds.New(sites, s.website, visitors),
		Website:       s.resolver.Website,
		RecentFile:    filepath.Join(c.DataDir, "recent-pages.json"),
		Forms:         s.resolver.Forms,
		Uploads:       s.uploads,
		SigningKey:    s.signingKey,
		Limits:        s.limits,
		Budget:        dataBudget,
		MediaOrigins:  s.mediaOrigins(),
		StudioOrigins: c.CMSStudioOrigins,
		Log:           s.log,
	})
	files := portalapi.NewFileAccess(s.signingKey, visitors, s.signIn)
	areas := []edge.Area{
		assets,
		copies,
		edge.Health{
			Sites:     s.cmsReader,
			Release:   assets.Release,
			Renderer:  s.renderer,
			Systems:   s.systems,
			Stores:    s.stores,
			Defect:    defect,
			Preparing: s.preparation.running,
		},
		webhooks.Area{Secrets: webhookSecrets(c), Changes: s.changes, Marks: s.marks, Log: s.log},
		gates.Area{
			Sites:      sites,
			Passwords:  s.cmsReader,
			Visitors:   visitors,
			SigningKey: s.signingKey,
			Limits:     s.limits,
			Log:        s.log,
		},
		feeds.Area{
			Sites:     sites,
			Visitors:  visitors,
			Editorial: s.website,
			Events:    s.cmsReader,
			Catalog:   s.pimReader,
			Investors: s.sisReader,
			Graph:     s.executor,
			Cache:     s.store,
		},
		searchapi.Area{
			Sites:    sites,
			Visitors: visitors,
			Search:   s.searchService,
			Limiter:  s.searches,
			Slots:    s.slots,
			Budget:   dataBudget,
		},
		portalapi.Area{
			Files:       files,
			SignIn:      s.signIn,
			SigningKey:  s.signingKey,
			Portal:      s.portalReader,
			CountTicket: s.resolver.CountTicket,
			Limits:      s.limits,
			Slots:       s.slots,
			Budget:      dataBudget,
			Log:         s.log,
		},
		editorarea.Area{
			Sites:        sites,
			Visitors:     visitors,
			SignIn:       s.signIn,
			Drafts:       s.cmsReader,
			Gates:        s.resolver.Website,
			Translations: s.translationService,
			SigningKey:   s.signingKey,
			Limits:       s.limits,
			Budget:       dataBudget,
			Log:          s.log,
		},
	}
	if !c.Production { // it sends operations that are not persisted
		areas = append(areas, playground.Area{Dir: filepath.Join(c.ClientDir, "playground"), Log: s.log})
	}
	s.Handler = edge.New(edge.Options{
		Visitors: visitors,
		Pages:    documents,
		Executor: s.executor,
		Graph:    files.Graph(s.executor),
		Areas:    areas,
		Log:      s.log,
	})
	s.explain = documents.ExplainWith(s.changes, s.checks)
	s.changes.Subscribe("recent pages", func(context.Context, changes.Event) []string {
		documents.Recent.MarkChanged()
		return nil
	})
	s.parts.InBackground(documents.Recent.Run)
	s.preparation.steps = s.preparationSteps(documents)
	return nil
}
