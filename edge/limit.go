package edge

import (
	"net/http"
	"time"

	"github.com/go-chi/httprate"
)

const (
	// maxUploads is how many uploads one address may begin within uploadWindow.
	maxUploads   = 60
	uploadWindow = 10 * time.Minute
)

// limited lets one address begin so many uploads; what was begun may go on.
func (v visitors) limited(next http.Handler) http.Handler {
	limiter := httprate.NewRateLimiter(maxUploads, uploadWindow)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodPost && limiter.OnLimit(w, r, v.address(r)) {
			http.Error(w, "Too many files were sent from here: try again in a few minutes.", http.StatusTooManyRequests)
			return
		}
		next.ServeHTTP(w, r)
	})
}
