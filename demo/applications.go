package demo

import (
	"context"
	"fmt"
	"net"
	"net/url"
	"slices"

	"strand/domain/site"
	"strand/internal/cache"
	"strand/upstream/cms"
	"strand/upstream/transport"
)

// cmsCache is the size in bytes of the cache with which the identity provider reads the CMS.
const cmsCache = 8 << 20

// openSiteReader returns a reader of the CMS, which the identity provider asks for the domains of the sites.
func (s *Systems) openSiteReader() (*cms.Reader, error) {
	store, err := cache.New(cache.Options{MaxBytes: cmsCache})
	if err != nil {
		return nil, err
	}
	s.parts.OnClose(func(context.Context) error { store.Close(); return nil })
	client, err := cms.NewClient(transport.Options{
		URL:      s.settings.CMSURL,
		Token:    string(s.settings.CMSToken),
		PageSize: s.settings.CMSPageSize,
		Timeout:  s.settings.UpstreamTimeout,
		Logger:   s.log,
	})
	if err != nil {
		return nil, err
	}
	return cms.NewReader(client, store, cms.NewSnapshots(""), nil, s.log), nil
}

// applications returns the origins from which customers sign in: those of the sites on the port in use, and those of
// the setting embedded_identity_origins.
func (s *Systems) applications(reader *cms.Reader) []string {
	hosts := []string{"localhost", "127.0.0.1"}
	ctx, cancel := context.WithTimeout(context.Background(), s.settings.UpstreamTimeout)
	defer cancel()
	if dir, err := reader.Directory(ctx, site.Published); err == nil {
		hosts = append(hosts, dir.Hosts()...)
	}
	_, port, err := net.SplitHostPort(s.settings.Addr)
	if err == nil && port != "80" {
		port = ":" + port
	} else {
		port = ""
	}
	origins := slices.Clone(s.own.EmbeddedIdentityOrigins)
	for _, host := range hosts {
		// The provider's pages link to the first origin, so that the order matters.
		if origin := "http://" + host + port; !slices.Contains(origins, origin) {
			// A domain also matches as a suffix.
			origins = append(origins, origin, "http://*."+host+port)
		}
	}
	return origins
}

// assetsOf returns the URL below which a CMS serves its files.
func assetsOf(cmsURL string) (string, error) {
	u, err := url.Parse(cmsURL)
	if err != nil {
		return "", fmt.Errorf("parse the URL of the CMS: %w", err)
	}
	return u.Scheme + "://" + u.Host + "/assets/", nil
}
