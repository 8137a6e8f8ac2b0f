package edge

import (
	"context"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"time"

	"strand/domain/signedtoken"
	"strand/domain/site"
	"strand/internal/ratelimit"
	"strand/resolvers"
)

const (
	// gateLifetime is how long a passed gate stays open in a browser.
	gateLifetime = 24 * time.Hour
	// gateAttempts is the number of attempts per minute and address, at all gates together.
	gateAttempts = 10
	maxGateForm  = 8 << 10
)

// GateParameter is the query parameter with the result of the last attempt.
const GateParameter = "gate"

// Results of an attempt at a gate. The page shows missing, wrong and limited.
const (
	gateMissing = "missing"
	gateWrong   = "wrong"
	gateLimited = "limited"
	gateFailed  = "failed"
)

var gateStatus = map[string]int{gateMissing: http.StatusUnprocessableEntity, gateWrong: http.StatusForbidden,
	gateLimited: http.StatusTooManyRequests, gateFailed: http.StatusServiceUnavailable}

// PasswordReader reads the passwords of protected pages.
type PasswordReader interface {
	Password(ctx context.Context, siteCtx *site.Context, id string) (string, error)
}

// gates serves POST /api/gate with page (an id), password and url (a path of the site). As an HTML form it works
// without JavaScript: the response redirects to url. Callers that accept JSON get the result instead.
type gates struct {
	sites
	passwords  PasswordReader
	visitors   visitors
	signingKey signedtoken.Key
	attempts   *ratelimit.Limiter
	log        *slog.Logger

	mu sync.Mutex
	// queues limit the attempts of all addresses together, by the id of a page with a password.
	queues map[string]*attemptQueue
}

func newGates(
	all sites,
	passwords PasswordReader,
	v visitors,
	signingKey signedtoken.Key,
	log *slog.Logger,
) http.Handler {
	g := &gates{
		sites:      all,
		passwords:  passwords,
		visitors:   v,
		signingKey: signingKey,
		attempts:   ratelimit.New(gateAttempts, time.Minute),
		log:        log,
		queues:     map[string]*attemptQueue{},
	}
	return http.NewCrossOriginProtection().Handler(g)
}

func (g *gates) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Cache-Control", "no-store")
	r.Body = http.MaxBytesReader(w, r.Body, maxGateForm)
	if err := r.ParseForm(); err != nil {
		http.Error(w, "The form is malformed.", http.StatusBadRequest)
		return
	}
	back := r.PostForm.Get("url")
	if !isOwnPath(back) {
		http.Error(w, "url: a path that starts with a slash is expected.", http.StatusBadRequest)
		return
	}
	result := g.attempt(w, r, back)
	if strings.Contains(r.Header.Get("Accept"), "application/json") {
		status := http.StatusOK
		if result != "" {
			status = gateStatus[result]
		}
		writeJSON(w, status, map[string]any{"success": result == "", "outcome": result})
		return
	}
	http.Redirect(w, r, withParameter(back, GateParameter, result), http.StatusSeeOther)
}

// attempt sets the cookie for the right password. It returns the result.
func (g *gates) attempt(w http.ResponseWriter, r *http.Request, back string) string {
	page, password := r.PostForm.Get("page"), r.PostForm.Get("password")
	if page == "" || password == "" {
		return gateMissing
	}
	if !g.attempts.Allow(g.visitors.address(r)) {
		g.log.WarnContext(r.Context(), "gate_attempts_limited", "page", page)
		return gateLimited
	}
	ctx, req := r.Context(), g.visitors.request(r)
	dir, err := g.directory(ctx)
	if err != nil {
		return gateFailed
	}
	address, err := dir.Parse(req.Scheme + "://" + req.Host + back)
	if err != nil {
		return gateFailed
	}
	siteCtx, err := g.siteContext(
		ctx,
		dir,
		address.Site,
		dir.LocaleOf(address, site.Preferences{}),
		address.Scheme,
		address.Host,
	)
	if err != nil {
		return gateFailed
	}
	wanted, err := g.passwords.Password(ctx, siteCtx, page)
	if err != nil {
		return gateFailed
	}
	if wanted == "" {
		return gateWrong
	}
	if !g.queue(page).enter(ctx) {
		g.log.WarnContext(ctx, "gate_attempts_limited", "page", page)
		return gateLimited
	}
	if !signedtoken.EqualSecret(password, wanted) {
		return gateWrong
	}
	until := time.Now().Add(gateLifetime)
	http.SetCookie(
		w,
		&http.Cookie{
			Name:     cookieGate + cookieName(page),
			Path:     "/",
			HttpOnly: true,
			SameSite: http.SameSiteLaxMode,
			Value: g.signingKey.Sign(
				resolvers.GatePurpose,
				resolvers.GateSubject(page, wanted),
				until,
			),
			MaxAge: int(gateLifetime.Seconds()),
			Secure: req.Scheme == "https",
		},
	)
	return ""
}

// queue returns the queue of the attempts at the password of a page.
func (g *gates) queue(page string) *attemptQueue {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.queues[page] == nil {
		g.queues[page] = newAttemptQueue()
	}
	return g.queues[page]
}
