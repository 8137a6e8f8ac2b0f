package visitor

import (
	"context"

	"strand/domain/site"
)

// SiteReader reads the sites and their navigation.
type SiteReader interface {
	Directory(ctx context.Context, stage site.Stage) (*site.Directory, error)
	Navigations(
		ctx context.Context,
		dir *site.Directory,
		stage site.Stage,
		languages []string,
	) (map[string]*site.Navigation, error)
}

// Sites reads the sites as anonymous users see them.
type Sites struct{ Reader SiteReader }

// Directory returns the published sites.
func (s Sites) Directory(ctx context.Context) (*site.Directory, error) {
	return s.Reader.Directory(ctx, site.Published)
}

// SiteContext returns a site in a locale, with links of a scheme and host.
func (s Sites) SiteContext(
	ctx context.Context,
	dir *site.Directory,
	of *site.Site,
	l site.Locale,
	scheme, host string,
) (*site.Context, error) {
	navigations, err := s.Reader.Navigations(ctx, dir, site.Published, site.ContentLanguages(l, ""))
	if err != nil {
		return nil, err
	}
	input := site.ContextInput{Directory: dir, Site: of, Locale: l, Stage: site.Published, Scheme: scheme, Host: host}
	return site.NewContext(input, navigations), nil
}
