package app

import (
	"fmt"
	"net"
	"net/url"
	"path/filepath"

	"strand/config"
	"strand/edge/assets"
	"strand/edge/visitor"
)

// assetsOf returns the files of the built client, or its development server.
func assetsOf(c *config.Config) (*assets.Assets, error) {
	const base = "/assets/"
	if c.ClientDevURL == "" {
		build := filepath.Join(c.ClientDir, "browser")
		loaded, err := assets.Load(build, base)
		if err == nil && c.AssetDir != "" {
			if err = loaded.KeepIn(c.AssetDir, build); err != nil {
				err = fmt.Errorf("STRAND_ASSET_DIR: %w", err)
			}
		}
		return loaded, err
	}
	server, err := url.Parse(c.ClientDevURL)
	if err != nil {
		return nil, fmt.Errorf("parse the URL of the development server: %w", err)
	}
	return assets.Development(server, base), nil
}

// hostsOf returns the hosts at which the websites are served.
func hostsOf(c *config.Config) (visitor.Hosts, error) {
	hosts := visitor.Hosts{Names: c.Hosts, OnlyKnown: c.Production}
	if _, port, err := net.SplitHostPort(c.Addr); err == nil {
		hosts.Port = port
	}
	if c.Origin == "" {
		return hosts, nil
	}
	var err error
	if hosts.Origin, err = url.Parse(c.Origin); err != nil {
		return hosts, fmt.Errorf("parse the origin of the main site: %w", err)
	}
	return hosts, nil
}

func originOf(raw string) (string, error) {
	u, err := url.Parse(raw)
	if err != nil {
		return "", fmt.Errorf("parse the URL of the CMS: %w", err)
	}
	return u.Scheme + "://" + u.Host, nil
}
