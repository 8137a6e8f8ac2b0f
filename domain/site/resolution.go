package site

// Resolution is an outcome with the view it was found in: what a client is told about a URL.
type Resolution interface{ IsResolution() }

// PageResolution says that there is something at the URL.
type PageResolution struct {
	View  *View
	Found *Found
}

// NotFoundResolution says that there is nothing at the URL.
type NotFoundResolution struct {
	View     *View
	NotFound *NotFound
}

func (*PageResolution) IsResolution()     {}
func (*Redirect) IsResolution()           {}
func (*NotFoundResolution) IsResolution() {}

// Site is the site of the URL.
func (r *PageResolution) Site() *Site { return r.View.Site.In(r.View) }

// Locale is the locale that the URL is seen in.
func (r *PageResolution) Locale() Locale { return r.View.Locale }

// Screen is what shows the URL.
func (r *PageResolution) Screen() Screen { return r.Found.Screen }

// Path is the path below site and locale.
func (r *PageResolution) Path() string { return r.Found.Address.Path() }

// Site is the site in whose layout the message is shown.
func (r *NotFoundResolution) Site() *Site { return r.View.Site.In(r.View) }

// Locale is the locale of the message.
func (r *NotFoundResolution) Locale() Locale { return r.View.Locale }

// Message says what was not found (URL-29, URL-30).
func (r *NotFoundResolution) Message() string { return r.NotFound.Message }
