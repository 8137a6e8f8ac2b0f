package pages

import (
	"context"
	"net/http"

	"golang.org/x/sync/errgroup"

	"strand/domain/site"
)

// homesAtOnce is the number of home pages that are made at the same time. With more, the first visitors wait longer.
const homesAtOnce = 2

// MakeHomePages makes the home page of each site in its default locale, unless the cache has it.
func (p *Handler) MakeHomePages(ctx context.Context) error {
	dir, err := p.Directory(ctx)
	if err != nil {
		return err
	}
	hosts := p.visitors.Hosts
	request := (&http.Request{Host: dir.MainHost(), Header: http.Header{}}).WithContext(ctx)
	if hosts.Origin != nil {
		request.Host = hosts.Origin.Host
	} else if hosts.Port != "" {
		request.Host += ":" + hosts.Port
	}
	at := p.visitors.RequestHost(request)
	_, port, _ := site.SplitHost(at.Host)
	var homes errgroup.Group
	homes.SetLimit(homesAtOnce)
	for _, s := range dir.Sites {
		host := at.Host
		if domain := s.OwnDomain(); domain != "" && !s.IsMain {
			host = site.WithPort(at.Scheme, domain, port)
		}
		path := site.JoinPath("/"+dir.DefaultLocale(s).URLCode(), s.HomePath())
		homes.Go(func() error { return p.Recent.makePage(ctx, at.Scheme+"://"+host+path) })
	}
	return homes.Wait()
}
