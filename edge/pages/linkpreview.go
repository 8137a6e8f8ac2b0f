package pages

import (
	"bytes"
	"context"
	"net/http"
	"net/url"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"strand/domain/site"
	"strand/edge/visitor"
	"strand/internal/budget"
)

// CardSuffix is the end of the path of the picture that is drawn for link previews of a page (edge/cards).
const CardSuffix = "/preview-picture.jpg"

// LinkPreview is what the head of a document says to link previews.
type LinkPreview struct {
	// Title is that of the page, Brand the name behind it in the title of the document.
	Title, Brand string
	Description  string
	// Host is that of the canonical URL of the page.
	Host string
	// Picture is the URL of the picture of the page; empty for none.
	Picture string
	// Theme is that of the brand, else of the page.
	Theme string
	// Language is the tag of the texts.
	Language string
	// IsDegraded reports that a part of the page was missing or stale.
	IsDegraded bool
}

// LinkPreview returns what the document at a path says to link previews, as every visitor gets it. It is nil for a path
// without a public page of its own.
func (p *Handler) LinkPreview(ctx context.Context, r *http.Request, path string) (*LinkPreview, error) {
	req := p.visitors.Request(r).Anonymous()
	// Without preferences, too: shared caches have one card of a page for all visitors.
	req.FallbackLanguage, req.NextRelease, req.LocaleCookie = "", false, nil
	ctx = budget.With(ctx, p.Budget)
	doc, err := p.document(ctx, req, req.Scheme+"://"+req.Host+path)
	if err != nil {
		return nil, err
	}
	if doc.body == nil || doc.status != http.StatusOK || doc.unlisted || doc.private || doc.unrendered {
		return nil, nil
	}
	text, err := doc.body.Plain()
	if err != nil {
		return nil, err
	}
	preview := readLinkPreview(text)
	preview.IsDegraded = doc.degraded
	if preview.Title == "" {
		return nil, nil
	}
	if dir, err := p.Directory(ctx); err == nil {
		for _, b := range dir.Brands {
			if b.Name == preview.Brand {
				preview.Theme = string(site.BrandTheme(b.Theme))
			}
		}
	}
	// A picture of another server is not fetched.
	preview.Picture = strings.TrimPrefix(preview.Picture, req.Scheme+"://"+req.Host)
	if !visitor.IsOwnPath(preview.Picture) {
		preview.Picture = ""
	}
	return preview, nil
}

// readLinkPreview reads the head of a document. The drawn picture is none of the page.
func readLinkPreview(document []byte) *LinkPreview {
	preview, title := &LinkPreview{}, ""
	tokens := html.NewTokenizer(bytes.NewReader(document))
	for {
		kind := tokens.Next()
		if kind == html.ErrorToken {
			break
		}
		token := tokens.Token()
		if token.DataAtom == atom.Body || kind == html.EndTagToken && token.DataAtom == atom.Head {
			break
		}
		attributes := map[string]string{}
		for _, a := range token.Attr {
			attributes[a.Key] = a.Val
		}
		switch {
		case token.DataAtom == atom.Html:
			preview.Language, preview.Theme = attributes["lang"], attributes["data-theme"]
		case token.DataAtom == atom.Title && kind == html.StartTagToken:
			tokens.Next()
			title = tokens.Token().Data
		case token.DataAtom == atom.Meta:
			switch attributes["property"] {
			case "og:title":
				preview.Title = attributes["content"]
			case "og:url":
				if canonical, err := url.Parse(attributes["content"]); err == nil {
					preview.Host = canonical.Hostname()
				}
			case "og:description":
				preview.Description = attributes["content"]
			case "og:site_name":
				preview.Brand = attributes["content"]
			case "og:image":
				if picture := attributes["content"]; !strings.HasSuffix(picture, CardSuffix) {
					preview.Picture = picture
				}
			}
		}
	}
	if brand, ok := strings.CutPrefix(title, preview.Title+" – "); ok {
		preview.Brand = brand
	}
	return preview
}
