// Package gates checks the passwords of protected pages.
package gates

import (
	"context"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"time"

	"strand/domain/signedtoken"
	"strand/domain/site"
	"strand/edge/attempts"
	"strand/edge/respond"
	"strand/edge/visitor"
	"strand/internal/ratelimit"
	"strand/service/website"
)

const (
	// lifetime is how long a passed gate stays open in a browser.
	lifetime = 24 * time.Hour
	// gateAttempts is the number of attempts per minute and IP address, at all gates together.
	gateAttempts = 10
	maxForm      = 8 << 10
)

// GateParameter is the query parameter with the result of the last attempt.
const GateParameter = "gate"

// Results of an attempt at a gate. The page shows missing, wrong and limited.
const (
	missing = "missing"
	wrong   = "wrong"
	limited = "limited"
	failed  = "failed"
)

var statusOf = map[string]int{missing: http.StatusUnprocessableEntity, wrong: http.StatusForbidden,
	limited: http.StatusTooManyRequests, failed: http.StatusServiceUnavailable}

// PasswordReader reads the passwords of protected pages.
type PasswordReader interface {
	Password(ctx context.Context, siteCtx *site.Context, id string) (string, error)
}

// Area has the URL of attempts at gates.
type Area struct {
	visitor.Sites
	Passwords PasswordReader
	Visitors  visitor.Reader
	// SigningKey signs the cookies that open gates.
	SigningKey signedtoken.Key
	Limits     ratelimit.Limits
	Log        *slog.Logger
}

// Mount registers the URL.
func (a Area) Mount(mux *http.ServeMux) {
	mux.Handle("POST /api/gate", a.Visitors.SameOrigin(&handler{
		Area:           a,
		attempts:       a.Limits.New("gates", gateAttempts, time.Minute),
		queues:         map[string]*attempts.Queue{},
		attemptsAtPage: attempts.NewLimiter(a.Limits),
	}))
}

// handler serves POST /api/gate with page (an id), password and url (a path of the site). As an HTML form it works
// without JavaScript: the response redirects to url. Callers that accept JSON get the result instead.
type handler struct {
	Area
	attempts *ratelimit.Limiter

	mu sync.Mutex
	// queues limit the attempts of all IP addresses together, by the id of a page with a password.
	queues         map[string]*attempts.Queue
	attemptsAtPage *ratelimit.Limiter
}

func (g *handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Cache-Control", "no-store")
	r.Body = http.MaxBytesReader(w, r.Body, maxForm)
	if err := r.ParseForm(); err != nil {
		http.Error(w, "The form is malformed.", http.StatusBadRequest)
		return
	}
	back := r.PostForm.Get("url")
	if !visitor.IsOwnPath(back) {
		http.Error(w, "url: a path that starts with a slash is expected.", http.StatusBadRequest)
		return
	}
	result := g.attempt(w, r, back)
	if strings.Contains(r.Header.Get("Accept"), "application/json") {
		status := http.StatusOK
		if result != "" {
			status = statusOf[result]
		}
		respond.JSON(w, status, map[string]any{"success": result == "", "outcome": result})
		return
	}
	http.Redirect(w, r, visitor.WithParameter(back, GateParameter, result), http.StatusSeeOther)
}

// attempt sets the cookie for the right password. It returns the result.
func (g *handler) attempt(w http.ResponseWriter, r *http.Request, back string) string {
	page, password := r.PostForm.Get("page"), r.PostForm.Get("password")
	if page == "" || password == "" {
		return missing
	}
	if !g.attempts.Allow(r.Context(), g.Visitors.ClientIP(r)) {
		g.Log.WarnContext(r.Context(), "gate_attempts_limited", "page", page)
		return limited
	}
	ctx, req := r.Context(), g.Visitors.Request(r)
	dir, err := g.Directory(ctx)
	if err != nil {
		return failed
	}
	siteURL, err := dir.Parse(req.Scheme + "://" + req.Host + back)
	if err != nil {
		return failed
	}
	siteCtx, err := g.SiteContext(
		ctx,
		dir,
		siteURL.Site,
		dir.LocaleOf(siteURL, site.Preferences{}),
		siteURL.Scheme,
		siteURL.Host,
	)
	if err != nil {
		return failed
	}
	wanted, err := g.Passwords.Password(ctx, siteCtx, page)
	if err != nil {
		return failed
	}
	if wanted == "" {
		return wrong
	}
	if !g.queue(page).Enter(ctx) {
		g.Log.WarnContext(ctx, "gate_attempts_limited", "page", page)
		return limited
	}
	if !signedtoken.EqualSecret(password, wanted) {
		return wrong
	}
	until := time.Now().Add(lifetime)
	http.SetCookie(
		w,
		&http.Cookie{
			Name:     visitor.GateCookie + visitor.CookieName(page),
			Path:     "/",
			HttpOnly: true,
			SameSite: http.SameSiteLaxMode,
			Value: g.SigningKey.Sign(
				website.GatePurpose,
				website.GateSubject(page, wanted),
				until,
			),
			MaxAge: int(lifetime.Seconds()),
			Secure: req.Scheme == "https",
		},
	)
	return ""
}

// queue returns the queue of the attempts at the password of a page.
func (g *handler) queue(page string) *attempts.Queue {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.queues[page] == nil {
		g.queues[page] = attempts.NewQueue(g.attemptsAtPage, "page "+page)
	}
	return g.queues[page]
}
