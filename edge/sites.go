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
		Stories(ctx context.Context, view *site.View) (*editorial.Stories, error)
		MediaReleases(ctx context.Context, view *site.View) (editorial.MediaReleases, error)
		Events(ctx context.Context, view *site.View) ([]*editorial.Event, error)
	}
	// PasswordReader reads the passwords of protected pages.
	PasswordReader interface {
		Password(ctx context.Context, view *site.View, id string) (string, error)
	}
	// CatalogReader reads the catalogue.
	CatalogReader interface {
		Tree(ctx context.Context, t catalog.Type, language, country string) (*catalog.Tree, error)
		Filed(ctx context.Context, t catalog.Type, language string, limit int) ([]pim.Filed, error)
	}
	// InvestorReader reads financial tables for investors.
	InvestorReader interface {
		Table(ctx context.Context, kind investor.Kind, locale string) (*investor.Table, error)
	}
	// Searcher executes searches.
	Searcher interface {
		Search(ctx context.Context, view *site.View, q search.Query) (*search.Result, error)
		Suggest(ctx context.Context, view *site.View, q search.Query) ([]search.Hit, error)
	}
)

// sites reads the sites as anonymous users see them.
type sites struct{ reader SiteReader }

func (s sites) directory(ctx context.Context) (*site.Directory, error) {
	return s.reader.Directory(ctx, site.Published)
}

// view returns a site in a locale, with links of a scheme and host.
func (s sites) view(
	ctx context.Context,
	dir *site.Directory,
	of *site.Site,
	l site.Locale,
	scheme, host string,
) (*site.View, error) {
	navigations, err := s.reader.Navigations(ctx, dir, site.Published, site.ContentLanguages(l, ""))
	if err != nil {
		return nil, err
	}
	setting := site.Setting{Directory: dir, Site: of, Locale: l, Stage: site.Published, Scheme: scheme, Host: host}
	return site.NewView(setting, navigations), nil
}
