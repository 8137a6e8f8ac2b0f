package site

// Resolution is the result of resolving a URL together with the site context that it was resolved in; the graph returns
// it.
type Resolution interface{ IsResolution() }

// PageResolution is the resolution of a URL that exists.
type PageResolution struct {
	SiteContext *Context
	Found       *Found
}

// NotFoundResolution is the resolution of a URL that does not exist.
type NotFoundResolution struct {
	SiteContext *Context
	NotFound    *NotFound
	// HashLocations are for the browser, since a request has no hash.
	HashLocations []HashLocation
}

func (*PageResolution) IsResolution()     {}
func (*Redirect) IsResolution()           {}
func (*NotFoundResolution) IsResolution() {}

// Site is the site of the URL.
func (r *PageResolution) Site() *Site { return r.SiteContext.Site.Localize(r.SiteContext) }

// Locale is the locale of the page.
func (r *PageResolution) Locale() Locale { return r.SiteContext.Locale }

// Screen is the screen that shows the URL.
func (r *PageResolution) Screen() Screen { return r.Found.Screen }

// Path is the path after site and locale.
func (r *PageResolution) Path() string { return r.Found.URL.Path() }

// Site is the site whose layout the message is shown in.
func (r *NotFoundResolution) Site() *Site { return r.SiteContext.Site.Localize(r.SiteContext) }

// Locale is the locale of the message.
func (r *NotFoundResolution) Locale() Locale { return r.SiteContext.Locale }

// Message is the message of the not-found page (URL-29, URL-30).
func (r *NotFoundResolution) Message() string { return r.NotFound.Message }
