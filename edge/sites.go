package edge

import (
	"context"

	"strand/domain/catalog"
	"strand/domain/editorial"
	"strand/domain/investor"
	"strand/domain/search"
	"strand/domain/site"
	"strand/upstream/pim"
)

// The reading methods of upstream readers that handlers beside the graph use.
type (
	// SiteReader reads the sites and their navigation.
	SiteReader interface {
		Directory(ctx context.Context, stage site.Stage) (*site.Directory, error)
		Navigations(
			ctx context.Context,
			dir *site.Directory,
			stage site.Stage,
			languages []string,
		) (map[string]*site.Navigation, error)
	}
	// EditorialReader reads editorial lists.
	EditorialReader interface {
		Stories(ctx context.Context, siteCtx *site.Context) (*editorial.Stories, error)
		MediaReleases(ctx context.Context, siteCtx *site.Context) (editorial.MediaReleases, error)
		Events(ctx context.Context, siteCtx *site.Context) ([]*editorial.Event, error)
	}
	// PasswordReader reads the passwords of protected pages.
	PasswordReader interface {
		Password(ctx context.Context, siteCtx *site.Context, id string) (string, error)
	}
	// CatalogReader reads the catalogue.
	CatalogReader interface {
		Tree(ctx context.Context, t catalog.Type, language, country string) (*catalog.Tree, error)
		ProductSlugs(ctx context.Context, t catalog.Type, language string, limit int) ([]pim.ProductEntry, error)
	}
	// InvestorReader reads financial tables for investors.
	InvestorReader interface {
		Table(ctx context.Context, kind investor.Kind, locale string) (*investor.Table, error)
	}
	// Searcher executes searches.
	Searcher interface {
		Search(ctx context.Context, siteCtx *site.Context, q search.Query) (*search.Result, error)
		Suggest(ctx context.Context, siteCtx *site.Context, q search.Query) ([]search.Hit, error)
	}
)

// sites reads the sites as anonymous users see them.
type sites struct{ reader SiteReader }

func (s sites) directory(ctx context.Context) (*site.Directory, error) {
	return s.reader.Directory(ctx, site.Published)
}

// siteContext returns a site in a locale, with links of a scheme and host.
func (s sites) siteContext(
	ctx context.Context,
	dir *site.Directory,
	of *site.Site,
	l site.Locale,
	scheme, host string,
) (*site.Context, error) {
	navigations, err := s.reader.Navigations(ctx, dir, site.Published, site.ContentLanguages(l, ""))
	if err != nil {
		return nil, err
	}
	input := site.ContextInput{Directory: dir, Site: of, Locale: l, Stage: site.Published, Scheme: scheme, Host: host}
	return site.NewContext(input, navigations), nil
}
