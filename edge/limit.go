package edge

import (
	"net/http"
	"time"

	"github.com/go-chi/httprate"
)

const (
	// maxUploads is how many uploads one address may begin within uploadWindow, with forms and without.
	maxUploads   = 60
	uploadWindow = 10 * time.Minute
)

// uploadLimit bounds how many uploads one address may begin; what was begun may go on.
type uploadLimit struct {
	visitors visitors
	limiter  *httprate.RateLimiter
}

func newUploadLimit(v visitors) *uploadLimit {
	return &uploadLimit{visitors: v, limiter: httprate.NewRateLimiter(maxUploads, uploadWindow)}
}

// allows says whether the sender of a request may begin another upload. The headers say how many are left.
func (l *uploadLimit) allows(w http.ResponseWriter, r *http.Request) bool {
	return !l.limiter.OnLimit(w, r, l.visitors.address(r))
}

func (l *uploadLimit) handler(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodPost && !l.allows(w, r) {
			http.Error(w, "Too many files were sent from here: try again in a few minutes.", http.StatusTooManyRequests)
			return
		}
		next.ServeHTTP(w, r)
	})
}
