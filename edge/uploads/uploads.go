// Package uploads serves the files that visitors upload before they send a form.
package uploads

import (
	"net/http"
	"time"

	"strand/domain/portal"
	"strand/edge/visitor"
	"strand/internal/ratelimit"
	"strand/internal/uploads"
)

// maxUploads is the number of files that one address may begin to upload within uploadWindow, with a form or before it.
const (
	maxUploads   = 60
	uploadWindow = 10 * time.Minute
)

// NewLimiter returns the limit of uploads, with forms or before them.
func NewLimiter(limits ratelimit.Limits) *ratelimit.Limiter {
	return limits.New("uploads", maxUploads, uploadWindow)
}

// Area has the URLs of files that are uploaded.
type Area struct {
	Visitors visitor.Reader
	// Files serves the protocol of resumable uploads.
	Files   http.Handler
	Limiter *ratelimit.Limiter
}

// Mount registers the URLs.
func (a Area) Mount(mux *http.ServeMux) {
	mux.Handle(uploads.BasePath, a.Visitors.SameOrigin(http.HandlerFunc(a.serve)))
}

// serve bounds how many uploads an address may begin. Uploads that have begun may continue.
func (a Area) serve(w http.ResponseWriter, r *http.Request) {
	address := a.Visitors.ClientIP(r)
	if r.Method == http.MethodPost && !a.Limiter.Allow(r.Context(), address) {
		w.Header().Set("Retry-After", "60")
		http.Error(w, "Too many uploads from your address: try again in a few minutes.", http.StatusTooManyRequests)
		return
	}
	scheme, host := a.Visitors.Origin(r)
	ctx := uploads.WithSender(r.Context(), uploads.Sender{
		Network: ratelimit.Network(address),
		// The cookie proves to the resolvers which signed-in user has begun the upload.
		Owner:  visitor.Cookie(r, portal.FileCookie),
		Scheme: scheme,
		Host:   host,
	})
	a.Files.ServeHTTP(w, r.WithContext(ctx))
}
