package editor

import (
	"strings"
	"time"

	"strand/domain/site"
)

// PreviewPrefix is the prefix of preview paths: `/editor-preview/{context}{path}`. Previews of all sites are served
// from the main site's host, so that the browser sends the editor's cookie.
const PreviewPrefix = "/editor-preview/"

// PreviewContext is the context of a preview (EDIT-9): a site in a stage, for an audience, with or without the next
// release, at a time. The locale is part of the path.
type PreviewContext struct {
	SiteID      string
	Stage       site.Stage
	Preview     site.Preview
	NextRelease bool
	// Token opens the context in a browser that does not send the editor's cookie, for example in a frame of another
	// site; empty if the cookie is sent.
	Token string
}

const (
	contextSeparator = "~"
	contextNow       = "now"
	contextCurrent   = "current"
	contextNext      = "next"
	// momentLayout is an RFC 3339 time in UTC without separators that paths would escape.
	momentLayout = "20060102T150405Z"
	// tokenSeparator separates a context from its token.
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

// Base is the path prefix of the site in this context. It includes the token, so that the token also opens everything
// that a page loads.
func (c PreviewContext) Base() string {
	if c.Token == "" {
		return PreviewPrefix + c.String()
	}
	return PreviewPrefix + c.String() + tokenSeparator + c.Token
}

// WithoutToken removes the token of a preview from a path, so that the path can be logged.
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

// ParsePreviewContext parses a segment of Base; ok is false for any other text. The caller must check that the site
// exists and the token is valid.
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
	// Each context has exactly one valid segment.
	if !isStage || !c.Preview.Audience.IsValid() || c.String() != segment {
		return PreviewContext{}, false
	}
	return c, true
}
