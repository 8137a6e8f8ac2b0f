package site

import (
	"slices"
	"strings"
)

// Screen is the screen of the client that shows a URL.
type Screen string

const (
	ScreenContent  Screen = "CONTENT"
	ScreenProducts Screen = "PRODUCTS"
	ScreenServices Screen = "SERVICES"
	ScreenStories  Screen = "STORIES"
	// ScreenMediaReleases shows media releases.
	ScreenMediaReleases Screen = "MEDIA_RELEASES"
	// ScreenSearch shows search results.
	ScreenSearch Screen = "SEARCH"
	// ScreenRequest shows the form that requests a quote or a demonstration of a product.
	ScreenRequest Screen = "REQUEST"
	// ScreenPortal shows the customer portal to signed-in users.
	ScreenPortal Screen = "PORTAL"
	// ScreenEditor shows the editor area.
	ScreenEditor Screen = "EDITOR"
)

// area is a file-based part of a site (URL-17, URL-18), which needs no page of the CMS.
type area struct {
	screen Screen
	// mainSite restricts the area to the main site.
	mainSite bool
}

// The areas of the main site that are not public.
const (
	AreaPortal = "mykomax"
	AreaEditor = "editor"
)

var areas = map[string]area{
	"products":       {screen: ScreenProducts},
	"services":       {screen: ScreenServices},
	"stories":        {screen: ScreenStories},
	"media-releases": {screen: ScreenMediaReleases},
	"search":         {screen: ScreenSearch},
	"request":        {screen: ScreenRequest},
	AreaPortal:       {screen: ScreenPortal, mainSite: true},
	AreaEditor:       {screen: ScreenEditor, mainSite: true},
}

// AreaPaths returns the paths, below the site's home, of a site's areas that show content, in alphabetical order.
func (d *Directory) AreaPaths(s *Site) []string {
	var paths []string
	for segment, ar := range areas {
		showsContent := ar.screen != ScreenEditor && ar.screen != ScreenRequest
		if showsContent && !d.Lacks(ar.screen) && (!ar.mainSite || s.IsMain) {
			paths = append(paths, "/"+segment)
		}
	}
	slices.Sort(paths)
	return paths
}

// ScreenOf returns the screen of a URL, whether or not it exists: that of its area, else of content.
func ScreenOf(a URL) Screen {
	if len(a.Segments) > 0 {
		// The portal is protected in any letter case (URL-19).
		first := a.Segments[0]
		if lower := strings.ToLower(first); areas[lower].screen == ScreenPortal {
			first = lower
		}
		if ar, ok := areas[first]; ok && (!ar.mainSite || a.Site.IsMain) {
			return ar.screen
		}
	}
	return ScreenContent
}
