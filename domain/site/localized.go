package site

// Localized is embedded in records that are bound to the site context that they are shown in.
type Localized struct {
	SiteContext *Context
}

// Locale is the code of the locale that the record was read for.
func (l Localized) Locale() string { return l.SiteContext.Locale.Code() }

// Site is the technical name of the site of the record's URLs.
func (l Localized) Site() string { return l.SiteContext.Site.TechnicalName }
