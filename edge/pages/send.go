package pages

import (
	"maps"
	"net/http"
	"time"

	"strand/edge/encoding"
	"strand/edge/respond"
	"strand/service/website/visit"
)

// send writes a document to the response.
func (p *Handler) send(w http.ResponseWriter, r *http.Request, req *visit.Request, doc *Document) {
	h := w.Header()
	to := r.Header.Get("Sec-Fetch-Dest")
	isNavigation := to == "document" || to == "iframe"
	if doc.location != "" && (doc.body == nil || !isNavigation) {
		p.redirect(w, r, doc)
		return
	}
	if doc.unrendered && !isNavigation {
		sendUnrendered(w, r, doc.language)
		return
	}
	setDocumentHeaders(h, doc)
	if doc.private {
		p.visitors.VaryByPreferences(h)
	}
	p.policies.set(h, req)
	if doc.status == http.StatusOK && encoding.Matches(r, h.Get("Etag")) {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	status := doc.status
	if doc.location != "" {
		status = http.StatusOK
	}
	if err := doc.body.Send(w, r, status); err != nil {
		p.log.ErrorContext(r.Context(), "document_not_compressed", "url", r.URL.Path, "error", err)
	}
}

// redirect sends a redirect. Only a permanent one that is the same for all visitors may be cached (URL-39).
func (p *Handler) redirect(w http.ResponseWriter, r *http.Request, doc *Document) {
	h := w.Header()
	if doc.status == http.StatusMovedPermanently && !doc.degraded && !doc.private && doc.body == nil {
		h.Set("Cache-Control", "public, max-age="+respond.PublicFor(5*time.Minute, doc.changesAt))
	} else {
		h.Set("Cache-Control", "private, no-store")
		p.visitors.VaryByPreferences(h)
	}
	http.Redirect(w, r, doc.location, doc.status)
}

// documentHeaders are shared by all documents. Appending to a value copies it.
var documentHeaders = http.Header{
	"Content-Type":  {"text/html; charset=utf-8"},
	"Vary":          {"Accept-Encoding, Cookie"},
	"Cache-Control": {"public, max-age=0, must-revalidate"},
}

// setDocumentHeaders sets the headers for the type and the caching of a document.
func setDocumentHeaders(h http.Header, doc *Document) {
	maps.Copy(h, documentHeaders)
	h.Set("Content-Language", doc.language)
	if doc.etag != "" {
		h.Set("Etag", doc.etag)
	}
	if doc.private {
		h.Set("Cache-Control", "private, no-store")
	}
	if doc.degraded {
		h.Set("Cache-Control", "no-store")
		h.Del("Etag")
	}
	if doc.unlisted {
		h.Set("X-Robots-Tag", "noindex")
		h.Del("Etag")
	}
	if doc.location != "" {
		h.Set("Cache-Control", "private, no-store")
		h.Set("X-Robots-Tag", "noindex")
	}
	if doc.status == http.StatusTooManyRequests {
		h.Set("Retry-After", "60")
	}
	if doc.status >= http.StatusInternalServerError {
		h.Set("Cache-Control", "no-store")
		h.Set("Retry-After", "30")
		h.Del("Etag")
	}
	if doc.unrendered {
		h.Set("Cache-Control", "no-store")
		h.Add("Vary", "Sec-Fetch-Dest")
		h.Del("Etag")
	}
}
