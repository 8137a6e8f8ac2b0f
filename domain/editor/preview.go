package editor

import (
	"strings"
	"time"

	"strand/domain/site"
)

// PreviewPrefix is the first part of the paths of previews: `/editor-preview/{context}{path}`. Previews of all sites are
// served from the main site's host, so that the editor's cookie reaches them.
const PreviewPrefix = "/editor-preview/"

// PreviewContext is what an editor looks at (EDIT-9): a site in a stage, as an audience, with or without the next
// release, at a moment. Its locale is that of the path.
type PreviewContext struct {
	SiteID      string
	Stage       site.Stage
	Preview     site.Preview
	NextRelease bool
	// Token opens the context to a browser that sends no editor's cookie, such as in the frame of another site; empty where
	// the cookie is sent.
	Token string
}

const (
	contextSeparator = "~"
	contextNow       = "now"
	contextCurrent   = "current"
	contextNext      = "next"
	// momentLayout is an RFC 3339 time in UTC without separators that paths would escape.
	momentLayout = "20060102T150405Z"
	// tokenSeparator stands between a context and its token.
	tokenSeparator = "@"
	maxContext     = 200
)

// String is the context as a path segment: `{site}~{stage}~{audience}~{current or next}~{now or moment}`.
func (c PreviewContext) String() string {
	release, moment := contextCurrent, contextNow
	if c.NextRelease {
		release = contextNext
	}
	if !c.Preview.Moment.IsZero() {
		moment = c.Preview.Moment.UTC().Format(momentLayout)
	}
	return strings.Join([]string{
		c.SiteID, strings.ToLower(string(c.Stage)), strings.ToLower(string(c.Preview.Audience)), release, moment,
	}, contextSeparator)
}

// Base is the path below which the site is served in this context. It has the token, so that everything that a page loads
// is opened by it, too.
func (c PreviewContext) Base() string {
	if c.Token == "" {
		return PreviewPrefix + c.String()
	}
	return PreviewPrefix + c.String() + tokenSeparator + c.Token
}

// WithoutToken is a path without the token of a preview, as logs may keep it.
func WithoutToken(path string) string {
	below, isPreview := strings.CutPrefix(path, PreviewPrefix)
	segment, rest, hasRest := strings.Cut(below, "/")
	context, _, hasToken := strings.Cut(segment, tokenSeparator)
	switch {
	case !isPreview || !hasToken:
		return path
	case hasRest:
		rest = "/" + rest
	}
	return PreviewPrefix + context + rest
}

// ParsePreviewContext reads a segment of Base; false for any other text. Whether there is such a site, and whether the token
// is good, is for the caller to check.
func ParsePreviewContext(segment string) (PreviewContext, bool) {
	segment, token, hasToken := strings.Cut(segment, tokenSeparator)
	if hasToken && token == "" {
		return PreviewContext{}, false
	}
	parts := strings.Split(segment, contextSeparator)
	if len(segment) > maxContext || len(parts) != 5 || parts[0] == "" {
		return PreviewContext{}, false
	}
	c := PreviewContext{
		SiteID:      parts[0],
		Stage:       site.Stage(strings.ToUpper(parts[1])),
		Preview:     site.Preview{Audience: site.PreviewAudience(strings.ToUpper(parts[2]))},
		NextRelease: parts[3] == contextNext,
		Token:       token,
	}
	if parts[4] != contextNow {
		moment, err := time.Parse(momentLayout, parts[4])
		if err != nil {
			return PreviewContext{}, false
		}
		c.Preview.Moment = moment
	}
	isStage := c.Stage == site.Draft || c.Stage == site.Published
	// Each context has one segment, so that an address is shared as it is.
	if !isStage || !c.Preview.Audience.IsValid() || c.String() != segment {
		return PreviewContext{}, false
	}
	return c, true
}
